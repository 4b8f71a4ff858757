package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/puzzle"
)

// countFlags are the flags of count.
type countFlags struct {
	input    inputFlags
	engine   engineFlags
	output   outputFlags
	symmetry bool
}

func (a *app) countCommand() *cobra.Command {
	var f countFlags
	cmd := &cobra.Command{
		Use:   "count FILE...",
		Short: "Count all solutions",
		Long: `Print how many solutions each puzzle has, as "104"; with several files, as
"FILE: 104". A count that a limit or an interrupt cut short is a lower bound, and
printed as "104+".

With --up-to-symmetry, solutions that turning or reflecting the board carries into
one another count as one; only such movements count that leave the puzzle as it
is, its clues, holes and colours.`,
		Example: "  crosscut count testdata/draughtboard/seed-8x8.txt\n" +
			"  crosscut count --up-to-symmetry testdata/magic/order-4.txt",
		Args: files,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.input.check(), f.engine.check(cmd)); err != nil {
				return err
			}
			return a.count(cmd.Context(), &f, args)
		},
	}
	f.input.add(cmd)
	f.engine.add(cmd)
	f.output.add(cmd)
	cmd.Flags().BoolVar(&f.symmetry, "up-to-symmetry", false, "count solutions that the board's symmetries make alike as one")
	return cmd
}

// countRecord is the JSON object of a count.
type countRecord struct {
	File     string `json:"file"`
	Count    uint64 `json:"count"`
	Complete bool   `json:"complete"`          // the count is exact, else a lower bound
	Digest   string `json:"digest"`            // of the set of solutions counted
	Stopped  string `json:"stopped,omitempty"` // why the count is not exact
}

func (a *app) count(ctx context.Context, f *countFlags, args []string) error {
	e, err := a.engine(&f.engine)
	if err != nil {
		return err
	}
	return a.eachInto(ctx, args, &f.input, &f.output, func(file *puzzle.File, out *printer) error {
		counts := func(puzzle.Solution) bool { return true }
		if f.symmetry {
			group := puzzle.Symmetries(file.Puzzle)
			counts = func(s puzzle.Solution) bool { return puzzle.Representative(s, group) }
		}
		var t crosscut.Tally
		err := a.search(ctx, &f.engine, e, file.Puzzle, new(crosscut.Meter), func(s puzzle.Solution) bool {
			if counts(s) {
				t.Add(s)
			}
			return true
		})
		if err != nil {
			defer a.report(fmt.Errorf("%s: %w", file.Name, err))
		}
		return cmp.Or(out.count(file, t, err, len(args) > 1), out.flush())
	})
}

// count prints a count, which err has cut short unless it is nil.
func (p *printer) count(file *puzzle.File, t crosscut.Tally, err error, named bool) error {
	if p.json {
		r := countRecord{File: file.Name, Count: t.Count, Complete: err == nil, Digest: t.Digest.String()}
		if err != nil {
			r.Stopped = oneLine(err)
		}
		return p.object(r)
	}
	name, more := "", ""
	if named {
		name = file.Name + ": "
	}
	if err != nil {
		more = "+"
	}
	return p.text("%s%d%s\n", name, t.Count, more)
}
