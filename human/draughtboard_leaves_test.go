package human

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
)

// starvedSlowly is starved, by counting the placements left for each cell and kind.
func starvedSlowly(s *draughtboardState, i int) int {
	q := &s.placements[i]
	cells, kinds := make([]int, len(s.placementOn)), make([]int, len(s.kinds))
	for j := range s.placements {
		if s.goTogether(i, j) {
			kinds[s.placements[j].kind]++
			for _, c := range s.placements[j].cells {
				cells[c]++
			}
		}
	}
	for c, laid := range s.placementOn {
		if laid < 0 && !q.covers(c) && cells[c] == 0 {
			return c
		}
	}
	for k, count := range kinds {
		if k != q.kind && count < s.stonesLeft[k] {
			return len(s.placementOn) + k
		}
	}
	return -1
}

func TestWhatAPlacementStarves(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		s := newDraughtboardState(puzzletest.DrawDraughtboard(t))
		for s.wrong == nil {
			for i := range s.placements {
				if s.possible[i] {
					want := starvedSlowly(s, i)
					require.Equal(t, want, s.starved(i))
					if want >= 0 {
						found++
					}
				}
			}
			if _, ok := s.step(Medium); !ok {
				break
			}
		}
	})
	require.Positive(t, found)
}
