package proof_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// claim is true: there are two ways to complete the board.
func claim(t *testing.T) proof.Claim {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\n1,_\n_,_\n")
	return proof.Claim{Puzzle: p, Solutions: []puzzle.Solution{{1, 2, 4, 3}, {1, 4, 2, 3}}}
}

func TestWhatIsWrittenIsAccepted(t *testing.T) {
	ctx := context.Background()
	for _, format := range []sat.ProofFormat{sat.DRAT, sat.LRAT} {
		for _, encoding := range []encode.Encoding{"", "states"} {
			c := claim(t)
			c.Format, c.Encoding = format, encoding
			dir := filepath.Join(t.TempDir(), "certificate")
			require.NoError(t, c.Write(ctx, dir, nil))
			checked, err := proof.Check(ctx, dir, new(meter.Meter))
			require.NoError(t, err)
			assert.Equal(t, c.Puzzle.String(), checked.Puzzle.String())
			assert.Equal(t, c.Solutions, checked.Solutions)
			assert.Positive(t, checked.Variables)
			assert.Greater(t, checked.Clauses, 2)
			assert.NotEqual(t, checked.Statement == "", checked.Unread == "")
		}
	}
}

func TestUnknownFormatsOfProofsAreRefused(t *testing.T) {
	c := claim(t)
	c.Format = "frat"
	other, err := sat.NewCommand("true")
	require.NoError(t, err)
	for _, c.By = range []*sat.Command{nil, other} {
		dir := filepath.Join(t.TempDir(), "certificate")
		require.EqualError(t, c.Write(t.Context(), dir, nil), `proof: a proof in "frat"; it is in "drat" or "lrat"`)
		require.NoDirExists(t, dir)
	}
}

func TestFalseClaimsAreRefused(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "certificate")
	c := claim(t)
	c.Solutions = c.Solutions[:1]
	err := c.Write(ctx, dir, nil)
	require.ErrorIs(t, err, sat.ErrSatisfiable)
	require.ErrorContains(t, err, "there are more solutions than are listed")
	c.Solutions = append(c.Solutions, puzzle.Solution{1, 2, 3, 4})
	violation := new(puzzle.Violation)
	err = c.Write(ctx, dir, nil)
	require.ErrorAs(t, err, &violation)
	require.ErrorContains(t, err, "solution 2: ")
	c.Encoding = "morse"
	require.ErrorContains(t, c.Write(ctx, dir, nil), ", and states for certificates")
	require.Error(t, proof.Claim{}.Write(ctx, dir, nil))
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		require.Error(t, proof.Claim{Puzzle: p}.Write(ctx, dir, nil))
	}
	assert.NoDirExists(t, dir)
}

func Example() {
	p, err := text.Parse("puzzle: hidoku\nmoves: rook\n1,_\n_,4\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "certificate")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	fmt.Println(proof.Claim{Puzzle: p, Solutions: nil}.Write(ctx, dir, nil))
	checked, err := proof.Check(ctx, dir, nil)
	fmt.Println(len(checked.Solutions), "solutions", err)

	// A claim that is false cannot be proved, and a folder that somebody changed is rejected.
	easy, err := text.Parse("puzzle: hidoku\nmoves: rook\n1,_\n_,_\n")
	fmt.Println(err, errors.Is(proof.Claim{Puzzle: easy}.Write(ctx, filepath.Join(dir, "false"), nil), sat.ErrSatisfiable))
	fmt.Println(os.WriteFile(filepath.Join(dir, "puzzle.txt"), []byte("puzzle: hidoku\n1,_\n_,4\n"), 0o600))
	_, err = proof.Check(ctx, dir, nil)
	rejected := new(proof.RejectedError)
	fmt.Println(errors.As(err, &rejected))
	// Output:
	// <nil>
	// 0 solutions <nil>
	// <nil> true
	// <nil>
	// true
}

// All covers of a small problem, with a proof that there are no others.
func ExampleClaim_problem() {
	dir, err := os.MkdirTemp("", "certificate")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	p := dlx.NewProblem(2, 0)
	p.AddItems(0, 1)
	p.AddItems(0)
	p.AddItems(1)
	ctx := context.Background()
	covers, err := p.First(ctx, 10, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := (proof.Claim{Problem: p, Covers: covers}).Write(ctx, dir, nil); err != nil {
		fmt.Println(err)
		return
	}
	checked, err := proof.Check(ctx, dir, nil)
	fmt.Println(checked.Covers, err)
	// Output: [[0] [1 2]] <nil>
}

// The second reading knows drawn stones only. A statement draws "3 *" three times, and the stones of a set.
func TestStatementsDrawTheirStones(t *testing.T) {
	for text, want := range map[string]string{
		"board: 3x2\n3 *\nX,X\n":                                   "board: 3x2\nX,X\n=\nX,X\n=\nX,X\n=\n",
		"board: 7x3\nstones: tetrominoes\nflips: yes\n0..1 *\nX\n": "\n0..1 *\nX\n",
	} {
		p := puzzletest.Read(t, "puzzle: draughtboard\n"+text)
		dir := filepath.Join(t.TempDir(), "certificate")
		_, err := proof.Claim{Puzzle: p}.WriteCount(t.Context(), dir, nil)
		require.NoError(t, err)
		said, err := os.ReadFile(filepath.Join(dir, "puzzle.txt"))
		require.NoError(t, err)
		drawn := puzzletest.Read(t, string(said)).(*puzzle.Draughtboard)
		assert.Empty(t, drawn.Setup().Sets)
		assert.Equal(t, len(p.(*puzzle.Draughtboard).Stones()), len(drawn.Stones()))
		assert.Contains(t, string(said), want)
	}
}
