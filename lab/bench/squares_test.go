//go:build unix

package bench_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/exchange"
	"crosscut/puzzle"
)

// squareInstances writes the magic squares of squares.txt.
func squareInstances(t *testing.T, dir string) (all []processInstance) {
	in, err := os.Open("lab/bench/squares.txt")
	require.NoError(t, err)
	defer in.Close()
	squares, err := exchange.FromText(in, in.Name(), "")
	require.NoError(t, err)
	require.Len(t, squares, 40)
	for _, s := range squares {
		all = append(all, squareInstance(t, dir, s.Title, s.Puzzle.(*puzzle.Magic)))
	}
	return all
}

// squareInstance writes a square as a puzzle and as FlatZinc for two programs. chuffed has
// another name for distinct numbers, and searches by other rules.
func squareInstance(t *testing.T, dir, name string, p *puzzle.Magic) processInstance {
	file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
	var model bytes.Buffer
	require.NoError(t, writeFlatZinc(&model, p, nil))
	forChuffed := strings.NewReplacer("all_different_int", "fzn_all_different_int", "dom_w_deg", "first_fail").Replace(model.String())
	for end, text := range map[string]string{".txt": p.String(), ".fzn": model.String(), "-chuffed.fzn": forChuffed} {
		require.NoError(t, os.WriteFile(file+end, []byte(text), 0o600))
	}
	return processInstance{name: name, words: map[string][]string{"FILE": {file + ".txt"}, "GECODE": {file + ".fzn"}, "CHUFFED": {file + "-chuffed.fzn"}}}
}
