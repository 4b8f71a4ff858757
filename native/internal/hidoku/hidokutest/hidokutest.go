// Package hidokutest has what the tests of the searches of Hidokus share.
package hidokutest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func ParseHidoku(t require.TestingT, content string) *puzzle.Hidoku {
	p, err := text.Parse("puzzle: hidoku\n" + content)
	require.NoError(t, err)
	return p.(*puzzle.Hidoku)
}

// DrawHidoku draws a small board of any kind: a plain one or a variant.
func DrawHidoku(t *rapid.T, maxCells int) *puzzle.Hidoku {
	if rapid.Bool().Draw(t, "a variant") {
		return puzzletest.DrawVariant(t)
	}
	return puzzletest.DrawHidokuUpTo(t, maxCells)
}

// DrawUnpaired draws what DrawHidoku draws, without rules of two cells.
func DrawUnpaired(t *rapid.T, maxCells int) *puzzle.Hidoku {
	return puzzletest.AnyPath(t, DrawHidoku(t, maxCells))
}

// SomeClues returns a board with so many clues of a random path. The path goes through the
// rows to and fro. Then its end takes random steps, and gives up those that close loops.
func SomeClues(t *testing.T, rules puzzle.HidokuRules, size, clues int, seed uint64) *puzzle.Hidoku {
	board, err := puzzle.NewBoard(size, size, nil)
	require.NoError(t, err)
	list := slices.Repeat([]int{puzzle.Empty}, size*size)
	p, err := rules.New(board, list)
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
	p, err = rules.New(board, list)
	require.NoError(t, err)
	return p
}

// RequireSame fails unless the fillings found are those of brute force.
func RequireSame(t require.TestingT, p *puzzle.Hidoku, found []puzzle.Solution) {
	slices.SortFunc(found, slices.Compare[puzzle.Solution])
	want := puzzletest.Brute(p)
	require.Equal(t, len(want), len(found), "%v", p) // a difference of thousands takes long to print
	require.True(t, slices.EqualFunc(want, found, slices.Equal[puzzle.Solution]), "%v", p)
}

// replay follows the steps of a trace. It takes back what a choice led to when the
// search goes back above the choice: at the next step with fewer choices, at another
// choice instead, and at its dead end.
type replay struct {
	Board []int
	path  []meter.Step
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

func (r *replay) Step(t require.TestingT, s meter.Step) {
	r.backTo(s.Depth + 1)
	if s.Kind == meter.Placed {
		if s.Why[0] == 'c' { // choice
			r.backTo(s.Depth)
		}
		require.Equal(t, puzzle.Empty, r.Board[s.Cells[0]])
		r.Board[s.Cells[0]] = s.Value
		s.Cells = slices.Clone(s.Cells)
		r.path = append(r.path, s)
	}
	require.Equal(t, r.Board, s.Board)
	if s.Kind == meter.DeadEnd && s.Depth > 0 {
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
