package crosscut

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"sync"
	"sync/atomic"

	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// SearchCube is [Engine].Search for the solutions of the whole puzzle that lie in the cube. It returns nil only when
// there are no more, and [meter.ErrStopped] when yield returned false. The rules of the whole puzzle judge each of them.
// A cube may stand for images of its solutions: see [cubes.Cube.Images]. Then yield gets each image, too. So each
// solution of the whole puzzle comes from exactly one cube of a cut.
func SearchCube(ctx context.Context, e Engine, c cubes.Cube, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	if yield == nil {
		return errNoReceiver
	}
	if m == nil {
		m = new(meter.Meter)
	}
	_, foreign := c.Whole.(cubes.Cuttable)
	r := cubeReceiver{engine: e.Name, whole: c.Whole, lift: c.Lift(), foreign: foreign, meter: m, yield: yield}
	err := e.Search(ctx, c.Puzzle, m, r.receive)
	r.publish()
	return cmp.Or(r.wrong, err)
}

// cubeReceiver turns the solutions of a cube into those of the whole puzzle, and judges them.
type cubeReceiver struct {
	engine  string
	whole   puzzle.Puzzle
	lift    func(puzzle.Solution) iter.Seq[puzzle.Solution]
	foreign bool // the rules of the cube are those of another package
	meter   *meter.Meter
	yield   func(puzzle.Solution) bool
	wrong   error // the WrongError that ended the search

	images int64 // images that the meter does not know yet
}

// imagesAtOnce is how many images the meter gets at once. Several workers share its memory.
const imagesAtOnce = 1 << 8

// receive yields the solutions of the whole puzzle that s, a solution of the cube, stands for.
func (r *cubeReceiver) receive(s puzzle.Solution) bool {
	first := true
	for t := range r.lift(s) {
		if !first {
			if r.images++; r.images == imagesAtOnce {
				r.publish()
			}
		}
		first = false
		// The engine has already judged s itself, by the rules of the cube, which has more
		// clues. Lift has made the canonical form.
		if r.foreign || &t[0] != &s[0] {
			if reason := r.whole.Check(t); reason != nil {
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

// cubeResult says what the search of a cube found.
type cubeResult struct {
	index int      // position of the cube
	tally Tally    // of its solutions, if they were listed
	count *big.Int // of its solutions, if they were counted; a lower bound or nil with an error
	err   error
}

// countCube counts the solutions of the whole puzzle that lie in a cube.
func (e Engine) countCube(ctx context.Context, c cubes.Cube, m *meter.Meter, r *cubeResult) {
	if r.count, r.err = Count(ctx, e, c.Puzzle, m); r.count != nil {
		r.count.Mul(r.count, big.NewInt(int64(c.Images)))
	}
}

// enumerateCube lists them.
func (e Engine) enumerateCube(ctx context.Context, c cubes.Cube, m *meter.Meter, r *cubeResult) {
	r.err = SearchCube(ctx, e, c, m, func(s puzzle.Solution) bool {
		r.tally.Add(s)
		return true
	})
}

// eachCube calls do with every cube, in their order, on as many goroutines as m allows. It passes each result to
// done in the calling goroutine. The first cube that fails ends the others. done gets the results of all
// cubes that were begun. The error is nil when every cube is finished.
func eachCube(ctx context.Context, all []cubes.Cube, m *meter.Meter, do func(context.Context, cubes.Cube, *meter.Meter, *cubeResult), done func(cubeResult)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taken atomic.Int64
	results := make(chan cubeResult)
	running := search.Goroutines{Stop: func() { cancel(errPanic) }}
	var working sync.WaitGroup // all of them call Done, even after a panic
	workers := max(m.Workers, 1)
	working.Add(workers)
	for range workers {
		running.Go(func() {
			defer working.Done()
			for ctx.Err() == nil {
				r := cubeResult{index: int(taken.Add(1)) - 1}
				if r.index >= len(all) {
					return
				}
				part := m.Part(all[r.index].Share)
				if do(ctx, all[r.index], part, &r); r.err == nil {
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
	var failed error
	finished := 0
	for r := range results { // read all results, so that no worker stays blocked
		if r.err == nil {
			finished++
		} else if failed == nil {
			failed = r.err
			cancel(failed)
		}
		done(r)
	}
	running.Wait()
	switch {
	case failed != nil:
		return failed
	case finished < len(all):
		return context.Cause(ctx)
	}
	finish(ctx, m)
	return nil
}

// finish marks a search as done.
func finish(ctx context.Context, m *meter.Meter) {
	run := meter.Start(ctx, m)
	run.Share(1)
	run.Close()
}

// searchCubes yields the solutions in the cubes, those of the first cube first, in the
// calling goroutine. The solutions come in the same order for any m.Workers. Solutions found
// ahead of their turn wait: some 2²² numbers at most.
func searchCubes(ctx context.Context, e Engine, all []cubes.Cube, m *meter.Meter, yield func(puzzle.Solution) bool) (err error) {
	meters := make([]*meter.Meter, len(all)) // parts of the whole search
	for i := range all {
		meters[i] = m.Part(all[i].Share)
	}
	if workers := min(m.Workers, len(all)); workers > 1 {
		err = searchTogether(ctx, e, all, meters, workers, yield)
	} else {
		for i := range all {
			if err = SearchCube(ctx, e, all[i], meters[i], yield); err != nil {
				break
			}
			finish(ctx, meters[i])
		}
	}
	if err == nil {
		finish(ctx, m)
	}
	return err
}

// searchTogether searches the cubes on several cores. An error in one of them ends the
// others at once, and is the error returned. A wrong solution is reported even if the
// search had been cancelled before.
func searchTogether(ctx context.Context, e Engine, all []cubes.Cube, meters []*meter.Meter, workers int, yield func(puzzle.Solution) bool) error {
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
			cells := all[i].Whole.Board().Len()
			for ; len(found) > 0; found = found[cells:] {
				if !yield(found[:cells:cells]) {
					return meter.ErrStopped
				}
				if ctx.Err() != nil { // a part may have thousands of solutions
					return context.Cause(ctx)
				}
			}
			return nil
		},
	}
	err := run.Run(ctx)
	if is := wrong.Load(); is != nil {
		return is
	}
	return err
}
