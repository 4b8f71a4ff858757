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

// The formats that encode writes. decode reads answers to the first two.
const (
	targetDIMACS = "dimacs"
	targetDLX    = "dlx"
	targetOPB    = "opb"
)

// encodeFlags are the flags of encode.
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
	return command("encode", f.variables(), &cobra.Command{
		Long: `Write a puzzle in one of three formats. --to dimacs writes a formula in DIMACS CNF, which
every SAT solver reads. --to dlx writes an exact cover with colours in the format of
Knuth's programs. Comments explain each variable and item. "crosscut decode" turns the
answer of the other program into a board.

--to opb is for plain magic squares. It writes a pseudo-Boolean problem that a person can read:
one line for each cell, number, clue and line of the board.

The exit code is 0 when the file is written. It is 3 when a limit came first, and then
there is no file.`,
		Example: "  crosscut encode --to dimacs testdata/hidoku/seed-10x10.txt --output hidoku.cnf\n" +
			"  crosscut encode --to dlx testdata/draughtboard/seed-8x8.txt --output stones.dlx",
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.input.check(), f.encoding.check()); err != nil {
				return err
			}
			return a.encode(cmd.Context(), &f, args[0])
		},
	})
}

func (a *app) encode(ctx context.Context, f *encodeFlags, name string) error {
	if err := f.encoding.goesWith("--to", f.to); err != nil {
		return err
	}
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
