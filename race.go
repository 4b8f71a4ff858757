package crosscut

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Race returns an engine that runs the given ones at the same time. It yields each solution
// when the first of them has found it. The first engine to finish ends the race, and the
// others are cancelled: each search is complete, so other solutions do not exist.
//
// An engine that meets a limit leaves the race. When all have left, the error is that of the
// first engine in the list. When one finishes without a solution that another found, the
// error is a *DisagreementError.
//
// The order of the solutions depends on how fast the engines happen to be. The set does
// not. Each engine may use all of the limits of m, and m counts the work of all. Memory
// grows by 16 bytes a solution.
func Race(engines ...Engine) Engine {
	if len(engines) == 0 {
		engines = []Engine{NewEngine("none", func(context.Context, puzzle.Puzzle, *meter.Meter, func(puzzle.Solution) bool) error {
			return errors.New("a race without engines")
		})}
	}
	return Engine{Name: "race", judges: true, cubes: never, Counting: raceOfCounts(engines), raw: func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		whole := meter.Start(ctx, m)
		defer whole.Close()
		whole.Meter.Unsure.Store(true)
		r := newRace(engines, whole.Meter)
		r.running.Stop = cancel
		for lane := range engines {
			r.running.Go(func() { r.run(ctx, lane, p) })
		}
		err := r.deliver(yield)
		cancel()
		r.close()
		r.running.Wait()
		if wrong := r.wrong(); wrong != nil { // it may have come after the end of the race
			err = wrong
		}
		if err == nil {
			whole.Share(1)
		}
		return err
	}}
}

// meterOf returns a meter for one of so many engines that race. What it counts also counts for the
// race, whose limits it has. The race is done when one engine is, so it is farther than this sum says.
func meterOf(engines int, race *meter.Meter) *meter.Meter {
	part := race.Part(1 / float64(engines))
	part.MaxNodes, part.Wanted = race.MaxNodes, race.Wanted
	return part
}

// never reports that cubes do not pay. It is for an engine that uses all cores anyway.
func never(puzzle.Puzzle) (oneCore, pay bool) { return false, false }

// raceOfCounts returns a count that runs the counts of all engines at the same time and
// returns the first that is complete. When all end early, it returns the largest lower bound
// and the first engine's error.
func raceOfCounts(engines []Engine) func(context.Context, puzzle.Puzzle, *meter.Meter) (*big.Int, error) {
	type result struct {
		lane  int
		count *big.Int
		err   error
	}
	return func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		whole := meter.Start(ctx, m)
		defer whole.Close()
		whole.Meter.Unsure.Store(true)
		results := make(chan result, len(engines))
		running := search.Goroutines{Stop: cancel}
		for lane, e := range engines {
			running.Go(func() {
				r := result{lane, new(big.Int), errPanic} // unless the count returns
				defer func() { results <- r }()
				r.count, r.err = Count(ctx, e, p, meterOf(len(engines), whole.Meter))
			})
		}
		ended := make([]result, len(engines))
		won := -1
		for range engines { // wait for the cancelled ones too
			r := <-results
			if ended[r.lane] = r; r.err == nil && won < 0 {
				won = r.lane
				cancel()
			}
		}
		running.Wait()
		for _, r := range ended {
			if wrong := (*WrongError)(nil); errors.As(r.err, &wrong) {
				return new(big.Int), wrong
			}
		}
		if won < 0 {
			most := slices.MaxFunc(ended, func(a, b result) int { return a.count.Cmp(b.count) })
			return most.count, ended[0].err
		}
		for lane, r := range ended { // a cancelled engine has a lower bound
			if order := r.count.Cmp(ended[won].count); order > 0 || order < 0 && r.err == nil {
				return nil, &DisagreementError{Engines: [2]string{engines[won].Name, engines[lane].Name}, Detail: fmt.Sprintf(
					"%s counted %v solutions, %s %v", engines[won].Name, ended[won].count, engines[lane].Name, r.count)}
			}
		}
		whole.Share(1)
		return ended[won].count, nil
	}
}

