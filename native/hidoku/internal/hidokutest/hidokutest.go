// Package hidokutest has what the tests of the searches of Hidokus share.
package hidokutest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// EmptyHidoku returns the board of the given size without holes and clues.
func EmptyHidoku(t require.TestingT, moves puzzle.Moves, width, height int) *puzzle.Hidoku {
	board, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	clues := make([]int, board.Len())
	for c := range clues {
		clues[c] = puzzle.Empty
	}
	p, err := puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	return p
}

func ParseHidoku(t require.TestingT, content string) *puzzle.Hidoku {
	p, err := text.Parse("puzzle: hidoku\n" + content)
	require.NoError(t, err)
	return p.(*puzzle.Hidoku)
}

// BruteForce finds the fillings only by walking from cell to cell.
func BruteForce(p *puzzle.Hidoku) []puzzle.Solution {
	var all []puzzle.Solution
	path := make(puzzle.Solution, p.Board().Len())
	last := make([]int, len(path)+1)
	for k := range last {
		last[k] = -1
	}
	for c := range path {
		if k := p.Clue(c); k != puzzle.Empty {
			last[k] = c
		}
	}
	var walk func(c, k int)
	walk = func(c, k int) {
		if path[c] != 0 || p.Clue(c) != puzzle.Empty && p.Clue(c) != k || last[k] >= 0 && last[k] != c {
			return
		}
		path[c] = k
		if k == len(path) {
			if p.Check(path) == nil { // it may break the rules of a variant
				all = append(all, slices.Clone(path))
			}
		} else {
			for _, d := range p.Neighbours(c) {
				walk(d, k+1)
			}
		}
		path[c] = 0
	}
	for c := range path {
		walk(c, 1)
	}
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return all
}

// DrawHidoku draws a small board of any kind: a plain one or a variant.
func DrawHidoku(t *rapid.T, maxCells int) *puzzle.Hidoku {
	if rapid.Bool().Draw(t, "a variant") {
		return puzzletest.DrawVariant(t)
	}
	return drawPlain(t, maxCells)
}

// DrawUnpaired draws what drawHidoku draws, without rules of two cells.
func DrawUnpaired(t *rapid.T, maxCells int) *puzzle.Hidoku {
	p := DrawHidoku(t, maxCells)
	rules := p.Rules()
	rules.Links, rules.Unlinked, rules.Order = nil, nil, nil
	p, err := puzzle.NewHidokuBy(p.Board(), rules, p.Clues())
	require.NoError(t, err)
	return p
}

// drawPlain draws a small board with holes, with few or many clues. The clues are from a
// solution, from a solution except two, or random.
func drawPlain(t *rapid.T, maxCells int) *puzzle.Hidoku {
	moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
	width := rapid.IntRange(1, 6).Draw(t, "width")
	height := rapid.IntRange(1, min(6, maxCells/width)).Draw(t, "height")
	holes := rapid.SliceOfNDistinct(rapid.IntRange(0, width*height-1), 0, width*height/4, rapid.ID).Draw(t, "holes")
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return slices.Contains(holes, row*width+col) })
	if err != nil {
		t.Skip("only holes")
	}
	clues := make([]int, board.Len())
	for c := range clues {
		clues[c] = puzzle.Empty
	}
	p, err := puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	from := make(puzzle.Solution, board.Len())
	for c := range from {
		from[c] = c + 1
	}
	kind := rapid.IntRange(0, 3).Draw(t, "kind of clues")
	if paths := BruteForce(p); kind > 0 && len(paths) > 0 {
		from = slices.Clone(paths[rapid.IntRange(0, len(paths)-1).Draw(t, "path")])
	} else {
		from = rapid.Permutation(from).Draw(t, "clues from nowhere")
	}
	if kind == 1 {
		c, d := rapid.IntRange(0, len(from)-1).Draw(t, "c"), rapid.IntRange(0, len(from)-1).Draw(t, "d")
		from[c], from[d] = from[d], from[c]
	}
	for _, c := range rapid.SliceOfDistinct(rapid.IntRange(0, len(from)-1), rapid.ID).Draw(t, "given") {
		clues[c] = from[c]
	}
	p, err = puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	return p
}

