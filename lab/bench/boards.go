//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/encode"
	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The boards on which the bench compares solvers, from the shared cases and made at random.

// benchClasses returns all classes, the boards of each from the smallest to the largest.
func benchClasses(t testing.TB, wanted *regexp.Regexp) []*benchClass {
	var classes []*benchClass
	if onlyProcesses(wanted) {
		return nil
	}
	add := func(class, board string, p puzzle.Puzzle) {
		i := slices.IndexFunc(classes, func(c *benchClass) bool { return c.name == class })
		if i < 0 {
			i = len(classes)
			classes = append(classes, &benchClass{name: class})
		}
		classes[i].boards = append(classes[i].boards, &benchBoard{name: board, puzzle: p})
	}
	for _, folder := range []string{"published/hidoku", "seeds", "hidoku", "magic", "draughtboard"} {
		source := "cases"
		if folder == "published/hidoku" {
			source = "published"
		}
		for _, f := range sharedCases(t, folder) {
			add(fmt.Sprintf("%s, %s, %s", f.Puzzle.Family(), source, sizeClass(f.Puzzle)), f.Name, f.Puzzle)
		}
	}
	madePaths(t, add)
	generatedPaths(t, wanted, add)
	madeSquares(t, add)
	madeDraughtboards(t, add)
	for _, c := range classes {
		slices.SortStableFunc(c.boards, func(a, b *benchBoard) int { return a.puzzle.Board().Len() - b.puzzle.Board().Len() })
	}
	slices.SortStableFunc(classes, func(a, b *benchClass) int {
		return strings.Compare(strings.SplitN(a.name, ",", 3)[0], strings.SplitN(b.name, ",", 3)[0])
	})
	return classes
}

// sharedCases returns the puzzles of a folder beside the project, none where it is not there.
func sharedCases(t testing.TB, folder string) []*text.File {
	folder = "../shared/cases/" + folder
	if _, err := os.Stat(folder); err != nil {
		t.Logf("not there: %s", folder)
		return nil
	}
	return puzzletest.Files(t, folder)
}

// sizeClass names the size of a board.
func sizeClass(p puzzle.Puzzle) string {
	n := p.Board().Len()
	if m, ok := p.(*puzzle.Magic); ok {
		return fmt.Sprintf("order %d", m.Board().Width())
	}
	for _, most := range []int{36, 64, 100, 225, 400, 900} {
		if n <= most {
			return fmt.Sprintf("to %d cells", most)
		}
	}
	return "larger"
}

// madePaths adds Hidokus made from random paths, with clues on 15 to 30 % of the cells,
// at random or at even distances along the path.
func madePaths(t testing.TB, add func(class, board string, p puzzle.Puzzle)) {
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex} {
		for _, size := range []int{10, 15, 20, 30} {
			for _, share := range []float64{0.15, 0.2, 0.3} {
				for seed := range uint64(4) {
					even := seed%2 == 1
					p := puzzletest.LargeHidoku(t, moves, size, size, share, even, seed)
					add(fmt.Sprintf("hidoku, made, %s %d×%d", moves, size, size), fmt.Sprintf("%s %d×%d, %v, even %v, seed %d", moves, size, size, share, even, seed), p)
				}
			}
		}
	}
}

// generatedPaths adds Hidokus of 30×30 with one solution, as generate makes them, with clues on
// 15 to 33 % of the cells. A board that is not made in generatedLimit is left out.
func generatedPaths(t testing.TB, wanted *regexp.Regexp, add func(class, board string, p puzzle.Puzzle)) {
	const size, generatedLimit = 30, 15 * time.Second
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex} {
		class := fmt.Sprintf("hidoku, generated, %s %d×%d", moves, size, size)
		if !wanted.MatchString(class) {
			continue
		}
		for _, clues := range []int{135, 180, 270, 300} {
			for seed := range uint64(2) {
				name := fmt.Sprintf("generated %s, %d clues, seed %d", moves, clues, seed)
				wish := generate.Wish{Puzzle: puzzletest.BlankHidoku(t, size, size, moves, nil), Clues: clues}
				ctx, cancel := context.WithTimeout(t.Context(), generatedLimit)
				err := generate.Puzzles(ctx, wish, generate.Series{Seed: seed, Count: 1}, func(m generate.Made) bool {
					add(class, name, m.Puzzle)
					return true
				})
				cancel()
				if err != nil {
					t.Logf("%s: not made: %v", name, err)
				}
			}
		}
	}
}

// madeSquares adds magic squares of which some cells are given.
func madeSquares(t testing.TB, add func(class, board string, p puzzle.Puzzle)) {
	for _, order := range []int{4, 5, 6, 7, 8} {
		for _, share := range []float64{0.4, 0.5, 0.6} {
			for seed := range uint64(4) {
				p := madePuzzle(t, "magic %d %v %d", order, share, seed)
				add(fmt.Sprintf("magic, made, order %d", order), fmt.Sprintf("order %d, %v, seed %d", order, share, seed), p)
			}
		}
	}
}

