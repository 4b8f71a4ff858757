package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/link"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
)

type importFlags struct {
	input  inputFlags
	from   string
	memory base.Bytes
	output outputFlags
}

func (f *importFlags) variables() commands.Variables {
	return together(f.input.variables(), commands.Variables{"from": &f.from, "memory": &f.memory, "output": &f.output.file, "no-lock": &f.output.noLock})
}

func (f *importFlags) check(*cobra.Command) error { return nil }

func (a *app) importFile(ctx context.Context, f *importFlags, args []string) error {
	name := args[0]
	entries, err := files.Read(ctx, a.source(), name, func(in io.Reader, name string) ([]*exchange.Entry, error) {
		if link.Is(args[0]) { // and not the puzzle in it
			in = strings.NewReader(args[0])
		}
		return exchange.Read(f.from, in, name, f.input.family)
	})
	if err != nil {
		return err
	}
	f.output.kind = files.Puzzles
	out, err := a.printer(ctx, &f.output, files.InputPlaces(name)...)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err = cmp.Or(context.Cause(ctx), out.puzzle(nil, e.Text())); err != nil {
			break
		}
		switch {
		case e.Note != "":
			a.note(fmt.Sprintf("%s: %s", e.Name, e.Note))
		case len(e.Left) > 0:
			a.note(fmt.Sprintf("%s: no part of the puzzle, and not read: %s", e.Name, base.List(e.Left)))
		}
	}
	return stoppedAs(ctx, files.ShownName(name), cmp.Or(err, out.close()))
}
