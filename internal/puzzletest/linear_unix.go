//go:build unix

package puzzletest

import (
	"syscall"
	"testing"
	"time"
)

// processorTime returns the processor time of this process so far.
func processorTime(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
