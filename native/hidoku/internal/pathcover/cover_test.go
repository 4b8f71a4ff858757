package pathcover

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/backtrack"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// triedOnSmallBoards lets try look for a solution of small boards. It checks those found, and
// returns how many boards have one and for how many one was found. Boards for which try returns
// no path cover do not count.
func triedOnSmallBoards(t *testing.T, boards int, try func(*puzzle.Hidoku, *search.Run) (*cover, bool, error)) (solvable, found int) {
	t.Helper()
	r := search.Start(context.Background(), nil)
	defer r.Close()
	unpaired := rapid.Custom(func(t *rapid.T) *puzzle.Hidoku { return hidokutest.DrawUnpaired(t, 12) })
	for seed := range boards {
		p := unpaired.Example(seed)
		s, done, err := try(p, r)
		require.NoError(t, err)
		if s == nil {
			continue
		}
		if len(puzzletest.Brute(p)) > 0 {
			solvable++
		}
		if done {
			found++
			require.NoError(t, p.Check(hidokutest.Filled(s.Cells())), "board %d\n%v", seed, p)
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
	unpaired := rapid.Custom(func(t *rapid.T) *puzzle.Hidoku { return hidokutest.DrawUnpaired(t, 12) })
	for seed := range 60 {
		m := menderForClues(unpaired.Example(seed), r)
		if m == nil {
			continue
		}
		if !m.openWays() {
			continue
		}
		require.NoError(t, m.join(math.MaxInt/promisingShare))
		s, joined := m.cover, !anyOpen(m)
		s.chance = [3]float64{1, 0.5, 0.5}
		for range 100 {
			if joined {
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
func wrongWays(s *cover) string {
	fresh := *s
	fresh.countLacks()
	lacks, lacking, begins := fresh.lacks, 0, 0
	for c, way := range s.way {
		before, after := s.before[c], s.after[c]
		switch {
		case way == none && (before != none || after != none):
			return "a free cell is on a way"
		case way == none:
			continue
		case after != none && (s.before[after] != int32(c) || !s.touch(int32(c), after)):
			return "a step leads nowhere"
		case before == none:
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

// TestTheGuideIsFoundFirst gives the search a guide. Its first solution must be the guide.
func TestTheGuideIsFoundFirst(t *testing.T) {
	p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: puzzle.Rook}, 12, 4, 1)
	r := search.Start(context.Background(), nil)
	defer r.Close()
	m := menderForClues(p, r)
	done, err := m.Mend(math.MaxInt / promisingShare)
	require.NoError(t, err)
	require.True(t, done)
	cells := m.Cells()
	var first puzzle.Solution
	h := backtrack.NewSearch(p, r, func(s puzzle.Solution) bool {
		first = slices.Clone(s)
		return false
	})
	h.GuideTo(cells)
	_, err = h.Open()
	require.NoError(t, err)
	require.ErrorIs(t, h.TakeTurn(backtrack.NoEnd, false), search.ErrStopped)
	assert.Equal(t, hidokutest.Filled(cells), first)
	assert.Zero(t, r.Failures)
}
