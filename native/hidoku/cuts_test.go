package hidoku

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// drawState draws a small board and a state in which any candidates may be
// missing, and returns the solutions that the state allows.
func drawState(t *rapid.T) (s *quickSearch, allowed []puzzle.Solution) {
	p := drawHidoku(t, 9)
	r := search.Start(context.Background(), nil)
	s = newQuickSearch(p, r, func(puzzle.Solution) bool { return true })
	require.NoError(t, s.giveClues())
	require.NoError(t, s.fill())
	paths := bruteForce(p)
	var kept []puzzle.Solution
	if len(paths) > 0 {
		keep := rapid.SliceOfN(rapid.IntRange(0, len(paths)-1), 1, 3).Draw(t, "solutions kept")
		for _, i := range keep {
			kept = append(kept, paths[i])
		}
	}
	share := rapid.IntRange(0, 10).Draw(t, "tenths removed")
	for k := range s.n {
		for cell, slot := range s.slotOf {
			used := slices.ContainsFunc(kept, func(path puzzle.Solution) bool { return path[cell] == k+1 })
			if s.has(k, int(slot)) && !used && rapid.IntRange(0, 9).Draw(t, "remove") < share {
				s.removeCells(k, int(slot)/64, 1<<(slot%64))
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

func (s *state) has(k, slot int) bool { return s.cellsOf(k)[slot/64]>>(slot%64)&1 != 0 }

func (s *state) allows(path puzzle.Solution) bool {
	for cell, k := range path {
		if !s.has(k-1, int(s.slotOf[cell])) {
			return false
		}
	}
	return true
}

// requireKept fails when a solution was lost, or a state with one is given up.
func (s *state) requireKept(t *rapid.T, allowed []puzzle.Solution) {
	for _, path := range allowed {
		require.True(t, s.allows(path), "%v lost on\n%v", path, s.p)
	}
	if len(allowed) > 0 {
		require.False(t, s.failed)
	}
}

// requireConsistent checks the invariant of a state that has not failed.
func (s *state) requireConsistent(t *rapid.T) {
	inSlots := make([]int32, s.slots)
	for k := range s.n {
		count := int32(0)
		for slot := range s.slots {
			in := s.has(k, slot)
			require.Equal(t, in, s.numbersOf(slot)[k/64]>>(k%64)&1 != 0)
			if in {
				require.GreaterOrEqual(t, s.cellAt[slot], int32(0))
				count++
				inSlots[slot]++
			}
		}
		require.Equal(t, count, s.cellCount[k])
	}
	require.Equal(t, inSlots, s.numberCount)
	s.requireOpen(t)
}

// requireOpen checks the sets of numbers and cells with more than one candidate.
func (s *state) requireOpen(t *rapid.T) {
	for k, count := range s.cellCount {
		require.Equal(t, count > 1, s.openNumbers[k/64]>>(k%64)&1 != 0, "number %d", k+1)
	}
	for slot, count := range s.numberCount {
		require.Equal(t, count > 1, s.openSlots[slot/64]>>(slot%64)&1 != 0, "slot %d", slot)
	}
}

func TestHidokuReviseTakesExactlyWhatHasNoTwoNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, allowed := drawState(t)
		k := rapid.IntRange(0, s.n-1).Draw(t, "k")
		var want []int
		for cell, slot := range s.slotOf {
			if s.has(k, int(slot)) && supported(s.state, k, cell) {
				want = append(want, int(slot))
			}
		}
		s.revise(k)
		slices.Sort(want)
		require.Equal(t, want, s.members(variable(k), nil))
		s.requireKept(t, allowed)
		s.requireConsistent(t)
	})
}

// supported reports whether revise must keep k on cell. It looks cell by cell.
func supported(s *state, k, cell int) bool {
	first, last := k == 0 && !s.p.Closed(), k == s.n-1 && !s.p.Closed()
	if first && last {
		return true
	}
	around := s.p.Neighbours(cell)
	for _, c := range around {
		before := first || s.has((k+s.n-1)%s.n, int(s.slotOf[c]))
		if before && last {
			return true
		}
		for _, d := range around {
			if before && (c != d || first || s.n == 2) && s.has((k+1)%s.n, int(s.slotOf[d])) {
				return true
			}
		}
	}
	return false
}

func TestHidokuCutsLoseNoSolution(t *testing.T) {
	cuts := map[string]func(*rapid.T, *quickSearch){
		"pairs": func(_ *rapid.T, s *quickSearch) { s.cutPairs() },
		"singles": func(_ *rapid.T, s *quickSearch) {
			for len(s.single) > 0 && !s.failed {
				s.settleSingle()
			}
		},
		"propagate": func(t *rapid.T, s *quickSearch) {
			_, err := s.propagate()
			require.NoError(t, err)
		},
		"rooms": func(t *rapid.T, s *quickSearch) {
			if alive, err := s.settle(); alive {
				require.NoError(t, err)
				if alive, err = s.cutRooms(); !alive { // it need not leave a number or cell without candidates
					require.NoError(t, err)
					s.failed = true
				}
			}
		},
		"probe": func(t *rapid.T, s *quickSearch) {
			if alive, err := s.settle(); alive {
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
				before := slices.Clone(s.cells)
				s.recording = name != "probe" // which cuts the root, for good
				cut(t, s)
				s.requireKept(t, allowed)
				s.requireConsistent(t)
				if s.recording {
					require.NoError(t, s.undo(0))
					require.Equal(t, before, s.cells)
					s.requireConsistent(t)
				}
			})
		})
	}
}

func TestHidokuFirstCutsLoseNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t, 12)
		s := newState(p, search.Start(context.Background(), nil))
		require.NoError(t, s.giveClues())
		paths := bruteForce(p)
		balanced := s.balanceColours()
		if len(paths) > 0 {
			require.True(t, balanced)
		}
		s.requireKept(t, paths)
		require.NoError(t, s.dilate())
		s.requireKept(t, paths)
	})
}

func TestHidokuFirstCutsTakeWhatTheyShould(t *testing.T) {
	p := parseHidoku(t, "moves: rook\n1,_,_\n_,_,_\n_,_,_\n")
	s := newState(p, search.Start(context.Background(), nil))
	require.NoError(t, s.giveClues())
	require.True(t, s.balanceColours())
	assert.Len(t, s.members(3, nil), 4, "4 is on one of the four even cells")
	require.NoError(t, s.dilate())
	assert.Len(t, s.members(1, nil), 2, "2 is beside 1")
	p = parseHidoku(t, "_,_,_\n_,_,_\n_,_,9\n")
	s = newState(p, search.Start(context.Background(), nil))
	require.NoError(t, s.giveClues())
	require.NoError(t, s.dilate())
	assert.Len(t, s.members(7, nil), 3, "8 is beside 9")
}

func TestHidokuSettlingAPairEmptiesItsLines(t *testing.T) {
	p := parseHidoku(t, "_,_,_\n_,5,_\n_,_,_\n")
	s := newState(p, search.Start(context.Background(), nil))
	require.NoError(t, s.giveClues())
	require.NoError(t, s.fill())
	s.put(0, int(s.slotOf[0]))
	assert.EqualValues(t, 1, s.cellCount[0])
	assert.EqualValues(t, 1, s.numberCount[s.slotOf[0]])
	assert.EqualValues(t, 7, s.cellCount[1])
	assert.EqualValues(t, 7, s.numberCount[s.slotOf[1]])
}

func TestHidokuRemovalAsksForBothNeighboursOnThePath(t *testing.T) {
	p := emptyHidoku(t, puzzle.King, 2, 2)
	for k, want := range []uint64{0b0010, 0b0101, 0b1010, 0b0100} {
		s := newState(p, search.Start(context.Background(), nil))
		require.NoError(t, s.giveClues())
		require.NoError(t, s.fill())
		clear(s.stale)
		s.removeCells(k, 0, 1)
		assert.Equal(t, want, s.stale[0], "number %d", k+1)
	}
}

func TestHidokuUndoRestoresEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawState(t)
		if alive, err := s.settle(); err != nil || !alive {
			t.Skip("dead already")
		}
		cells, numbers := slices.Clone(s.cells), slices.Clone(s.numbers)
		cellCount, numberCount := slices.Clone(s.cellCount), slices.Clone(s.numberCount)
		s.recording = true
		for s.failed = false; !s.failed; {
			v, size := s.choose()
			if size == 0 {
				break
			}
			k, slot := s.candidate(v)
			s.put(k, slot)
			_, err := s.propagate()
			require.NoError(t, err)
		}
		require.NoError(t, s.undo(0))
		require.Equal(t, cells, s.cells)
		require.Equal(t, numbers, s.numbers)
		require.Equal(t, cellCount, s.cellCount)
		require.Equal(t, numberCount, s.numberCount)
		s.requireOpen(t)
		require.False(t, s.failed)
		require.Empty(t, s.single)
		require.Equal(t, make([]uint64, s.numberWords), s.stale)
	})
}

func TestHidokuTriesTheTightestCandidateOrTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawState(t)
		v, size := s.choose()
		if size == 0 {
			t.Skip("nothing to choose")
		}
		members := s.members(v, nil)
		counts := s.numberCount
		if v < 0 {
			counts = s.cellCount
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
		for cell, slot := range s.slotOf {
			for k := range s.n {
				if s.has(k, int(slot)) {
					require.True(t, supported(s.state, k, cell), "%d on %s", k+1, s.name(int(slot)))
					require.Equal(t, s.cellCount[k] == 1, s.numberCount[slot] == 1)
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
			p := emptyHidoku(t, moves, size[0], size[1])
			s := newState(p, search.Start(context.Background(), nil))
			for cell, slot := range s.slotOf {
				var around []int
				for _, step := range s.steps {
					to := int(slot) + 64*step.words + int(step.bits)
					if to >= 0 && to < s.slots && s.cellAt[to] >= 0 {
						around = append(around, int(s.cellAt[to]))
					}
				}
				slices.Sort(around)
				require.Equal(t, len(p.Neighbours(cell)), len(around), "%s %v", moves, size)
				require.ElementsMatch(t, p.Neighbours(cell), around, "%s %v", moves, size)
			}
		}
	}
}
