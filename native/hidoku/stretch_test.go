package hidoku

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// filled returns the board on which each cell of the list has its number.
func filled(cells []int32) puzzle.Solution {
	board := make(puzzle.Solution, len(cells))
	for k, c := range cells {
		board[c] = k + 1
	}
	return board
}

// triedOnSmallBoards lets try look for a solution of small boards. It checks those found, and
// returns how many boards have one and for how many one was found. Boards for which try returns
// no stretcher do not count.
func triedOnSmallBoards(t *testing.T, boards int, try func(*puzzle.Hidoku, *search.Run) (*stretcher, bool, error)) (solvable, found int) {
	t.Helper()
	r := search.Start(context.Background(), nil)
	defer r.Close()
	unpaired := rapid.Custom(func(t *rapid.T) *puzzle.Hidoku { return drawUnpaired(t, 12) })
	for seed := range boards {
		p := unpaired.Example(seed)
		s, done, err := try(p, r)
		require.NoError(t, err)
		if s == nil {
			continue
		}
		if len(bruteForce(p)) > 0 {
			solvable++
		}
		if done {
			found++
			require.NoError(t, p.Check(filled(s.cells())), "board %d\n%v", seed, p)
		}
	}
	t.Logf("%d of %d", found, solvable)
	return solvable, found
}

// TestStretchingKeepsItsBooks compares what stretching counts with the ways themselves, after
// each of many changes.
func TestStretchingKeepsItsBooks(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	unpaired := rapid.Custom(func(t *rapid.T) *puzzle.Hidoku { return drawUnpaired(t, 12) })
	for seed := range 60 {
		m := menderForClues(unpaired.Example(seed), r)
		if m == nil {
			continue
		}
		drawn, err := m.drawWays()
		require.NoError(t, err)
		s, routed := m.stretcher, drawn && len(m.gaps) == 0
		s.chance = [3]float64{1, 0.5, 0.5}
		for range 100 {
			if routed {
				s.change(int32(s.random.IntN(len(s.way))))
				if wrong := wrongWays(s); wrong != "" {
					t.Fatalf("board %d: %s", seed, wrong)
				}
			}
		}
	}
}

// wrongWays says what is wrong with the ways. It returns "" if they follow each other over
// cells that touch, and are counted right.
func wrongWays(s *stretcher) string {
	fresh := *s
	fresh.countLacks()
	lacks, lacking, begins := fresh.lacks, 0, 0
	for c, way := range s.way {
		before, after := s.before[c], s.after[c]
		switch {
		case way == free && (before != beyond || after != beyond):
			return "a free cell is on a way"
		case way == free:
			continue
		case after != beyond && (s.before[after] != int32(c) || !s.touch(int32(c), after)):
			return "a step leads nowhere"
		case before == beyond:
			begins++
		}
		if !s.isClue[c] {
			lacks[way]--
		}
	}
	for _, lack := range lacks {
		lacking += max(0, lack)
	}
	switch {
	case begins > 1:
		return "several beginnings"
	case !slices.Equal(lacks, s.lacks):
		return "a way is counted wrong"
	case lacking != s.lacking:
		return "the sum of what is lacking is wrong"
	}
	return ""
}

// someClues returns a board with so many clues of a random path. The path goes through the
// rows to and fro. Then its end takes random steps, and gives up those that close loops.
func someClues(t *testing.T, rules puzzle.HidokuRules, size, clues int, seed uint64) *puzzle.Hidoku {
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

// TestBoardsWithFewCluesAreSettledSoon wants two solutions of boards that take more than
// 20,000 nodes without stretching.
func TestBoardsWithFewCluesAreSettledSoon(t *testing.T) {
	for _, seed := range []uint64{3, 6, 7} {
		p := someClues(t, puzzle.HidokuRules{Moves: puzzle.Hex}, 16, 5, seed)
		requireTwoSolutions(t, p, 5000)
	}
}

// requireTwoSolutions fails unless the search finds two solutions in so many nodes.
func requireTwoSolutions(t *testing.T, p *puzzle.Hidoku, nodes int64) {
	t.Helper()
	found := 0
	m := search.Meter{MaxNodes: nodes}
	err := searchUnder(context.Background(), p, &m, func(s puzzle.Solution) bool {
		require.NoError(t, p.Check(s))
		found++
		return found < 2
	})
	require.ErrorIs(t, err, search.ErrStopped)
	assert.Equal(t, 2, found)
}

// TestTheGuideIsFoundFirst gives the search a guide. Its first solution must be the guide.
func TestTheGuideIsFoundFirst(t *testing.T) {
	p := someClues(t, puzzle.HidokuRules{Moves: puzzle.Rook}, 12, 4, 1)
	r := search.Start(context.Background(), nil)
	defer r.Close()
	m := menderForClues(p, r)
	done, err := m.mend(math.MaxInt / hopeful)
	require.NoError(t, err)
	require.True(t, done)
	cells := m.cells()
	var first puzzle.Solution
	h := newQuickSearch(p, r, func(s puzzle.Solution) bool {
		first = slices.Clone(s)
		return false
	})
	h.guideTo(cells)
	require.ErrorIs(t, newDispatcher(h, firstPatience).run(), search.ErrStopped)
	assert.Equal(t, filled(cells), first)
	assert.Zero(t, r.Failures)
}
