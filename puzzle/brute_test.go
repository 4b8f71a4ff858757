package puzzle_test

import (
	"os"
	"path/filepath"
	"slices"
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

// brute returns all solutions of a small puzzle, sorted. For the families of numbers it
// uses Check. For stones it uses Versions, which Check does not use.
func brute(p puzzle.Puzzle) []puzzle.Solution {
	var found []puzzle.Solution
	if p, ok := p.(*puzzle.Draughtboard); ok {
		for _, corner := range p.Colourings() {
			s := make(puzzle.Solution, p.Board().Len())
			bruteStones(p, corner, s, make([]bool, len(p.Stones())), func() {
				found = append(found, p.Canonical(s))
			})
		}
		slices.SortFunc(found, slices.Compare[puzzle.Solution])
		return slices.CompactFunc(found, slices.Equal[puzzle.Solution])
	}
	n, ok := p.(puzzle.Numbered)
	if !ok {
		return nil
	}
	clues, low := puzzle.Solution(n.Clues()), n.Low()
	var open []int
	for i := range clues {
		if !slices.Contains(clues, low+i) {
			open = append(open, low+i)
		}
	}
	bruteNumbers(p, clues, open, 0, func() { found = append(found, slices.Clone(clues)) })
	slices.SortFunc(found, slices.Compare[puzzle.Solution])
	return found
}

// bruteNumbers tries every order of the open numbers on the empty cells from c on.
func bruteNumbers(p puzzle.Puzzle, s puzzle.Solution, open []int, c int, found func()) {
	switch {
	case c == len(s):
		if p.Check(s) == nil {
			found()
		}
	case s[c] != puzzle.Empty:
		bruteNumbers(p, s, open, c+1, found)
	default:
		for i, k := range open {
			s[c] = k
			bruteNumbers(p, s, slices.Delete(slices.Clone(open), i, i+1), c+1, found)
		}
		s[c] = puzzle.Empty
	}
}

// bruteStones lays an unused stone of every kind in every way on the first free
// cell of s.
func bruteStones(p *puzzle.Draughtboard, corner puzzle.Colour, s puzzle.Solution, used []bool, found func()) {
	first := slices.Index(s, 0)
	if first < 0 {
		found()
		return
	}
	var tried []int // kinds
	for stone := range p.Stones() {
		kind := p.Kinds()[stone]
		if used[stone] || slices.Contains(tried, kind) {
			continue
		}
		tried = append(tried, kind)
		value := stone + 1
		if p.Signed() && corner == puzzle.White {
			value = -value
		}
		used[stone] = true
		for _, v := range p.Stones()[stone].Versions(p.Flips()) {
			if cells := placed(p, corner, s, first, v); cells != nil {
				set(s, cells, value)
				bruteStones(p, corner, s, used, found)
				set(s, cells, 0)
			}
		}
		used[stone] = false
	}
}

// placed returns the cells of v with its first cell on first, or nil if it does not fit
// there.
func placed(p *puzzle.Draughtboard, corner puzzle.Colour, s puzzle.Solution, first int, v puzzle.Stone) []int {
	row, col := p.Board().Pos(first)
	var cells []int
	for _, c := range v.Cells() {
		d := p.Board().Cell(row+c.Row-v.Cells()[0].Row, col+c.Col-v.Cells()[0].Col)
		if d < 0 || s[d] != 0 || !c.Colour.Accepts(p.ColourAt(d, corner)) {
			return nil
		}
		cells = append(cells, d)
	}
	return cells
}

func set(s puzzle.Solution, cells []int, value int) {
	for _, c := range cells {
		s[c] = value
	}
}
