package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/link"
	"crosscut/internal/base"
)

type importFlags struct {
	inputFlags
	outputFlags
	From string
}

func (a *app) importFile(ctx context.Context, f *importFlags, args []string) error {
	name := args[0]
	entries, err := files.Read(ctx, a.source(), name, func(in io.Reader, name string) ([]*exchange.Entry, error) {
		if link.Is(args[0]) { // and not the puzzle in it
			in = strings.NewReader(args[0])
		}
		return exchange.Read(f.From, in, name, f.Puzzle)
	})
	if err != nil {
		return err
	}
	f.kind = files.Puzzles
	out, err := a.printer(ctx, &f.outputFlags, files.InputPlaces(name)...)
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
