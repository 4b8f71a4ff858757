package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/generate"
	"crosscut/internal/serve"
	"crosscut/internal/serve/commands"
	"crosscut/internal/wording"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type minimalFlags struct {
	searchFlags
	seed     uint64
	symmetry string
}

func (a *app) minimalCommand() *cobra.Command {
	f := minimalFlags{symmetry: string(generate.NoPattern)}
	variables := together(f.variables(), commands.Variables{"seed": &f.seed, "symmetry": &f.symmetry})
	return command("minimal", variables, f.check, func(ctx context.Context, args []string) error { return a.minimal(ctx, &f, args) })
}

func (a *app) minimal(ctx context.Context, f *minimalFlags, args []string) error {
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
			got, err = serve.NewMinimal(ctx, file, p, generate.Pattern(f.symmetry), f.seed, m)
			return err
		})
		isOne := !errors.Is(err, generate.ErrNotUnique)
		if err != nil && isOne {
			a.fails(file, err)
		}
		if !isOne {
			a.outcome(exitNo)
		}
		return cmp.Or(out.minimal(got, isOne), out.flush())
	})
}

// minimal prints a puzzle that lost its needless clues. There is none where the search ended
// before it knew that the puzzle has one solution.
func (p *printer) minimal(r serve.Minimal, isOne bool) error {
	switch {
	case r.Text == "" && isOne:
		return nil
	case p.json:
		return p.object(r)
	case !isOne:
		return p.text("%s: %v\n", r.File, generate.ErrNotUnique)
	case len(r.Removed) == 0:
		return p.text("# %s: every clue is needed\n%s", r.File, r.Text)
	}
	return p.text("# %s: took away %s, at %s\n%s", r.File, wording.Plural(len(r.Removed), "clue"), strings.Join(r.Removed, ", "), r.Text)
}
