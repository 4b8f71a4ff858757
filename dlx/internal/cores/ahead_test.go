package cores

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// chain has n items. Option k of an item agrees with its neighbours on colours, and only one colour
// is possible at last.
func chain(n int) *model.Problem {
	const colours = 3
	p := &model.Problem{Primary: n, Secondary: n + 1}
	for i := range n {
		for c := range int32(colours) {
			if i < n-1 || c == 1 {
				p.Add(model.Element{Item: model.Item(i)},
					model.Element{Item: model.Item(n + i), Colour: c + 1}, model.Element{Item: model.Item(n + i + 1), Colour: c + 1})
			}
		}
	}
	return p
}

// A chain of steps from either end must be followed to the other.
func TestConsistencyFollowsChains(t *testing.T) {
	const n = 100
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	a, err := NewAhead(chain(n), run)
	require.NoError(t, err)
	require.True(t, a.start(nil))
	for i, left := range a.counts {
		assert.EqualValues(t, 1, left, "item %d", i)
	}
}

// A trial that the context ends is not a trial that was lost.
func TestATrialEndsWithItsContext(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	run := meter.Start(ctx, nil)
	defer run.Close()
	trial := NewTrial(chain(3), run)
	require.NoError(t, trial.prepare())
	trial.Patient, trial.At = true, 5
	cancel(cause)
	require.Eventually(t, func() bool { return run.Err() != nil }, time.Minute, time.Millisecond)
	require.NoError(t, trial.Hold(4))
	require.ErrorIs(t, trial.Hold(5), cause)
}

// pigeons has an item for each pigeon, and a secondary one for each hole, of which there are too few.
func pigeons(n int) *model.Problem {
	p := &model.Problem{Primary: n, Secondary: n - 1}
	for i := range n {
		for hole := range n - 1 {
			p.Add(model.Element{Item: model.Item(i)}, model.Element{Item: model.Item(n + hole)})
		}
	}
	return p
}

// A search that takes turns with another restarts after failures of its own.
func TestRestartsComeAfterOwnFailures(t *testing.T) {
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	a, err := NewAhead(pigeons(9), run)
	require.NoError(t, err)
	own, before := int64(0), int64(0)
	search := func() error { return a.Solve(nil, 0, 1, nil) }
	for turns := 0; own < a.First/2; turns++ {
		require.Less(t, turns, 1000)
		a.budget = a.read + 100
		before = run.Failures
		require.ErrorIs(t, search(), errBudget)
		own += run.Failures - before
		run.Failures += 10 * a.First // those of the other search
		search = func() error { return a.Resume(nil) }
	}
	assert.Zero(t, a.restarts)
	a.budget = 0
	require.NoError(t, search())
	assert.Positive(t, a.restarts)
}

// A search that leaves out items with many options finds each cover once, and no other sets.
func TestNarrowItemsLoseNoCover(t *testing.T) {
	const n, want = 8, 92 // queens
	p := &model.Problem{Primary: 2 * n, Secondary: 4 * n}
	for o := range n * n {
		row, column := o/n, o%n
		p.Add(model.Element{Item: model.Item(row)}, model.Element{Item: model.Item(n + column)},
			model.Element{Item: model.Item(2*n + row + column)}, model.Element{Item: model.Item(5*n + row - column)})
	}
	for width := int32(1); width <= n; width++ {
		run := meter.Start(t.Context(), nil)
		a, err := NewAhead(p, run)
		require.NoError(t, err)
		a.budget = 1
		covers := map[string]bool{}
		yield := func(options []int) bool {
			covers[fmt.Sprint(options)] = true
			return true
		}
		require.ErrorIs(t, a.Solve(nil, 0, 1, yield), errBudget)
		a.budget, a.width, a.patience = 0, width, math.MaxInt64
		require.NoError(t, a.Resume(yield))
		assert.Len(t, covers, want)
		assert.EqualValues(t, want, run.Solutions)
		run.Close()
	}
}
