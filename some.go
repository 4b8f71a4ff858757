package crosscut

import (
	"context"
	"math/big"
	"time"

	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// A search that can hand over: the caller decides when, and gets cubes for the rest.
//
// The rest is the children of the cube, so each of them has a path. Everybody who cuts the
// same puzzle gets the same cubes. Their results can be compared, and one of them can be
// searched again. What the search has done in the cube is lost. So a caller asks for the cut
// early, when a forecast says that the rest takes far longer than the search has taken.
//
// A search could also hand over the branches that it has not tried. They would depend on
// the engine and on the moment. Two results of a cube could not be compared then.

// Part is the outcome of a search that may leave its cube to others. Count is exact for
// what was searched: Count and the counts of the cubes in Rest add up to that of Cube. This
// holds with an error too. Either the whole cube was searched, and Rest is empty, or Count is
// 0 and Rest is the whole cube.
type Part struct {
	Cube   cubes.Cube
	Engine string

	Count  *big.Int // solutions of the whole puzzle in the part that was searched
	Digest Digest   // the digest of these solutions; zero if they were only counted

	// The cubes that were not searched, in their order: all children of Cube, or Cube
	// alone after an error. Rest is empty when the whole cube was searched.
	Rest []cubes.Cube

	Stats   Stats // the work of this call, also when its count was given up
	Elapsed time.Duration
	Err     error // nil unless the search ended although stop had not asked for it
}

// CountSome counts the solutions of a cube, or leaves the cube to others when stop returns
// true. It asks stop from the calling goroutine, about every 10 ms, and not again after it
// returned true. A nil stop never returns true.
//
// After stop it gives up what it has counted, so Count is 0. Rest has all cubes that the
// cube is cut into by its plan: see [cubes.Cube.Children]. Count them one by one, here or
// elsewhere. A cube that cannot be cut is searched to its end.
//
// So stop early. stop can forecast the time that is left from [Meter.Done] of m. The whole
// puzzle is a cube, too: [cubes.Split] with n = 1 returns it.
//
// If ctx ends, or at a limit of m, Err says so, and Rest has the cube. The same holds for an
// engine that fails. So a worker can answer with such a part too.
func CountSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool) Part {
	return searchSome(ctx, e, c, m, stop, func(ctx context.Context, m *Meter) (*big.Int, Digest, error) {
		n, err := CountCube(ctx, e, c, m)
		return n, Digest{}, err
	})
}

// EnumerateSome is [CountSome] with every solution found, judged and digested.
func EnumerateSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool) Part {
	return SearchSome(ctx, e, c, m, stop, nil)
}

// SearchSome is [EnumerateSome] with a yield for each solution of the whole puzzle, unless
// yield is nil. Another goroutine calls yield, in the order of [SearchCube], but never after
// SearchSome has returned. Solutions of a search that is not finished count for nothing, so
// the caller forgets them. If yield returns false, Err is [ErrStopped].
func SearchSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool, yield func(puzzle.Solution) bool) Part {
	return searchSome(ctx, e, c, m, stop, func(ctx context.Context, m *Meter) (*big.Int, Digest, error) {
		var t Tally
		err := SearchCube(ctx, e, c, m, func(s puzzle.Solution) bool {
			t.Add(s)
			return yield == nil || yield(s)
		})
		return t.Count(), t.Digest, err
	})
}

// searchSome searches a cube while it watches stop.
func searchSome(ctx context.Context, e Engine, c cubes.Cube, m *Meter, stop func() bool, do func(context.Context, *Meter) (*big.Int, Digest, error)) Part {
	if m == nil {
		m = new(Meter)
	}
	p := Part{Cube: c, Engine: e.Name, Count: new(big.Int)}
	before, start := m.Stats(), time.Now()
	var n *big.Int
	var d Digest
	var children []cubes.Cube
	rest, err := search.HandOver(ctx, stop, func(ctx context.Context) (_ int, err error) {
		children, err = c.Children(ctx)
		return len(children), err
	}, func(ctx context.Context) (err error) {
		n, d, err = do(ctx, m)
		return err
	})
	switch {
	case err != nil:
		p.Rest, p.Err = []cubes.Cube{c}, err
	case rest > 0:
		p.Rest = children
	default:
		p.Count, p.Digest = n, d
	}
	p.Stats = m.Stats().Minus(before)
	p.Elapsed = time.Since(start)
	return p
}
