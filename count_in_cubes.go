package crosscut

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// A count on several cores, as a whole and after a while in cubes at the same time.
//
// Neither can be told beforehand to be the better way: a count that meets the same
// states again and again is many times as fast as a whole, and says nothing of how
// far it is; one that does not is as fast in cubes, on each of the cores. The cubes do
// say how far they are. While by that they have long to go, the whole keeps a core to
// itself, and when they are hopeless it keeps all. The answer is the same whoever
// wins, so time may decide.
const (
	countAlone = 200 * time.Millisecond // for which nobody thinks of cubes
	countLook  = 20 * time.Millisecond  // between two looks at the cubes
	countTrial = 300 * time.Millisecond // for which cubes may run before they must show something, and a trialShare of all time
	trialShare = 0.2
	soon       = 8   // the whole is given up when the cubes, on all cores, will take less than so many times what has passed
	hopeless   = 200 // and the cubes when they will take more than so many times that
	laterBy    = 4   // then they have another trial when so many times as much has passed
)

// errOtherWay is the cause of the end of a count that goes on in another way.
var errOtherWay = errors.New("counted in another way")

type countRace struct {
	e     Engine
	p     puzzle.Puzzle
	m     *Meter
	start time.Time

	cut   bool         // into cubes
	cubes []cubes.Cube // not counted yet
	total *big.Int     // of those that are
	part  *big.Int     // what was counted in cubes that were cut off last
	share float64      // of all cubes
	done  float64      // the part of it that is counted
	spent time.Duration
	lead  bool // the cubes are to have all cores
	alone bool // and have them: the whole has ended
}

func (r *countRace) run(ctx context.Context, e Engine, p puzzle.Puzzle, m *Meter) (*big.Int, error) {
	*r = countRace{e: e, p: p, m: m, start: time.Now(), total: new(big.Int), part: new(big.Int)}
	type result struct {
		count *big.Int
		err   error
	}
	whole := make(chan result, 1)
	wholeCtx, endWhole := context.WithCancelCause(ctx)
	defer endWhole(nil)
	go func() {
		n, err := countWhole(wholeCtx, e, p, m)
		whole <- result{n, err}
	}()
	var first result
	for trial := countAlone; ; trial = laterBy * time.Since(r.start) {
		wait := time.NewTimer(trial - time.Since(r.start))
		select {
		case first = <-whole:
			wait.Stop()
			return first.count, first.err
		case <-wait.C:
		}
		cubesCtx, endCubes := context.WithCancelCause(ctx)
		inCubes := make(chan error, 1)
		go func() { inCubes <- r.count(cubesCtx, max(1, m.Workers-1), endCubes) }()
		select {
		case first = <-whole:
			endCubes(errOtherWay)
			<-inCubes
			if first.err == nil {
				return first.count, nil
			}
			return r.end(first.count, first.err)
		case err := <-inCubes:
			endCubes(nil)
			given := errors.Is(err, errOtherWay)
			if given && !r.lead {
				continue
			}
			if err == nil || given || errors.As(err, new(*WrongError)) {
				endWhole(errOtherWay)
			} // else a limit that the whole may not meet
			if first = <-whole; first.err == nil {
				return first.count, nil
			}
			if given {
				r.alone = true
				err = r.count(ctx, m.Workers, nil)
			}
			return r.end(first.count, err)
		}
	}
}

// end returns the count of the cubes. With an error it is what either way found.
func (r *countRace) end(whole *big.Int, err error) (*big.Int, error) {
	count := new(big.Int).Add(r.total, r.part)
	if whole != nil && whole.Cmp(count) > 0 {
		count = whole
	}
	if err == nil {
		run := search.Start(context.Background(), r.m)
		if run.Share(1); count.IsInt64() {
			run.Solutions = count.Int64() - r.m.Stats().Solutions
		}
		run.Close()
	}
	return count, err
}

// count counts the cubes that are left. A trial is ended by end, with r.lead set when
// the cubes are to have all cores.
func (r *countRace) count(ctx context.Context, workers int, end context.CancelCauseFunc) error {
	if !r.cut {
		var err error
		if r.cubes, err = cubes.Split(ctx, r.p, cubesAtOnce); err != nil {
			return err
		}
		r.cut, r.cubes = true, cubes.Spread(r.cubes)
		for i := range r.cubes {
			r.share += r.cubes[i].Share()
		}
	}
	meter := &Meter{Workers: workers}
	began, before := time.Now(), r.spent
	stop, watching := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watching)
		look := time.NewTicker(countLook)
		defer look.Stop()
		run := search.Start(context.Background(), r.m) // which publishes what is counted there
		defer run.Close()
		published := Stats{}
		for over := false; !over; {
			select {
			case <-look.C:
			case <-stop:
				over = true
			}
			now := meter.Stats()
			r.m.Add(Stats{
				Nodes: now.Nodes - published.Nodes, Branches: now.Branches - published.Branches,
				Failures: now.Failures - published.Failures, Propagations: now.Propagations - published.Propagations,
			})
			published = now
			done := r.done + (1-r.done)*meter.Done()
			if r.lead {
				run.Share(done)
			} else if !over {
				r.judge(done, before+time.Since(began), workers, end)
			}
		}
	}()
	finished := make([]bool, len(r.cubes))
	r.part.SetInt64(0)
	err := CountCubes(ctx, r.e, r.cubes, meter, func(i int, n *big.Int, err error) error {
		switch {
		case err == nil:
			finished[i] = true
			r.total.Add(r.total, n)
			r.publish()
		case n != nil:
			r.part.Add(r.part, n)
		}
		return nil
	})
	close(stop)
	<-watching
	r.spent = before + time.Since(began)
	var left []cubes.Cube
	for i := range r.cubes {
		if finished[i] {
			r.done += r.cubes[i].Share() / r.share
		} else {
			left = append(left, r.cubes[i])
		}
	}
	r.cubes = slices.Clip(left)
	return err
}

// publish shows how many solutions are in the cubes that are counted, when that is all
// that there is to show: before, the whole counts what it finds itself.
func (r *countRace) publish() {
	if more := r.total.Int64() - r.m.Stats().Solutions; r.alone && r.total.IsInt64() && more > 0 {
		r.m.Add(Stats{Solutions: more})
	}
}

// judge ends a trial in which the cubes have shown that they are much better or much
// worse than the whole.
func (r *countRace) judge(done float64, spent time.Duration, workers int, end context.CancelCauseFunc) {
	passed := float64(time.Since(r.start))
	left := float64(spent) * (1 - done) / max(done, 1e-12) * float64(workers) / float64(r.m.Workers)
	switch {
	case left < soon*passed:
		r.lead = true
		end(errOtherWay)
	case left > hopeless*passed && spent > countTrial && float64(spent) > trialShare*passed:
		end(errOtherWay)
	}
}
