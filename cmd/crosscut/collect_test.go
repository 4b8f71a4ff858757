package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestOnlyTheFirstCollectionIsLate(t *testing.T) {
	percent := func() uint64 {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(70))
	collectLate()
	require.Eventually(t, func() bool {
		runtime.GC()
		return percent() == 70
	}, time.Minute, time.Millisecond)

	t.Setenv("GOGC", "100")
	collectLate()
	require.EqualValues(t, 70, percent())
}
