package natsq

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"crosscut/cubes"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
)

// TestAWorkerThatLeavesGivesAllOtherCubesBack ends a worker in the midst of the second of four
// cubes. The cube that was searched goes back too.
func TestAWorkerThatLeavesGivesAllOtherCubesBack(t *testing.T) {
	ctx, leave := context.WithCancelCause(context.Background())
	w := &Worker{running: make(map[string]context.CancelCauseFunc)}
	w.budget.Store(int64(time.Hour))
	w.search = func(ctx context.Context, path cubes.Path) problem.Result {
		if path == "1" {
			leave(errors.New("the worker leaves"))
			return problem.Result{Err: context.Cause(ctx)}
		}
		return problem.Result{Sum: run.Sum{Count: big.NewInt(3)}}
	}
	var a answer
	w.searchAll(ctx, []string{"0", "1", "2", "3"}, &a)
	assert.Len(t, a.Outcomes, 1)
	assert.Equal(t, []string{"1", "2", "3"}, a.Again)
	assert.Empty(t, a.Struck)
}
