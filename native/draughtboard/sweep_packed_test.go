package draughtboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/internal/crew"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// bySweep searches a board by the packed sweep alone, for each colouring. It reports whether that
// applies to all of them.
func bySweep(p *puzzle.Draughtboard, r *search.Run, yield func(puzzle.Solution) bool) (did bool, err error) {
	err = eachColouring(p, r, yield, func(s *colouring) error {
		v := coverOf(s)
		if did = v.sweep != nil; !did {
			return search.ErrStopped
		}
		v.sweep.begin()
		return v.sweep.searchItems(v.open[:v.size], 0, 1./crew.Subtrees)
	})
	if !did {
		err = nil
	}
	return did, err
}

// TestDraughtboardPackedSearchFindsAll compares with brute force.
func TestDraughtboardPackedSearchFindsAll(t *testing.T) {
	ranged := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		if rapid.Bool().Draw(t, "variant") {
			p = puzzletest.DrawDraughtboardVariant(t)
		}
		did := false
		got, _ := nativetest.InOrder(t, p, 1, func(p *puzzle.Draughtboard, r *search.Run, yield func(puzzle.Solution) bool) (err error) {
			did, err = bySweep(p, r, yield)
			return err
		})
		if !did {
			return
		}
		if !p.Plain() {
			ranged++
		}
		slices.SortFunc(got, slices.Compare[puzzle.Solution])
		require.Equal(t, puzzletest.Brute(p), got, "%s", p)
	})
	assert.Positive(t, ranged)
}

// readBoard reads a draughtboard of stones without colours, which may not be turned over.
func readBoard(t *testing.T, size string, stones ...string) *puzzle.Draughtboard {
	p, err := text.Parse("puzzle: draughtboard\nflips: no\nboard: " + size + "\n" + strings.Join(stones, "\n=\n") + "\n")
	require.NoError(t, err)
	return p.(*puzzle.Draughtboard)
}

// TestDraughtboardPackedSearchKnowsWhereItApplies has boards just within each bound and just
// past it.
func TestDraughtboardPackedSearchKnowsWhereItApplies(t *testing.T) {
	long := strings.Repeat("X\n", 5) + "X"
	for _, test := range []struct {
		board *puzzle.Draughtboard
		want  bool
	}{
		{readBoard(t, "3x4", "6 *\nX,X"), true},
		{readBoard(t, "3x4", "2..3 *\nX,X,X", "* *\nX,X"), true}, // ranges
		{readBoard(t, "3x4", "5 *\nX,X", "X", "X"), true},        // single cells
		{readBoard(t, "7x8", "56 *\nX"), true},                   // single cells, and long lines
		{readBoard(t, "7x6", "7 *\n"+long), true},
		{readBoard(t, "8x7", "8 *\n"+long+"\nX"), false}, // stones reach far
		{readBoard(t, "10x6", kindsOfStones(20)...), true},
		{readBoard(t, "8x8", kindsOfStones(21)...), false}, // many kinds
	} {
		s := newColouring(test.board, test.board.Colourings()[0], search.Start(t.Context(), nil), nil)
		places, _, err := s.listPlacements()
		require.NoError(t, err)
		v := newSweepSearch(s, places)
		assert.Equal(t, test.want, v != nil, "%s", test.board)
	}
}

// kindsOfStones returns 20 or 21 stones, no two of them alike. They have 60 or 64 cells.
func kindsOfStones(n int) []string {
	var all []string
	for _, s := range []string{"X,X", "X,X,X", "B,W,B", "W,B,W"} {
		upright := strings.ReplaceAll(s, ",", "\n")
		all = append(all, s, "1 *, no turns\n"+s, "1 *, no turns\n"+upright)
	}
	all = append(all, "X,X\nX,_", "B,W\nW,_")
	for _, s := range []string{"X,X\nX,_", "X,X\n_,X", "X,_\nX,X", "_,X\nX,X"} {
		all = append(all, "1 *, no turns\n"+s)
	}
	return append(all, "X,X,X,X,X", "X,X\nX,X", "X,X,X\n_,X,_")[:n]
}
