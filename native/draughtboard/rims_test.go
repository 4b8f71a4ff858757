package draughtboard

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// TestDraughtboardHopelessPlacementsAreInNoFilling leaves out placements and looks for
// them in the fillings found without a list.
func TestDraughtboardHopelessPlacementsAreInNoFilling(t *testing.T) {
	dropped := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		if rapid.Bool().Draw(t, "variant") {
			p = puzzletest.DrawDraughtboardVariant(t)
		}
		if len(p.Colourings()) == 0 {
			return
		}
		r := search.Start(context.Background(), nil)
		defer r.Close()
		s := newColouring(p, p.Colourings()[0], r, nil)
		all, _, err := s.listPlacements()
		require.NoError(t, err)
		left, _, err := s.listPlacements()
		require.NoError(t, err)
		s.dropHopeless(left)
		dropped += len(all.kind) - len(left.kind)
		require.NoError(t, byGrid(p, r, func(filling puzzle.Solution) bool {
			if p.Signed() && (filling[0] < 0) != (s.corner == puzzle.White) {
				return true // for the other colouring
			}
			require.Equal(t, placedOf(s, all, filling), placedOf(s, left, filling), "%v of %s", filling, p)
			return true
		}))
	})
	if !testing.Short() {
		assert.Positive(t, dropped)
	}
}

// placedOf returns how many of the placements are stones of the filling.
func placedOf(s *colouring, places *placements, filling puzzle.Solution) (count int) {
	for o, kind := range places.kind {
		cells := places.of(int32(o))
		value := filling[cells[0]]
		if slices.Contains(s.kinds[kind].stones, value) && !slices.ContainsFunc(cells, func(c int32) bool { return filling[c] != value }) {
			count++
		}
	}
	return count
}
