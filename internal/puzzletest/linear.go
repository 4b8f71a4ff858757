package puzzletest

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// Hard is a text of any length that is hard for a reader: a part, repeated, between a beginning and an
// end. In the part, {i} stands for how often it stood before.
type Hard struct{ Begin, Part, End string }

// Text returns the text with about so many bytes.
func (h Hard) Text(size int) string {
	var text strings.Builder
	text.WriteString(h.Begin)
	for i := 0; text.Len()+len(h.Part)+len(h.End) <= size; i++ {
		text.WriteString(strings.ReplaceAll(h.Part, "{i}", strconv.Itoa(i)))
	}
	return text.String() + h.End
}

// What reading may cost for each MB, and from when on it must have four times the work at most for four times
// the length. Both are of a machine that does [reference] in referenceTime.
const (
	quickRead     = time.Second
	slowestRead   = 12 * time.Second
	referenceTime = 12 * time.Millisecond
)

// RequireLinear reads texts of 16 kB and 64 kB, and with CROSSCUT_LONG=1 of 256 kB, too. It fails when the
// work is not linear in the length. It compares processor time and not the time on the clock, so that other
// programs matter little. Work of less than a second for each MB is not compared: it is little enough. The race
// detector, a slow machine and a busy one get more, by what they need for other work in the same moment.
func RequireLinear(t testing.TB, text func(size int) string, read func(text string)) {
	t.Helper()
	if !Long() {
		RequireLinearShort(t, text, read)
		return
	}
	requireLinear(t, text, read, 1<<14, 1<<16, 1<<18)
}

// RequireLinearShort is [RequireLinear] with texts of 16 kB and 64 kB, for fuzz targets.
func RequireLinearShort(t testing.TB, text func(size int) string, read func(text string)) {
	t.Helper()
	requireLinear(t, text, read, 1<<14, 1<<16)
}

func requireLinear(t testing.TB, text func(size int) string, read func(text string), sizes ...int) {
	t.Helper()
	const least = 50 * time.Millisecond // shorter times say nothing
	before := slowestRead               // of no text yet
	for _, size := range sizes {
		input := text(size)
		took, slowest, quick := time.Duration(0), time.Duration(0), time.Duration(0)
		for attempt := range 5 { // the collector of garbage may have worked for somebody else
			if again := spent(t, func() { read(input) }); attempt == 0 || again < took {
				took = again
			}
			share := func(d time.Duration) time.Duration { return least + d*time.Duration(size)>>20 }
			if quick, slowest = share(quickRead), share(slowestRead); took <= quick {
				break
			}
			if slow := float64(spent(t, reference)) / float64(referenceTime); slow > 1 {
				quick, slowest = time.Duration(slow*float64(quick)), time.Duration(slow*float64(slowest))
			}
			if took <= quick || attempt > 0 && took <= min(slowest, 12*before) {
				break
			}
		}
		if took > slowest || took > quick && took > 12*before {
			t.Fatalf("%d bytes, %.60q: %v of processor time, and %v for a quarter of them", len(input), input, took, before)
		}
		if took > least {
			t.Logf("%d bytes: %v of processor time", len(input), took)
		}
		before = max(took, least)
	}
}

// spent returns the processor time of this process while f runs.
func spent(t testing.TB, f func()) time.Duration {
	start := processorTime(t)
	f()
	return processorTime(t) - start
}

// reference is work as readers do it: it cuts a text of 256 kB into words, and counts them.
func reference() {
	times := map[string]int{}
	for i, word := range strings.Fields(strings.Repeat("12,_ ", 1<<18/5)) {
		times[word+strconv.Itoa(i%1024)]++
	}
}
