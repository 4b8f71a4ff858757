package crosscut

import (
	"context"
	"math/big"
	"time"

	"crosscut/cubes"
)

// Part is the outcome of a search that may leave a part of a cube to others. Count is exact
// for what was searched: Count and the counts of the cubes in Rest add up to that of the
// cube. This holds with an error too.
type Part struct {
	Cube   cubes.Cube
	Engine string

	Count  *big.Int // solutions of the whole puzzle in the part that was searched
	Digest Digest   // the digest of these solutions; zero if they were only counted

	// The cubes that were not searched, in their order. They have no solution in common,
	// and none with what was searched. Their paths begin with that of Cube. Rest is empty
	// when the whole cube was searched.
	Rest []cubes.Cube

	Stats   Stats
	Elapsed time.Duration
	Err     error // nil unless the search ended before stop asked for it
}

// CountSome counts the solutions of a cube until stop returns true. It asks stop from the
// calling goroutine: before it begins a part of the cube, and about every 10 ms. Then it
// leaves the rest as cubes of the same plan: see [cubes.Cube.Children].
//
// If ctx ends or a limit of m is met, Err says so, and Rest includes the part that was
// searched then. A worker can answer with such a part too.
func CountSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool) Part {
	return some(ctx, c, m, stop, Part{Cube: c, Engine: e.Name}, func(ctx context.Context, c cubes.Cube, m *Meter) (*big.Int, Digest, error) {
		n, err := CountCube(ctx, e, c, m)
		return n, Digest{}, err
	})
}

// EnumerateSome is [CountSome] with every solution found, judged and digested.
func EnumerateSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool) Part {
	return some(ctx, c, m, stop, Part{Cube: c, Engine: e.Name}, func(ctx context.Context, c cubes.Cube, m *Meter) (*big.Int, Digest, error) {
		t, err := EnumerateCube(ctx, e, c, m)
		return t.Count(), t.Digest, err
	})
}

// some searches a cube child by child.
func some(ctx context.Context, c cubes.Cube, m *Meter, stop func() bool, begun Part, search func(context.Context, cubes.Cube, *Meter) (*big.Int, Digest, error)) (p Part) {
	p = begun
	if m == nil {
		m = new(Meter)
	}
	start := time.Now()
	defer func() { p.Stats, p.Elapsed = m.Stats(), time.Since(start) }()
	p.Count = new(big.Int)
	children, err := c.Children(ctx)
	if err != nil {
		p.Err, p.Rest = err, []cubes.Cube{c}
		return p
	}
	for i, child := range children {
		if stop() {
			p.Rest = children[i:]
			return p
		}
		n, d, err := search(ctx, child, m.Part(child.Share()/c.Share()))
		if err != nil {
			p.Err, p.Rest = err, children[i:]
			return p
		}
		p.Count.Add(p.Count, n)
		p.Digest = p.Digest.Plus(d)
	}
	return p
}
