//go:build unix

package base

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMemoryIsWatched first makes garbage, which must not count. Then it holds memory until
// the limit is noticed.
func TestMemoryIsWatched(t *testing.T) {
	const limit = 256 << 20
	over := make(chan struct{})
	stop := WatchMemory(limit, func() bool {
		close(over)
		return false
	})
	for range 100 {
		garbage := make([]byte, 16<<20)
		for i := 0; i < len(garbage); i += 4096 {
			garbage[i] = 1
		}
		runtime.KeepAlive(garbage)
	}
	time.Sleep(5 * Look)
	select {
	case <-over:
		t.Fatal("garbage was taken for memory in use")
	default:
	}
	var held [][]byte
	require.Eventually(t, func() bool {
		if MemoryInUse() < 2*limit { // a bound in case the limit fails
			held = append(held, make([]byte, 4<<20))
		}
		select {
		case <-over:
			return true
		default:
			return false
		}
	}, time.Minute, Look)
	stop()
	runtime.KeepAlive(held)
	assert.Less(t, MemoryInUse(), int64(2*limit))
}

// Limits at the same time end in any order. The least that is left counts for the garbage
// collector, and in the end what was set before.
func TestTheLeastLimitCountsForTheGarbageCollector(t *testing.T) {
	const before = 1 << 40
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(before))
	now := func() int64 { return debug.SetMemoryLimit(-1) }
	watch := func(limit int64) (stop func()) { return WatchMemory(limit, func() bool { return false }) }
	first, second := watch(16<<30), watch(32<<30)
	assert.EqualValues(t, 15<<30, now())
	first()
	assert.EqualValues(t, 30<<30, now())
	third := watch(16 << 30)
	assert.EqualValues(t, 15<<30, now())
	second()
	assert.EqualValues(t, 15<<30, now())
	third()
	assert.EqualValues(t, before, now())
	watch(2 * before)()
	assert.EqualValues(t, before, now())
	last := watch(2 * before)
	assert.EqualValues(t, before, now(), "a limit that was there before may be less")
	last()
}

func TestThereIsRoomWhereGarbageIs(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage stays until Fits looks
	debug.FreeOSMemory()
	limit := MemoryInUse() + 64<<20
	garbage := make([]byte, 48<<20)
	for i := 0; i < len(garbage); i += 4096 {
		garbage[i] = 1
	}
	assert.False(t, FitsMemory(32<<20, limit), "it is not yet garbage")
	runtime.KeepAlive(garbage)
	assert.True(t, FitsMemory(32<<20, limit))
	assert.False(t, FitsMemory(128<<20, limit))
}

// BenchmarkInUse measures the cost of one measurement.
func BenchmarkInUse(b *testing.B) {
	for b.Loop() {
		MemoryInUse()
	}
}
