package natsq

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/ledger"
)

// TestManyCubesNeedLittleMemory answers some million cubes without a search. It reports the
// time for each cube, and the largest memory of the process, which has the server, the
// coordinator and two workers in it. CLUSTER_CUBES is the number of cubes of the first cut,
// such as 4000; each is cut twice, into 16.
func TestManyCubesNeedLittleMemory(t *testing.T) {
	first, err := strconv.Atoi(os.Getenv("CLUSTER_CUBES"))
	if err != nil {
		first = 20
	}
	row := strings.TrimSuffix(strings.Repeat("__,", 9), ",") + "\n"
	b := newBench(t, "puzzle: hidoku\nmoves: king\n"+strings.Repeat(row, 9), first)
	b.o.Plan.Cut, b.o.Kind, b.o.Lease = cubes.DefaultCut, ledger.Count, time.Minute
	b.restart()
	for range 2 {
		defer b.worker("w"+Token()[:4], func(w *Worker) {
			w.search = func(ctx context.Context, c cubes.Cube) crosscut.Part {
				if c.Path().Depth() < 3 {
					if part := cutNow(ctx, c); part.Err != nil || len(part.Rest) > 1 {
						return part
					}
				}
				return crosscut.Part{Count: zero}
			}
		})()
	}
	var peak uint64
	start := time.Now()
	done := make(chan struct{})
	go func() {
		for tick := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-tick.C:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak = max(peak, m.Sys-m.HeapReleased)
			case <-done:
				tick.Stop()
				return
			}
		}
	}()
	c, err := b.serve(within(t, 3*time.Hour), func(c *Coordinator) { c.every = time.Second })
	done <- struct{}{}
	require.NoError(t, err)
	sum, complete := c.Total()
	assert.True(t, complete)
	assert.Equal(t, "0", sum.String())
	n := c.state.Counters()
	elapsed := time.Since(start)
	t.Logf("%d cubes and %d cuts in %v: %v each; memory at most %d MB", n.Done, n.Cut, elapsed.Round(time.Second), elapsed/time.Duration(n.Done+n.Cut), peak>>20)
	assert.Less(t, peak, uint64(400<<20))
	debug.FreeOSMemory()
}
