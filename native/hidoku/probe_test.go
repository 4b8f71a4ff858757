package hidoku

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Probing loses no solution. What it leaves survives the cuts, and some candidate of each number
// leaves it.
func TestProbingAllNumbersLosesNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 10)
		want := bruteForce(p)
		r := search.Start(context.Background(), &search.Meter{})
		defer r.Close()
		h := newQuickSearch(p, r, func(puzzle.Solution) bool { return true })
		alive, err := h.open()
		require.NoError(t, err)
		if alive {
			r.Propagations = rapid.Int64Range(0, 40*probeShare).Draw(t, "work so far") // a short share stops it on the way
			alive, err = h.probeAll()
			require.NoError(t, err)
		}
		if !alive {
			require.Empty(t, want)
			return
		}
		for _, s := range want {
			for c, k := range s {
				require.True(t, h.fits(k-1, h.slotOf[c]), "%v", p)
			}
		}
		r.Propagations = math.MaxInt64 / 4
		if alive, err = h.probeAll(); err != nil || !alive {
			require.NoError(t, err)
			require.Empty(t, want)
			return
		}
		for k := range h.n {
			if h.size(variable(k)) < 2 {
				continue
			}
			h.survivors = make([]uint64, len(h.cells))
			for _, slot := range h.members(variable(k), nil) {
				possible, err := h.suppose(k, slot)
				require.NoError(t, err)
				require.True(t, possible, "%v", p)
			}
			for i, set := range h.cells {
				require.Zero(t, set&^h.survivors[i], "%v", p)
			}
		}
	})
}
