package natsq

import (
	"context"
	"errors"
	"time"

	"crosscut"
	"crosscut/cluster"
	"crosscut/cluster/problem"
	"crosscut/cubes"
	"crosscut/ledger"
)

// How a worker searches a cube, or cuts it.

// outcome searches a cube, or cuts it if that would take too long.
func (w *Worker) outcome(ctx context.Context, path string, start time.Time) (outcome, error) {
	o := outcome{Path: path, Engine: w.Engine.String()}
	searching, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	defer w.note(path, giveUp)()
	f := &forecast{meter: &crosscut.Meter{Workers: 1}, start: start, pace: w.pace, look: cluster.NextLook(0, w.pace())}
	r := w.some(searching, cubes.Path(path), f, &o)
	o.Time = time.Since(start).Milliseconds()
	switch {
	case r.Err != nil:
		return o, r.Err
	case r.Rest > 0:
		o.Split, o.Forecast = r.Rest, f.whole.Seconds()
		return o, nil
	}
	o.Count = r.Sum.Count.String()
	if w.job.Kind == ledger.Digest {
		o.Digest = r.Sum.Digest.String()
	}
	return o, nil
}

// some counts or enumerates a cube, until the forecast says that it takes too long.
func (w *Worker) some(ctx context.Context, path cubes.Path, f *forecast, o *outcome) problem.Result {
	ask := problem.Ask{Engine: w.Engine, Digest: w.job.Kind == ledger.Digest, Meter: f.meter, Stop: f.tooLong}
	switch {
	case w.search != nil:
		return w.search(ctx, path)
	case w.job.Solutions:
		return w.collectUpTo(ctx, w.mostText(), path, ask, o)
	}
	return w.tree.Search(ctx, path, ask)
}

// mostText returns how many bytes of solutions a cube may have. An answer that has fewer, with
// its counts, may get another cube.
func (w *Worker) mostText() int {
	if !w.job.Solutions {
		return maxMessage / 2
	}
	return textOf(min(limitOf(true), int(w.nc.MaxPayload()))) / 2
}

// collectUpTo enumerates a cube and keeps the text of its solutions. If that is too long for
// an answer, the cube is cut.
func (w *Worker) collectUpTo(ctx context.Context, most int, path cubes.Path, ask problem.Ask, o *outcome) problem.Result {
	ask.Solution = func(text []byte) bool {
		o.Solutions = append(o.Solutions, text...)
		return len(o.Solutions) <= most
	}
	r := w.tree.Search(ctx, path, ask)
	if r.Err != nil || r.Rest > 0 {
		o.Solutions = nil
	}
	if errors.Is(r.Err, crosscut.ErrStopped) {
		if below, err := w.tree.Children(ctx, path); err == nil && below > 1 {
			r.Rest, r.Err = below, nil
		}
	}
	return r
}

// note makes the search of a cube known to Shed, until the caller calls end.
func (w *Worker) note(path string, giveUp context.CancelCauseFunc) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[path] = giveUp
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.running, path)
	}
}

// forecast decides when a search is given up for a cut.
type forecast struct {
	meter *crosscut.Meter
	start time.Time
	pace  func() time.Duration
	look  time.Duration // time of the search at the next look
	whole time.Duration // time for the whole cube, when it shall be cut
}

// tooLong reports whether the search takes too long.
func (f *forecast) tooLong() bool {
	spent := time.Since(f.start)
	if spent < f.look {
		return false
	}
	pace := f.pace()
	left := pace + 3*spent // unknown: go on for some budgets
	if share := f.meter.Done(); share > 0 {
		left = time.Duration(float64(spent) * (1 - share) / share)
	} else if spent > 4*pace {
		left = 100 * spent
	}
	f.look = cluster.NextLook(spent, pace)
	f.whole = spent + left
	return cluster.CutNow(spent, left, pace)
}
