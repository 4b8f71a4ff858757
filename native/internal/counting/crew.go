package counting

// A crew searches parts of one search tree on several cores. The solutions come
// in the same order as from one worker.
//
// A family cuts its search tree into subtrees near the root. The puzzle alone decides
// which subtrees these are, and their order. What is found in a subtree must not depend
// on what was searched before it. Then [search.InOrder] hands out the same solutions
// for any number of workers.

import (
	"context"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Wanted reports whether r is to have several workers. A search with a limit on nodes
// has one, and so has a traced search.
func Wanted(r *meter.Run) bool {
	return max(r.Meter.Workers, 1) > 1 && r.Meter.Trace == nil && r.Left() > 1<<61
}

// Search searches the subtrees with all workers of r and yields their solutions, of
// width numbers each, in order. It counts in r what the workers count. Each worker has a
// search of its own: join makes it, and done returns the share of the whole search that
// is finished when a subtree is. The errors are those of package search, and those of
// the workers' searches.
func Search[S any](r *meter.Run, subtrees []S, width int, join func(yield func(puzzle.Solution) bool) func(*S, *meter.Run) error, done func(*S) float64, yield func(puzzle.Solution) bool) error {
	ctx, cancel := context.WithCancel(r.Context)
	defer cancel()
	stats := make([]meter.Stats, len(subtrees))
	run := search.InOrder[int, int]{
		Workers: min(max(r.Meter.Workers, 1), len(subtrees)),
		Tasks:   search.Indices(len(subtrees)),
		Join: func(ctx context.Context) func(int, func([]int) bool) error {
			var emit func([]int) bool
			searchOne := join(func(s puzzle.Solution) bool { return emit(s) })
			return func(i int, to func([]int) bool) error {
				emit = to
				own := meter.Start(ctx, &meter.Meter{CountWays: r.Meter.CountWays})
				defer own.Close()
				err := searchOne(&subtrees[i], own)
				stats[i] = own.Stats
				return err
			}
		},
		Receive: func(_ int, found []int) error {
			for ; len(found) > 0; found = found[width:] {
				r.Solutions++
				if !yield(found[:width:width]) {
					return meter.ErrStopped
				}
				if ctx.Err() != nil { // a part may have thousands of solutions
					return context.Cause(ctx)
				}
			}
			return nil
		},
		Finish: func(i int) error {
			stats[i].Solutions = 0 // they were counted when handed out
			err := r.Count(stats[i])
			if err == nil {
				r.Share(done(&subtrees[i]))
			}
			return err
		},
	}
	return run.Run(ctx)
}
