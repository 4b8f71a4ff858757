package backtrack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/puzzle"
)

func TestHidokuFindsWhatWalkingFindsWhenItBeginsAnew(t *testing.T) {
	// Boards small enough for bruteForce never fail a hundred times before the first
	// solution. So this test asks for restarts and for probing of the root.
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 12)
		var all []puzzle.Solution
		steps := hidokutest.NewReplay(p)
		r := meter.Start(context.Background(), &meter.Meter{Trace: func(s meter.Step) { steps.Step(t, s) }})
		defer r.Close()
		h := NewSearch(p, r, func(s puzzle.Solution) bool {
			all = append(all, slices.Clone(s))
			return true
		})
		alive, err := h.Open()
		for patience := int64(0); alive && patience < 3; patience++ {
			require.NoError(t, err)
			h.Patience = r.Failures + patience
			if err = h.Visit(0, 1); !errors.Is(err, ErrTooManyFailures) {
				alive = false
				break
			}
			alive, err = h.Restart()
			require.Empty(t, h.Trail)
			require.False(t, h.Recording)
		}
		if alive {
			h.Patience = 1 << 62
			err = h.Visit(0, 1)
		}
		require.NoError(t, err)
		slices.SortFunc(all, slices.Compare[puzzle.Solution])
		require.Equal(t, puzzletest.Brute(p), all, "%v", p)
	})
}

func TestHidokuRemembersAtTheRootWhatWasRefutedThere(t *testing.T) {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	h := NewSearch(puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), r, func(puzzle.Solution) bool { return true })
	h.Patience = 1 << 62
	alive, err := h.Open()
	require.NoError(t, err)
	require.True(t, alive)
	require.NoError(t, h.try(0, 0, 0, 0, 0.1))
	alive, err = h.refute(0, 0)
	require.NoError(t, err)
	require.True(t, alive)
	_, err = h.Restart()
	require.NoError(t, err)
	assert.False(t, h.has(0, 0))
	assert.Empty(t, h.Trail)
}

// Probing loses no solution. What it leaves survives the cuts, and some candidate of each number
// leaves it.
func TestProbingAllNumbersLosesNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawUnpaired(t, 10)
		want := puzzletest.Brute(p)
		r := meter.Start(context.Background(), &meter.Meter{})
		defer r.Close()
		h := NewSearch(p, r, func(puzzle.Solution) bool { return true })
		alive, err := h.Open()
		require.NoError(t, err)
		if alive {
			r.Propagations = rapid.Int64Range(0, 40*probeShare).Draw(t, "work so far") // a short share stops it on the way
			alive, err = h.ProbeAll()
			require.NoError(t, err)
		}
		if !alive {
			require.Empty(t, want)
			return
		}
		for _, s := range want {
			for c, k := range s {
				require.True(t, h.Fits(k-1, h.SlotOf[c]), "%v", p)
			}
		}
		r.Propagations = math.MaxInt64 / 4
		if alive, err = h.ProbeAll(); err != nil || !alive {
			require.NoError(t, err)
			require.Empty(t, want)
			return
		}
		for k := range h.N {
			if h.Size(Variable(k)) < 2 {
				continue
			}
			h.survivors = make([]uint64, len(h.Cells))
			for _, slot := range h.Members(Variable(k), nil) {
				possible, err := h.suppose(k, slot)
				require.NoError(t, err)
				require.True(t, possible, "%v", p)
			}
			for i, set := range h.Cells {
				require.Zero(t, set&^h.survivors[i], "%v", p)
			}
		}
	})
}

// TestHidokuRoomsAreWhatCellsCutOff compares the rooms with those that removing each free cell
// in turn gives.
func TestHidokuRoomsAreWhatCellsCutOff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawState(t)
		if alive, err := s.Settle(); !alive || s.Closed {
			require.NoError(t, err)
			return
		}
		want := map[string]int{}
		for _, part := range freeParts(s.State, -1, nil) {
			want[fmt.Sprint(-1, part)]++
			for _, door := range part {
				if pieces := freeParts(s.State, door, part); len(pieces) > 1 {
					for _, piece := range pieces {
						want[fmt.Sprint(door, piece)]++
					}
				}
			}
		}
		r, got := newRooms(s.State), map[string]int{}
		r.each(func() bool {
			room := slots(r.room)
			require.Len(t, room, int(r.size))
			got[fmt.Sprint(r.door, room)]++
			return true
		})
		require.Equal(t, want, got)
	})
}

