package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// question is a command that asks something about each puzzle. Package serve has the answers and their words.
type question struct {
	name    string
	kind    *files.Kind // of the results; nil for files.Results
	engine  bool        // it takes an engine
	patient bool        // it has a limit of time without --time, too
	each    bool        // each of its searches is watched, and not all of them together
	wanted  int         // how many solutions are wanted, 0 for all
}

var questions = []question{
	{name: "solve", engine: true},
	{name: "count", engine: true},
	{name: "unique", engine: true, each: true, wanted: 2},
	{name: "check", engine: true},
	{name: "read"},
	{name: "grade", engine: true, each: true, patient: true},
	{name: "hint", patient: true},
	{name: "why", engine: true},
	{name: "certain", patient: true},
	{name: "repair", kind: files.Puzzles, engine: true, each: true},
	{name: "minimal", kind: files.Puzzles},
}

type questionFlags struct {
	searchFlags
	runFlags
	Trace   traceFlag
	options map[string]string // those that were given
}

// given takes the options that were given, and rejects those that do not go together.
func (f *questionFlags) given(cmd *cobra.Command, op serve.Operation) error {
	f.options = make(map[string]string)
	cmd.Flags().Visit(func(flag *pflag.Flag) { f.options[flag.Name] = flag.Value.String() })
	n, numbered := f.options["number"]
	switch below, _ := strconv.Atoi(n); {
	case numbered && below < 1:
		return fmt.Errorf("-n %d; it must be above 0, or --all for every solution", below)
	case numbered && f.options["all"] == "true":
		return op.Check(f.options)
	case f.Trace != "" && f.Engine != crosscut.Native.Name:
		return errors.New("--trace works with --engine native only")
	case f.active() && op.Name == "solve" && f.options["all"] != "true":
		return errors.New("--run needs --all")
	case f.active() && f.Trace != "":
		return errors.New("--trace and --run exclude each other")
	case f.active() && (f.options["up-to-symmetry"] == "true" || f.options["stones"] == "true"):
		return errors.New("--run goes neither with --up-to-symmetry nor with --stones")
	case f.Trace != "" && !numbered && f.options["all"] != "true": // the trace ends with the solution
		f.options["number"] = "1"
	}
	return cmp.Or(op.Check(f.options), f.check(cmd), f.checkRun(cmd, &f.engineFlags))
}

// command returns the builder of the command.
func (q question) command(a *app) func() *cobra.Command {
	return func() *cobra.Command {
		op, _ := serve.OperationNamed(q.name)
		f := new(questionFlags)
		f.kind = q.kind
		return described(q.name, f, &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.given(cmd, op); err != nil {
				return err
			}
			switch ctx := cmd.Context(); {
			case f.active() && q.name == "solve":
				return a.solveInFolder(ctx, f, args[0])
			case f.active():
				return a.countInFolder(ctx, f, args[0])
			case f.options["filled"] != "":
				return q.askFilled(ctx, a, op, f, args)
			default:
				return q.ask(ctx, a, op, f, args)
			}
		}})
	}
}

// ask asks about each puzzle of the files.
func (q question) ask(ctx context.Context, a *app, op serve.Operation, f *questionFlags, args []string) error {
	a.faulty = op.Faulty
	limit := f.Time
	if op.Compares { // each engine has all of the time
		limit = 0
	}
	limited := within
	if q.patient {
		limited = patiently
	}
	return a.eachWithOutput(ctx, args, &f.inputFlags, f.cores(), &f.outputFlags, func(a *app, file *text.File, out *printer) error {
		if err := f.checkPuzzle(file); err != nil {
			a.report(err)
			return nil
		}
		if f.Stats && q.engine && !op.Compares {
			a.showStart(ctx, file.Puzzle)
		}
		ctx, cancel := limited(ctx, limit)
		defer cancel()
		return q.tell(ctx, a, op, f, &serve.Asking{File: file, Several: len(args) > 1 || a.emit != nil}, out)
	})
}

