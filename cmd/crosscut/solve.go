package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/ledger"
	"crosscut/puzzle"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	questionFlags
	long  longFlags
	n     int
	all   bool
	trace bool
}

func (a *app) solveCommand() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve FILE...",
		Short: "Print solutions",
		Long: `Print the first solution of each puzzle, or as many as -n or --all asks for. A
line after them says whether there are others.

A solution can be saved and given to "crosscut verify". Exit code 0 when each
puzzle has a solution, 1 when one has none, 3 when a limit came first.

With --all, --checkpoint keeps in a file which cubes of the puzzle are finished, and
--resume goes on after an interrupt, a limit or a crash; see "crosscut help
long-runs". In a file that --output names every solution then stands once.`,
		Example: "  crosscut solve testdata/hidoku/seed-10x10.txt\n" +
			"  crosscut solve --all --engine dlx testdata/draughtboard/seed-8x8.txt\n" +
			"  crosscut solve --trace testdata/magic/seed-5x5.txt",
		Args: files,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			if f.long.active() {
				return a.solveLong(cmd, &f, args[0])
			}
			return a.solve(cmd.Context(), &f, args)
		},
	}
	f.add(cmd)
	f.long.add(cmd)
	cmd.Flags().IntVarP(&f.n, "number", "n", 1, "find at most `N` solutions")
	cmd.Flags().BoolVar(&f.all, "all", false, "find every solution")
	cmd.Flags().BoolVar(&f.trace, "trace", false, "show each board on the way and why it came about, on standard error (native only)")
	return cmd
}

// check reports flags that make no sense.
func (f *solveFlags) check(cmd *cobra.Command) error {
	switch {
	case f.n < 1:
		return fmt.Errorf("-n %d; it must be above 0, or --all for every solution", f.n)
	case f.all && cmd.Flags().Changed("number"):
		return errors.New("-n and --all exclude each other")
	case f.trace && f.engine.name != crosscut.Native.Name:
		return errors.New("--trace works with --engine native only")
	case f.long.active() && !f.all:
		return errors.New("a checkpoint is of a run with --all")
	case f.long.active() && f.trace:
		return errors.New("--trace and a checkpoint exclude each other")
	}
	if f.all {
		f.n = math.MaxInt
	}
	return cmp.Or(f.questionFlags.check(cmd), f.long.check(cmd, &f.engine, cmd.Flags().Args()))
}

// foundRecord is the JSON object of a solution.
type foundRecord struct {
	File     string  `json:"file"`
	Solution int     `json:"solution"` // counted from 1
	Rows     [][]any `json:"rows"`     // numbers or stone names, null for holes
}

// endRecord is the JSON object after the last solution.
type endRecord struct {
	File      string `json:"file"`
	Solutions int    `json:"solutions"`
	Complete  bool   `json:"complete"`          // there are no others
	Stopped   string `json:"stopped,omitempty"` // why there may be others
}

func (a *app) solve(ctx context.Context, f *solveFlags, args []string) error {
	return a.ask(ctx, &f.questionFlags, args, func(a *app, e crosscut.Engine, file *puzzle.File, out *printer) error {
		return a.solveFile(ctx, f, e, file, out)
	})
}

// solveFile solves one puzzle. Its error has nothing to do with the search's
// ending early, which it reports itself.
func (a *app) solveFile(ctx context.Context, f *solveFlags, e crosscut.Engine, file *puzzle.File, out *printer) error {
	e = a.cautious(e, file)
	m := new(crosscut.Meter)
	if f.trace {
		m.Trace = func(s crosscut.Step) { a.showStep(file.Puzzle, s) }
	}
	if one := e; f.all { // which may be found in another order than the first few
		e.Search = func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
			return crosscut.All(ctx, one, p, m, yield)
		}
	}
	found, outErr := 0, error(nil)
	err := a.search(ctx, &f.engine, e, file.Puzzle, m, func(s puzzle.Solution) bool {
		found++
		outErr = out.solution(file, found, s)
		return found < f.n && outErr == nil
	})
	switch {
	case outErr != nil:
		return outErr
	case err == nil && found == 0:
		a.outcome(exitNo)
	case err != nil && !errors.Is(err, crosscut.ErrStopped):
		defer a.report(fmt.Errorf("%s: %w", file.Name, err))
	}
	return cmp.Or(out.end(file, found, err), out.flush())
}

// solveLong finds all solutions of one puzzle by cubes. What a file has beyond the
// solutions of those that are finished is taken back, and found again.
func (a *app) solveLong(cmd *cobra.Command, f *solveFlags, name string) error {
	ctx := cmd.Context()
	e, file, out, err := a.openLong(ctx, &f.questionFlags, &f.long, name)
	if err != nil {
		return err
	}
	header := ledger.Header{Kind: ledger.Solutions, Form: f.output.format, Output: f.output.file}
	if out.file != nil {
		header.Length = out.length()
	}
	release, err := f.long.lock()
	if err != nil {
		return err
	}
	defer release()
	run, err := a.begin(ctx, &f.long, cmd, file, header)
	if err == nil {
		err = a.goOnAfter(run, out, &f.long)
	}
	if err == nil {
		err = a.keep(run, &f.long, out.flush)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	found, m, outErr := run.found(), new(crosscut.Meter), error(nil)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) error {
		return crosscut.SearchCubes(ctx, e, run.left, run.onward(ctx, m), func(s puzzle.Solution) bool {
			found++
			outErr = out.solution(file, found, s)
			return outErr == nil
		}, func(i int) error {
			entry := entryOf(&run.left[i], e, big.NewInt(int64(found)), "")
			if out.file != nil {
				entry.Length = out.length()
			}
			return run.keeper.Add(entry)
		})
	})
	kept := run.keeper.Save()
	switch {
	case outErr != nil:
		return outErr
	case err == nil && found == 0:
		a.outcome(exitNo)
	case err != nil:
		defer a.report(fmt.Errorf("%s: %w", file.Name, err))
	}
	return cmp.Or(out.end(file, found, err), out.close(), kept)
}

// solution prints the n-th solution.
func (p *printer) solution(file *puzzle.File, n int, s puzzle.Solution) error {
	if p.json {
		return p.object(foundRecord{File: file.Name, Solution: n, Rows: rowsOf(file.Puzzle, s)})
	}
	return p.text("# %s: solution %d\n%s\n", file.Name, n, puzzle.Format(file.Puzzle, s))
}

// end prints how the search ended.
func (p *printer) end(file *puzzle.File, found int, err error) error {
	if p.json {
		r := endRecord{File: file.Name, Solutions: found, Complete: err == nil}
		switch {
		case errors.Is(err, crosscut.ErrStopped):
			r.Stopped = "as many as asked for"
		case err != nil:
			r.Stopped = oneLine(err)
		}
		return p.object(r)
	}
	switch {
	case err == nil && found == 0:
		return p.text("# %s: no solution\n", file.Name)
	case err == nil:
		return p.text("# %s: %s, and no other\n", file.Name, plural(found, "solution"))
	case errors.Is(err, crosscut.ErrStopped):
		return p.text("# %s: %s as asked for; there may be others\n", file.Name, plural(found, "solution"))
	}
	return p.text("# %s: %s so far; there may be others (%s)\n", file.Name, plural(found, "solution"), oneLine(err))
}
