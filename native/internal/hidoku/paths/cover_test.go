package paths

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/native/internal/hidoku/hidokutest"
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
// no path cover do not count.
func triedOnSmallBoards(t *testing.T, boards int, try func(*puzzle.Hidoku, *meter.Run) (*cover, bool, error)) (solvable, found int) {
	t.Helper()
	r := meter.Start(context.Background(), nil)
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
			require.NoError(t, p.Check(filled(s.Cells())), "board %d\n%v", seed, p)
		}
	}
	t.Logf("%d of %d", found, solvable)
	return solvable, found
}

// TestStretchingKeepsItsBooks compares what stretching counts with the ways themselves, after
// each of many changes.
func TestStretchingKeepsItsBooks(t *testing.T) {
	r := meter.Start(context.Background(), nil)
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
	r := meter.Start(context.Background(), nil)
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
	require.ErrorIs(t, h.TakeTurn(backtrack.NoEnd, false), meter.ErrStopped)
	assert.Equal(t, filled(cells), first)
	assert.Zero(t, r.Failures)
}

// menderForClues returns the mender for the clues of a board alone, or nil without clues. It
// may do any share of the work.
func menderForClues(p *puzzle.Hidoku, r *meter.Run) *Mender {
	cellOf := make([]int, p.Board().Len()+1)
	for c := range len(cellOf) - 1 {
		if k := p.Clue(c); k != puzzle.Empty {
			cellOf[k] = c + 1
		}
	}
	m := menderOf(p, r, cellOf)
	if m != nil {
		m.isLoose = true
	}
	return m
}

// TestWhatMendingFindsIsASolution mends small boards of all kinds, also with walls, on a torus
// and with closed paths. It must find a solution of nearly all boards that have one.
func TestWhatMendingFindsIsASolution(t *testing.T) {
	solvable, found := triedOnSmallBoards(t, 500, func(p *puzzle.Hidoku, r *meter.Run) (*cover, bool, error) {
		m := menderForClues(p, r)
		if m == nil {
			return nil, false, nil
		}
		done, err := m.Mend(2 * workToBegin * p.Board().Len())
		return m.cover, done, err
	})
	assert.Greater(t, found, solvable*9/10)
}

// TestMendingKeepsItsBooks compares what mending counts with the ways themselves, after each
// of many rounds. In some boards the ways cross when they are first drawn.
func TestMendingKeepsItsBooks(t *testing.T) {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	joined := 0
	for seed := range uint64(24) {
		moves := []puzzle.Moves{puzzle.Rook, puzzle.King, puzzle.Hex}[seed%3]
		p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: moves}, 10, 4+int(seed), seed)
		m := menderForClues(p, r)
		require.NoError(t, m.start(math.MaxInt/(2*promisingShare)))
		if !m.started || anyOpen(m) {
			continue
		}
		joined++
		require.Empty(t, wrongWays(m.cover), "board %d", seed)
		for range 60 {
			if m.lacking > 0 {
				require.NoError(t, m.round())
				require.Empty(t, wrongWays(m.cover), "board %d", seed)
			}
		}
		if m.lacking == 0 {
			require.NoError(t, p.Check(filled(m.Cells())))
		}
	}
	assert.Greater(t, joined, 20)
}

// TestOneWayIsGivenUpAtTheEnd ends the context in the midst of mending a large board. A way is
// not drawn to its end then, and a region is not stretched. On a board of 100×100 one way with
// 9,000 cells takes more than a second.
func TestOneWayIsGivenUpAtTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := meter.Start(ctx, nil)
	defer r.Close()
	board, err := puzzle.NewBoard(30, 30, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	clues[0], clues[len(clues)-1] = 1, 801
	p, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, clues)
	require.NoError(t, err)
	m := menderForClues(p, r)
	m.countLacks()
	way := gap{0, int32(len(clues) - 1), 1}
	require.True(t, m.draw(way, true))
	m.rounds++
	for c := range int32(len(clues)) {
		m.include(c)
	}
	cancel()
	require.Eventually(t, func() bool { return r.Err() != nil }, time.Minute, time.Millisecond)
	assert.False(t, m.draw(way, true))
	before := slices.Clone(m.way)
	assert.ErrorIs(t, m.anneal(m.region, changesInRound, roundHeat), context.Canceled)
	assert.Equal(t, before, m.way)
	m.gaps = append(m.gaps, way)
	assert.ErrorIs(t, m.join(math.MaxInt/promisingShare), context.Canceled)
	assert.Len(t, m.gaps, 1)
}

// TestMendingTakesItsShare mends a board without solution: no path that ends elsewhere can leave its
// room behind a door. Mending may take sixteen times the work of the searches, and hears when the
// context ends.
func TestMendingTakesItsShare(t *testing.T) {
	p := roomBehindDoor(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	r := meter.Start(ctx, nil)
	defer r.Close()
	m := menderForClues(p, r)
	work := 1000 * p.Board().Len()
	done, err := m.Mend(work)
	require.NoError(t, err)
	assert.False(t, done)
	assert.InEpsilon(t, promisingShare*work, m.work, 0.1)

	stop := errors.New("stop")
	cancel(stop)
	require.Eventually(t, func() bool { return r.Err() != nil }, time.Minute, time.Millisecond)
	_, err = m.Mend(100 * work)
	require.ErrorIs(t, err, stop)
}

// roomBehindDoor returns a board whose path would have to visit a room and leave it by its one
// door.
func roomBehindDoor(t *testing.T) *puzzle.Hidoku {
	isWall := func(row, col int) bool { return row == 8 && col != 3 || row > 8 && col != 3 && col != 4 }
	board, err := puzzle.NewBoard(8, 11, isWall)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	clues[board.Cell(0, 0)], clues[board.Cell(7, 7)] = 1, board.Len()
	p, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, clues)
	require.NoError(t, err)
	return p
}

// TestMendingBeginsAnewWithoutSuccess mends a board without solution for long.
func TestMendingBeginsAnewWithoutSuccess(t *testing.T) {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	m := menderForClues(roomBehindDoor(t), r)
	n := len(m.way)
	_, err := m.Mend(2 * changesAtFirst * n)
	require.NoError(t, err)
	assert.Greater(t, m.seed, uint64(2))
	assert.LessOrEqual(t, m.seed, uint64(promisingShare/2))
}
