package run

import (
	"context"
	"errors"
	"strconv"
	"time"

	"crosscut/meter"
)

// Search searches a cube. It cuts the cube instead if the search takes much longer than pace says, or
// if its solutions need more than most bytes. If nothing is left to cut then, the error is
// [meter.ErrStopped]. The entry lacks the place of the solutions.
func Search(ctx context.Context, t Tree, path string, kind Kind, ask Ask, pace func() time.Duration, most int) (e Entry, solutions []byte, err error) {
	f := &forecast{meter: ask.Meter, start: time.Now(), pace: pace, look: nextLook(0, pace())}
	ask.Digest, ask.Stop = kind != Count, f.tooLong
	if kind == Solutions {
		ask.Solution = func(s []int) bool {
			solutions = appendSolution(solutions, s)
			return len(solutions) <= most
		}
	}
	r := t.Search(ctx, Path(path), ask)
	if errors.Is(r.Err, meter.ErrStopped) {
		if n, err := t.Children(ctx, Path(path)); err == nil && n > 1 {
			r.Rest, r.Err = n, nil
		}
	}
	e = Entry{Path: path, Engine: ask.Searcher(), Time: time.Since(f.start).Milliseconds()}
	switch {
	case r.Err != nil:
		return e, nil, r.Err
	case r.Rest > 0:
		e.Split, e.Forecast = r.Rest, f.whole.Seconds()
		return e, nil, nil
	}
	if e.Count = r.Sum.Number(); kind != Count {
		e.Digest = r.Sum.Digest.String()
	}
	return e, solutions, nil
}

// appendSolution appends a solution as a line of numbers.
func appendSolution(text []byte, s []int) []byte {
	for i, v := range s {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(v), 10)
	}
	return append(text, '\n')
}

// forecast decides when a search is given up for a cut.
type forecast struct {
	meter *meter.Meter
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
	f.look = nextLook(spent, pace)
	f.whole = spent + left
	return cutNow(spent, left, pace)
}
