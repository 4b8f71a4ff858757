package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/generate"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type minimalFlags struct {
	searchFlags
	seed     uint64
	symmetry string
}

func (f *minimalFlags) variables() commands.Variables {
	f.symmetry = "none"
	return together(f.searchFlags.variables(), commands.Variables{"seed": &f.seed, "symmetry": &f.symmetry})
}

func (a *app) minimal(ctx context.Context, f *minimalFlags, args []string) error {
	f.output.kind = files.Puzzles
	return a.eachWithOutput(ctx, args, &f.input, f.engine.cores(), &f.output, func(a *app, file *text.File, out *printer) error {
		p, ok := file.Puzzle.(puzzle.Numbered)
		if !ok {
			return a.fails(file, fmt.Errorf("a %s has no clues", file.Puzzle.Family()))
		}
		ctx, cancel := f.engine.limit.within(ctx)
		defer cancel()
		var got serve.Minimal
		m := new(crosscut.Meter)
		err := a.watch(ctx, &f.engine, crosscut.Native.Name, m, func(ctx context.Context) (err error) {
			got, err = serve.NewMinimal(ctx, file, p, f.symmetry, f.seed, m)
			return err
		})
		switch {
		case errors.Is(err, generate.ErrNotUnique):
			return a.answer(out, exitNo, got, "# %s: %v\n", file.Name, err)
		case err != nil:
			defer a.fails(file, err)
		}
		switch {
		case got.Text == "": // the search ended before it knew that there is one solution
			return nil
		case len(got.Removed) == 0:
			return a.answerPuzzle(out, got, fmt.Sprintf("# %s: every clue is needed\n%s", file.Name, got.Text))
		}
		return a.answerPuzzle(out, got, fmt.Sprintf("# %s: took away %s, at %s\n%s", file.Name, base.Plural(len(got.Removed), "clue"), strings.Join(got.Removed, ", "), got.Text))
	})
}
