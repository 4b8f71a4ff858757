package crosscut

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"sync"
	"sync/atomic"
	"time"

	"crosscut/cubes"
	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// SearchCube is [Engine].Search for the solutions of the whole puzzle that lie in the
// cube. It returns nil only when there are no more, and [ErrStopped] when yield returned false. The rules of the whole puzzle judge each of them. A cube may stand for images of
// its solutions: see [cubes.Cube.Images]. Then yield gets each image, too. So each solution
// of the whole puzzle comes from exactly one cube of a cut.
func SearchCube(ctx context.Context, e Engine, c cubes.Cube, m *Meter, yield func(puzzle.Solution) bool) error {
	if yield == nil {
		return errNoReceiver
	}
	if m == nil {
		m = new(Meter)
	}
	_, foreign := c.Whole().(cubes.Cuttable)
	r := cubeReceiver{engine: e.Name, cube: c, foreign: foreign, meter: m, yield: yield}
	err := e.Search(ctx, c.Puzzle(), m, r.receive)
	r.publish()
	return cmp.Or(r.wrong, err)
}

// cubeReceiver turns the solutions of a cube into those of the whole puzzle, and judges them.
type cubeReceiver struct {
	engine  string
	cube    cubes.Cube
	foreign bool // the rules of the cube are those of another package
	meter   *Meter
	yield   func(puzzle.Solution) bool
	wrong   error // the WrongError that ended the search

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
		if r.cube.Reduced() || i > 0 || r.foreign {
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
	r.meter.Add(meter.Stats{Solutions: r.images})
	r.images = 0
}

// CountCube is [Count] for the solutions of the whole puzzle that lie in the cube, with the
// images that the cube stands for. The counts of all cubes add up to that of the puzzle.
func CountCube(ctx context.Context, e Engine, c cubes.Cube, m *Meter) (*big.Int, error) {
	n, err := Count(ctx, e, c.Puzzle(), m)
	if n == nil {
		return nil, err
	}
	return n.Mul(n, big.NewInt(int64(c.Images()))), err
}

// CubeResult says what the search of a cube found.
type CubeResult struct {
	Cube   cubes.Cube
	Index  int // position of the cube in the source, counted from 0; Cube.Index is its position in the cut
	Engine string

	// The number of solutions of the whole puzzle in the cube. If Err is not nil, it is a lower
	// bound, or nil when nothing is known.
	Count  *big.Int
	Digest Digest // the digest of these solutions; zero if they were only counted

	Stats   meter.Stats
	Elapsed time.Duration
	Err     error // nil if the cube is finished
}

// Tally returns Count and Digest as a tally. It fails where [NewTally] does.
func (r *CubeResult) Tally() (Tally, error) { return NewTally(r.Count, r.Digest) }

// CountCubes counts the solutions in each cube of source, on m.Workers cores. It takes a
// cube from the source when a core is free. The calling goroutine passes each result to done
// as soon as it is known. Finished cubes come first, in any order. If the count ends early,
// done also gets each cube that was begun and not finished, with the error that ended the
// count.
//
// A cube that fails does not end the count of the others: the caller decides. An error of
// done ends the count.
//
// For a slice of cubes, source is slices.Values(all). To go on with an interrupted count,
// leave out the cubes that are finished. A
// source without cubes gives no result and a nil error. Only the cubes that are being
// searched and those whose result waits for done are in memory. Other goroutines take the
// cubes from source, one at a time.
//
// The counts of all cubes of a puzzle add up to its own. A limit on nodes applies to all
// cubes together. With such a limit the cubes are searched one after the other. m shows the
// shares of the finished cubes, as [cubes.Cube.Share] has them.
//
// The error is nil when every cube is finished. Otherwise it is that of done, that of the
// first cube that failed, or the cause of the end of ctx. A nil done ends with the first such cube.
func CountCubes(ctx context.Context, e Engine, source iter.Seq[cubes.Cube], m *Meter, done func(CubeResult) error) error {
	return eachCube(ctx, source, m, done, func(ctx context.Context, m *Meter, r *CubeResult) {
		r.Engine = e.Name
		r.Count, r.Err = CountCube(ctx, e, r.Cube, m)
	})
}

// EnumerateCubes is [CountCubes] with every solution found, judged and digested.
func EnumerateCubes(ctx context.Context, e Engine, source iter.Seq[cubes.Cube], m *Meter, done func(CubeResult) error) error {
	return eachCube(ctx, source, m, done, func(ctx context.Context, m *Meter, r *CubeResult) {
		var t Tally
		r.Engine = e.Name
		r.Err = SearchCube(ctx, e, r.Cube, m, func(s puzzle.Solution) bool {
			t.Add(s)
			return true
		})
		r.Count, r.Digest = t.Count(), t.Digest
	})
}

// cubeMeters returns a meter for each cube. Together they are parts of the whole search
// of m.
func cubeMeters(all []cubes.Cube, m *Meter) []*Meter {
	meters := make([]*Meter, len(all))
	for i := range all {
		meters[i] = m.Part(all[i].Share())
	}
	return meters
}

// cubeQueue hands the cubes of a source to workers.
type cubeQueue struct {
	ctx  context.Context
	m    *Meter
	next func() (cubes.Cube, bool)

	lock  sync.Mutex
	taken int
	empty bool
	err   error // the limit on nodes was met before a cube
}

// take returns the next cube and its meter. It returns no meter when there is none to
// search.
func (q *cubeQueue) take() (r CubeResult, part *Meter) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.ctx.Err() != nil || q.empty || q.err != nil {
		return r, nil
	}
	c, more := q.next()
	if !more {
		q.empty = true
		return r, nil
	}
	part = q.m.Part(c.Share())
	if q.err = within(part, q.m); q.err != nil {
		return r, nil
	}
	q.taken++
	return CubeResult{Cube: c, Index: q.taken - 1}, part
}

