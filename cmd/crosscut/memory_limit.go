package main

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/search"
)

// memoryFlag is a limit in bytes; 0 is no limit.
type memoryFlag int64

// sizeUnits are the units of sizes, from the largest to the smallest.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

// String returns the size in the largest unit of which it is a multiple.
func (f *memoryFlag) String() string {
	if *f == 0 {
		return ""
	}
	for _, unit := range sizeUnits {
		if int64(*f)%unit.bytes == 0 {
			return strconv.FormatInt(int64(*f)/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*f), 10)
}

// Type names the kind of the flag for flagError.
func (f *memoryFlag) Type() string { return "size" }

// Set reads a size such as 512M, 2G or 2GiB.
func (f *memoryFlag) Set(text string) error {
	number, unit := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I"), int64(1)
	for _, u := range sizeUnits {
		if cut, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = cut, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return errors.New("it is a size such as 512M or 2G")
	}
	*f = memoryFlag(n * unit)
	return nil
}

// add adds the flag, and makes the command obey it.
func (f *memoryFlag) add(cmd *cobra.Command) {
	cmd.Flags().Var(f, "memory", "stop when the program uses more memory than this `SIZE`, such as 512M or 2G (default no limit)")
	cmd.RunE = f.under(cmd.RunE)
}

// under returns a command that obeys the limit. When it exceeds the limit, it ends in the
// same way as at its time limit.
func (f *memoryFlag) under(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if *f == 0 {
			return run(cmd, args)
		}
		ctx, cancel := context.WithCancelCause(cmd.Context())
		defer cancel(nil)
		over := &crosscut.LimitError{What: f.String() + " of memory"}
		defer watchMemory(int64(*f), func() { cancel(over) })()
		defer search.LimitMemory(func(bytes int64) error {
			if roomFor(bytes, int64(*f)) {
				return nil
			}
			cancel(over)
			return over
		})()
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}

// memoryLook is the time between two measurements. One takes a few microseconds.
const memoryLook = 10 * time.Millisecond

// watchMemory calls over once when the program uses more memory than limit, in bytes. It
// watches until the caller calls stop.
//
// Garbage does not count. The garbage collector gets a limit of its own, lower by a
// sixteenth. It works harder as the program comes near to that limit, so what remains
// above it is hardly garbage.
func watchMemory(limit int64, over func()) (stop func()) {
	before := debug.SetMemoryLimit(limit - limit/16)
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		look := time.NewTicker(memoryLook)
		defer look.Stop()
		for memoryInUse() <= limit {
			select {
			case <-done:
				return
			case <-look.C:
			}
		}
		over()
	}()
	return func() {
		close(done)
		<-gone
		debug.SetMemoryLimit(before)
	}
}

// roomFor reports whether the program can use so many bytes more and keep the limit. Garbage
// does not count.
func roomFor(bytes, limit int64) bool {
	if memoryInUse()+bytes <= limit {
		return true
	}
	debug.FreeOSMemory()
	return memoryInUse()+bytes <= limit
}

// memoryInUse returns the memory that the program has from the system, in bytes: the heap,
// the stacks and what the runtime needs to manage them.
func memoryInUse() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}
