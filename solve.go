package crosscut

import (
	"context"
	"errors"
	"iter"
	"slices"

	"crosscut/cubes"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Solutions returns the search as a sequence. Each solution comes in a slice of its own,
// with a nil error. When the search ends early, the last pair is nil and the error. To leave
// the loop ends the search. Each loop over the sequence searches anew.
func (e Engine) Solutions(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) iter.Seq2[puzzle.Solution, error] {
	return func(yield func(puzzle.Solution, error) bool) {
		stopped := false
		err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
			stopped = !yield(slices.Clone(s), nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// First returns the first n solutions that the engine finds, or all when there are fewer;
// n ≤ 0 means all. A nil error means that it found n, or that there are no others. With an
// error it returns what it found before. The slices belong to the caller. The result is nil
// if there is no solution. Memory grows with n: [Engine.Solutions] and [Enumerate] keep
// nothing.
//
// First(ctx, e, p, 2, nil) answers whether p has exactly one solution.
func First(ctx context.Context, e Engine, p puzzle.Puzzle, n int, m *meter.Meter) ([]puzzle.Solution, error) {
	if m == nil {
		m = new(meter.Meter)
	}
	defer func(wanted int) { m.Wanted = wanted }(m.Wanted)
	m.Wanted = n
	var found []puzzle.Solution
	err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		return len(found) != n
	})
	if errors.Is(err, meter.ErrStopped) {
		err = nil
	}
	return found, err
}

// All is e.Search for a caller who wants every solution. It returns nil only when there are no more, and
// [meter.ErrStopped] when yield returned false. It uses m.Workers cores even for
// an engine that would use one: after some thousands of solutions it cuts the puzzle into
// cubes. The solutions come in the same order for any m.Workers. It is not the order of
// e.Search.
//
// It takes 16 bytes for each of the first thousands of solutions. Solutions that cubes find ahead of their turn wait:
// some 2²² numbers at most.
func All(ctx context.Context, e Engine, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	if yield == nil {
		return errNoReceiver
	}
	if m == nil {
		m = new(meter.Meter)
	}
	if !e.usesOneCore(p) || m.Trace != nil || m.MaxNodes > 0 {
		return e.Search(ctx, p, m, yield)
	}
	seen := make(map[Digest]struct{})
	few, many := true, false
	err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		if few {
			seen[digestOf(s)] = struct{}{}
		}
		if len(seen) > manySolutions {
			if many = m.Shared() < mostDone; many {
				delete(seen, digestOf(s)) // the cubes find this one again
				return false
			}
			few, seen = false, nil
		}
		return yield(s)
	})
	if !many {
		return err
	}
	m.Add(meter.Stats{Solutions: int64(-len(seen) - 1)}) // the cubes count these again
	parts, err := cubes.Split(ctx, p, cubesAtOnce)
	if err != nil {
		return err
	}
	return searchCubes(ctx, e, parts, m, func(s puzzle.Solution) bool {
		if len(seen) > 0 {
			key := digestOf(s)
			if _, again := seen[key]; again {
				delete(seen, key)
				return true
			}
		}
		return yield(s)
	})
}
