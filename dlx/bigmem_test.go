//go:build !race

package dlx_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"crosscut/dlx"
)

// Two million options with ten million elements are a large problem, not a
// hopeless one.
func TestMillionsOfOptionsStartAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some hundred MB")
	}
	const items, options = 100_000, 2_000_000
	before, start := memory(), time.Now()
	p := dlx.NewProblem(items, 0)
	p.Grow(options, 5*options)
	for k := range dlx.Item(options) {
		at := func(step dlx.Item) dlx.Element { return dlx.Element{Item: (k + step) % items} }
		p.Add(at(0), at(1+k%7), at(9+k%5), at(15+k%3), at(20+k%11))
	}
	loaded := memory() - before
	loading := time.Since(start)
	start = time.Now()
	var m dlx.Meter
	m.MaxNodes = 1
	err := p.Solve(context.Background(), &m, all)
	assert.ErrorIs(t, err, dlx.ErrLimit)
	total := memory() - before
	t.Logf("%d MB to hold the problem, made in %v; %d MB with the search, which began after %v",
		loaded>>20, loading, total>>20, time.Since(start))
	assert.Less(t, total, uint64(500<<20))
	runtime.KeepAlive(p)
}

// memory returns the bytes that the heap has obtained and not returned.
func memory() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapSys - s.HeapReleased
}