// askFilled asks about a board that is filled in part.
func (q question) askFilled(ctx context.Context, a *app, op serve.Operation, f *questionFlags, args []string) error {
	if len(args) != 1 || files.IsDirectory(args[0]) {
		return errors.New("--filled needs exactly one puzzle file")
	}
	file, boards, out, err := a.readFilled(ctx, &f.inputFlags, &f.outputFlags, args[0], f.options["filled"], true)
	if err != nil {
		return err
	}
	ctx, cancel := patiently(ctx, f.Time)
	defer cancel()
	asking := &serve.Asking{File: file, Boards: serve.Given(boards...), BoardName: files.ShownName(f.options["filled"])}
	return cmp.Or(q.tell(ctx, a, op, f, asking, out), out.close())
}

// tell prints the answer about a puzzle. It reports itself why the answer ended early. The error that it returns
// is about writing the results.
func (q question) tell(ctx context.Context, a *app, op serve.Operation, f *questionFlags, asking *serve.Asking, out *printer) error {
	file, m := asking.File, &meter.Meter{Wanted: q.wanted}
	e := a.warnOfManySolutions(a.engine(&f.engineFlags), file)
	if q.each {
		e = a.limitedEngine(&f.engineFlags, e)
	}
	m.Trace = a.tracer(f.Trace, file.Puzzle)
	asking.Options, asking.Engine, asking.Engines, asking.Meter = f.options, e, a.engines, m
	asking.Ahead = func(ctx context.Context, most int, find func(context.Context, func(puzzle.Solution) bool) error, show func(puzzle.Solution) bool) error {
		if m.Workers > 1 && m.Trace == nil {
			return searchAhead(ctx, file.Puzzle, most, find, show)
		}
		return find(ctx, show)
	}
	var outcomes []crosscut.Outcome
	switch {
	case op.Compares:
		asking.Every = func(ctx context.Context, yield func(puzzle.Solution) bool) (_ []crosscut.Outcome, err error) {
			outcomes, err = a.compare(ctx, &f.engineFlags, file.Puzzle, m, f.Stats, yield)
			return outcomes, err
		}
	case e.Name == serve.EveryEngine:
		asking.Every = func(ctx context.Context, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error) {
			return a.askAll(ctx, &f.engineFlags, file.Puzzle, m, yield)
		}
	}
	asking.Watch = func(name string, search func(context.Context) error) error {
		if q.each { // the engine does it
			return search(ctx)
		}
		return a.watch(ctx, &f.engineFlags, name, m, search)
	}
	outErr := a.listen(asking, out)
	err := op.Tell(ctx, asking)
	if *outErr = cmp.Or(*outErr, out.flush()); *outErr != nil {
		return *outErr
	}
	if err != nil {
		a.report(named(file, err))
	}
	if err != nil && exitCode(err) == exitDisagree && op.Compares {
		*outErr = a.reproduce(file, outcomes, err)
	}
	if fault := commandFault(outcomes); fault != nil {
		a.report(named(file, fault))
	}
	return *outErr
}

// listen lets the parts of an answer be printed. It returns where the first error of that will be.
func (a *app) listen(asking *serve.Asking, out *printer) *error {
	outErr := new(error)
	asking.Note = a.note
	asking.Long = func(ctx context.Context, do func() error) error {
		_, err := files.RunOrAbandon(ctx, func() (struct{}, error) { return struct{}{}, do() })
		return err
	}
	asking.Say = func(told serve.Told) error {
		switch {
		case told.Solution != nil:
			*outErr = out.solution(asking.File, told.Number, told.Solution)
			return *outErr
		case told.Text == "":
			return nil
		case told.No:
			a.outcome(exitNo)
		case told.Err != nil:
			a.outcome(exitLimit)
		}
		switch {
		case told.Puzzle:
			*outErr = out.puzzle(told.Object, told.Text)
		case told.Once:
			*outErr = out.recordEither(told.Object, "%s", told.Text)
		default:
			*outErr = out.either(told.Object, "%s", told.Text)
		}
		return *outErr
	}
	return outErr
}
