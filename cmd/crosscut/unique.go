package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type uniqueFlags struct {
	searchFlags
	symmetry    bool
	symmetrySet bool // whether the flag --up-to-symmetry is there
}

func (f *uniqueFlags) upToSymmetry(p puzzle.Puzzle) bool {
	if f.symmetrySet {
		return f.symmetry
	}
	return !serve.HasNumbers(p) // no clue tells symmetric solutions of a draughtboard apart
}

func (f *uniqueFlags) variables() commands.Variables {
	return together(f.searchFlags.variables(), commands.Variables{"up-to-symmetry": &f.symmetry})
}

func (f *uniqueFlags) check(cmd *cobra.Command) error {
	f.symmetrySet = cmd.Flags().Changed("up-to-symmetry")
	return f.searchFlags.check(cmd)
}

func (a *app) unique(ctx context.Context, f *uniqueFlags, args []string) error {
	return a.eachWithEngine(ctx, &f.searchFlags, args, func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
		u := serve.SearchTwo(file.Puzzle, f.upToSymmetry(file.Puzzle), func(yield func(puzzle.Solution) bool) error {
			return a.search(ctx, &f.engine, e, file.Puzzle, &crosscut.Meter{Wanted: 2}, yield)
		})
		object, found, differ := serve.NewUnique(file, u), u.Found, serve.DifferingCells(file.Puzzle, u.Found)
		switch {
		case u.Err != nil:
			defer a.fails(file, u.Err)
			if len(found) == 0 && notSearched(u.Err) {
				return nil
			}
			return a.answer(out, exitYes, object, "%s: not known: %s so far (%s)\n", file.Name, base.Plural(len(found), "solution"), base.OneLine(u.Err))
		case len(found) == 0:
			return a.answer(out, exitNo, object, "%s: no solution\n", file.Name)
		case len(found) == 1 && u.Images > 1:
			return a.answer(out, exitYes, object, "%s: one solution, up to turning the board (%d in all)\n", file.Name, u.Images)
		case len(found) == 1:
			return a.answer(out, exitYes, object, "%s: exactly one solution\n", file.Name)
		}
		board := func(i int) string { return marked(file.Puzzle, differ, func(c int) int { return found[i][c] }) }
		return a.answer(out, exitNo, object, "%s: more than one solution; these two differ in %s, marked *\n%s\n%s",
			file.Name, base.Plural(len(differ), "cell"), board(0), board(1))
	})
}

// marked returns a board with a * before the values of some cells.
func marked(p puzzle.Puzzle, cells []int, value func(cell int) int) string {
	return p.Board().Draw(func(c int) string {
		if slices.Contains(cells, c) {
			return "*" + p.Label(c, value(c))
		}
		return p.Label(c, value(c))
	})
}
