package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/ledger"
	"crosscut/puzzle"
)

// countFlags are the flags of count.
type countFlags struct {
	searchFlags
	checkpoint checkpointFlags
	symmetry   bool
	digest     bool
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
is, its clues, holes and colours.

Solutions are counted without finding each where the engine knows how. With
--digest each is found, judged by the rules, and counted into a digest that is the
same for the same set of solutions, in whatever order they came.

The SAT engine finds each solution in any case, from some hundreds to some ten
thousand in a second: it is sensible up to a million, and beyond that it says so.

With --checkpoint the puzzle is cut into cubes, and what is known of those that are
finished is kept in a file, which --resume goes on with after an interrupt, a limit
or a crash; see "crosscut help long-runs". A count that is of the kind that finds few
states and meets them again and again is slower in cubes, so one without --digest and
--nodes is tried for some seconds as a whole.`,
		Example: "  crosscut count testdata/draughtboard/seed-8x8.txt\n" +
			"  crosscut count --up-to-symmetry testdata/magic/order-4.txt",
		Args: atLeastOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(), f.searchFlags.check(cmd), f.checkpoint.check(cmd, &f.engine, args)); err != nil {
				return err
			}
			if f.checkpoint.active() {
				return a.countByCubes(cmd, &f, args[0])
			}
			return a.count(cmd.Context(), &f, args)
		},
	}
	f.add(cmd)
	f.checkpoint.add(cmd)
	cmd.Flags().BoolVar(&f.symmetry, "up-to-symmetry", false, "count solutions that the board's symmetries make alike as one")
	cmd.Flags().BoolVar(&f.digest, "digest", false, "find every solution, and print a digest of their set as well")
	return cmd
}

// check reports flags that make no sense.
func (f *countFlags) check() error {
	switch {
	case f.symmetry && f.digest:
		return errors.New("--up-to-symmetry and --digest exclude each other")
	case f.symmetry && f.checkpoint.active():
		return errors.New("--up-to-symmetry and a checkpoint exclude each other")
	}
	return nil
}

// countRecord is the JSON object of a count.
type countRecord struct {
	File     string   `json:"file"`
	Count    *big.Int `json:"count"`             // of any size
	Complete bool     `json:"complete"`          // the count is exact, else a lower bound
	Digest   string   `json:"digest,omitempty"`  // of the set of solutions, with --digest
	Stopped  string   `json:"stopped,omitempty"` // why the count is not exact
}

func (a *app) count(ctx context.Context, f *countFlags, args []string) error {
	return a.eachWithEngine(ctx, &f.searchFlags, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		r, err := a.countFile(ctx, f, e, file)
		if err != nil {
			r.Stopped = oneLine(err)
			defer a.report(fmt.Errorf("%s: %w", file.Name, err))
		}
		r.Complete = err == nil
		return cmp.Or(out.count(r, len(args) > 1 || a.lane != nil), out.flush())
	})
}

// countFile counts the solutions of one puzzle; with an error, some of them.
func (a *app) countFile(ctx context.Context, f *countFlags, e crosscut.Engine, file *puzzle.File) (r countRecord, err error) {
	r.File = file.Name
	m := new(crosscut.Meter)
	e = a.warnOfManySolutions(e, file)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) (err error) {
		switch {
		case f.digest:
			var t crosscut.Tally
			t, err = crosscut.Enumerate(ctx, e, file.Puzzle, m)
			r.Count, r.Digest = new(big.Int).SetUint64(t.Count), t.Digest.String()
		case f.symmetry:
			r.Count, err = crosscut.CountUpToSymmetry(ctx, e, file.Puzzle, m)
		default:
			r.Count, err = crosscut.Count(ctx, e, file.Puzzle, m)
		}
		return err
	})
	return r, err
}

// tryWhole is for how long a count is tried as a whole before it is made by cubes.
const tryWhole = 2 * time.Second

// countByCubes counts the solutions of one puzzle by cubes.
func (a *app) countByCubes(cmd *cobra.Command, f *countFlags, name string) error {
	ctx := cmd.Context()
	e, file, out, err := a.openForCubes(ctx, &f.searchFlags, &f.checkpoint, name)
	if err != nil {
		return err
	}
	header := ledger.Header{Kind: ledger.Count}
	if f.digest {
		header.Kind = ledger.Digest
	}
	release, err := f.checkpoint.lock()
	if err != nil {
		return err
	}
	defer release()
	run, err := a.beginCubeRun(ctx, &f.checkpoint, cmd, file, header)
	if err == nil {
		err = a.startKeeping(run, &f.checkpoint, nil)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	r, m := countRecord{File: file.Name}, new(crosscut.Meter)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) (err error) {
		tried := new(big.Int)
		if !f.digest && f.engine.nodes == 0 && len(run.entries) == 0 { // nodes are for what can be kept
			try, cancel := context.WithTimeout(ctx, tryWhole)
			defer cancel()
			whole := &crosscut.Meter{Workers: m.Workers, MaxNodes: m.MaxNodes}
			if tried, err = crosscut.Count(try, e, file.Puzzle, whole); err == nil {
				r.Count = tried
				m.Add(whole.Stats())
				return nil
			}
		}
		var digest crosscut.Digest
		if r.Count, digest, err = run.countCubes(ctx, e, m, run.keeper.Add); f.digest {
			r.Digest = digest.String()
		}
		if err != nil && tried.Cmp(r.Count) > 0 { // a lower bound as well
			r.Count = tried
		}
		return err
	})
	kept := run.keeper.Save()
	if err != nil {
		r.Stopped = oneLine(err)
		defer a.report(fmt.Errorf("%s: %w", file.Name, err))
	}
	r.Complete = err == nil
	return cmp.Or(out.count(r, false), out.close(), kept)
}

// count prints a count.
func (p *printer) count(r countRecord, named bool) error {
	if p.json {
		return p.object(r)
	}
	name, more, digest := "", "", ""
	if named {
		name = r.File + ": "
	}
	if !r.Complete {
		more = "+"
	}
	if r.Digest != "" {
		digest = " " + r.Digest
	}
	return p.text("%s%v%s%s\n", name, r.Count, more, digest)
}
