package draughtboard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// bySweep searches a board by the sweep alone, packed where that applies and is wanted. It
// reports whether it was packed.
func bySweep(p *puzzle.Draughtboard, r *search.Run, packed bool, yield func(puzzle.Solution) bool) (bool, error) {
	did := false
	for _, corner := range p.Colourings() {
		s := newColouring(p, corner, r, yield)
		places, _, err := s.listPlacements()
		if err != nil {
			return did, err
		}
		s.chooseMarked(places)
		v := newCoverSearch(s, places)
		if v.sweep == nil {
			continue
		}
		v.sweep.begin()
		did = did || v.sweep.packed != nil
		if !packed {
			v.sweep.packed = nil
		}
		if err := v.sweep.searchItems(v.open[:v.size], 0, smallShare); err != nil || s.recolouring != nil {
			return did, err
		}
	}
	return did, nil
}

// TestDraughtboardPackedSearchTakesTheSameSteps compares with the plain sweep, which is the
// reference: the same fillings in the same order, and the same counters.
func TestDraughtboardPackedSearchTakesTheSameSteps(t *testing.T) {
	same := func(t require.TestingT, p *puzzle.Draughtboard) (did bool) {
		by := func(packed bool) nativetest.Solver[*puzzle.Draughtboard] {
			return func(p *puzzle.Draughtboard, r *search.Run, yield func(puzzle.Solution) bool) (err error) {
				did, err = bySweep(p, r, packed, yield)
				return err
			}
		}
		want, stats := nativetest.InOrder(t, p, 1, by(false))
		got, others := nativetest.InOrder(t, p, 1, by(true))
		require.Equal(t, want, got, "%s", p)
		require.Equal(t, stats, others, "%s", p)
		return did
	}
	assert.True(t, same(t, pentominoes(t, 20, 3)))
	assert.True(t, same(t, pentominoes(t, 8, 8)))
	assert.False(t, same(t, dominoes(t, 4, 4)), "alike stones")
	rapid.Check(t, func(t *rapid.T) { same(t, drawDraughtboard(t)) })
}
