package crosscut

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/search"
)

// The cubes get all cores when they will soon be done. A count that expects to be better whole
// is given up only for cubes that need less time than has passed, and yields little to others.
func TestTrialsOfCubesAreShortWhereTheWholeIsBetter(t *testing.T) {
	const passed = time.Hour // so the time that the test takes is nothing
	for _, c := range []struct {
		better      bool
		left, spent time.Duration // of the cubes, on all cores
		lead, over  bool
	}{
		{false, passed / 2, passed / 10, true, true},
		{true, passed / 2, passed / 10, true, true},
		{false, 6 * passed, passed / 10, true, true},
		{true, 6 * passed, passed / 10, false, true},
		{true, 6 * passed, passed / 30, false, false},
		{false, 20 * passed, passed / 2, false, false},
		{false, 300 * passed, passed / 2, false, true},
		{false, 300 * passed, passed / 10, false, false},
	} {
		m := &Meter{Workers: 2}
		run := search.Start(t.Context(), m)
		run.BetterWhole(c.better)
		run.Close()
		r := &wholeOrCubes{m: m, start: time.Now().Add(-passed)}
		ctx, end := context.WithCancelCause(t.Context())
		// left = spent × (1-done) / done × workers / all workers
		r.judge(float64(c.spent)/float64(c.spent+2*c.left), c.spent, 1, end)
		assert.Equal(t, c.lead, r.lead, "%+v", c)
		assert.Equal(t, c.over, context.Cause(ctx) == errOtherWay, "%+v", c)
		end(nil)
	}
}
