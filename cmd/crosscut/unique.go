package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/puzzle"
)

func (a *app) uniqueCommand() *cobra.Command {
	var f searchFlags
	cmd := &cobra.Command{
		Use:   "unique FILE...",
		Short: "Say whether there is exactly one solution",
		Long: `Say whether each puzzle has exactly one solution. If it has several, show two of them
and mark with * the cells in which they differ.

The exit code is 0 when each puzzle has exactly one, 1 when one has none or several, and 3
when a limit came first.`,
		Example: "  crosscut unique testdata/hidoku/seed-10x10.txt",
		Args:    atLeastOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.unique(cmd.Context(), &f, args)
		},
	}
	f.add(cmd)
	return cmd
}

// uniqueRecord is the JSON object of a verdict.
type uniqueRecord struct {
	File      string    `json:"file"`
	Unique    *bool     `json:"unique"`            // null when a limit came first
	Solutions [][][]any `json:"solutions"`         // the rows of at most two solutions
	Differ    []string  `json:"differ,omitempty"`  // the cells in which the two solutions differ
	Stopped   string    `json:"stopped,omitempty"` // why there is no verdict
}

func (a *app) unique(ctx context.Context, f *searchFlags, args []string) error {
	return a.eachWithEngine(ctx, f, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		var found []puzzle.Solution
		err := a.search(ctx, &f.engine, e, file.Puzzle, new(crosscut.Meter), func(s puzzle.Solution) bool {
			found = append(found, slices.Clone(s))
			return len(found) < 2
		})
		switch {
		case errors.Is(err, crosscut.ErrStopped):
			a.outcome(exitNo)
			err = nil
		case err != nil:
			defer a.report(fmt.Errorf("%s: %w", file.Name, err))
		case len(found) != 1:
			a.outcome(exitNo)
		}
		return cmp.Or(out.verdict(file, found, err), out.flush())
	})
}

// verdict prints whether there is exactly one solution. found has at most two. If err is
// not nil, it says why the search ended early.
func (p *printer) verdict(file *puzzle.File, found []puzzle.Solution, err error) error {
	differ := differingCells(file.Puzzle, found)
	if p.json {
		r := uniqueRecord{File: file.Name, Solutions: [][][]any{}}
		for _, s := range found {
			r.Solutions = append(r.Solutions, rowsOf(file.Puzzle, s))
		}
		for _, c := range differ {
			r.Differ = append(r.Differ, file.Puzzle.Board().Name(c))
		}
		if unique := len(found) == 1; err == nil {
			r.Unique = &unique
		} else {
			r.Stopped = oneLine(err)
		}
		return p.object(r)
	}
	switch {
	case err != nil:
		return p.text("%s: not known: %s so far (%s)\n", file.Name, plural(len(found), "solution"), oneLine(err))
	case len(found) == 0:
		return p.text("%s: no solution\n", file.Name)
	case len(found) == 1:
		return p.text("%s: exactly one solution\n", file.Name)
	}
	return p.text("%s: more than one solution; these two differ in %s, marked *\n%s\n%s", file.Name,
		plural(len(differ), "cell"), markCells(file.Puzzle, found[0], differ), markCells(file.Puzzle, found[1], differ))
}
