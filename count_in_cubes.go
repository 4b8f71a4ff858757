package crosscut

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync/atomic"
	"time"

	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// A count on several cores: as a whole, and after a while in cubes at the same time.
//
// Nobody can say beforehand which way is better. A count that meets the same states again
// and again is many times as fast as a whole. It does not know how far it is. Any other
// count is as fast in cubes, and can use all cores. The cubes know how far they are.
// While the cubes still need much time, the count as a whole keeps one core. If they need
// far too much time, the count as a whole keeps all cores. If it uses all
// cores by itself, or remembers states that many cubes would meet again, trials of the cubes
// are short. The answer is the same
// whichever way wins, so the clock may decide.
const (
	wholeOnly    = 200 * time.Millisecond // start without cubes for this time
	lookEvery    = 20 * time.Millisecond  // time between two looks at the cubes
	trialTime    = 300 * time.Millisecond // least length of a trial of the cubes
	trialShare   = 0.2                    // least share of all time for trials of the cubes
	lesserShare  = 0.05                   // share of all time for trials while the whole expects to be better
	soonDone     = 8                      // give up the count as a whole if the cubes still need less than this factor times the time passed
	hopelessFrom = 200                    // give up the cubes if they still need more than this factor times the time passed
	nextTrial    = 4                      // try the cubes again after this factor times the time passed
)

// errOtherWay is the cause of the end of a count that goes on in the other way.
var errOtherWay = errors.New("counted in another way")

// wholeOrCubes is one count in two ways.
type wholeOrCubes struct {
	e     Engine
	p     puzzle.Puzzle
	m     *meter.Meter
	start time.Time

	before int64 // the solutions that the meter has from earlier searches

	cut     bool         // the puzzle has been cut into cubes
	pending []cubes.Cube // cubes not counted yet
	total   *big.Int     // sum over the finished cubes
	partial *big.Int     // lower bound from the cubes that the last trial broke off
	share   float64      // share of all cubes in the search
	done    float64      // share of the finished cubes among all
	spent   time.Duration

	better *atomic.Bool // see [search.BetterWhole]

	running search.Goroutines

	lead     bool // the cubes shall have all cores
	onlyLeft bool // the whole has ended, and the cubes have all cores
}

// wholeResult is how the count as a whole ended.
type wholeResult struct {
	count *big.Int
	err   error
}

func countWholeOrCubes(ctx context.Context, e Engine, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	r := &wholeOrCubes{e: e, p: p, m: m, start: time.Now(), before: m.Stats().Solutions, total: new(big.Int), partial: new(big.Int)}
	whole := make(chan wholeResult, 1)
	wholeCtx, endWhole := context.WithCancelCause(ctx)
	wholeCtx, r.better = search.WithWhole(wholeCtx)
	defer r.running.Wait()
	defer endWhole(nil)
	r.running.Go(func() {
		end := wholeResult{err: errPanic} // unless the count returns
		defer func() { whole <- end }()
		end.count, end.err = countWhole(wholeCtx, e, p, m)
	})
	for trial := wholeOnly; ; trial = nextTrial * time.Since(r.start) {
		wait := time.NewTimer(trial - time.Since(r.start))
		select {
		case first := <-whole:
			wait.Stop()
			return first.count, first.err
		case <-wait.C:
		}
		if trial == wholeOnly && r.better.Load() {
			continue // it may end soon
		}
		count, err, over := r.trial(ctx, whole, endWhole)
		if over {
			return count, err
		}
	}
}

// trial counts cubes beside the whole. It reports false when the whole goes on without
// them.
func (r *wholeOrCubes) trial(ctx context.Context, whole <-chan wholeResult, endWhole context.CancelCauseFunc) (count *big.Int, err error, over bool) {
	cubesCtx, endCubes := context.WithCancelCause(ctx)
	defer endCubes(nil)
	inCubes := make(chan error, 1)
	r.running.Go(func() {
		err := errPanic // unless the count returns
		defer func() { inCubes <- err }()
		err = r.count(cubesCtx, max(1, r.m.Workers-1), endCubes)
	})
	select {
	case first := <-whole:
		endCubes(errOtherWay)
		<-inCubes
		if first.err == nil {
			return first.count, nil, true
		}
		count, err = r.end(first.count, first.err)
		return count, err, true
	case err = <-inCubes:
	}
	givenUp := errors.Is(err, errOtherWay)
	if givenUp && !r.lead {
		return nil, nil, false
	}
	if err == nil || givenUp || errors.As(err, new(*WrongError)) {
		endWhole(errOtherWay)
	} // otherwise the cubes met a limit, and the count as a whole may still end within it
	first := <-whole
	if first.err == nil {
		return first.count, nil, true
	}
	if givenUp {
		r.onlyLeft = true
		err = r.count(ctx, r.m.Workers, nil)
	}
	count, err = r.end(first.count, err)
	return count, err, true
}

