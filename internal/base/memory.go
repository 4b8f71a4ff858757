package base

// This file watches how much memory the process uses, and asks before large pieces are
// allocated.

import (
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// Look is the time between two measurements. One takes a few microseconds.
const Look = 10 * time.Millisecond

// WatchMemory calls over when the process uses more memory than limit, in bytes, and again as
// long as it does and over returns true. It watches until the caller calls stop.
//
// Garbage does not count. The garbage collector gets a limit of its own, lower by a
// sixteenth. It works harder as the process comes near to that limit, so what remains
// above it is hardly garbage. It gets the least of several limits.
func WatchMemory(limit int64, over func() (again bool)) (stop func()) {
	release := collectAt(limit - limit/16)
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		look := time.NewTicker(Look)
		defer look.Stop()
		for {
			if MemoryInUse() > limit && !over() {
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
		release()
	}
}

// collector has the limits of the garbage collector.
var collector struct {
	sync.Mutex
	limits []int64 // those of the watches, after the one that was set before the first
}

// collectAt gives the garbage collector a limit until the caller calls release. Several may be
// there at the same time, and the least counts.
func collectAt(limit int64) (release func()) {
	c := &collector
	c.Lock()
	defer c.Unlock()
	if len(c.limits) == 0 {
		c.limits = append(c.limits, debug.SetMemoryLimit(-1))
	}
	c.limits = append(c.limits, limit)
	debug.SetMemoryLimit(slices.Min(c.limits))
	return func() {
		c.Lock()
		defer c.Unlock()
		at := 1 + slices.Index(c.limits[1:], limit)
		c.limits = slices.Delete(c.limits, at, at+1)
		debug.SetMemoryLimit(slices.Min(c.limits))
		if len(c.limits) == 1 {
			c.limits = nil
		}
	}
}

// FitsMemory reports whether the process can use so many bytes more and keep the limit. Garbage
// does not count.
func FitsMemory(bytes, limit int64) bool {
	if MemoryInUse()+bytes <= limit {
		return true
	}
	debug.FreeOSMemory()
	return MemoryInUse()+bytes <= limit
}
