package backtrack

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/puzzle"
)

// drawState draws a small board and a state in which any candidates may be
// missing, and returns the solutions that the state allows.
func drawState(t *rapid.T) (s *Search, allowed []puzzle.Solution) {
	p := hidokutest.DrawHidoku(t, 9)
	r := meter.Start(context.Background(), nil)
	s = NewSearch(p, r, func(puzzle.Solution) bool { return true })
	require.NoError(t, s.giveClues())
	require.NoError(t, s.Fill())
	paths := puzzletest.Brute(p)
	var kept []puzzle.Solution
	if len(paths) > 0 {
		keep := rapid.SliceOfN(rapid.IntRange(0, len(paths)-1), 1, 3).Draw(t, "solutions kept")
		for _, i := range keep {
			kept = append(kept, paths[i])
		}
	}
	share := rapid.IntRange(0, 10).Draw(t, "tenths removed")
	for k := range s.N {
		for cell, slot := range s.SlotOf {
			used := slices.ContainsFunc(kept, func(path puzzle.Solution) bool { return path[cell] == k+1 })
			if s.has(k, int(slot)) && !used && rapid.IntRange(0, 9).Draw(t, "remove") < share {
				s.RemoveCells(k, int(slot)/64, 1<<(slot%64))
			}
		}
	}
	for _, path := range paths {
		if s.allows(path) {
			allowed = append(allowed, path)
		}
	}
	return s, allowed
}

func (s *State) has(k, slot int) bool { return s.CellsOf(k)[slot/64]>>(slot%64)&1 != 0 }

func (s *State) allows(path puzzle.Solution) bool {
	for cell, k := range path {
		if !s.has(k-1, int(s.SlotOf[cell])) {
			return false
		}
	}
	return true
}

// requireKept fails when a solution was lost, or a state with one is given up.
func (s *State) requireKept(t *rapid.T, allowed []puzzle.Solution) {
	for _, path := range allowed {
		require.True(t, s.allows(path), "%v lost on\n%v", path, s.P)
	}
	if len(allowed) > 0 {
		require.False(t, s.failed)
	}
}

// requireConsistent checks the invariant of a state that has not failed.
func (s *State) requireConsistent(t *rapid.T) {
	inSlots := make([]int32, s.Slots)
	for k := range s.N {
		count := int32(0)
		for slot := range s.Slots {
			in := s.has(k, slot)
			require.Equal(t, in, s.NumbersOf(slot)[k/64]>>(k%64)&1 != 0)
			if in {
				require.GreaterOrEqual(t, s.CellAt[slot], int32(0))
				count++
				inSlots[slot]++
			}
		}
		require.Equal(t, count, s.CellCount[k])
	}
	require.Equal(t, inSlots, s.NumberCount)
	hidokutest.RequireOpen(t, s.CellCount, s.OpenNumbers)
	hidokutest.RequireOpen(t, s.NumberCount, s.OpenSlots)
}

func TestHidokuReviseTakesExactlyWhatHasNoTwoNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, allowed := drawState(t)
		k := rapid.IntRange(0, s.N-1).Draw(t, "k")
		var want []int
		for cell, slot := range s.SlotOf {
			if s.has(k, int(slot)) && hidokutest.Supported(s.P, k, cell, func(k, cell int) bool { return s.Fits(k, s.SlotOf[cell]) }) {
				want = append(want, int(slot))
			}
		}
		s.revise(k)
		slices.Sort(want)
		require.Equal(t, want, s.Members(Variable(k), nil))
		s.requireKept(t, allowed)
		s.requireConsistent(t)
	})
}

