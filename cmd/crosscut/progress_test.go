package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"crosscut"
)

func TestTimeLeftIsToldWhereItIsKnown(t *testing.T) {
	for _, test := range []struct {
		done    float64
		sure    bool
		elapsed time.Duration
		want    string
	}{
		{0, true, time.Second, "time left unknown"},
		{0.009, true, time.Hour, "time left unknown"},
		{0.01, true, time.Second, "about 1m39s left"},
		{0.5, true, time.Minute, "about 1m0s left"},
		{0.5, false, time.Minute, "time left unknown"},
		{1, true, time.Minute, "about 0s left"},
		{0.01, true, 1e5 * time.Hour, "time left unknown"},
	} {
		assert.Equal(t, test.want, timeLeft(test.done, test.sure, test.elapsed), "%v", test)
	}
}

func TestProgressIsOneLine(t *testing.T) {
	assert.Equal(t, "25% █████░░░░░░░░░░░░░░░  sat, 1s", bar(0.25, "sat, 1s"))
	assert.Equal(t, "100% ████████████████████  sat", bar(1, "sat"))
	assert.Equal(t, "0% ░░░░░░░░░░░░░░░░░░░░  sat", bar(leastDone, "sat"))
	assert.Equal(t, "99% ███████████████████░  sat", bar(0.999, "sat"))
	assert.Equal(t, "100% ████████████████████  sat", bar(1.01, "sat")) // a share may be estimated
	assert.Equal(t, "sat, 2s, time left unknown", progressLine("sat", new(crosscut.Meter), 2*time.Second))
}

func TestResultsStandBesideProgress(t *testing.T) {
	var terminal bytes.Buffer
	s := &screen{terminal: &terminal}
	s.show("half")
	_, err := s.around(&terminal).Write([]byte("result\n"))
	assert.NoError(t, err)
	s.show("more")
	s.show("most")
	s.hide()
	s.hide()
	assert.Equal(t, "half\r\x1b[Kresult\nmore\r\x1b[Kmost\r\x1b[K", terminal.String())
}
