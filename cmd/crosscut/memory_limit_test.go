//go:build unix

package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSizesAreRead(t *testing.T) {
	for text, want := range map[string]memoryFlag{
		"1": 1, "512K": 512 << 10, "3m": 3 << 20, "2G": 2 << 30, "2GB": 2 << 30, "2gib": 2 << 30, "1T": 1 << 40, "7b": 7,
	} {
		var f memoryFlag
		require.NoError(t, f.Set(text), text)
		assert.Equal(t, want, f, text)
		var again memoryFlag
		require.NoError(t, again.Set(f.String()))
		assert.Equal(t, f, again, text)
	}
	for _, text := range []string{"", "G", "-1G", "0", "1.5G", "2P", "1 G", "99999999999T", "9223372036854775808"} {
		f := memoryFlag(7)
		assert.Error(t, f.Set(text), text)
		assert.Equal(t, memoryFlag(7), f, text)
	}
}

// TestMemoryIsWatched first makes garbage, which must not count. Then it holds memory until
// the limit is noticed.
func TestMemoryIsWatched(t *testing.T) {
	const limit = 256 << 20
	over := make(chan struct{})
	stop := watchMemory(limit, func() { close(over) })
	for range 100 {
		garbage := make([]byte, 16<<20)
		for i := 0; i < len(garbage); i += 4096 {
			garbage[i] = 1
		}
		runtime.KeepAlive(garbage)
	}
	time.Sleep(5 * memoryLook)
	select {
	case <-over:
		t.Fatal("garbage was taken for memory in use")
	default:
	}
	var held [][]byte
	require.Eventually(t, func() bool {
		if memoryInUse() < 2*limit { // a bound in case the limit fails
			held = append(held, make([]byte, 4<<20))
		}
		select {
		case <-over:
			return true
		default:
			return false
		}
	}, patience, time.Millisecond)
	stop()
	runtime.KeepAlive(held)
	assert.Less(t, memoryInUse(), int64(2*limit))
}

func TestThereIsRoomWhereGarbageIs(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the garbage stays until roomFor looks
	debug.FreeOSMemory()
	limit := memoryInUse() + 64<<20
	garbage := make([]byte, 48<<20)
	for i := 0; i < len(garbage); i += 4096 {
		garbage[i] = 1
	}
	assert.False(t, roomFor(32<<20, limit), "it is not yet garbage")
	runtime.KeepAlive(garbage)
	assert.True(t, roomFor(32<<20, limit))
	assert.False(t, roomFor(128<<20, limit))
}

// BenchmarkMemoryInUse measures the cost of one measurement.
func BenchmarkMemoryInUse(b *testing.B) {
	for b.Loop() {
		memoryInUse()
	}
}
