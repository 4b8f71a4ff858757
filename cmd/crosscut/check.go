package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type checkFlags struct{ searchFlags }

func (f *checkFlags) variables() commands.Variables {
	f.engine.name = serve.EveryEngine
	return f.searchFlags.variables()
}

func (a *app) check(ctx context.Context, f *checkFlags, args []string) error {
	engines := a.enginesOf(&f.engine)
	if f.engine.name != serve.EveryEngine {
		engines = []crosscut.Engine{a.engine(&f.engine)}
	}
	return a.eachWithOutput(ctx, args, &f.input, f.engine.cores(), &f.output, func(a *app, file *text.File, out *printer) error {
		if err := f.engine.checkPuzzle(file); err != nil {
			a.report(err)
			return nil
		}
		outcomes, err := crosscut.CrossCheck(ctx, file.Puzzle, engines, a.limits(&f.engine), nil)
		verdict := serve.VerdictOn(file, outcomes, err)
		exit := verdictExit(verdict, err)
		if fault := commandFault(outcomes); fault != nil {
			defer a.fails(file, fault)
		}
		if f.engine.stats {
			for _, o := range outcomes {
				a.showStats(o.Engine, o.Stats, o.Used, o.Elapsed)
			}
		}
		if outErr := a.answer(out, exit, serve.NewCheck(file, outcomes, verdict), "%s", checkText(file, outcomes, verdict)); outErr != nil || err == nil {
			return outErr
		}
		a.fails(file, err)
		if exit != exitDisagree {
			return nil
		}
		name, err := writeReproducer(file, outcomes, err)
		if err == nil {
			a.complain(fmt.Sprintf("%s: the puzzle and the answers of the engines are in %s", file.Name, name))
		}
		return err
	})
}

func verdictExit(v serve.Verdict, err error) int {
	switch {
	case err != nil:
		return exitCode(err)
	case v.Word == serve.VerdictClaim:
		return exitNo
	case v.Word == serve.VerdictStopped:
		return exitLimit
	}
	return exitYes
}

func checkText(file *text.File, outcomes []crosscut.Outcome, v serve.Verdict) string {
	var content strings.Builder
	fmt.Fprintf(&content, "%s: %s\n", file.Name, v.Text)
	for _, o := range outcomes {
		fmt.Fprintf(&content, "  %-7s %16s %10v", o.Engine, serve.TallyText(o), roundTime(o.Elapsed))
		if o.Err != nil {
			fmt.Fprintf(&content, "  %s", base.OneLine(o.Err))
		}
		if confirmed := serve.ConfirmedText(o, outcomes); confirmed != "" {
			fmt.Fprintf(&content, "; %s", confirmed)
		}
		content.WriteByte('\n')
	}
	return content.String()
}

// writeReproducer writes the puzzle to a new file in the current directory and returns its
// name. Comments in the file give the answers of the engines.
func writeReproducer(file *text.File, outcomes []crosscut.Outcome, problem error) (string, error) {
	var content strings.Builder
	fmt.Fprintf(&content, "# %s\n", base.OneLine(problem))
	for _, o := range outcomes {
		fmt.Fprintf(&content, "# %s: %s, digest %v", o.Engine, serve.TallyText(o), o.Tally.Digest)
		if o.Err != nil {
			fmt.Fprintf(&content, ", %s", base.OneLine(o.Err))
		}
		content.WriteByte('\n')
	}
	if witness := witnessOf(problem); witness != nil {
		fmt.Fprintf(&content, "# values of the solution in question, by cells: %v\n", witness)
	}
	content.WriteString(file.Text(file.Puzzle))
	out, err := os.CreateTemp(".", "crosscut-disagreement-*.txt")
	if err != nil {
		return "", err
	}
	_, err = out.WriteString(content.String())
	return strings.TrimPrefix(out.Name(), "./"), errors.Join(err, out.Close())
}

func witnessOf(problem error) puzzle.Solution {
	var wrong *crosscut.WrongError
	var disagreement *crosscut.DisagreementError
	switch {
	case errors.As(problem, &wrong):
		return wrong.Solution
	case errors.As(problem, &disagreement):
		return disagreement.Witness
	}
	return nil
}
