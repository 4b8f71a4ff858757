package natsq

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/run"
)

// TestManyCubesNeedLittleMemory answers many cubes without a search, with two workers. It reports the time for
// each cube, and the largest memory of this process, which has the server and the coordinator, too.
// CLUSTER_CUBES is the number of cubes of the first cut, such as 4000; each is cut twice, into 16.
func TestManyCubesNeedLittleMemory(t *testing.T) {
	first, err := strconv.Atoi(os.Getenv("CLUSTER_CUBES"))
	if err != nil {
		first = 5
	}
	row := strings.TrimSuffix(strings.Repeat("__,", 9), ",") + "\n"
	b := newBench(t, "puzzle: hidoku\nmoves: king\n"+strings.Repeat(row, 9), first)
	b.o.Plan.Cut, b.o.Kind, b.o.Lease = run.DefaultCut, run.Count, time.Minute
	b.restart()
	start := time.Now()
	for i := range 2 {
		defer b.worker(fmt.Sprint("w", i), func(w *Worker) {
			w.search = func(ctx context.Context, path run.Path) run.Result {
				if strings.Count(string(path), ".") < 2 {
					if r := w.cutNow(ctx, path); r.Err != nil || r.Rest > 1 {
						return r
					}
				}
				return run.Result{Sum: run.Sum{Count: new(big.Int)}}
			}
		})()
	}
	c, err := b.serve(within(t, 3*time.Hour), nil)
	require.NoError(t, err)
	sum, complete := c.Total()
	assert.True(t, complete)
	assert.Equal(t, "0", sum.String())
	n, _ := c.run.Status()
	text, _ := os.ReadFile("/proc/self/status") // nothing without it
	peak := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(text)
	if len(peak) == 0 {
		peak = [][]byte{nil, []byte("0")}
	}
	kilobytes, err := strconv.Atoi(string(peak[1]))
	require.NoError(t, err)
	assert.Less(t, kilobytes, 400_000)
	t.Logf("%d cubes and %d cuts in %v, and %d kB", n.Done, n.Cut, time.Since(start).Round(time.Second), kilobytes)
}
