// Package memory watches how much memory the process uses, and asks before large pieces are
// allocated.
package memory

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Look is the time between two measurements. One takes a few microseconds.
const Look = 10 * time.Millisecond

// Watch calls over when the process uses more memory than limit, in bytes, and again as
// long as it does and over returns true. It watches until the caller calls stop.
//
// Garbage does not count. The garbage collector gets a limit of its own, lower by a
// sixteenth. It works harder as the process comes near to that limit, so what remains
// above it is hardly garbage.
func Watch(limit int64, over func() (again bool)) (stop func()) {
	before := debug.SetMemoryLimit(limit - limit/16)
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		look := time.NewTicker(Look)
		defer look.Stop()
		for {
			if InUse() > limit && !over() {
				return
			}
			select {
			case <-done:
				return
			case <-look.C:
			}
		}
	}()
	return func() {
		close(done)
		<-gone
		debug.SetMemoryLimit(before)
	}
}

// Fits reports whether the process can use so many bytes more and keep the limit. Garbage
// does not count.
func Fits(bytes, limit int64) bool {
	if InUse()+bytes <= limit {
		return true
	}
	debug.FreeOSMemory()
	return InUse()+bytes <= limit
}

// InUse returns the memory that the process has from the system, in bytes: the heap, the
// stacks and what the runtime needs to manage them.
func InUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
