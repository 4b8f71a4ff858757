package natsq

import (
	"context"
	"errors"
	"time"

	"crosscut"
	"crosscut/cluster"
	"crosscut/cubes"
	"crosscut/ledger"
	"crosscut/puzzle"
)

// How a worker searches a cube, or cuts it.

// outcome searches a cube, or cuts it if that would take too long.
func (w *Worker) outcome(ctx context.Context, path string, start time.Time) (outcome, error) {
	o := outcome{Path: path, Engine: w.Engine.Name}
	cube, err := w.tree.At(ctx, cubes.Path(path))
	if err != nil {
		return o, err
	}
	searching, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	defer w.note(path, giveUp)()
	f := &forecast{meter: &crosscut.Meter{Workers: 1}, start: start, pace: w.pace, look: cluster.NextLook(0, w.pace())}
	part := w.some(searching, cube, f, &o)
	o.Time = time.Since(start).Milliseconds()
	switch {
	case part.Err != nil:
		return o, part.Err
	case len(part.Rest) > 0:
		o.Split, o.Forecast = len(part.Rest), f.whole.Seconds()
		return o, nil
	}
	o.Count = part.Count.String()
	if w.job.Kind == ledger.Digest {
		o.Digest = part.Digest.String()
	}
	return o, nil
}

// some counts or enumerates a cube, until the forecast says that it takes too long.
func (w *Worker) some(ctx context.Context, cube cubes.Cube, f *forecast, o *outcome) crosscut.Part {
	switch {
	case w.search != nil:
		return w.search(ctx, cube)
	case w.job.Solutions:
		return w.collectUpTo(ctx, w.mostText(), cube, f, o)
	case w.job.Kind == ledger.Digest:
		return crosscut.EnumerateSome(ctx, w.Engine, cube, f.meter, f.tooLong)
	}
	return crosscut.CountSome(ctx, w.Engine, cube, f.meter, f.tooLong)
}

// mostText returns how many bytes of solutions a cube may have. An answer that has fewer may
// get another cube.
func (w *Worker) mostText() int {
	return textOf(min(limitOf(true), int(w.nc.MaxPayload()))) / 2
}

// collectUpTo enumerates a cube and keeps the text of its solutions. If that is too long for
// an answer, the cube is cut.
func (w *Worker) collectUpTo(ctx context.Context, most int, cube cubes.Cube, f *forecast, o *outcome) crosscut.Part {
	part := crosscut.SearchSome(ctx, w.Engine, cube, f.meter, f.tooLong, func(s puzzle.Solution) bool {
		o.Solutions = append(o.Solutions, puzzle.Format(cube.Whole(), s)+"\n"...)
		return len(o.Solutions) <= most
	})
	if part.Err != nil || len(part.Rest) > 0 {
		o.Solutions = nil
	}
	if errors.Is(part.Err, crosscut.ErrStopped) {
		if below, err := cube.Children(ctx); err == nil && len(below) > 1 {
			part.Rest, part.Err = below, nil
		}
	}
	return part
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
