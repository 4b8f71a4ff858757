package puzzle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// read reads a puzzle whose text is known to be good.
func read(t testing.TB, content string) puzzle.Puzzle {
	t.Helper()
	f, err := text.Read(strings.NewReader(content), "f", "")
	require.NoError(t, err)
	return f.Puzzle
}

// testdata returns the text of a file of ../testdata.
func testdata(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", file))
	require.NoError(t, err)
	return string(text)
}

// solution reads a text that holds one filled board of p.
func solution(t testing.TB, p puzzle.Puzzle, content string) puzzle.Solution {
	t.Helper()
	solutions, err := text.ReadSolutions(strings.NewReader(content), "s", p)
	require.NoError(t, err)
	require.Len(t, solutions, 1)
	return solutions[0]
}
