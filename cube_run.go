package crosscut

import (
	"context"
	"errors"
	"math/big"
	"sync"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// CountCubes counts the solutions in each cube, on m.Workers cores, and calls done
// with the index in cubes and the number of each as soon as it is known, in the goroutine that called
// CountCubes: first with the cubes that were finished, in any order, and where the
// count ends early with what was counted in those that were not, and why. An error
// of done ends the count.
//
// The counts of all cubes of a puzzle add up to its own. With a limit on nodes, which
// is one for all cubes together, they are searched one after the other. The error is
// nil when every cube is finished; else that of done, or of the engine in one of
// them, or the cause of the end of ctx.
func CountCubes(ctx context.Context, e Engine, cubes []Cube, m *Meter, done func(i int, n *big.Int, err error) error) error {
	return eachCube(ctx, cubes, m, func(ctx context.Context, c *Cube, m *Meter) (*big.Int, error) {
		return c.Count(ctx, e, m)
	}, done)
}

// EnumerateCubes is [CountCubes] with every solution found, judged and digested.
func EnumerateCubes(ctx context.Context, e Engine, cubes []Cube, m *Meter, done func(i int, t Tally, err error) error) error {
	return eachCube(ctx, cubes, m, func(ctx context.Context, c *Cube, m *Meter) (Tally, error) {
		return c.Enumerate(ctx, e, m)
	}, done)
}

// cubeMeters are the meters of cubes, whose shares make up the whole of one search.
func cubeMeters(cubes []Cube, m *Meter) []*Meter {
	total := 0.0
	for i := range cubes {
		total += cubes[i].share
	}
	meters := make([]*Meter, len(cubes))
	for i := range cubes {
		meters[i] = m.Part(cubes[i].share / total)
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
func eachCube[T any](ctx context.Context, cubes []Cube, m *Meter, do func(context.Context, *Cube, *Meter) (T, error), done func(int, T, error) error) error {
	if m == nil {
		m = new(Meter)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	meters := cubeMeters(cubes, m)
	workers := min(max(m.Workers, 1), len(cubes))
	if m.MaxNodes > 0 {
		workers = 1
	}
	results := make(chan cubeResult[T])
	var lock sync.Mutex
	next := 0
	take := func() int {
		lock.Lock()
		defer lock.Unlock()
		if next == len(cubes) || ctx.Err() != nil {
			return -1
		}
		next++
		return next - 1
	}
	work := func() {
		for i := take(); i >= 0; i = take() {
			r := cubeResult[T]{i: i}
			if r.err = within(meters[i], m); r.err == nil {
				r.value, r.err = do(ctx, &cubes[i], meters[i])
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
	case ctx.Err() != nil && next < len(cubes):
		return context.Cause(ctx)
	}
	finish(ctx, m)
	return nil
}

// Spread puts the cubes into an order in which those that come first are from all
// parts of the puzzle, so that the share that is done tells something of the rest.
func Spread(cubes []Cube) []Cube {
	// The multiples of about n over the golden ratio, modulo n, lie evenly. Without a
	// common divisor with n they are all numbers below it.
	n := len(cubes)
	stride := max(1, int(float64(n)*0.618))
	for gcd(n, stride) > 1 {
		stride++
	}
	spread := make([]Cube, 0, n)
	for i := range n {
		spread = append(spread, cubes[i*stride%n])
	}
	return spread
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
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
func SearchCubes(ctx context.Context, e Engine, cubes []Cube, m *Meter, yield func(puzzle.Solution) bool, finished func(i int) error) error {
	if m == nil {
		m = new(Meter)
	}
	if finished == nil {
		finished = func(int) error { return nil }
	}
	meters := cubeMeters(cubes, m)
	if workers := min(m.Workers, len(cubes)); workers > 1 && m.MaxNodes == 0 {
		err := searchTogether(ctx, e, cubes, meters, workers, yield, finished)
		if err == nil {
			finish(ctx, m)
		}
		return err
	}
	for i := range cubes {
		if err := within(meters[i], m); err != nil {
			return err
		}
		if err := cubes[i].Search(ctx, e, meters[i], yield); err != nil {
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

func searchTogether(ctx context.Context, e Engine, cubes []Cube, meters []*Meter, workers int, yield func(puzzle.Solution) bool, finished func(int) error) error {
	w := &cubeCrew{found: make([][]int, len(cubes)), ended: make([]bool, len(cubes)), errs: make([]error, len(cubes))}
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
				err := cubes[i].Search(w.ctx, e, meters[i], func(s puzzle.Solution) bool { return w.keep(i, s) })
				if err == nil {
					finish(w.ctx, meters[i])
				}
				w.end(i, err)
			}
		})
	}
	cells := cubes[0].whole.Board().Len()
	var waiting []int
	for i := range cubes {
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
