package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// question is a command that asks something about each puzzle. Package serve has the answers and their words.
type question struct {
	name    string
	kind    *files.Kind // of the results; nil for files.Results
	simple  bool        // it takes no engine
	patient bool        // it has a limit of time without --time, too
	each    bool        // each of its searches is watched, and not all of them together
	wanted  int         // how many solutions are wanted, 0 for all
}

var questions = []question{
	{name: "unique", each: true, wanted: 2},
	{name: "why"},
	{name: "certain", simple: true, patient: true},
	{name: "repair", kind: files.Puzzles, each: true},
	{name: "minimal", kind: files.Puzzles, simple: true},
	{name: "read", simple: true},
}

type questionFlags struct {
	searchFlags
	options map[string]string // those that were given
}

// command returns the builder of the command.
func (q question) command(a *app) func() *cobra.Command {
	return func() *cobra.Command {
		op, _ := serve.OperationNamed(q.name)
		f := &questionFlags{options: make(map[string]string)}
		f.output.kind = q.kind
		return described(q.name, together(ownVariables(op), f.variables()), &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
			cmd.Flags().Visit(func(flag *pflag.Flag) { f.options[flag.Name] = flag.Value.String() })
			if err := f.check(cmd); err != nil {
				return err
			}
			return q.ask(cmd.Context(), a, op, f, args)
		}})
	}
}

// ownVariables returns variables for the options of an operation.
func ownVariables(op serve.Operation) commands.Variables {
	to := make(commands.Variables)
	for _, o := range op.Options {
		switch o.Type {
		case serve.Boolean:
			to[o.Name] = new(bool)
		case serve.Seed:
			to[o.Name] = new(uint64)
		case serve.String:
			to[o.Name] = new("none")
		}
	}
	return to
}

func (q question) ask(ctx context.Context, a *app, op serve.Operation, f *questionFlags, args []string) error {
	a.faulty = op.Faulty
	answer := func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
		m := &crosscut.Meter{Wanted: q.wanted}
		asking := &serve.Asking{
			File: file, Options: f.options, Engine: e, Meter: m, Conclude: concludeWithin,
			Watch: func(name string, search func(context.Context) error) error {
				if q.each { // the engine does it
					return search(ctx)
				}
				return a.watch(ctx, &f.engine, name, m, search)
			},
		}
		if e.Name == serve.EveryEngine {
			asking.Every = func(ctx context.Context, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error) {
				return a.askAll(ctx, &f.engine, file.Puzzle, m, yield)
			}
		}
		told, err := op.Tell(ctx, asking)
		if err != nil {
			defer a.fails(file, err)
		}
		switch {
		case told == nil || told.Text == "":
			return nil
		case told.No:
			return a.answer(out, exitNo, told.Object, "%s", told.Text)
		case told.Puzzle:
			return a.answerPuzzle(out, told.Object, told.Text)
		}
		return a.answer(out, exitYes, told.Object, "%s", told.Text)
	}
	if !q.simple {
		return a.eachWithEngine(ctx, &f.searchFlags, args, func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
			if q.each {
				e = a.limitedEngine(&f.engine, e)
			}
			return answer(ctx, a, e, file, out)
		})
	}
	return a.eachWithOutput(ctx, args, &f.input, f.engine.cores(), &f.output, func(a *app, file *text.File, out *printer) error {
		within := f.engine.limit.within
		if q.patient {
			within = f.engine.limit.patiently
		}
		ctx, cancel := within(ctx)
		defer cancel()
		return answer(ctx, a, crosscut.Native, file, out)
	})
}

// concludeWithin is serve.Conclude, which is abandoned when ctx ends: a single step may take long.
func concludeWithin(ctx context.Context, p puzzle.Puzzle) serve.Conclusion {
	way, _ := files.RunOrAbandon(ctx, func() (serve.Conclusion, error) { return serve.Conclude(ctx, p), nil })
	return way
}
