package puzzletest

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"
)

// Main runs the tests and the examples of a package, and returns the code to exit with. They fail if goroutines of them
// are left at the end. Main writes those. Fuzzing is not looked at, since it listens to signals.
func Main(m *testing.M, w io.Writer) (code int) {
	before := runtime.NumGoroutine()
	code = m.Run()
	if fuzz := flag.Lookup("test.fuzz"); fuzz != nil && fuzz.Value.String() != "" {
		return code
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			fmt.Fprintf(w, "goroutines left: %d before, %d after\n", before, runtime.NumGoroutine())
			_ = pprof.Lookup("goroutine").WriteTo(w, 1)
			return 1
		}
	}
	return code
}
