//go:build unix

package bench_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The boards on which TestBench compares solvers, from the shared cases and made at random.

// benchClasses returns all classes, the boards of each from the smallest to the largest.
func benchClasses(t *testing.T, wanted *regexp.Regexp) []*benchClass {
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
func sharedCases(t *testing.T, folder string) []*text.File {
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
		return fmt.Sprintf("order %d", m.Order())
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
func madePaths(t *testing.T, add func(class, board string, p puzzle.Puzzle)) {
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
func generatedPaths(t *testing.T, wanted *regexp.Regexp, add func(class, board string, p puzzle.Puzzle)) {
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
func madeSquares(t *testing.T, add func(class, board string, p puzzle.Puzzle)) {
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
func madeDraughtboards(t *testing.T, add func(class, board string, p puzzle.Puzzle)) {
	for _, size := range []int{6, 8, 10} {
		for seed := range uint64(6) {
			add(fmt.Sprintf("draughtboard, made, %d×%d", size, size), fmt.Sprintf("%d×%d, seed %d", size, size, seed), madePuzzle(t, "dissection %d %d %d %d", size, size-2, size, seed))
		}
	}
}

// madePuzzle returns the puzzle that some words make.
func madePuzzle(t *testing.T, format string, values ...any) puzzle.Puzzle {
	p, err := text.Parse(made(t, format, values...))
	require.NoError(t, err)
	return p
}
