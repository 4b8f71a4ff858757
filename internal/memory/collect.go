package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// While at most littleMemory is in use, garbage is collected when there is lateCollection percent
// of it. Most commands end before that.
const (
	littleMemory   = 4 << 20 // bytes
	lateCollection = 400
	usual          = 100
)

// CollectLate makes collections of garbage come late while little memory is in use, until the
// program ends. It changes nothing where GOGC is set.
func CollectLate() {
	if os.Getenv("GOGC") == "" {
		choosePercent(usual)
	}
}

// choosePercent chooses the percentage of garbage, now and after each collection. last is the
// present one.
func choosePercent(last int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}} // after the last collection
	metrics.Read(live)
	next := lateCollection
	if live[0].Value.Uint64() > littleMemory {
		next = usual
	}
	if next != last {
		debug.SetGCPercent(next)
	}
	runtime.AddCleanup(new([64]byte), choosePercent, next)
}
