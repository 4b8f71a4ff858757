package natsq

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cubes"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
)

// The environment of a worker process of TestManyCubesNeedLittleMemory.
const (
	testURL   = "CLUSTER_TEST_URL"
	testToken = "CLUSTER_TEST_TOKEN"
	testRun   = "CLUSTER_TEST_RUN"
)

// TestMain is a worker if the environment says so.
func TestMain(m *testing.M) {
	if url := os.Getenv(testURL); url != "" {
		if err := emptyWorker(url); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Print(peak())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// emptyWorker is a worker that cuts each cube twice and finds no solution.
func emptyWorker(url string) error {
	nc, err := Access{URL: url, Token: os.Getenv(testToken)}.Connect("w")
	if err != nil {
		return err
	}
	defer nc.Close()
	w := &Worker{Name: "w" + Token()[:4], Jobs: 1, Build: "b"}
	w.search = func(ctx context.Context, path cubes.Path) problem.Result {
		if path.Depth() < 3 {
			if r := w.cutNow(ctx, path); r.Err != nil || r.Rest > 1 {
				return r
			}
		}
		return problem.Result{Sum: run.Sum{Count: new(big.Int)}}
	}
	return w.Run(context.Background(), nc, os.Getenv(testRun))
}

// peak returns the largest memory of this process in kilobytes, or 0 where there is no /proc.
func peak() int {
	text, _ := os.ReadFile("/proc/self/status") // 0 without it
	if m := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(text); m != nil {
		n, _ := strconv.Atoi(string(m[1])) // digits only
		return n
	}
	return 0
}

// TestManyCubesNeedLittleMemory answers many cubes without a search, with two worker
// processes. It reports the time for each cube, and the largest memory of each process. This
// process has the server and the coordinator. CLUSTER_CUBES is the number of cubes of the
// first cut, such as 4000; each is cut twice, into 16.
func TestManyCubesNeedLittleMemory(t *testing.T) {
	first, err := strconv.Atoi(os.Getenv("CLUSTER_CUBES"))
	if err != nil {
		first = 5
	}
	row := strings.TrimSuffix(strings.Repeat("__,", 9), ",") + "\n"
	b := newBench(t, "puzzle: hidoku\nmoves: king\n"+strings.Repeat(row, 9), first)
	b.o.Plan.Cut, b.o.Kind, b.o.Lease = cubes.DefaultCut, run.Count, time.Minute
	b.restart()
	start := time.Now()
	ctx := within(t, 3*time.Hour)
	var workers [2]*exec.Cmd
	var said [2]bytes.Buffer
	for i := range workers {
		w := exec.CommandContext(ctx, os.Args[0])
		w.Env = append(os.Environ(), testURL+"="+b.server.URL(), testToken+"="+b.token, testRun+"="+b.name())
		w.Stdout, workers[i] = &said[i], w
		require.NoError(t, w.Start())
	}
	c, err := b.serve(ctx, nil)
	require.NoError(t, err)
	elapsed, peaks := time.Since(start), []int{peak()}
	for i, w := range workers {
		require.NoError(t, w.Wait(), said[i].String())
		kilobytes, err := strconv.Atoi(said[i].String())
		require.NoError(t, err)
		peaks = append(peaks, kilobytes)
	}
	sum, complete := c.Total()
	assert.True(t, complete)
	assert.Equal(t, "0", sum.String())
	n, _ := c.run.Status()
	t.Logf("%d cubes and %d cuts in %v: %v each; memory of coordinator and workers in kB: %v", n.Done, n.Cut, elapsed.Round(time.Second), elapsed/time.Duration(n.Done+n.Cut), peaks)
	for _, kilobytes := range peaks {
		assert.Less(t, kilobytes, 200_000)
	}
}
