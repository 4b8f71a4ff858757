package main

import (
	"context"

	"crosscut"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// searchAhead calls find in another goroutine, and yield in this one with each solution that find
// yields, up to n of them. So the search goes on while a solution is formatted and printed. It
// waits when search.MostInHead numbers wait for yield.
func searchAhead(ctx context.Context, p puzzle.Puzzle, n int, find func(context.Context, func(puzzle.Solution) bool) error, yield func(puzzle.Solution) bool) error {
	run := search.InOrder[int, int]{
		Tasks: search.Indices(1),
		Join: func(ctx context.Context) func(int, func([]int) bool) error {
			return func(_ int, emit func([]int) bool) error {
				left := n
				return find(ctx, func(s puzzle.Solution) bool {
					left--
					return emit(s) && left > 0
				})
			}
		},
		Receive: func(_ int, found []int) error {
			cells := p.Board().Len()
			for ; len(found) > 0; found = found[cells:] {
				if !yield(found[:cells:cells]) {
					return crosscut.ErrStopped
				}
			}
			return nil
		},
	}
	return run.Run(ctx)
}
