//go:build unix

package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// Paths through boards and packings of pentominoes for TestBench.

// pathInstances are square boards of which at most the ends of the path are given.
func pathInstances(t *testing.T, dir string) []processInstance {
	return []processInstance{
		pathInstance(t, dir, puzzle.Rook, 12, "ends in the upper corners", 11),
		pathInstance(t, dir, puzzle.Rook, 14, "ends in the upper corners", 13),
		pathInstance(t, dir, puzzle.Rook, 10, "any ends", -1),
		pathInstance(t, dir, puzzle.King, 9, "ends in opposite corners", 80),
	}
}

// pathInstance writes a board with its first number in cell 0 and its last number in the cell
// end, as a puzzle and as a graph for ddpaths. With end −1 no number is given. Then ddpaths
// gets one more vertex that touches all others. Each cycle of it stands for two of our paths.
func pathInstance(t *testing.T, dir string, moves puzzle.Moves, n int, ends string, end int) processInstance {
	p := puzzletest.BlankHidoku(t, n, n, moves, nil)
	name := filepath.Join(dir, fmt.Sprintf("%s-%d", moves, n))
	in := processInstance{name: fmt.Sprintf("%s %d×%d, %s", moves, n, n, ends), words: map[string][]string{"FILE": {name + ".txt"}}}
	if end < 0 {
		in.words["GRAPH"], in.each = []string{"-t", "cycle", name + ".graph"}, 2
	} else {
		in.words["GRAPH"] = []string{name + ".graph", name + ".ends"}
		clues := slices.Repeat([]int{puzzle.Empty}, n*n)
		clues[0], clues[end] = 1, n*n
		var err error
		p, err = puzzle.NewHidoku(p.Board(), moves, clues)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name+".ends", fmt.Appendf(nil, "1 %d\n", end+1), 0o600))
	}
	// A line of the graph has the greater neighbours of a cell, counted from 1.
	var graph strings.Builder
	for c := range n * n {
		for _, d := range p.Neighbours(c) {
			if d > c {
				fmt.Fprintf(&graph, "%d ", d+1)
			}
		}
		if end < 0 {
			fmt.Fprint(&graph, n*n+1)
		}
		graph.WriteString("\n")
	}
	require.NoError(t, os.WriteFile(name+".txt", []byte(p.String()), 0o600))
	require.NoError(t, os.WriteFile(name+".graph", []byte(graph.String()), 0o600))
	return in
}

// pentominoInstances are the four boards that the program pentominoes knows.
func pentominoInstances(*testing.T, string) (all []processInstance) {
	for _, board := range [][2]string{{"6x10", "6x10"}, {"5x12", "5x12"}, {"4x15", "4x15"}, {"8x8", "8x8-centre"}} {
		file := fmt.Sprintf("testdata/draughtboard/pentominoes-%s.txt", board[1])
		all = append(all, processInstance{name: board[1], words: map[string][]string{"FILE": {file}, "SIZE": {board[0]}}})
	}
	return all
}
