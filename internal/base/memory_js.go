package base

import "runtime"

// MemoryInUse is that of other systems. It stops the goroutines for a moment, which costs nothing on one thread. The
// engine of the page is smaller than with package metrics.
func MemoryInUse() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