// end returns the count of the cubes. With an error it returns the larger of the two lower
// bounds.
func (r *wholeOrCubes) end(whole *big.Int, err error) (*big.Int, error) {
	count := new(big.Int).Add(r.total, r.partial)
	if whole != nil && whole.Cmp(count) > 0 {
		count = whole
	}
	if err == nil {
		run := meter.Start(context.Background(), r.m)
		if run.Share(1); count.IsInt64() {
			run.Solutions = r.before + count.Int64() - r.m.Stats().Solutions
		}
		run.Close()
	}
	return count, err
}

// split cuts the puzzle, once.
func (r *wholeOrCubes) split(ctx context.Context) error {
	if r.cut {
		return nil
	}
	all, err := cubes.Split(ctx, r.p, cubesAtOnce)
	if err != nil {
		return err
	}
	r.cut, r.pending = true, spread(all)
	for i := range r.pending {
		r.share += r.pending[i].Share
	}
	return nil
}

// count counts the pending cubes. A trial calls the function end to break the count off.
// It sets r.lead if the cubes shall have all cores.
func (r *wholeOrCubes) count(ctx context.Context, workers int, end context.CancelCauseFunc) error {
	if err := r.split(ctx); err != nil {
		return err
	}
	meter := &meter.Meter{Workers: workers, CountWays: r.m.CountWays}
	began, before := time.Now(), r.spent
	stop, watching := make(chan struct{}), make(chan struct{})
	r.running.Go(func() {
		defer close(watching)
		r.watch(meter, stop, func(done float64) { r.judge(done, before+time.Since(began), workers, end) })
	})
	finished := make([]bool, len(r.pending))
	r.partial.SetInt64(0)
	err := eachCube(ctx, r.pending, meter, r.e.countCube, func(c cubeResult) {
		switch {
		case c.err == nil:
			finished[c.index] = true
			r.total.Add(r.total, c.count)
			r.publish()
		case c.count != nil:
			r.partial.Add(r.partial, c.count)
		}
	})
	close(stop)
	<-watching
	r.spent = before + time.Since(began)
	var left []cubes.Cube
	for i := range r.pending {
		if finished[i] {
			r.done += r.pending[i].Share / r.share
		} else {
			left = append(left, r.pending[i])
		}
	}
	r.pending = slices.Clip(left)
	return err
}

// watch publishes the counters of the cubes, until stop is closed. It calls judge with the
// share of the cubes that is done, and publishes that share once the cubes have the lead.
func (r *wholeOrCubes) watch(m *meter.Meter, stop <-chan struct{}, judge func(done float64)) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	run := meter.Start(context.Background(), r.m)
	defer run.Close()
	var published meter.Stats
	for over := false; !over; {
		select {
		case <-look.C:
		case <-stop:
			over = true
		}
		now := m.Stats()
		news := now.Minus(published)
		news.Solutions = 0 // the total gives them at the end
		r.m.Add(news)
		published = now
		done := min(1, r.done+m.Done()/max(r.share, 1e-12))
		if r.lead {
			run.Share(done)
		} else if !over {
			judge(done)
		}
	}
}

// publish shows the number of solutions in the finished cubes, once the whole has ended.
// Before that, the meter shows the solutions that the count as a whole has found.
func (r *wholeOrCubes) publish() {
	if more := r.before + r.total.Int64() - r.m.Stats().Solutions; r.onlyLeft && r.total.IsInt64() && more > 0 {
		r.m.Add(meter.Stats{Solutions: more})
	}
}

// judge ends a trial when the cubes have shown that they are much better or much worse than
// the whole.
func (r *wholeOrCubes) judge(done float64, spent time.Duration, workers int, end context.CancelCauseFunc) {
	passed := float64(time.Since(r.start))
	left := float64(spent) * (1 - done) / max(done, 1e-12) * float64(workers) / float64(r.m.Workers)
	lesser := r.better.Load()
	switch {
	case left < passed, left < soonDone*passed && !lesser:
		r.lead = true
		end(errOtherWay)
	case lesser && float64(spent) > lesserShare*passed:
		end(errOtherWay)
	case left > hopelessFrom*passed && spent > trialTime && float64(spent) > trialShare*passed:
		end(errOtherWay)
	}
}

// spread returns the cubes in another order: the first ones come from all parts of the
// puzzle. Then the share that is done tells something about the rest.
func spread(all []cubes.Cube) []cubes.Cube {
	// Multiples of about n divided by the golden ratio, modulo n, are spread evenly.
	// The stride has no common divisor with n, so each index comes once.
	n := len(all)
	stride := max(1, int(float64(n)*0.618))
	for gcd(n, stride) > 1 {
		stride++
	}
	spread := make([]cubes.Cube, 0, n)
	for i := range n {
		spread = append(spread, all[i*stride%n])
	}
	return spread
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
