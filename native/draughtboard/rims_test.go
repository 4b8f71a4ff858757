package draughtboard

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// listedFor lists all placements of p in the first colouring, if there is one.
func listedFor(t *rapid.T, p *puzzle.Draughtboard) (*colouring, *placementList) {
	if len(p.Colourings()) == 0 {
		return nil, nil
	}
	r := search.Start(context.Background(), nil)
	t.Cleanup(r.Close)
	s := newColouring(p, p.Colourings()[0], r, nil)
	l := newPlacementList(s)
	fits, err := l.addAll(s)
	require.NoError(t, err)
	require.True(t, fits)
	return s, l
}

// cellsOf returns the cells of a placement.
func (l *placementList) cellsOf(a anchor) []int {
	var cells []int
	for _, v := range l.shapes[a.shape].own {
		cells = append(cells, int(l.cellAt[a.square+v.distance]))
	}
	return cells
}

// TestDraughtboardHopelessPlacementsAreInNoFilling drops placements and looks for
// them in the fillings found without a list.
func TestDraughtboardHopelessPlacementsAreInNoFilling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		s, l := listedFor(t, p)
		if l == nil {
			return
		}
		all := slices.Clone(l.anchors)
		l.dropHopeless()
		dropped := slices.DeleteFunc(all, func(a anchor) bool { return slices.Contains(l.anchors, a) })
		r := search.Start(context.Background(), nil)
		defer r.Close()
		require.NoError(t, byGrid(p, r, func(filling puzzle.Solution) bool {
			if p.Signed() && (filling[0] < 0) != (s.corner == puzzle.White) {
				return true // for the other colouring
			}
			for _, a := range dropped {
				require.False(t, isPlaced(s, l, a, filling), "%v is in %v of %s", l.cellsOf(a), filling, p)
			}
			return true
		}))
	})
}

// TestDraughtboardListsNoShapesThatFitNowhere wants a placement for every shape listed.
// The drawing of a shape that fits nowhere may be many times as large as the board.
func TestDraughtboardListsNoShapesThatFitNowhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, l := listedFor(t, drawDraughtboard(t))
		if l == nil {
			return
		}
		for i := range l.shapes {
			require.True(t, slices.ContainsFunc(l.anchors, func(a anchor) bool { return int(a.shape) == i }))
		}
	})
}

// isPlaced reports whether the placement is one of the filling's stones.
func isPlaced(s *colouring, l *placementList, a anchor, filling puzzle.Solution) bool {
	cells := l.cellsOf(a)
	value := filling[cells[0]]
	for _, c := range cells {
		if filling[c] != value {
			return false
		}
	}
	return slices.Contains(s.kinds[l.shapes[a.shape].kind].stones, value)
}
