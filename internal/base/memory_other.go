//go:build !js

package base

import "runtime/metrics"

// MemoryInUse returns the memory that the process has from the system, in bytes: the heap, the
// stacks and what the runtime needs to manage them.
func MemoryInUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
