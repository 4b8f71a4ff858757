package main

import (
	"cmp"
	"context"
	"fmt"

	"crosscut"
	"crosscut/internal/serve"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// solveFirst prints one solution, and what is known about others.
func (a *app) solveFirst(ctx context.Context, f *solveFlags, e crosscut.Engine, file *text.File, m *crosscut.Meter, out *printer) error {
	var outErr error
	first := serve.SearchFirst(ctx, file.Puzzle, func(ctx context.Context, yield func(puzzle.Solution) bool) error {
		return a.search(ctx, &f.engine, e, file.Puzzle, m, yield)
	}, func(s puzzle.Solution) bool {
		outErr = cmp.Or(out.solution(file, 1, s), out.flush())
		return outErr == nil
	})
	switch {
	case outErr != nil:
		return outErr
	case !first.Found && first.Err == nil:
		a.outcome(exitNo)
	case !first.Settled():
		defer a.report(fmt.Errorf("%s: %w", file.Name, first.Err))
	}
	return cmp.Or(out.lastLineOfFirst(file, first), out.flush())
}

// lastLineOfFirst prints what is known about other solutions.
func (p *printer) lastLineOfFirst(file *text.File, first serve.First) error {
	switch {
	case p.json:
		return p.object(first.End(file))
	case !first.Found:
		return p.lastLine(file, 0, first.Err)
	}
	switch first.Others {
	case serve.OthersNone:
		return p.text("# %s: the only solution\n", file.Name)
	case serve.OthersSymmetric:
		return p.text("# %s: the only solution, up to turning the board\n", file.Name)
	case serve.OthersSome:
		return p.text("# %s: one of several solutions\n", file.Name)
	}
	return p.text("# %s: one solution; whether there are others is not known (%s)\n", file.Name, oneLine(first.Err))
}
