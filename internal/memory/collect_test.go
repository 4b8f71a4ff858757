package memory_test

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/internal/memory"
)

// TestCollectionsAreLateWhileLittleMemoryIsUsed uses much memory and gives it back, and looks at
// the percentage after a collection.
func TestCollectionsAreLateWhileLittleMemoryIsUsed(t *testing.T) {
	becomes := func(want uint64) {
		t.Helper()
		require.Eventually(t, func() bool {
			runtime.GC()
			sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
			metrics.Read(sample)
			return sample[0].Value.Uint64() == want
		}, time.Minute, time.Millisecond)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	t.Setenv("GOGC", "100")
	memory.CollectLate()
	becomes(100)
	t.Setenv("GOGC", "")
	memory.CollectLate()
	becomes(400)
	much := make([]byte, 64<<20)
	becomes(100)
	runtime.KeepAlive(much)
	becomes(400)
}
