package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/puzzle"
)

func (a *app) uniqueCommand() *cobra.Command {
	var f questionFlags
	cmd := &cobra.Command{
		Use:   "unique FILE...",
		Short: "Say whether there is exactly one solution",
		Long: `Say of each puzzle whether it has exactly one solution. When it has several, two
are shown, and the cells in which they differ are marked with *.

Exit code 0 when each has exactly one, 1 when one has none or several, 3 when a
limit came first.`,
		Example: "  crosscut unique testdata/hidoku/seed-10x10.txt",
		Args:    files,
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
	Solutions [][][]any `json:"solutions"`         // the rows of up to two
	Differ    []string  `json:"differ,omitempty"`  // the cells in which the two differ
	Stopped   string    `json:"stopped,omitempty"` // why there is no verdict
}

func (a *app) unique(ctx context.Context, f *questionFlags, args []string) error {
	return a.ask(ctx, f, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
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

// verdict prints whether found, of at most two solutions, is exactly one. An err
// that is not nil means that the search was cut short.
func (p *printer) verdict(file *puzzle.File, found []puzzle.Solution, err error) error {
	differ := differing(file.Puzzle, found)
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
		plural(len(differ), "cell"), marked(file.Puzzle, found[0], differ), marked(file.Puzzle, found[1], differ))
}

// differing returns the cells in which two solutions differ, ascending; none when
// there are not two. On a draughtboard these are the cells whose stones cover other
// cells, for alike stones have no names of their own.
func differing(p puzzle.Puzzle, found []puzzle.Solution) []int {
	if len(found) != 2 {
		return nil
	}
	one, two := found[0], found[1]
	if p.Family() == puzzle.FamilyDraughtboard {
		one, two = footprints(one), footprints(two)
	}
	var cells []int
	for c := range one {
		if one[c] != two[c] {
			cells = append(cells, c)
		}
	}
	return cells
}

// footprints returns for each cell of a draughtboard a number that stands for the set
// of cells that its stone covers, and for the colouring.
func footprints(s puzzle.Solution) puzzle.Solution {
	cells := make(map[int][]byte)
	for c, value := range s {
		cells[value] = fmt.Appendf(cells[value], "%d ", c)
	}
	prints := make(puzzle.Solution, len(s))
	for c, value := range s {
		hash := fnv.New64a()
		hash.Write(cells[value]) // never fails, says hash.Hash
		prints[c] = int(hash.Sum64() >> 2)
		if value < 0 {
			prints[c] = -prints[c]
		}
	}
	return prints
}
