package crosscut

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"crosscut/meter"
	"crosscut/puzzle"
)

const (
	mostConfirmed = 16          // more solutions of one board try the same parts of an encoding
	leastSearch   = time.Second // what an engine gets before it is asked to confirm
)

// part returns the time for the search of the next engine, of so many that are left. It is 0 if it has no limit.
func (r *receiver) part(outcomes []Outcome, limits Limits, left time.Duration, engines int) (part time.Duration) {
	if limits.Time > 0 {
		parts := engines
		if len(outcomes)+engines > 1 {
			parts++ // one to confirm
		}
		part = max(left/time.Duration(parts), 1)
	}
	if r.enough < math.MaxUint64 && len(outcomes) > 0 {
		if long := max(outcomes[0].Elapsed, leastSearch); part == 0 || long < part {
			part = long
		}
	}
	return part
}

// confirmAll lets the engines that a limit has stopped confirm solutions of the one that knows most. It
// notes in the outcomes what they confirm. left is the time for all of them, if time is limited.
func confirmAll(ctx context.Context, p puzzle.Puzzle, engines []Engine, outcomes []Outcome, limits Limits, left time.Duration) error {
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, left, &meter.LimitError{Kind: context.DeadlineExceeded, What: limits.Time.String()})
		defer cancel()
	}
	for i := range outcomes {
		o := &outcomes[i]
		if engines[i].Confirming == nil || !errors.Is(o.Err, meter.ErrLimit) {
			continue
		}
		if err := o.confirm(ctx, p, engines[i], outcomes); err != nil {
			return err
		}
	}
	return nil
}

// best returns the outcome that knows most: a complete one, or the one with most solutions.
func best(outcomes []Outcome) *Outcome {
	b := &outcomes[0]
	for i := range outcomes {
		o := &outcomes[i]
		if o.Err == nil && b.Err != nil || (o.Err == nil) == (b.Err == nil) && b.Tally.less(&o.Tally) {
			b = o
		}
	}
	return b
}

// confirm asks one engine. An error is a contradiction. No error is returned where the time is over.
func (o *Outcome) confirm(ctx context.Context, p puzzle.Puzzle, e Engine, outcomes []Outcome) error {
	from := best(outcomes)
	lacking := slices.DeleteFunc(slices.Clone(from.first()), func(s puzzle.Solution) bool {
		return slices.ContainsFunc(o.first(), func(t puzzle.Solution) bool { return slices.Equal(s, t) })
	})
	if from == o || len(lacking) == 0 {
		return nil
	}
	confirmed, err := e.Confirming(ctx, p, nil, lacking)
	if err == nil && confirmed < len(lacking) {
		return &DisagreementError{
			Engines: [2]string{from.Engine, e.Name}, Witness: lacking[confirmed],
			Detail: from.Engine + " found a solution that the encoding of " + e.Name + " does not admit",
		}
	}
	if confirmed > 0 {
		o.Confirmed.Engine, o.Confirmed.Count = from.Engine, confirmed
	}
	return nil
}
