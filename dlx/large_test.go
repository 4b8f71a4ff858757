//go:build !race

package dlx_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/internal/base"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// These tests run in one goroutine, for seconds. The race detector would find nothing, and
// take a minute.

// The sources of the counts are in known_test.go.
func TestKnownCountsOfPackingsAreFound(t *testing.T) {
	for _, known := range []struct {
		name          string
		text          string
		covers, nodes int64
	}{
		{"pentominoes 6x10, X in a quarter", packing(6, 10, true, full), 2339, 196325},
		{"pentominoes 8x8 less its centre", packing(8, 8, false, holed), 520, 59933},
	} {
		t.Run(known.name, func(t *testing.T) {
			s := count(t, read(t, known.text), dlx.Sparse)
			assert.Equal(t, known.covers, s.Solutions, "covers")
			assert.Equal(t, known.nodes, s.Nodes, "nodes")
		})
	}
}

// OEIS A002564, and W. W. Rouse Ball, Mathematical Recreations and Essays.
func TestFiveQueensDominateAChessboardInSoManyWays(t *testing.T) {
	assert.EqualValues(t, 4860, count(t, read(t, queendom(8, 5)), dlx.Auto).Solutions)
}

func TestPairsSaveNodes(t *testing.T) {
	p := read(t, packing(8, 8, false, holed))
	sparse, bitset := count(t, p, dlx.Sparse), count(t, p, dlx.Bitset)
	assert.Equal(t, sparse.Solutions, bitset.Solutions)
	assert.Less(t, bitset.Nodes, sparse.Nodes*2/3)
}

// endless repeats a text without end.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(b []byte) (n int, err error) {
	for n < len(b) {
		k := copy(b[n:], e.text[e.at:])
		n, e.at = n+k, (e.at+k)%len(e.text)
	}
	return n, nil
}

func TestEndlessInputIsAnError(t *testing.T) {
	thousand := strings.Repeat("x ", 1000)
	for _, huge := range []struct{ name, start, more, err string }{
		{"zeros", "", "\x00", "q.dlx:1:1: the line is too long: at most 16777216 bytes"},
		{"one line", "a\n", "a", "q.dlx:2:1: the line is too long: at most 16777216 bytes"},
		{"comments", "", "|" + thousand + "\n", "q.dlx:8385:1: too much commentary: at most 16777216 bytes"},
		{"blanks", "", strings.Repeat("\t", 1<<20) + "\n", "q.dlx:256:1: the problem is too large: at most 268435456 bytes, and 144 for each element"},
		{"items", items(1 << 20), " a", `q.dlx:1:6221554: too many items: at most 1048576`},
	} {
		t.Run(huge.name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(huge.start), &endless{text: huge.more})
			if huge.name == "items" {
				in = io.LimitReader(in, int64(len(huge.start)+100))
			}
			_, err := dlx.Read(in, "q.dlx")
			assert.EqualError(t, err, huge.err)
		})
	}
}

func TestReadStopsAtTheLimitOfMemory(t *testing.T) {
	over := &meter.LimitError{What: "64M of memory"}
	defer base.LimitMemory(func(bytes int64) error {
		if bytes > 64<<20 {
			return over
		}
		return nil
	})()
	text := items(4096)
	_, err := dlx.Read(io.MultiReader(strings.NewReader(text), &endless{text: "\n" + text}), "q.dlx")
	assert.ErrorIs(t, err, over)
	assert.Regexp(t, `^q\.dlx:\d+:1: `, err)
}

// items returns n names.
func items(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "%x ", k)
	}
	return b.String()
}

// As for the other large tests, the race detector would find nothing here.

// P. W. Kasteleyn, and M. E. Fisher and H. N. V. Temperley, 1961; OEIS A004003.
func TestDominoesOnSixteenBySixteenAreCounted(t *testing.T) {
	n, err := read(t, dominoes(16, 16)).Count(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, "2444888770250892795802079170816", n.String())
}

// Where counting saves nothing, it must have the nodes of the search, and few more for
// the frontier.
func TestCountingHasFewMoreNodesThanSearching(t *testing.T) {
	for name, text := range map[string]string{"pentominoes": packing(8, 8, false, holed), "queens": queens(10)} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			var m meter.Meter
			_, err := p.Count(context.Background(), &m)
			require.NoError(t, err)
			searched := count(t, p, dlx.Bitset)
			assert.Equal(t, searched.Solutions, m.Stats().Solutions)
			assert.Less(t, m.Stats().Nodes, searched.Nodes*11/10)
		})
	}
}

// Two million options with ten million elements are a large problem, not a
// hopeless one.
func TestMillionsOfOptionsStartAtOnce(t *testing.T) {
	puzzletest.NeedsLong(t, "takes some hundred MB")
	const items, options = 100_000, 2_000_000
	before, start := heap(), time.Now()
	p := dlx.NewProblem(items, 0)
	for k := range int(options) {
		at := func(step int) dlx.Element { return dlx.Element{Item: (k + step) % items} }
		p.Add(at(0), at(1+k%7), at(9+k%5), at(15+k%3), at(20+k%11))
	}
	loaded := heap() - before
	loading := time.Since(start)
	start = time.Now()
	var m meter.Meter
	m.MaxNodes = 1
	err := p.Solve(context.Background(), &m, all)
	assert.ErrorIs(t, err, meter.ErrLimit)
	total := heap() - before
	t.Logf("%d MB to hold the problem, made in %v; %d MB with the search, which began after %v",
		loaded>>20, loading, total>>20, time.Since(start))
	assert.Less(t, total, uint64(500<<20))
	runtime.KeepAlive(p)
}

// heap returns the bytes that the heap has obtained and not returned.
func heap() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapSys - s.HeapReleased
}
