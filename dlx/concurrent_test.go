package dlx_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The race detector judges this test. Several goroutines may call the methods that do
// not change a problem at once.
func TestOneProblemServesManyAtOnce(t *testing.T) {
	for name, text := range map[string]string{"once": queens(6), "multiplicities": matrices(4, 1, 2)} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			want, err := p.First(context.Background(), 0, nil)
			require.NoError(t, err)
			require.NotEmpty(t, want)
			var wg sync.WaitGroup
			for seed := range uint64(4) {
				wg.Go(func() {
					got, err := p.First(context.Background(), 0, nil)
					assert.NoError(t, err)
					assert.Equal(t, want, got)
				})
				wg.Go(func() {
					_, err := p.Random(context.Background(), seed, nil)
					assert.NoError(t, err)
				})
				wg.Go(func() {
					assert.NoError(t, p.Validate())
					assert.NoError(t, p.Write(io.Discard))
				})
			}
			wg.Wait()
		})
	}
}

// goroutinesReturnTo fails unless the number of goroutines soon falls to before.
func goroutinesReturnTo(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "goroutines are left behind")
	}
}

func TestBreakLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, text := range []string{queens(8), matrices(4, 1, 2)} {
		for _, err := range read(t, text).Solutions(context.Background(), nil) {
			require.NoError(t, err)
			break
		}
	}
	goroutinesReturnTo(t, before)
}

func TestCancellationEndsTheSearchForMulticovers(t *testing.T) {
	p := read(t, matrices(8, 1, 8))
	before := runtime.NumGoroutine()
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	assert.ErrorIs(t, p.Solve(ctx, nil, all), cause)
	_, err := p.Random(ctx, 1, nil)
	assert.ErrorIs(t, err, cause)
	goroutinesReturnTo(t, before)
}
