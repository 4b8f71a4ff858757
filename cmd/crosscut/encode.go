package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"crosscut/internal/files"
	"crosscut/internal/serve"
	"crosscut/internal/serve/commands"
)

type encodeFlags struct {
	input    inputFlags
	to       string
	encoding encodingFlag
	limit    timeFlag
	output   string
}

func (f *encodeFlags) variables() commands.Variables {
	return together(f.input.variables(), commands.Variables{
		"to": &f.to, "encoding": (*string)(&f.encoding), "time": f.limit.variable(), "output": &f.output,
	})
}

func (a *app) encodeCommand() *cobra.Command {
	var f encodeFlags
	return command("encode", f.variables(), func(*cobra.Command) error {
		return cmp.Or(f.input.check(), f.encoding.check(), serve.CheckFormat(string(f.encoding), "to", f.to))
	}, func(ctx context.Context, args []string) error { return a.encode(ctx, &f, args[0]) })
}

func (a *app) encode(ctx context.Context, f *encodeFlags, name string) error {
	if err := a.source().RefuseOverwrite("--output", f.output, files.InputPlaces(name)...); err != nil {
		return err
	}
	file, err := a.read(ctx, name, &f.input)
	if err != nil {
		return err
	}
	ctx, cancel := f.limit.within(ctx)
	defer cancel()
	write, err := serve.PuzzleWriter(ctx, f.to, string(f.encoding), file)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return stoppedAs(ctx, file.Name, a.writeWhole(ctx, f.output, write))
}
