package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
)

type encodeFlags struct {
	input    inputFlags
	to       string
	encoding string
	limit    timeFlag
	output   string
}

func (f *encodeFlags) variables() commands.Variables {
	return together(f.input.variables(), commands.Variables{
		"to": &f.to, "encoding": &f.encoding, "time": f.limit.variable(), "output": &f.output,
	})
}

func (f *encodeFlags) check(*cobra.Command) error { return nil }

func (a *app) encode(ctx context.Context, f *encodeFlags, args []string) error {
	file, err := a.read(ctx, args[0], &f.input)
	if err != nil {
		return err
	}
	ctx, cancel := f.limit.within(ctx)
	defer cancel()
	write, err := serve.PuzzleWriter(ctx, f.to, f.encoding, file)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return stoppedAs(ctx, file.Name, a.writeWhole(ctx, files.Document(f.to), f.output, write))
}
