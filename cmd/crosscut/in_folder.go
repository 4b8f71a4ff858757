package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve"
	"crosscut/cubes"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle/text"
)

// A long run is a folder. With --run DIR, count, solve, cover and models start the run there, join it or go on
// with it.

// runFlags name the folder of a run, and say how to cut the puzzle.
type runFlags struct {
	Run   string // the folder
	Cubes int
}

func (f *runFlags) active() bool { return f.Run != "" }

func (f *runFlags) checkRun(cmd *cobra.Command, engine *engineFlags) error {
	given := cmd.Flags().Changed("cubes")
	switch args := cmd.Flags().Args(); {
	case given && (f.Cubes < 1 || f.Cubes > cubes.Max):
		return fmt.Errorf("--cubes %d; it must be 1 to %d", f.Cubes, cubes.Max)
	case !f.active() && given:
		return errors.New("--cubes needs --run")
	case !f.active():
		return nil
	case len(args) != 1:
		return fmt.Errorf("--run is for one puzzle, and there are %s", base.Plural(len(args), "file"))
	case engine.Engine == serve.EveryEngine:
		return errors.New("--engine all compares whole answers; with --run it can be native, sat, dlx or race")
	case engine.Nodes > 0:
		return errors.New("--nodes and --run exclude each other; --time stops this process, and the run can go on")
	}
	if !given {
		f.Cubes = 0 // that of the run
	}
	return nil
}

// places returns what the results must not overwrite.
func (f *runFlags) places(name string) []files.Place {
	return append(files.InputPlaces(name), files.Place{What: "--run", Name: f.Run, Contains: files.EveryFile})
}

// work works for the run of a problem until it is finished. The result is the run and its sum. There is
// no part of a sum.
func (a *app) work(ctx context.Context, f *runFlags, engine *engineFlags, name string, p run.Problem, kind run.Kind, w *run.Worker) (*run.Folder, run.Sum, error) {
	ctx, cancel := within(ctx, engine.Time)
	defer cancel()
	folder, tree, err := run.Open(ctx, f.Run, p, kind, f.Cubes, run.DefaultCut)
	if err != nil {
		return nil, run.Sum{}, withGivenName(err, f.Run)
	}
	folder.Note = a.note
	w.Folder, w.Tree, w.Meter = folder, tree, new(meter.Meter)
	var sum run.Sum
	err = a.watch(ctx, engine, name, w.Meter, func(ctx context.Context) (err error) {
		sum, err = w.Run(ctx)
		return err
	})
	if code := exitCode(err); err != nil && (code == exitLimit || code == exitDisk || code == exitInterrupted) {
		a.note(fmt.Sprintf("the same command goes on with the run in %s", files.ShownName(f.Run)))
	}
	return folder, sum, cmp.Or(err, folder.Close())
}

// workOnPuzzle works for the run of a puzzle. It calls print with the result.
func (a *app) workOnPuzzle(ctx context.Context, f *searchFlags, to *runFlags, name string, kind run.Kind, print func(*text.File, *printer, *run.Folder, run.Sum) error) error {
	e := a.engine(&f.engineFlags)
	out, err := a.printer(ctx, &f.outputFlags, to.places(name)...)
	if err != nil {
		return err
	}
	file, err := a.read(ctx, name, &f.inputFlags)
	if err == nil {
		err = f.checkPuzzle(file)
	}
	if err != nil {
		return cmp.Or(err, out.close())
	}
	e = a.warnOfManySolutions(e, file)
	w := &run.Worker{By: e}
	w.Whole = func(ctx context.Context) (*big.Int, error) {
		return crosscut.Count(ctx, e, file.Puzzle, &meter.Meter{Workers: w.Meter.Workers})
	}
	folder, sum, err := a.work(ctx, to, &f.engineFlags, e.Name, run.OfPuzzle(file.Puzzle), kind, w)
	if err != nil {
		return cmp.Or(a.fails(file, err), out.close())
	}
	return cmp.Or(print(file, out, folder, sum), out.close())
}

func (a *app) countInFolder(ctx context.Context, f *questionFlags, name string) error {
	kind := run.Count
	if f.options["digest"] == "true" {
		kind = run.Digest
	}
	return a.workOnPuzzle(ctx, &f.searchFlags, &f.runFlags, name, kind, func(file *text.File, out *printer, _ *run.Folder, sum run.Sum) error {
		r := serve.Count{File: file.Name, Count: sum.Number(), Complete: true}
		if kind == run.Digest {
			r.Digest = sum.Digest.String()
		}
		return a.answer(out, exitYes, r, "%s", r.Text())
	})
}

func (a *app) solveInFolder(ctx context.Context, f *questionFlags, name string) error {
	return a.workOnPuzzle(ctx, &f.searchFlags, &f.runFlags, name, run.Solutions, func(file *text.File, out *printer, folder *run.Folder, _ run.Sum) error {
		found := 0
		err := folder.Solutions(func(s []int) error {
			found++
			return cmp.Or(out.solution(file, found, s), context.Cause(ctx))
		})
		if err == nil && found == 0 {
			a.outcome(exitNo)
		}
		return cmp.Or(err, out.recordEither(serve.NewEnd(file, found, err), "# %s: %s\n", file.Name, serve.EndText(found, "solution", err)))
	})
}

// listInFolder works for the run of a cover or a formula, and prints the list or how long it is.
func (a *app) listInFolder(ctx context.Context, l *listing) error {
	whole, err := l.problem()
	if err != nil {
		return err
	}
	w := new(run.Worker)
	if w.Engine, err = whole.Choose(l.with); err != nil {
		return err
	}
	if w.Engine.String() == crosscut.DLX.Name {
		w.Whole = func(ctx context.Context) (*big.Int, error) { return l.counter(ctx, new(meter.Meter)) }
	}
	out, err := a.printer(ctx, &l.outputFlags, l.places(l.from)...)
	if err != nil {
		return err
	}
	kind := run.Solutions
	switch {
	case l.Digest:
		kind = run.Digest
	case l.Count:
		kind = run.Count
	}
	folder, sum, err := a.work(ctx, &l.runFlags, &l.engineFlags, l.engine, whole, kind, w)
	if err != nil {
		a.report(fmt.Errorf("%s: %w", l.file, err))
		return out.close()
	}
	if sum.Number().Sign() == 0 {
		a.outcome(exitNo)
	}
	if kind != run.Solutions {
		return cmp.Or(l.end(out, sum.Number(), sum.Digest, nil), out.close())
	}
	found := 0
	err = folder.Solutions(func(values []int) error {
		found++
		return cmp.Or(l.print(out, found, values), context.Cause(ctx))
	})
	return cmp.Or(err, l.end(out, big.NewInt(int64(found)), sum.Digest, err), out.close())
}
