package crosscut

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"sync"
	"sync/atomic"

	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// SearchCube is [Engine].Search for the solutions of the whole puzzle that lie in the
// cube. The rules of the whole puzzle judge each of them.
func SearchCube(ctx context.Context, e Engine, c cubes.Cube, m *Meter, yield func(puzzle.Solution) bool) error {
	if m == nil {
		m = new(Meter)
	}
	r := cubeReceiver{engine: e.Name, cube: c, meter: m, yield: yield}
	err := e.search(ctx, c.Puzzle(), m, r.receive)
	r.publish()
	return cmp.Or(r.wrong, err)
}

// cubeReceiver turns the solutions of a cube into those of the whole puzzle, and judges them.
type cubeReceiver struct {
	engine string
	cube   cubes.Cube
	meter  *Meter
	yield  func(puzzle.Solution) bool
	wrong  error // the WrongError that ended the search

	lifted, image puzzle.Solution // memory for all solutions
	images        int64           // images that the meter does not know yet
}

// imagesAtOnce is how many images the meter gets at once. Several workers share its memory.
const imagesAtOnce = 1 << 8

// receive yields the solutions of the whole puzzle that s, a solution of the cube, stands for.
func (r *cubeReceiver) receive(s puzzle.Solution) bool {
	if r.cube.Reduced() {
		r.lifted = r.cube.Lift(r.lifted, s)
		s = r.lifted
	}
	for i := range r.cube.Images() {
		t := r.cube.Image(i, r.image, s)
		if i > 0 {
			r.image = t
			if r.images++; r.images == imagesAtOnce {
				r.publish()
			}
		}
		// Otherwise the engine has already judged it, by the rules of the cube, which has more
		// clues. Lift and Image have made the canonical form.
		if r.cube.Reduced() || i > 0 {
			if reason := r.cube.Whole().Check(t); reason != nil {
				r.wrong = &WrongError{Engine: r.engine, Solution: t, Reason: reason}
				return false
			}
		}
		if !r.yield(t) {
			return false
		}
	}
	return true
}

// publish adds the images to the solutions of the meter.
func (r *cubeReceiver) publish() {
	r.meter.Add(Stats{Solutions: r.images})
	r.images = 0
}

// EnumerateCube is [Enumerate] for the solutions of the whole puzzle that lie in the
// cube. The tallies of all cubes add up to that of the puzzle.
func EnumerateCube(ctx context.Context, e Engine, c cubes.Cube, m *Meter) (Tally, error) {
	var t Tally
	err := SearchCube(ctx, e, c, m, func(s puzzle.Solution) bool {
		t.Add(s)
		return true
	})
	return t, err
}

// CountCube is [Count] for the solutions of the whole puzzle that lie in the cube. The
// counts of all cubes add up to that of the puzzle.
func CountCube(ctx context.Context, e Engine, c cubes.Cube, m *Meter) (*big.Int, error) {
	n, err := Count(ctx, e, c.Puzzle(), m)
	if n == nil {
		return nil, err
	}
	return n.Mul(n, big.NewInt(int64(c.Images()))), err
}

// CountCubes counts the solutions in each cube, on m.Workers cores. The calling goroutine
// passes each count to done, with the cube's index in all, as soon as it is known.
// Finished cubes come first, in any order. If the count ends early, done also gets each
// cube that was begun and not finished. For such a cube it gets a lower bound and the
// error that ended the count. An error of done ends the count.
//
// The counts of all cubes of a puzzle add up to its own. A limit on nodes applies to all
// cubes together. With such a limit the cubes are searched one after the other. The error
// is nil when every cube is finished. Otherwise it is that of done, that of the engine,
// or the cause of the end of ctx.
func CountCubes(ctx context.Context, e Engine, all []cubes.Cube, m *Meter, done func(i int, n *big.Int, err error) error) error {
	return eachCube(ctx, all, m, func(ctx context.Context, c cubes.Cube, m *Meter) (*big.Int, error) {
		return CountCube(ctx, e, c, m)
	}, done)
}

// EnumerateCubes is [CountCubes] with every solution found, judged and digested.
func EnumerateCubes(ctx context.Context, e Engine, all []cubes.Cube, m *Meter, done func(i int, t Tally, err error) error) error {
	return eachCube(ctx, all, m, func(ctx context.Context, c cubes.Cube, m *Meter) (Tally, error) {
		return EnumerateCube(ctx, e, c, m)
	}, done)
}

// cubeMeters returns a meter for each cube. Together they are parts of the whole search
// of m.
func cubeMeters(all []cubes.Cube, m *Meter) []*Meter {
	total := 0.0
	for i := range all {
		total += all[i].Share()
	}
	meters := make([]*Meter, len(all))
	for i := range all {
		meters[i] = m.Part(all[i].Share() / total)
	}
	return meters
}

// cubeResult is the result of one cube.
type cubeResult[T any] struct {
	i     int
	value T
	err   error
}

