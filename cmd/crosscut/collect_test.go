package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// While little memory is in use, garbage is collected late. It is collected as usual while there is more, and late again
// after that.
func TestGarbageIsCollectedLateWhileLittleMemoryIsInUse(t *testing.T) {
	const usual = 70
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	read := func(name string) uint64 {
		value := []metrics.Sample{{Name: name}}
		metrics.Read(value)
		return value[0].Value.Uint64()
	}
	comes := func(percent uint64) {
		t.Helper()
		assert.Eventually(t, func() bool {
			runtime.GC()
			return read("/gc/gogc:percent") == percent
		}, time.Minute, time.Millisecond)
	}
	runtime.GC()
	collectLate(read("/gc/heap/live:bytes")+littleMemory, usual, usual)
	comes(lateCollection)
	kept := make([]byte, 2*littleMemory)
	comes(usual)
	runtime.KeepAlive(kept)
	comes(lateCollection)
}