// SomeClues returns a board with so many clues of a random path. The path goes through the
// rows to and fro. Then its end takes random steps, and gives up those that close loops.
func SomeClues(t *testing.T, rules puzzle.HidokuRules, size, clues int, seed uint64) *puzzle.Hidoku {
	board, err := puzzle.NewBoard(size, size, nil)
	require.NoError(t, err)
	list := slices.Repeat([]int{puzzle.Empty}, size*size)
	p, err := puzzle.NewHidokuBy(board, rules, list)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(seed, 0))
	path := make([]int, len(list))
	for i := range path {
		path[i] = i
		if row, col := i/size, i%size; row%2 == 1 {
			path[i] = row*size + size - 1 - col
		}
	}
	for i := range 20 * len(path) {
		to := p.Neighbours(path[len(path)-1])
		at := slices.Index(path, to[rng.IntN(len(to))])
		slices.Reverse(path[at+1:])
		if i%len(path) == 0 {
			slices.Reverse(path)
		}
	}
	for _, k := range rng.Perm(len(path))[:clues] {
		list[path[k]] = k + 1
	}
	p, err = puzzle.NewHidokuBy(board, rules, list)
	require.NoError(t, err)
	return p
}

// Filled returns the board on which each cell of the list has its number.
func Filled(cells []int32) puzzle.Solution {
	board := make(puzzle.Solution, len(cells))
	for k, c := range cells {
		board[c] = k + 1
	}
	return board
}

// RequireSame fails unless the fillings found are those of bruteForce.
func RequireSame(t require.TestingT, p *puzzle.Hidoku, found []puzzle.Solution) {
	slices.SortFunc(found, slices.Compare[puzzle.Solution])
	want := BruteForce(p)
	require.Equal(t, len(want), len(found), "%v", p) // a difference of thousands takes long to print
	require.True(t, slices.EqualFunc(want, found, slices.Equal[puzzle.Solution]), "%v", p)
}

// replay follows the steps of a trace. It takes back what a choice led to when the
// search goes back above the choice: at the next step with fewer choices, at another
// choice instead, and at its dead end.
type replay struct {
	Board []int
	path  []search.Step
}

func NewReplay(p *puzzle.Hidoku) *replay {
	r := &replay{Board: make([]int, p.Board().Len())}
	for c := range r.Board {
		r.Board[c] = p.Clue(c)
	}
	return r
}

// backTo takes back what was placed with depth choices or more.
func (r *replay) backTo(depth int) {
	for len(r.path) > 0 && r.path[len(r.path)-1].Depth >= depth {
		last := len(r.path) - 1
		r.Board[r.path[last].Cells[0]] = puzzle.Empty
		r.path = r.path[:last]
	}
}

func (r *replay) Step(t require.TestingT, s search.Step) {
	r.backTo(s.Depth + 1)
	if s.Kind == search.Placed {
		if s.Why[0] == 'c' { // choice
			r.backTo(s.Depth)
		}
		require.Equal(t, puzzle.Empty, r.Board[s.Cells[0]])
		r.Board[s.Cells[0]] = s.Value
		s.Cells = slices.Clone(s.Cells)
		r.path = append(r.path, s)
	}
	require.Equal(t, r.Board, s.Board)
	if s.Kind == search.DeadEnd && s.Depth > 0 {
		r.backTo(s.Depth)
	}
}

// RequireOpen fails unless a set has exactly those whose count is above 1.
func RequireOpen(t require.TestingT, counts []int32, open []uint64) {
	for i, count := range counts {
		require.Equal(t, count > 1, open[i/64]>>(i%64)&1 != 0, "%d", i)
	}
}

// Supported reports whether number k, counted from 0, on a cell can have both its neighbours on the
// path, where fits says which numbers fit which cells. It looks cell by cell.
func Supported(p *puzzle.Hidoku, k, cell int, fits func(k, cell int) bool) bool {
	n := p.Board().Len()
	first, last := k == 0 && !p.Closed(), k == n-1 && !p.Closed()
	if first && last {
		return true
	}
	around := p.Neighbours(cell)
	for _, c := range around {
		before := first || fits((k+n-1)%n, c)
		if before && last {
			return true
		}
		for _, d := range around {
			if before && (c != d || first || n == 2) && fits((k+1)%n, d) {
				return true
			}
		}
	}
	return false
}
