package main

import (
	"context"
	"fmt"
	"io"

	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/files"
	"crosscut/puzzle/text"
)

type inputFlags struct{ Puzzle string }

func (a *app) source() files.Source { return files.Source{Stdin: a.stdin, Limit: a.wait} }

func (a *app) read(ctx context.Context, name string, flags *inputFlags) (*text.File, error) {
	file, err := files.Read(ctx, a.source(), name, func(in io.Reader, name string) (*text.File, error) {
		return exchange.ReadOne(in, name, flags.Puzzle)
	})
	if err == nil && file.Note != "" {
		a.note(fmt.Sprintf("%s: %s", file.Name, file.Note))
	}
	return file, err
}