// freeParts returns the connected parts of the free cells without one of them, those of a list
// of slots if there is one.
func freeParts(s *State, without int, among []int) [][]int {
	var parts [][]int
	met := map[int]bool{without: true}
	for start, count := range s.NumberCount {
		if count < 2 || met[start] || among != nil && !slices.Contains(among, start) {
			continue
		}
		met[start] = true
		part := []int{start}
		for i := 0; i < len(part); i++ {
			for _, d := range s.P.Neighbours(int(s.CellAt[part[i]])) {
				if slot := int(s.SlotOf[d]); s.NumberCount[slot] > 1 && !met[slot] {
					met[slot] = true
					part = append(part, slot)
				}
			}
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	return parts
}

// slots returns the members of a set.
func slots(set []uint64) []int {
	var list []int
	for slot := range 64 * len(set) {
		if set[slot/64]>>(slot%64)&1 != 0 {
			list = append(list, slot)
		}
	}
	return list
}

// TestHidokuNumbersOnDoorsFillTheRoom has a room of 2×2 cells behind a door. The way enters it
// once, and ends there.
func TestHidokuNumbersOnDoorsFillTheRoom(t *testing.T) {
	const board = "moves: king\n1,_,_,_\n_,_,_,_\n_,_,_,_\n##,_,##,##\n_,_,##,##\n_,_,##,##\n"
	h := NewSearch(hidokutest.ParseHidoku(t, board), meter.Start(context.Background(), nil), nil)
	alive, err := h.Open()
	require.NoError(t, err)
	require.True(t, alive)
	door := ^Variable(h.SlotOf[h.P.Board().Cell(3, 1)])
	require.Greater(t, h.Size(door), int32(1))
	alive, err = h.cutRooms()
	require.NoError(t, err)
	require.True(t, alive)
	assert.Equal(t, []int{12}, h.Members(door, nil), "13 of 17 is on the door")
}

// TestHidokuRoomsWithoutAnEndAreRefuted has boards that no way fills: it would have to enter a
// room and leave it through the same cell. Without the cut, each takes over 1,000 failures.
func TestHidokuRoomsWithoutAnEndAreRefuted(t *testing.T) {
	for _, moves := range []string{"rook", "king", "hex"} {
		const size = 16
		var board strings.Builder
		fmt.Fprintf(&board, "moves: %s\n", moves)
		cells := size*size + 6
		for row := range size {
			for col := range size {
				text := "_"
				if row == 0 && col == 0 {
					text = "1"
				} else if row == 0 && col == size-1 {
					text = fmt.Sprint(cells)
				}
				fmt.Fprint(&board, text, []string{",", "\n"}[col/(size-1)])
			}
		}
		for row := range 4 {
			for col := range size {
				text := "##"
				if col == 8 || row > 1 && col == 9 {
					text = "_"
				}
				fmt.Fprint(&board, text, []string{",", "\n"}[col/(size-1)])
			}
		}
		run := meter.Start(context.Background(), nil)
		h := NewSearch(hidokutest.ParseHidoku(t, board.String()), run, nil)
		alive, err := h.Open()
		require.NoError(t, err)
		require.True(t, alive)
		require.ErrorIs(t, h.TakeTurn(100, false), ErrTooManyFailures)
		alive, err = h.Restart()
		require.NoError(t, err)
		assert.False(t, alive, moves)
		assert.LessOrEqual(t, run.Failures, int64(110), moves)
	}
}

// TestHidokuRoomsOfCorridorsAreBounded has a corridor in which each cell is a door. Without a
// bound, the cut takes seconds.
func TestHidokuRoomsOfCorridorsAreBounded(t *testing.T) {
	const size = 45
	var board strings.Builder
	fmt.Fprint(&board, "moves: king\n")
	for row := range 9 + size {
		for col := range size {
			text := "_"
			if row == 4 && col == 5 {
				text = "77"
			} else if below := row - 9; below >= 0 && below%2 == 0 && col != below/2%2*(size-1) {
				text = "##"
			}
			fmt.Fprint(&board, text, []string{",", "\n"}[col/(size-1)])
		}
	}
	h := NewSearch(hidokutest.ParseHidoku(t, board.String()), meter.Start(context.Background(), nil), nil)
	alive, err := h.Open()
	require.NoError(t, err)
	require.True(t, alive)
	before := h.OpenCandidates()
	alive, err = h.cutRooms()
	require.NoError(t, err)
	require.True(t, alive)
	assert.Less(t, h.OpenCandidates(), before)
	assert.LessOrEqual(t, h.rooms.left, 0)
	assert.Greater(t, h.rooms.left, -10*h.N*h.Words, "at most some rooms too many")
}

// TestHugeBoardsAreNotCut asks for the cut of a board on which one room takes too long.
func TestHugeBoardsAreNotCut(t *testing.T) {
	assert.Nil(t, newRooms(&State{Layout: &Layout{N: 100_000, Words: 1600}}))
	assert.NotNil(t, newRooms(&State{Layout: &Layout{N: 1, Words: 1, Slots: 1}, Touching: [][]int32{nil}}))
}
