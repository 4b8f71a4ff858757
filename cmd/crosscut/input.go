package main

import (
	"context"
	"io"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

type inputFlags struct{ family string }

func (f *inputFlags) variables() commands.Variables {
	return commands.Variables{"puzzle": &f.family}
}

func (a *app) source() files.Source { return files.Source{Stdin: a.stdin, Limit: a.wait} }

func (a *app) read(ctx context.Context, name string, flags *inputFlags) (*text.File, error) {
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) (*text.File, error) {
		return text.Read(in, name, puzzle.Family(flags.family))
	})
}