func TestHidokuCutsLoseNoSolution(t *testing.T) {
	cuts := map[string]func(*rapid.T, *Search){
		"pairs": func(_ *rapid.T, s *Search) { s.cutPairs() },
		"singles": func(_ *rapid.T, s *Search) {
			for len(s.Single) > 0 && !s.failed {
				s.settleSingle()
			}
		},
		"propagate": func(t *rapid.T, s *Search) {
			_, err := s.propagate()
			require.NoError(t, err)
		},
		"rooms": func(t *rapid.T, s *Search) {
			if alive, err := s.Settle(); alive {
				require.NoError(t, err)
				if alive, err = s.cutRooms(); !alive { // it need not leave a number or cell without candidates
					require.NoError(t, err)
					s.failed = true
				}
			}
		},
		"probe": func(t *rapid.T, s *Search) {
			if alive, err := s.Settle(); alive {
				require.NoError(t, err)
				_, err = s.probe()
				require.NoError(t, err)
			}
		},
	}
	for name, cut := range cuts {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s, allowed := drawState(t)
				before := slices.Clone(s.Cells)
				s.Recording = name != "probe" // which cuts the root, for good
				cut(t, s)
				s.requireKept(t, allowed)
				s.requireConsistent(t)
				if s.Recording {
					require.NoError(t, s.Undo(0))
					require.Equal(t, before, s.Cells)
					s.requireConsistent(t)
				}
			})
		})
	}
}

func TestHidokuFirstCutsLoseNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 12)
		s := newState(p, meter.Start(context.Background(), nil))
		require.NoError(t, s.giveClues())
		paths := puzzletest.Brute(p)
		balanced := s.balanceColours()
		if len(paths) > 0 {
			require.True(t, balanced)
		}
		require.NoError(t, s.sweepFirst())
		s.requireKept(t, paths)
	})
}

func TestHidokuFirstCutsTakeWhatTheyShould(t *testing.T) {
	p := hidokutest.ParseHidoku(t, "moves: rook\n1,_,_\n_,_,_\n_,_,_\n")
	s := newState(p, meter.Start(context.Background(), nil))
	require.NoError(t, s.giveClues())
	require.True(t, s.balanceColours())
	assert.Len(t, s.Members(3, nil), 4, "4 is on one of the four even cells")
	require.NoError(t, s.sweepFirst())
	assert.Len(t, s.Members(1, nil), 2, "2 is beside 1")
	p = hidokutest.ParseHidoku(t, "_,_,_\n_,_,_\n_,_,9\n")
	s = newState(p, meter.Start(context.Background(), nil))
	require.NoError(t, s.giveClues())
	require.NoError(t, s.sweepFirst())
	assert.Len(t, s.Members(7, nil), 3, "8 is beside 9")
	assert.Len(t, s.Members(0, nil), 9-1, "no distance rules out a cell for 1")
}

func TestHidokuSettlingAPairEmptiesItsLines(t *testing.T) {
	p := hidokutest.ParseHidoku(t, "_,_,_\n_,5,_\n_,_,_\n")
	s := newState(p, meter.Start(context.Background(), nil))
	require.NoError(t, s.giveClues())
	require.NoError(t, s.Fill())
	s.Put(0, int(s.SlotOf[0]))
	assert.EqualValues(t, 1, s.CellCount[0])
	assert.EqualValues(t, 1, s.NumberCount[s.SlotOf[0]])
	assert.EqualValues(t, 7, s.CellCount[1])
	assert.EqualValues(t, 7, s.NumberCount[s.SlotOf[1]])
}

func TestHidokuRemovalAsksForBothNeighboursOnThePath(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 2, 2, puzzle.King, nil)
	for k, want := range []uint64{0b0010, 0b0101, 0b1010, 0b0100} {
		s := newState(p, meter.Start(context.Background(), nil))
		require.NoError(t, s.giveClues())
		require.NoError(t, s.Fill())
		clear(s.Stale)
		s.RemoveCells(k, 0, 1)
		assert.Equal(t, want, s.Stale[0], "number %d", k+1)
	}
}

func TestHidokuUndoRestoresEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawState(t)
		if alive, err := s.Settle(); err != nil || !alive {
			t.Skip("dead already")
		}
		cells, numbers := slices.Clone(s.Cells), slices.Clone(s.Numbers)
		cellCount, numberCount := slices.Clone(s.CellCount), slices.Clone(s.NumberCount)
		s.Recording = true
		for s.failed = false; !s.failed; {
			v, size := s.choose()
			if size == 0 {
				break
			}
			k, slot := s.candidate(v)
			s.Put(k, slot)
			_, err := s.propagate()
			require.NoError(t, err)
		}
		require.NoError(t, s.Undo(0))
		require.Equal(t, cells, s.Cells)
		require.Equal(t, numbers, s.Numbers)
		require.Equal(t, cellCount, s.CellCount)
		require.Equal(t, numberCount, s.NumberCount)
		hidokutest.RequireOpen(t, s.CellCount, s.OpenNumbers)
		hidokutest.RequireOpen(t, s.NumberCount, s.OpenSlots)
		require.False(t, s.failed)
		require.Empty(t, s.Single)
		require.Equal(t, make([]uint64, s.NumberWords), s.Stale)
	})
}

func TestHidokuTriesTheTightestCandidateOrTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawState(t)
		v, size := s.choose()
		if size == 0 {
			t.Skip("nothing to choose")
		}
		members := s.Members(v, nil)
		counts := s.NumberCount
		if v < 0 {
			counts = s.CellCount
		}
		of := func() int {
			k, slot := s.candidate(v)
			require.True(t, s.has(k, slot))
			if v < 0 {
				require.Equal(t, int(^v), slot)
				return k
			}
			require.Equal(t, int(v), k)
			return slot
		}
		tightest := slices.MinFunc(members, func(a, b int) int { return int(counts[a] - counts[b]) })
		require.Equal(t, tightest, of())
		s.inOrder = true
		require.Equal(t, members[0], of())
	})
}

func TestHidokuPropagationStopsOnlyWhenNothingFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawState(t)
		alive, err := s.propagate()
		require.NoError(t, err)
		if !alive {
			t.Skip("dead")
		}
		for cell, slot := range s.SlotOf {
			for k := range s.N {
				if s.has(k, int(slot)) {
					require.True(t, hidokutest.Supported(s.P, k, cell, func(k, cell int) bool { return s.Fits(k, s.SlotOf[cell]) }), "%d on %s", k+1, s.Name(int(slot)))
					require.Equal(t, s.CellCount[k] == 1, s.NumberCount[slot] == 1)
				}
			}
		}
	})
}

func TestHidokuTransposeExchangesRowsAndColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var block, turned [64]uint64
		copy(block[:], rapid.SliceOfN(rapid.Uint64(), 64, 64).Draw(t, "block"))
		for i := range 64 {
			for j := range 64 {
				turned[j] |= block[i] >> j & 1 << i
			}
		}
		transpose(&block)
		require.Equal(t, turned, block)
	})
}

func TestHidokuSlotsKeepNeighboursAtConstantDistances(t *testing.T) {
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex} {
		for _, size := range [][2]int{{1, 1}, {1, 7}, {7, 1}, {2, 5}, {5, 4}, {63, 3}, {64, 3}, {130, 2}} {
			p := puzzletest.BlankHidoku(t, size[0], size[1], moves, nil)
			s := newState(p, meter.Start(context.Background(), nil))
			for cell, slot := range s.SlotOf {
				var around []int
				for _, step := range s.Steps {
					to := int(slot) + step
					if to >= 0 && to < s.Slots && s.CellAt[to] >= 0 {
						around = append(around, int(s.CellAt[to]))
					}
				}
				slices.Sort(around)
				require.Equal(t, len(p.Neighbours(cell)), len(around), "%s %v", moves, size)
				require.ElementsMatch(t, p.Neighbours(cell), around, "%s %v", moves, size)
				clear(s.Cells)
				s.CellsOf(0)[slot/64] = 1 << (slot % 64)
				for _, other := range s.SlotOf {
					touches := slices.Contains(around, int(s.CellAt[other]))
					require.Equal(t, touches, s.around(0, int(other)/64)>>(other%64)&1 != 0, "%s %v", moves, size)
				}
			}
		}
	}
}
