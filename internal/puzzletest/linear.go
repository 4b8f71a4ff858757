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
// the length. A slow machine, or the race detector, gets much more than the second that a reader takes at most.
const (
	quickRead   = time.Second
	slowestRead = 12 * time.Second
)

// RequireLinear reads texts of 16 kB and 64 kB, and with CROSSCUT_LONG=1 of 64 kB, 256 kB and 1 MB. It fails when the
// work is not linear in the length. It compares processor time and not the time on the clock, so other
// programs do not matter. Work of less than a second for each MB is not compared: it is little enough.
func RequireLinear(t testing.TB, text func(size int) string, read func(text string)) {
	t.Helper()
	if !Long() {
		RequireLinearShort(t, text, read)
		return
	}
	requireLinear(t, text, read, 1<<16, 1<<18, 1<<20)
}

// RequireLinearShort is [RequireLinear] with texts of 16 kB and 64 kB, for fuzz targets.
func RequireLinearShort(t testing.TB, text func(size int) string, read func(text string)) {
	t.Helper()
	requireLinear(t, text, read, 1<<14, 1<<16)
}

func requireLinear(t testing.TB, text func(size int) string, read func(text string), sizes ...int) {
	t.Helper()
	const least = 50 * time.Millisecond // shorter times say nothing
	before := least
	for _, size := range sizes {
		input := text(size)
		share := func(d time.Duration) time.Duration { return least + d*time.Duration(size)>>20 }
		took := time.Duration(0)
		for attempt := range 3 { // the collector of garbage may have worked for somebody else
			start := processorTime(t)
			read(input)
			if again := processorTime(t) - start; attempt == 0 || again < took {
				took = again
			}
			if took <= share(quickRead) {
				break
			}
		}
		if took > share(slowestRead) || took > share(quickRead) && took > 12*before {
			t.Fatalf("%d bytes, %.60q: %v of processor time, and %v for a quarter of them", len(input), input, took, before)
		}
		if took > least {
			t.Logf("%d bytes: %v of processor time", len(input), took)
		}
		before = max(took, least)
	}
}
