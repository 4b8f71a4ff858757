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

	"crosscut/dlx"
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

// TestCancellationEndsEverySearchWithItsCause cancels each kind of search while it runs.
func TestCancellationEndsEverySearchWithItsCause(t *testing.T) {
	board, several := read(t, queens(16)), read(t, matrices(8, 1, 8))
	solving := func(p *dlx.Problem, core dlx.Core, workers int) func(context.Context) error {
		return func(ctx context.Context) error { return p.SolveWith(ctx, core, &dlx.Meter{Workers: workers}, all) }
	}
	counting := func(text string) func(context.Context) error {
		return func(ctx context.Context) error { _, err := read(t, text).Count(ctx, nil); return err }
	}
	for name, search := range map[string]func(context.Context) error{
		"auto": solving(board, dlx.Auto, 1), "workers": solving(board, dlx.Auto, 3), "ahead": solving(board, dlx.Ahead, 1),
		"multiplicities": solving(several, dlx.Auto, 1), "count of queens": counting(queens(16)), "count of squares": counting(latin(7)),
		"restarts": func(ctx context.Context) error { // there is no cover
			_, err := read(t, langford(18)).First(ctx, 1, &dlx.Meter{Workers: 2})
			return err
		},
		"random": func(ctx context.Context) error {
			<-ctx.Done()
			_, err := several.Random(ctx, 1, nil)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			before, cause, at := runtime.NumGoroutine(), errors.New("enough"), time.Time{}
			ctx, cancel := context.WithCancelCause(context.Background())
			time.AfterFunc(30*time.Millisecond, func() { at = time.Now(); cancel(cause) })
			assert.ErrorIs(t, search(ctx), cause)
			assert.Less(t, time.Since(at), time.Minute)
			goroutinesReturnTo(t, before)
		})
	}
}
