package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// lateCollection is the percentage of new memory at which garbage is collected while little memory
// is in use. It stands for 16 MiB. Most commands end before that. Measured on `cover` with 10,000
// and 22,500 options: 18 ms fell to 14 ms, and 28 ms to 23 ms. A batch of small puzzles uses 2 MiB,
// and collected garbage every 2 MiB: 10,200 Hidokus took 1.25 s, and take 1.03.
const lateCollection = 400

// littleMemory is the memory in use up to which garbage is collected late, in bytes.
const littleMemory = 4 << 20

// collectLate makes the collections of garbage come late while little memory is in use, until ctx
// ends. Otherwise they come as usual. It changes nothing where GOGC is set. live returns how
// much memory the last collection left in use.
func collectLate(ctx context.Context, live func() uint64) {
	if os.Getenv("GOGC") == "" {
		chooseAfterCollection(ctx, live, debug.SetGCPercent(lateCollection), lateCollection)
	}
}

// chooseAfterCollection chooses the percentage again after each collection. now is the present
// one.
func chooseAfterCollection(ctx context.Context, live func() uint64, usual, now int) {
	collected := new([64]byte) // its clean-up runs after the next collection
	runtime.AddCleanup(collected, func(usual int) {
		if ctx.Err() != nil {
			return
		}
		next := usual
		if live() <= littleMemory {
			next = lateCollection
		}
		if next != now {
			debug.SetGCPercent(next)
		}
		chooseAfterCollection(ctx, live, usual, next)
	}, usual)
}

// liveMemory returns how many bytes the last collection of garbage left in use.
func liveMemory() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
