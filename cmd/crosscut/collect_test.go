package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCollectionsAreLateWhileLittleMemoryIsUsed says that much memory is in use, and that it is
// not, and looks at the percentage after a collection.
func TestCollectionsAreLateWhileLittleMemoryIsUsed(t *testing.T) {
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	becomes := func(want uint64) {
		t.Helper()
		require.Eventually(t, func() bool {
			runtime.GC()
			return percent() == want
		}, time.Minute, time.Millisecond)
	}
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(70))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var live atomic.Uint64
	live.Store(littleMemory + 1)
	collectLate(ctx, live.Load)
	becomes(70)
	live.Store(littleMemory)
	becomes(lateCollection)
	live.Store(littleMemory + 1)
	becomes(70)

	cancel()
	t.Setenv("GOGC", "100")
	collectLate(context.Background(), live.Load)
	require.EqualValues(t, 70, percent())
}

// TestLiveMemory keeps 64 MiB in use.
func TestLiveMemory(t *testing.T) {
	kept := make([]byte, 64<<20)
	runtime.GC()
	assert.GreaterOrEqual(t, liveMemory(), uint64(len(kept)))
	runtime.KeepAlive(kept)
}