// raceBuffer bounds the solutions that are found and not yet delivered.
const raceBuffer = 1 << 10

// race is one race. The engines put solutions into ready, and the goroutine that started
// the race takes them out.
type race struct {
	engines []Engine
	meters  []*meter.Meter
	running search.Goroutines

	mu     sync.Mutex
	change sync.Cond // signals any change of the fields below
	seen   map[Digest]struct{}
	ready  []puzzle.Solution
	found  []int   // per engine, how many of the solutions in seen it has found itself
	errs   []error // per engine, its error after it has returned
	active int     // engines still running
	won    bool    // an engine has searched everything
	closed bool    // nobody takes solutions any more
}

func newRace(engines []Engine, m *meter.Meter) *race {
	r := &race{
		engines: engines, meters: make([]*meter.Meter, len(engines)),
		seen: make(map[Digest]struct{}), found: make([]int, len(engines)),
		errs: make([]error, len(engines)), active: len(engines),
	}
	for lane := range r.meters {
		r.meters[lane] = meterOf(len(engines), m)
	}
	r.change.L = &r.mu
	return r
}

// run runs one engine to its end.
func (r *race) run(ctx context.Context, lane int, p puzzle.Puzzle) {
	err := errPanic // unless the search returns
	defer func() { r.end(lane, err) }()
	err = r.engines[lane].Search(ctx, p, r.meters[lane], func(s puzzle.Solution) bool { return r.put(lane, s) })
}

// errPanic ends what waits for a goroutine that has panicked. Nobody sees it, because the
// panic comes up again in the goroutine that waits: see [search.Goroutines].
var errPanic = errors.New("a goroutine has panicked")

// end notes how an engine has ended.
func (r *race) end(lane int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && !r.won && r.found[lane] < len(r.seen) {
		err = &DisagreementError{Engines: [2]string{r.engines[lane].Name, "another"}, Detail: fmt.Sprintf(
			"%s found %d solutions and no more, and there are %d at least", r.engines[lane].Name, r.found[lane], len(r.seen))}
	}
	r.errs[lane] = err
	r.active--
	r.won = r.won || err == nil
	r.change.Broadcast()
}

// put takes a solution from an engine, and reports whether to go on.
func (r *race) put(lane int, s puzzle.Solution) bool {
	key := digestOf(s)
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.ready) >= raceBuffer && !r.closed && !r.won {
		r.change.Wait()
	}
	if r.closed || r.won {
		return false
	}
	r.found[lane]++
	if _, again := r.seen[key]; !again {
		r.seen[key] = struct{}{}
		r.ready = append(r.ready, slices.Clone(s))
		r.change.Broadcast()
	}
	return true
}

// deliver yields solutions until the race is over, and returns how it ended.
func (r *race) deliver(yield func(puzzle.Solution) bool) error {
	for {
		batch, err, over := r.take()
		for _, s := range batch {
			if !yield(s) {
				return meter.ErrStopped
			}
		}
		if over {
			return err
		}
	}
}

// take waits for solutions or for the end of the race. At the end it returns the solutions
// that are left, and the error.
func (r *race) take() (batch []puzzle.Solution, err error, over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.ready) == 0 && !r.won && r.active > 0 && r.wrong() == nil {
		r.change.Wait()
	}
	batch, r.ready = r.ready, nil
	r.change.Broadcast()
	switch wrong := r.wrong(); {
	case wrong != nil:
		return batch, wrong, true
	case r.won:
		return batch, nil, true
	case r.active == 0:
		return batch, r.errs[0], true
	}
	return batch, nil, false
}

// wrong returns an error that proves an engine wrong. The success of another engine must
// not hide it.
func (r *race) wrong() error {
	for _, err := range r.errs {
		var wrong *WrongError
		var disagreement *DisagreementError
		if errors.As(err, &wrong) || errors.As(err, &disagreement) {
			return err
		}
	}
	return nil
}

// close ends the race for engines that wait to deliver a solution.
func (r *race) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.change.Broadcast()
}
