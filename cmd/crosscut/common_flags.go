package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/puzzle"
)

// searchFlags are the flags of every command that asks an engine about each puzzle.
type searchFlags struct {
	input  inputFlags
	engine engineFlags
	output outputFlags
}

func (f *searchFlags) add(cmd *cobra.Command) {
	f.input.add(cmd)
	f.engine.add(cmd)
	f.output.add(cmd)
	f.output.limit = &f.engine.limit
}

// check rejects flags that are invalid or do not go together.
func (f *searchFlags) check(cmd *cobra.Command) error {
	return cmp.Or(f.input.check(), f.engine.check(cmd))
}

// eachWithEngine calls answer for each puzzle of the files, with the engine that the flags
// name and a printer for the results. See eachWithOutput.
func (a *app) eachWithEngine(ctx context.Context, f *searchFlags, names []string, answer func(*app, crosscut.Engine, *puzzle.File, *printer) error) error {
	if _, err := a.engine(&f.engine); err != nil { // before any file is opened
		return err
	}
	return a.eachWithOutput(ctx, names, &f.input, f.engine.cores(), &f.output, func(a *app, file *puzzle.File, out *printer) error {
		e, err := a.engine(&f.engine) // again, for the messages of this puzzle
		if err != nil {
			return err
		}
		if err := f.engine.checkPuzzle(file); err != nil {
			a.report(err)
			return nil
		}
		return answer(a, e, file, out)
	})
}