// eachCube calls do with every cube, in their order, on as many goroutines as m allows. It
// calls done with every result.
func eachCube(ctx context.Context, source iter.Seq[cubes.Cube], m *Meter, done func(CubeResult) error, do func(context.Context, *Meter, *CubeResult)) error {
	if m == nil {
		m = new(Meter)
	}
	if source == nil {
		source = func(func(cubes.Cube) bool) {}
	}
	if done == nil {
		done = func(r CubeResult) error { return r.Err }
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next, stop := iter.Pull(source)
	defer stop()
	q := &cubeQueue{ctx: ctx, m: m, next: next}
	workers := max(m.Workers, 1)
	if m.MaxNodes > 0 {
		workers = 1
	}
	results := make(chan CubeResult)
	running := search.Goroutines{Stop: func() { cancel(errPanic) }}
	var working sync.WaitGroup // all of them call Done, even after a panic
	working.Add(workers)
	for range workers {
		running.Go(func() {
			defer working.Done()
			for r, part := q.take(); part != nil; r, part = q.take() {
				start := time.Now()
				do(ctx, part, &r)
				r.Err = ofWhole(r.Err, m)
				r.Stats, r.Elapsed = part.Stats(), time.Since(start)
				if r.Err == nil {
					finish(ctx, part)
				}
				results <- r
			}
		})
	}
	go func() {
		working.Wait()
		close(results)
	}()
	var failed, ended error
	for r := range results { // read all results, so that no worker stays blocked
		if r.Err != nil && failed == nil {
			failed = r.Err
		}
		if err := done(r); err != nil && ended == nil {
			ended = err
			cancel(err)
		}
	}
	running.Wait()
	switch err := cmp.Or(ended, failed, q.err); {
	case err != nil:
		return err
	case !q.empty:
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
		return &meter.LimitError{What: base.Nodes(m.MaxNodes)}
	}
	return nil
}

// ofWhole replaces the error for the limit of a cube. If the limit of the whole puzzle is
// used up, the error names that limit.
func ofWhole(err error, m *Meter) error {
	if errors.Is(err, ErrLimit) && m.MaxNodes > 0 && m.Stats().Nodes >= m.MaxNodes {
		return &meter.LimitError{What: base.Nodes(m.MaxNodes)}
	}
	return err
}

// finish marks a search as done.
func finish(ctx context.Context, m *Meter) {
	run := meter.Start(ctx, m)
	run.Share(1)
	run.Close()
}

// SearchCubes yields the solutions in the cubes, those of the first cube first, in the
// calling goroutine. It returns nil when every cube is finished, and [ErrStopped] when yield returned
// false. The solutions come in the same order for any m.Workers. After the last solution
// of a cube it calls finished, if that is not nil. An error of finished ends the search.
// Solutions found ahead of their turn wait: some 2²² numbers at most.
//
// The other errors are those of [CountCubes].
func SearchCubes(ctx context.Context, e Engine, all []cubes.Cube, m *Meter, yield func(puzzle.Solution) bool, finished func(i int) error) error {
	if yield == nil {
		return errNoReceiver
	}
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
