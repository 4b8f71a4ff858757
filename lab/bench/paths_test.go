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

	"crosscut/puzzle"
)

// Paths through boards and packings of pentominoes for TestBench.

// pathInstances are square boards of which at most the ends of the path are given.
func pathInstances(t *testing.T, dir string) []processInstance {
	rook, king := puzzle.HidokuRules{Moves: puzzle.Rook}, puzzle.HidokuRules{Moves: puzzle.King}
	return []processInstance{
		pathInstance(t, dir, rook, 12, "ends in the upper corners", 11),
		pathInstance(t, dir, rook, 14, "ends in the upper corners", 13),
		pathInstance(t, dir, rook, 10, "any ends", -1),
		pathInstance(t, dir, king, 9, "ends in opposite corners", 80),
	}
}

// graphInstances are square boards with closed paths, on a torus and with knights.
func graphInstances(t *testing.T, dir string) []processInstance {
	return []processInstance{
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 12, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 14, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.King, Closed: true}, 7, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Hex, Closed: true}, 9, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Torus: true}, 7, "torus, ends in opposite corners", 48),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Knight}, 6, "any ends", -1),
	}
}

// pathInstance writes a board with its first number in cell 0 and its last number in the cell end,
// as a puzzle and as a graph for ddpaths. With end −1 no number is given. Then each cycle that
// ddpaths counts stands for two fillings for each cell if the path is closed. If it is open, the
// graph gets one more vertex that touches all others, and each cycle stands for two.
func pathInstance(t *testing.T, dir string, rules puzzle.HidokuRules, n int, ends string, end int) processInstance {
	board, err := puzzle.NewBoard(n, n, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, n*n)
	if end >= 0 {
		clues[0], clues[end] = 1, n*n
	}
	p, err := puzzle.NewHidokuBy(board, rules, clues)
	require.NoError(t, err)
	name := filepath.Join(dir, strings.ReplaceAll(fmt.Sprintf("%s-%d-%s", rules.Moves, n, ends), " ", "-"))
	in := processInstance{name: fmt.Sprintf("%s %d×%d, %s", rules.Moves, n, n, ends), words: map[string][]string{"FILE": {name + ".txt"}}}
	switch {
	case end >= 0:
		in.words["GRAPH"] = []string{name + ".graph", name + ".ends"}
		require.NoError(t, os.WriteFile(name+".ends", fmt.Appendf(nil, "1 %d\n", end+1), 0o600))
	case rules.Closed:
		in.words["GRAPH"], in.each = []string{"-t", "cycle", name + ".graph"}, int64(2*n*n)
	default:
		in.words["GRAPH"], in.each = []string{"-t", "cycle", name + ".graph"}, 2
	}
	// A line of the graph has the greater neighbours of a cell, counted from 1.
	var graph strings.Builder
	for c := range n * n {
		for _, d := range p.Neighbours(c) {
			if d > c {
				fmt.Fprintf(&graph, "%d ", d+1)
			}
		}
		if end < 0 && !rules.Closed {
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
