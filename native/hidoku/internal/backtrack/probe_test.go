package backtrack

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// Probing loses no solution. What it leaves survives the cuts, and some candidate of each number
// leaves it.
func TestProbingAllNumbersLosesNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawUnpaired(t, 10)
		want := puzzletest.Brute(p)
		r := search.Start(context.Background(), &search.Meter{})
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
