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

// uniqueFlags are the flags of unique.
type uniqueFlags struct {
	searchFlags
	symmetry    bool
	symmetrySet bool // whether the flag --up-to-symmetry is there
}

// upToSymmetry reports whether symmetric solutions of a puzzle count as one.
func (f *uniqueFlags) upToSymmetry(p puzzle.Puzzle) bool {
	if f.symmetrySet {
		return f.symmetry
	}
	return !hasNumbers(p) // no clue tells symmetric solutions of a draughtboard apart
}

func (a *app) uniqueCommand() *cobra.Command {
	var f uniqueFlags
	cmd := &cobra.Command{
		Use:   "unique FILE...",
		Short: "Say whether there is exactly one solution",
		Long: `Say whether each puzzle has exactly one solution. If it has several, show two of them
and mark with * the cells in which they differ.

On a draughtboard, solutions count as one if a symmetry of the board takes one to the
other. --up-to-symmetry=false counts every solution, as "crosscut count" does. On other
boards --up-to-symmetry=true counts symmetric solutions as one.

The exit code is 0 when each puzzle has exactly one, 1 when one has none or several, and 3
when a limit came first.`,
		Example: "  crosscut unique testdata/hidoku/seed-10x10.txt\n" +
			"  crosscut unique --up-to-symmetry testdata/magic/order-3.txt",
		Args: atLeastOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			f.symmetrySet = cmd.Flags().Changed("up-to-symmetry")
			return a.unique(cmd.Context(), &f, args)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.symmetry, "up-to-symmetry", false, "count symmetric solutions as one (default on draughtboards: true)")
	return cmd
}

// uniqueRecord is the JSON object of a verdict.
type uniqueRecord struct {
	File         string    `json:"file"`
	Unique       *bool     `json:"unique"`                   // null when a limit came first
	Solutions    [][][]any `json:"solutions"`                // the rows of at most two solutions
	Differ       []string  `json:"differ,omitempty"`         // the cells in which the two solutions differ
	UpToSymmetry bool      `json:"up_to_symmetry,omitempty"` // symmetric solutions count as one
	Images       int       `json:"images,omitempty"`         // number of solutions in all, if they count as one
	stopRecord
}

func (a *app) unique(ctx context.Context, f *uniqueFlags, args []string) error {
	return a.eachWithEngine(ctx, &f.searchFlags, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		var found []puzzle.Solution
		upTo, images := f.upToSymmetry(file.Puzzle), make(solutionImages)
		err := a.search(ctx, &f.engine, e, file.Puzzle, &crosscut.Meter{Wanted: 2}, func(s puzzle.Solution) bool {
			if images.has(s) {
				return true
			}
			found = append(found, slices.Clone(s))
			if upTo {
				images.add(file.Puzzle, s)
			}
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
		return cmp.Or(out.verdict(file, found, upTo, len(images), err), out.flush())
	})
}

// verdict prints whether there is exactly one solution. found has at most two. If upTo,
// symmetric solutions count as one, and images counts all of them. If err is not nil, it says why
// the search ended early.
func (p *printer) verdict(file *puzzle.File, found []puzzle.Solution, upTo bool, images int, err error) error {
	differ := differingCells(file.Puzzle, found)
	if p.json {
		r := uniqueRecord{File: file.Name, Solutions: [][][]any{}, UpToSymmetry: upTo}
		if upTo && len(found) == 1 && err == nil {
			r.Images = images
		}
		for _, s := range found {
			r.Solutions = append(r.Solutions, rowsOf(file.Puzzle, s))
		}
		for _, c := range differ {
			r.Differ = append(r.Differ, file.Puzzle.Board().Name(c))
		}
		if unique := len(found) == 1; err == nil {
			r.Unique = &unique
		} else {
			r.stop(err)
		}
		return p.object(r)
	}
	switch {
	case err != nil:
		return p.text("%s: not known: %s so far (%s)\n", file.Name, plural(len(found), "solution"), oneLine(err))
	case len(found) == 0:
		return p.text("%s: no solution\n", file.Name)
	case len(found) == 1 && images > 1:
		return p.text("%s: one solution, up to turning the board (%d in all)\n", file.Name, images)
	case len(found) == 1:
		return p.text("%s: exactly one solution\n", file.Name)
	}
	return p.text("%s: more than one solution; these two differ in %s, marked *\n%s\n%s", file.Name,
		plural(len(differ), "cell"), markCells(file.Puzzle, found[0], differ), markCells(file.Puzzle, found[1], differ))
}
