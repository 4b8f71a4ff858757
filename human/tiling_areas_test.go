package human

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
)

// starvedSlowly is starved by counting what each cell and each kind would be left.
func starvedSlowly(s *tiling, i int) int {
	q := &s.places[i]
	cells, kinds := make([]int, len(s.laid)), make([]int, len(s.kinds))
	for j := range s.places {
		if s.goTogether(i, j) {
			kinds[s.places[j].kind]++
			for _, c := range s.places[j].cells {
				cells[c]++
			}
		}
	}
	for c, laid := range s.laid {
		if laid < 0 && !q.covers(c) && cells[c] == 0 {
			return c
		}
	}
	for k, count := range kinds {
		if k != q.kind && count < s.needs[k] {
			return len(s.laid) + k
		}
	}
	return -1
}

func TestWhatAPlacementStarves(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		s := newTiling(puzzletest.DrawDraughtboard(t))
		for s.wrong == "" {
			for i := range s.places {
				if s.live[i] {
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
