package proof

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/encode"
	"crosscut/sat"
)

// The rule of three open cells makes proofs of magic boards short. The second reading and both
// checkers of proofs accept them.
func TestProofsOfMagicBoardsInferFromLines(t *testing.T) {
	for _, name := range []string{"n5-umin3", "n4-m2", "order-3"} {
		text, err := os.ReadFile(filepath.Join("..", "testdata", "magic", name+".txt"))
		require.NoError(t, err)
		p := parse(t, string(text))
		for _, format := range []sat.ProofFormat{sat.DRAT, sat.LRAT} {
			dir := filepath.Join(t.TempDir(), "certificate")
			c := claimed(t, p)
			c.Format = format
			require.NoError(t, c.Write(ctx, dir, nil), "%s", name)
			checked, err := Check(ctx, dir, nil)
			require.NoError(t, err, "%s %v", name, format)
			assert.NotEqual(t, checked.Statement == "", checked.Unread == "")
		}
	}
}

func TestInferencesFollow(t *testing.T) {
	for _, text := range []string{
		"puzzle: magic\n16,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,1",
		"puzzle: magic\nlines: pandiagonal\n16,_,_,_\n_,_,_,_\n_,_,1,_\n_,_,_,_",
		"puzzle: magic\nnumbers: 3..8\nsum: 16\nlines: r1c1 r1c2 r1c3; r2c1 r2c2 r1c1; r2c2 r2c3 r1c3\n_,_,_\n_,_,_",
	} {
		p := parse(t, text)
		f, err := encode.CNF(ctx, p)
		require.NoError(t, err)
		for _, s := range solutions(t, p) {
			f.Exclude(s)
		}
		// A proof with hints says so if a clause does not follow.
		require.NoError(t, f.Refute(ctx, nil, new(bytes.Buffer), sat.LRAT), text)
	}
}