// madeDraughtboards adds boards cut into stones at random.
func madeDraughtboards(t testing.TB, add func(class, board string, p puzzle.Puzzle)) {
	for _, size := range []int{6, 8, 10} {
		for seed := range uint64(6) {
			add(fmt.Sprintf("draughtboard, made, %d×%d", size, size), fmt.Sprintf("%d×%d, seed %d", size, size, seed), madePuzzle(t, "dissection %d %d %d %d", size, size-2, size, seed))
		}
	}
}

// madePuzzle returns the puzzle that some words make.
func madePuzzle(t testing.TB, format string, values ...any) puzzle.Puzzle {
	p, err := text.Parse(made(t, format, values...))
	require.NoError(t, err)
	return p
}

// Paths through boards and packings of pentominoes for the bench.

// pathInstances are square boards of which at most the ends of the path are given.
func pathInstances(t testing.TB, dir string) []processInstance {
	rook, king := puzzle.HidokuRules{Moves: puzzle.Rook}, puzzle.HidokuRules{Moves: puzzle.King}
	return []processInstance{
		pathInstance(t, dir, rook, 12, "ends in the upper corners", 11),
		pathInstance(t, dir, rook, 14, "ends in the upper corners", 13),
		pathInstance(t, dir, rook, 10, "any ends", -1),
		pathInstance(t, dir, king, 9, "ends in opposite corners", 80),
	}
}

// graphInstances are square boards with closed paths, on a torus, with knights and with a link.
func graphInstances(t testing.TB, dir string) []processInstance {
	return []processInstance{
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 12, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 14, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.King, Closed: true}, 7, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Hex, Closed: true}, 9, "closed", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Torus: true}, 7, "torus, ends in opposite corners", 48),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Torus: true}, 6, "torus, any ends", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.King, Torus: true}, 4, "torus, any ends", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Rook, Links: [][2]int{{27, 28}}}, 8, "one link", -1),
		pathInstance(t, dir, puzzle.HidokuRules{Moves: puzzle.Knight}, 6, "any ends", -1),
	}
}

// pathInstance writes a board with its first number in cell 0 and its last number in the cell end,
// as a puzzle and as a graph for ddpaths. With end −1 no number is given. Then each cycle that
// ddpaths counts stands for two fillings for each cell if the path is closed. If it is open, the
// graph gets one more vertex that touches all others, and each cycle stands for two. A link is two
// edges of the graph with a vertex of its own between them.
func pathInstance(t testing.TB, dir string, rules puzzle.HidokuRules, n int, ends string, end int) processInstance {
	board, err := puzzle.NewBoard(n, n, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, n*n)
	if end >= 0 {
		clues[0], clues[end] = 1, n*n
	}
	p, err := rules.New(board, clues)
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
			if d > c && !slices.Contains(rules.Links, [2]int{c, d}) {
				fmt.Fprintf(&graph, "%d ", d+1)
			}
		}
		for i, pair := range rules.Links {
			if slices.Contains(pair[:], c) {
				fmt.Fprintf(&graph, "%d ", n*n+2+i)
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
func pentominoInstances(testing.TB, string) (all []processInstance) {
	for _, board := range [][2]string{{"6x10", "6x10"}, {"5x12", "5x12"}, {"4x15", "4x15"}, {"8x8", "8x8-centre"}} {
		file := fmt.Sprintf("testdata/draughtboard/pentominoes-%s.txt", board[1])
		all = append(all, processInstance{name: board[1], words: map[string][]string{"FILE": {file}, "SIZE": {board[0]}}})
	}
	return all
}

// formulaInstances are puzzles for model counters.
func formulaInstances(t testing.TB, dir string) []processInstance {
	return withFormulas(t, dir,
		"draughtboard/dominoes-6x6", "draughtboard/pentominoes-8x8-centre", "draughtboard/tetrominoes-gaps-5x5",
		"hidoku/king-4x4-empty", "hidoku/rook-5x5-empty", "hidoku/knight-5x5-empty", "magic/order-3", "magic/order-4")
}

// manyInstances are puzzles with many solutions, which SAT solvers list one by one.
func manyInstances(t testing.TB, dir string) []processInstance {
	return withFormulas(t, dir, "magic/order-4", "draughtboard/one-sided-6x5", "draughtboard/d08holes-0", "draughtboard/tetrominoes-gaps-5x5")
}

// withFormulas are puzzles of testdata and their formulas.
func withFormulas(t testing.TB, dir string, names ...string) (all []processInstance) {
	for _, name := range names {
		file := "testdata/" + name + ".txt"
		formula := writeFormula(t, dir, filepath.Base(name), puzzletest.Files(t, file)[0].Puzzle)
		all = append(all, processInstance{name: name, words: map[string][]string{"FILE": {file}, "CNF": {formula}, "DIR": {dir}}})
	}
	return all
}

// writeFormula writes the formula of a puzzle, and returns its file. Each solution is one model.
func writeFormula(t testing.TB, dir, name string, p puzzle.Puzzle) string {
	f, err := encode.CNF(t.Context(), p, "")
	require.NoError(t, err)
	formula := filepath.Join(dir, name+".cnf")
	to, err := os.Create(formula)
	require.NoError(t, err)
	require.NoError(t, f.CNF.WriteDIMACS(to, nil))
	require.NoError(t, to.Close())
	return formula
}
