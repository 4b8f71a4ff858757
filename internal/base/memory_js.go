package base

import "runtime"

// MemoryInUse is that of other systems. It stops the goroutines for a moment, which costs nothing on one thread, and
// the engine of the page is smaller without what names all measures of the runtime.
func MemoryInUse() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
