package main

import (
	"context"
	"slices"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/diagnose"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func (a *app) certain(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithOutput(ctx, args, &f.input, f.engine.cores(), &f.output, func(a *app, file *text.File, out *printer) error {
		ctx, cancel := f.engine.limit.patiently(ctx)
		defer cancel()
		var got *diagnose.Certainty
		m := new(crosscut.Meter)
		err := a.watch(ctx, &f.engine, crosscut.SAT.Name, m, func(ctx context.Context) (err error) {
			got, err = diagnose.Certain(ctx, file.Puzzle, m)
			return err
		})
		if err != nil {
			defer a.fails(file, err)
		}
		if got == nil {
			return nil
		}
		object, b := serve.NewCertain(file, got, err), file.Puzzle.Board()
		if got.Solution == nil {
			return a.answer(out, exitNo, object, "%s: no solution\n", file.Name)
		}
		cells, which, sign := got.Cells, "the same in all solutions", ""
		if err != nil {
			cells, which, sign = got.Agree, "agree in the solutions found so far, and may differ in others", "?"
		}
		return a.answer(out, exitYes, object, "%s: %s of %s %s, by %s of the solver\n%s", file.Name,
			base.Number(len(cells)), base.Plural(b.Len(), "cell"), which, base.Plural(got.Calls, "call"),
			b.Draw(func(c int) string {
				if !slices.Contains(cells, c) {
					return file.Puzzle.Label(c, puzzle.Empty)
				}
				return file.Puzzle.Label(c, got.Solution[c]) + sign
			}))
	})
}
