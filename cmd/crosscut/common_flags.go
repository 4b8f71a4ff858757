package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/puzzle"
)

// questionFlags are the flags of commands in which an engine answers a question about
// each puzzle.
type questionFlags struct {
	input  inputFlags
	engine engineFlags
	output outputFlags
}

// add adds the flags.
func (f *questionFlags) add(cmd *cobra.Command) {
	f.input.add(cmd)
	f.engine.add(cmd)
	f.output.add(cmd)
}

// check reports flags that make no sense.
func (f *questionFlags) check(cmd *cobra.Command) error {
	return cmp.Or(f.input.check(), f.engine.check(cmd))
}

// ask calls answer with each puzzle, and with the engine that the flags name.
func (a *app) ask(ctx context.Context, f *questionFlags, names []string, answer func(*app, crosscut.Engine, *puzzle.File, *printer) error) error {
	if _, err := a.engine(&f.engine); err != nil { // before any file is opened
		return err
	}
	return a.eachInto(ctx, names, &f.input, f.engine.cores(), &f.output, func(a *app, file *puzzle.File, out *printer) error {
		e, err := a.engine(&f.engine) // whose messages are this puzzle's
		if err != nil {
			return err
		}
		return answer(a, e, file, out)
	})
}
