package cores

import (
	"context"
	"errors"
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