// eachCube calls do with every cube, in their order, on as many goroutines as m allows. It
// calls done with every result.
func eachCube[T any](ctx context.Context, all []cubes.Cube, m *Meter, do func(context.Context, cubes.Cube, *Meter) (T, error), done func(int, T, error) error) error {
	if m == nil {
		m = new(Meter)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	meters := cubeMeters(all, m)
	workers := min(max(m.Workers, 1), len(all))
	if m.MaxNodes > 0 {
		workers = 1
	}
	results := make(chan cubeResult[T])
	var lock sync.Mutex
	next := 0
	take := func() int {
		lock.Lock()
		defer lock.Unlock()
		if next == len(all) || ctx.Err() != nil {
			return -1
		}
		next++
		return next - 1
	}
	work := func() {
		for i := take(); i >= 0; i = take() {
			r := cubeResult[T]{i: i}
			if r.err = within(meters[i], m); r.err == nil {
				r.value, r.err = do(ctx, all[i], meters[i])
				r.err = ofWhole(r.err, m)
			}
			if r.err == nil {
				finish(ctx, meters[i])
			}
			results <- r
		}
	}
	var running sync.WaitGroup
	for range workers {
		running.Go(work)
	}
	go func() {
		running.Wait()
		close(results)
	}()
	var failed error
	for r := range results { // read all results, so that no worker stays blocked
		if r.err != nil && failed == nil {
			failed = r.err
			cancel(r.err)
		}
		if err := done(r.i, r.value, r.err); err != nil && failed == nil {
			failed = err
			cancel(err)
		}
	}
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil && next < len(all):
		return context.Cause(ctx)
	}
	finish(ctx, m)
	return nil
}

// within limits a cube to the nodes that are left for the whole.
func within(part, m *Meter) error {
	if m.MaxNodes <= 0 {
		return nil
	}
	if part.MaxNodes = m.MaxNodes - m.Stats().Nodes; part.MaxNodes <= 0 {
		return search.Nodes(m.MaxNodes)
	}
	return nil
}

// ofWhole replaces the error for the limit of a cube. If the limit of the whole puzzle is
// used up, the error names that limit.
func ofWhole(err error, m *Meter) error {
	if errors.Is(err, ErrLimit) && m.MaxNodes > 0 && m.Stats().Nodes >= m.MaxNodes {
		return search.Nodes(m.MaxNodes)
	}
	return err
}

// finish marks a search as done.
func finish(ctx context.Context, m *Meter) {
	run := search.Start(ctx, m)
	run.Share(1)
	run.Close()
}

// SearchCubes yields the solutions in the cubes, those of the first cube first, in the
// calling goroutine. They come in the same order for any m.Workers. After the last solution
// of a cube it calls finished, if that is not nil. An error of finished ends the search.
// Solutions found ahead of their turn wait: some 2²² numbers at most.
//
// The error is nil when every cube is finished, and ErrStopped after yield returned false.
// The other errors are those of [CountCubes].
func SearchCubes(ctx context.Context, e Engine, all []cubes.Cube, m *Meter, yield func(puzzle.Solution) bool, finished func(i int) error) error {
	if m == nil {
		m = new(Meter)
	}
	if finished == nil {
		finished = func(int) error { return nil }
	}
	meters := cubeMeters(all, m)
	if workers := min(m.Workers, len(all)); workers > 1 && m.MaxNodes == 0 {
		err := searchTogether(ctx, e, all, meters, workers, yield, finished)
		if err == nil {
			finish(ctx, m)
		}
		return err
	}
	for i := range all {
		if err := within(meters[i], m); err != nil {
			return err
		}
		if err := SearchCube(ctx, e, all[i], meters[i], yield); err != nil {
			return ofWhole(err, m)
		}
		finish(ctx, meters[i])
		if err := finished(i); err != nil {
			return err
		}
	}
	finish(ctx, m)
	return nil
}

// searchTogether searches the cubes on several cores. An error in one of them ends the
// others at once, and is the error returned. A wrong solution is reported even if the
// search had been cancelled before.
func searchTogether(ctx context.Context, e Engine, all []cubes.Cube, meters []*Meter, workers int, yield func(puzzle.Solution) bool, finished func(int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wrong atomic.Pointer[WrongError]
	run := search.InOrder[int, int]{
		Workers: workers,
		Tasks:   search.Indices(len(all)),
		Join: func(ctx context.Context) func(int, func([]int) bool) error {
			return func(i int, emit func([]int) bool) error {
				err := SearchCube(ctx, e, all[i], meters[i], func(s puzzle.Solution) bool { return emit(s) })
				if err == nil {
					finish(ctx, meters[i])
					return nil
				}
				if is := (*WrongError)(nil); errors.As(err, &is) {
					wrong.Store(is)
				}
				if ctx.Err() == nil {
					cancel(err)
				}
				return err
			}
		},
		Receive: func(i int, found []int) error {
			cells := all[i].Whole().Board().Len()
			for ; len(found) > 0; found = found[cells:] {
				if !yield(found[:cells:cells]) {
					return ErrStopped
				}
				if ctx.Err() != nil { // a part may have thousands of solutions
					return context.Cause(ctx)
				}
			}
			return nil
		},
		Finish: finished,
	}
	err := run.Run(ctx)
	if is := wrong.Load(); is != nil {
		return is
	}
	return err
}
