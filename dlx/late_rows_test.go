package dlx

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// manyOptions has random options of size primary items. Most of them have the first secondary
// item, and few of them the second one, with one of two colours or without one.
func manyOptions(primary, size, options int) *Problem {
	rng := rand.New(rand.NewPCG(1, 22))
	p := NewProblem(primary, 2)
	for range options {
		var option []Element
		for _, i := range rng.Perm(primary)[:size] {
			option = append(option, Element{Item: Item(i)})
		}
		if rng.IntN(3) > 0 {
			option = append(option, Element{Item: Item(primary), Colour: int32(rng.IntN(3))})
		}
		if rng.IntN(options) < 8 {
			option = append(option, Element{Item: Item(primary + 1), Colour: int32(rng.IntN(3))})
		}
		p.Add(option...)
	}
	return p
}

// queensOn has the queens on a board of n by n as options. Its rows are thin.
func queensOn(n int) *Problem {
	p := NewProblem(2*n, 4*n)
	for r := range n {
		for c := range n {
			p.Add(Element{Item: Item(r)}, Element{Item: Item(n + c)}, Element{Item: Item(2*n + r + c)}, Element{Item: Item(5*n + r - c)})
		}
	}
	return p
}

func TestLateRowsAreTheRows(t *testing.T) {
	run := search.Start(t.Context(), nil)
	defer run.Close()
	p := manyOptions(12, 3, 700)
	want, err := newConflictTables(p, run)
	require.NoError(t, err)
	got := newLateTables(p)
	for o := 0; o < got.options; o += 3 {
		require.Equal(t, want.row(o), got.lateRow(o), "option %d", o)
	}
	require.NoError(t, got.fillRest(run))
	assert.Nil(t, got.late)
	assert.Equal(t, want.rows, got.rows)
}

func TestLateRowsDoNotChangeTheSearch(t *testing.T) {
	for name, p := range map[string]*Problem{
		"dense":          manyOptions(72, 6, lateFrom),
		"extended early": manyOptions(24, 9, lateFrom),
		"thin":           queensOn(65),
	} {
		// stepsOf searches for so many nodes. It returns what the search did, and its rows.
		stepsOf := func(lay func(*Problem, *search.Run) (*bitset, error), nodes int64) (string, *conflictTables) {
			run := search.Start(t.Context(), &search.Meter{MaxNodes: nodes})
			defer run.Close()
			s, err := lay(p, run)
			require.NoError(t, err)
			order := fnv.New32a()
			err = s.search(func(options []int) bool {
				fmt.Fprintln(order, options)
				return true
			})
			if err != nil {
				require.ErrorIs(t, err, search.ErrLimit)
			}
			return fmt.Sprintf("%v %08x, thin %v", run.Stats, order.Sum32(), s.starts != nil), s.conflictTables
		}
		for _, nodes := range []int64{3, 2 * lateNodes} {
			want, _ := stepsOf(newBitset, nodes)
			got, rows := stepsOf(newLateBitset, nodes)
			assert.Equal(t, want, got, name)
			assert.Equal(t, nodes < lateNodes, rows.late != nil, "%s: rows are late at node %d", name, nodes)
		}
	}
}

func TestLateRowsDoNotChangeTheCount(t *testing.T) {
	for name, p := range map[string]*Problem{
		"dense":          manyOptions(72, 6, lateFrom),
		"extended early": manyOptions(24, 9, lateFrom),
		"thin":           queensOn(65),
	} {
		// stepsOf counts for so many nodes.
		stepsOf := func(lay func(*Problem, *search.Run) (*bitset, error), nodes int64) (string, *counting) {
			run := search.Start(t.Context(), &search.Meter{MaxNodes: nodes})
			defer run.Close()
			s, err := lay(p, run)
			require.NoError(t, err)
			c := newCounting(s, 1<<20)
			if _, err = c.advanceBy(math.MaxInt64); err != nil {
				require.ErrorIs(t, err, search.ErrLimit)
			}
			return fmt.Sprintf("%v, %d steps", run.Stats, c.steps), c
		}
		for _, nodes := range []int64{3, 2 * lateNodes} {
			want, _ := stepsOf(newBitset, nodes)
			got, c := stepsOf(newLateBitset, nodes)
			assert.Equal(t, want, got, name)
			late := c.pairAt != 0 && (nodes < lateNodes || c.starts != nil)
			assert.Equal(t, late, c.late != nil, "%s: rows are late at node %d", name, nodes)
		}
	}
}

func TestLateRowsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := search.Start(ctx, nil)
	defer run.Close()
	tables := newLateTables(manyOptions(12, 3, lateFrom))
	cancel()
	require.Eventually(t, func() bool { return run.Err() != nil }, time.Minute, time.Millisecond)
	assert.ErrorIs(t, tables.fillRest(run), context.Canceled)
	assert.NotNil(t, tables.late)
}
