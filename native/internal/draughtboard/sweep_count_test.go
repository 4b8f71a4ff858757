package draughtboard

import (
	"context"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// countByMemory counts by packedCount from the empty board on. change sets up each counter. It
// also returns how many states are remembered, or -1 where packedCount does not apply.
func countByMemory(t require.TestingT, p *puzzle.Draughtboard, marked bool, change func(*packedCount)) (total *big.Int, remembered int) {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	total = new(big.Int)
	for _, corner := range p.Colourings() {
		s := newColouring(p, corner, r, nil)
		s.count = func(n int64) bool { total.Add(total, big.NewInt(n)); return true }
		places, _, err := s.listPlacements()
		require.NoError(t, err)
		if marked {
			s.chooseMarked(places)
		}
		v := newCoverSearch(s, places, newSweepSearch(s, places))
		if v.sweep == nil {
			return total, -1
		}
		v.sweep.begin()
		counter := v.sweep.packed.counter
		change(counter)
		require.NoError(t, v.run(0, 1./counting.Subtrees))
		remembered += counter.used
		if s.recolouring != nil {
			return total.Lsh(total, 1), remembered
		}
	}
	return total, remembered
}

func TestDraughtboardCountsWithMemory(t *testing.T) {
	most := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		remember, entries, many := rapid.IntRange(0, 4).Draw(t, "remember"), 1<<rapid.IntRange(0, 4).Draw(t, "entries"), rapid.Int64Range(1, 50).Draw(t, "many")
		if rapid.Bool().Draw(t, "variant") {
			p = puzzletest.DrawDraughtboardVariant(t)
		}
		count, remembered := countByMemory(t, p, rapid.Bool().Draw(t, "marked"), func(c *packedCount) {
			c.remember, c.many = remember, many
			c.states, c.most = make([]countedState, entries), entries
		})
		if remembered >= 0 {
			require.Equal(t, strconv.Itoa(len(puzzletest.Brute(p))), count.String(), "%s", p)
			most = max(most, remembered)
		}
	})
	assert.Positive(t, most, "nothing was remembered")
}

// A count ends when its fillings are no longer wanted, also where a state hands out many of them before
// it is finished.
func TestDraughtboardCountWithMemoryEndsWhenTold(t *testing.T) {
	for _, most := range []int{1, 2, 5} {
		r := meter.Start(t.Context(), nil)
		p := dominoes(t, 6, 6)
		s := newColouring(p, p.Colourings()[0], r, nil)
		told := 0
		s.count = func(n int64) bool {
			if n > 0 {
				told++
			}
			return told < most
		}
		places, _, err := s.listPlacements()
		require.NoError(t, err)
		v := newCoverSearch(s, places, newSweepSearch(s, places))
		v.sweep.begin()
		v.sweep.packed.counter.many = 1
		require.ErrorIs(t, v.run(0, 1./counting.Subtrees), meter.ErrStopped)
		assert.Equal(t, most, told)
		r.Close()
	}
}

// TestDraughtboardCountsWithMemoryOnLargerBoards has counts known from elsewhere: see testdata of
// the repository, and TestDraughtboardCountsDominoTilings.
func TestDraughtboardCountsWithMemoryOnLargerBoards(t *testing.T) {
	for _, test := range []struct {
		board *puzzle.Draughtboard
		want  string
	}{{pentominoes(t, 20, 3), "8"}, {dominoes(t, 6, 6), "6728"}, {dominoes(t, 8, 8), "12988816"}} {
		count, remembered := countByMemory(t, test.board, true, func(*packedCount) {})
		assert.Equal(t, test.want, count.String())
		assert.Greater(t, remembered, 20)
		forgetful, _ := countByMemory(t, test.board, true, func(c *packedCount) { c.most, c.many = 1<<10, 1000 })
		assert.Equal(t, test.want, forgetful.String())
	}
}

// A count that meets many states again says that parts would take longer.
func TestCountWithMemoryIsBetterWhole(t *testing.T) {
	for name, want := range map[string]bool{"d06dup-1": true, "seed-8x8": false} {
		content, err := os.ReadFile("../../../testdata/draughtboard/" + name + ".txt")
		require.NoError(t, err)
		p, err := text.Parse(string(content))
		require.NoError(t, err)
		ctx, better := search.WithWhole(t.Context())
		r := meter.Start(ctx, nil)
		s := newColouring(p.(*puzzle.Draughtboard), puzzle.Black, r, nil)
		s.count = func(int64) bool { return true }
		places, _, err := s.listPlacements()
		require.NoError(t, err)
		require.NoError(t, newCoverSearch(s, places, newSweepSearch(s, places)).run(0, 1))
		assert.Equal(t, want, better.Load(), name)
		r.Close()
	}
}

// bySweep searches a board by the packed sweep alone, for each colouring. It reports whether that
// applies to all of them.
func bySweep(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) (did bool, err error) {
	err = eachColouring(p, r, yield, func(s *colouring) error {
		v := coverOf(s)
		if did = v.sweep != nil; !did {
			return meter.ErrStopped
		}
		v.sweep.begin()
		return v.sweep.searchItems(v.open[:v.size], 0, 1./counting.Subtrees)
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
		got, _ := nativetest.InOrder(t, p, 1, func(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) (err error) {
			did, err = bySweep(p, r, yield)
			return err
		})
		if !did {
			return
		}
		if puzzle.Variant(p) != "" {
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
		s := newColouring(test.board, test.board.Colourings()[0], meter.Start(t.Context(), nil), nil)
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
