package main

import (
	"context"
	"strconv"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func (p *printer) solution(file *text.File, n int, s puzzle.Solution) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	result := appendSolution(p.held.AvailableBuffer(), p.json, file, n, s)
	if p.known != nil && p.has(result) {
		return p.err
	}
	p.held.Write(result) // a buffer never fails
	return p.settle()
}

// appendSolution appends the n-th solution to text, as it is printed.
func appendSolution(content []byte, inJSON bool, file *text.File, n int, s puzzle.Solution) []byte {
	if inJSON {
		return append(serve.AppendSolution(content, file, n, s), '\n')
	}
	content = append(append(content, "# "...), file.Name...)
	content = strconv.AppendInt(append(content, ": solution "...), int64(n), 10)
	content = append(append(content, '\n'), puzzle.Format(file.Puzzle, s)...)
	return append(content, '\n')
}

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
					return meter.ErrStopped
				}
			}
			return nil
		},
	}
	return run.Run(ctx)
}
