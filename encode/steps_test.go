package encode

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// Formulas and covers are the same bytes as before. So what is written twice, or what
// only saves work, shows, though every answer stays right. STEPS_UPDATE=1 writes the file.
func TestFormulasAndCoversAreTheSameBytes(t *testing.T) {
	var got strings.Builder
	for _, family := range puzzle.Families() {
		paths, err := filepath.Glob(filepath.Join("..", "testdata", string(family), "*.txt"))
		require.NoError(t, err)
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".txt")
			if strings.Contains(name, ".") {
				continue // a solution of another file
			}
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			p := read(t, string(content))
			if p.Board().Len() > 25 {
				continue
			}
			for _, e := range Encodings(p.Family()) {
				f, err := CNFBy(ctx, p, e.Name)
				if err != nil {
					fmt.Fprintf(&got, "%s %s: refused: %v\n", name, e.Name, err)
					continue
				}
				var out bytes.Buffer
				require.NoError(t, f.CNF.WriteDIMACS(&out))
				fmt.Fprintln(&out, f.Keep, f.Groups, f.families)
				fmt.Fprintf(&got, "%s %s: %d variables, %d clauses, %d literals; %s\n",
					name, e.Name, f.CNF.Vars(), f.CNF.Clauses(), f.CNF.Literals(), sumOf(out.Bytes()))
			}
			for _, e := range CoverEncodings(p.Family()) {
				x, err := ExactCoverBy(ctx, p, e.Name)
				if name == "pandiagonal-5" {
					require.ErrorContains(t, err, "memory for the exact cover")
					continue
				}
				require.NoError(t, err)
				var out bytes.Buffer
				require.NoError(t, x.Problem.Write(&out))
				fmt.Fprintf(&got, "%s cover %s: %d items, %d options; %s\n",
					name, e.Name, x.Problem.Primary()+x.Problem.Secondary(), x.Problem.Options(), sumOf(out.Bytes()))
			}
		}
	}
	puzzletest.RequireSteps(t, got.String())
}

func sumOf(text []byte) string {
	sum := fnv.New32a()
	sum.Write(text)
	return fmt.Sprintf("%08x", sum.Sum32())
}
