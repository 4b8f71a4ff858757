package crosscut

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"sync"

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
	var wrong error
	err := e.search(ctx, c.Puzzle(), m, func(s puzzle.Solution) bool {
		s = c.Lift(s)
		for i := range c.Images() {
			t := c.Image(i, s)
			if i > 0 {
				m.Add(Stats{Solutions: 1})
			}
			if c.Reduced() || i > 0 { // otherwise the engine has judged it, with more clues
				if reason := judge(c.Whole(), t); reason != nil {
					wrong = &WrongError{Engine: e.Name, Solution: t, Reason: reason}
					return false
				}
			}
			if !yield(t) {
				return false
			}
		}
		return true
	})
	return cmp.Or(wrong, err)
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

// CountCubes counts the solutions in each cube, on m.Workers cores. The calling
// goroutine passes each count to done, with the cube's index in all, as soon as it is
// known. Finished cubes come first, in any order. If the count ends early, done then gets
// a lower bound for each cube in work, and why it is not exact. An error of done ends the
// count.
//
// The counts of all cubes of a puzzle add up to its own. A limit on nodes is one for all
// cubes together, and then they are searched one after the other. The error is nil when
// every cube is finished. Otherwise it is that of done, that of the engine, or the cause
// of the end of ctx.
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

// cubeMeters returns a meter for each cube. Their shares make up the whole of m.
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

// cubeResult is what came of a cube.
type cubeResult[T any] struct {
	i     int
	value T
	err   error
}

// eachCube calls do with every cube, in their order, on as many goroutines as m allows,
// and done with every result.
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
	for r := range results { // to the end, so that no worker is left behind
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

// within gives a cube what nodes the whole may have still.
func within(part, m *Meter) error {
	if m.MaxNodes <= 0 {
		return nil
	}
	if part.MaxNodes = m.MaxNodes - m.Stats().Nodes; part.MaxNodes <= 0 {
		return search.Nodes(m.MaxNodes)
	}
	return nil
}

// ofWhole returns the error of a cube that had what nodes were left as one of the whole.
func ofWhole(err error, m *Meter) error {
	if errors.Is(err, ErrLimit) && m.MaxNodes > 0 && m.Stats().Nodes >= m.MaxNodes {
		return search.Nodes(m.MaxNodes)
	}
	return err
}

// finish says that a search is all done.
func finish(ctx context.Context, m *Meter) {
	run := search.Start(ctx, m)
	run.Share(1)
	run.Close()
}

// SearchCubes yields the solutions in the cubes, those of the first cube first, in
// the goroutine that called it. Whatever m.Workers is, they come in the same order.
// After the last one of a cube it calls finished, if that is not nil; an error of
// finished ends the search. Solutions that are found ahead of their turn wait, some
// 2²² numbers of them at most.
//
// The error is nil when every cube is finished, ErrStopped when yield returned false,
// and else as that of [CountCubes].
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

const (
	mostAhead  = 1 << 22 // numbers that may wait behind the first cube that is not handed out
	mostInHead = 1 << 16 // numbers that may wait in it
)

// cubeCrew are the workers of an ordered search. They take the cubes in order, so that
// the head, the first one that is not handed out, always has a worker, who waits for
// nobody but its receiver.
type cubeCrew struct {
	ctx    context.Context
	cancel context.CancelCauseFunc

	lock  sync.Mutex
	news  *sync.Cond
	next  int // the first cube that nobody has begun
	head  int
	ahead int // numbers that wait behind the head
	found [][]int
	ended []bool
	errs  []error
}

func searchTogether(ctx context.Context, e Engine, all []cubes.Cube, meters []*Meter, workers int, yield func(puzzle.Solution) bool, finished func(int) error) error {
	w := &cubeCrew{found: make([][]int, len(all)), ended: make([]bool, len(all)), errs: make([]error, len(all))}
	w.news = sync.NewCond(&w.lock)
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	wake := context.AfterFunc(w.ctx, func() {
		w.lock.Lock()
		defer w.lock.Unlock()
		w.news.Broadcast()
	})
	var running sync.WaitGroup
	defer running.Wait()
	defer wake()
	defer w.cancel(nil)
	for range workers {
		running.Go(func() {
			for i := w.take(); i >= 0; i = w.take() {
				err := SearchCube(w.ctx, e, all[i], meters[i], func(s puzzle.Solution) bool { return w.keep(i, s) })
				if err == nil {
					finish(w.ctx, meters[i])
				}
				w.end(i, err)
			}
		})
	}
	cells := all[0].Whole().Board().Len()
	var waiting []int
	for i := range all {
		for {
			var more bool
			waiting, more = w.collect(i, waiting[:0])
			for rest := waiting; len(rest) > 0; rest = rest[cells:] {
				if !yield(rest[:cells:cells]) {
					return ErrStopped
				}
			}
			if !more {
				break
			}
		}
		if err := w.pass(i); err != nil {
			return err
		}
		if err := finished(i); err != nil {
			return err
		}
	}
	return nil
}

// take begins the next cube and returns it, or -1 when there is none.
func (w *cubeCrew) take() int {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.next == len(w.found) || w.ctx.Err() != nil {
		return -1
	}
	w.next++
	return w.next - 1
}

// keep lets a solution wait in its cube, and its worker while too many do.
func (w *cubeCrew) keep(i int, s puzzle.Solution) bool {
	w.lock.Lock()
	defer w.lock.Unlock()
	for w.ctx.Err() == nil && w.full(i) {
		w.news.Wait()
	}
	if w.ctx.Err() != nil {
		return false
	}
	if w.found[i] = append(w.found[i], s...); i != w.head {
		w.ahead += len(s)
	} else if len(w.found[i]) == len(s) {
		w.news.Broadcast()
	}
	return true
}

// full reports whether too many solutions wait. The lock is held.
func (w *cubeCrew) full(i int) bool {
	if i == w.head {
		return len(w.found[i]) > mostInHead
	}
	return w.ahead > mostAhead
}

// end marks a cube as finished, or given up. One that failed by itself ends the rest.
func (w *cubeCrew) end(i int, err error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if err != nil && w.ctx.Err() != nil && !errors.As(err, new(*WrongError)) {
		err = context.Cause(w.ctx) // also where the solutions were refused
	}
	w.ended[i], w.errs[i] = true, err
	if err != nil {
		w.cancel(err)
	}
	w.news.Broadcast()
}

// collect waits for solutions of the head and moves them to to. It returns false
// when there are no more.
func (w *cubeCrew) collect(i int, to []int) ([]int, bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for len(w.found[i]) == 0 && !w.ended[i] && w.ctx.Err() == nil {
		w.news.Wait()
	}
	to = append(to, w.found[i]...)
	w.found[i] = w.found[i][:0]
	w.news.Broadcast()
	return to, !w.ended[i] && w.ctx.Err() == nil
}

// pass makes the next cube the head, and returns why the one before is not finished.
func (w *cubeCrew) pass(i int) error {
	w.lock.Lock()
	defer w.lock.Unlock()
	for w.ctx.Err() != nil && i < w.next && !w.ended[i] { // its worker is about to say why
		w.news.Wait()
	}
	switch {
	case w.errs[i] != nil:
		return w.errs[i]
	case !w.ended[i]:
		return context.Cause(w.ctx)
	}
	w.found[i] = nil
	if w.head = i + 1; w.head < len(w.found) {
		w.ahead -= len(w.found[w.head])
	}
	w.news.Broadcast()
	return nil
}
