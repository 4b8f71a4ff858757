package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Flags that several commands have. Package commands says what they are called and what they do.

// flagsOf are the flags of a command, in a struct F.
type flagsOf[F any] interface {
	*F
	// variables returns where the values go, and sets the defaults.
	variables() commands.Variables
	// check rejects flags that are invalid or do not go together.
	check(*cobra.Command) error
}

// command returns the builder of a command that does something with its flags and arguments.
func command[F any, P flagsOf[F]](name string, do func(context.Context, P, []string) error) func() *cobra.Command {
	return func() *cobra.Command {
		f := P(new(F))
		return described(name, f.variables(), &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return do(cmd.Context(), f, args)
		}})
	}
}

// described completes a command: it adds what the table of commands says of it.
func described(name string, to commands.Variables, cmd *cobra.Command) *cobra.Command {
	row, _ := commands.Named(name)
	cmd.Use, cmd.Short, cmd.GroupID = strings.TrimSpace(name+" "+row.Args), row.Help, row.Wish
	cmd.Long, cmd.Example = commands.Help(name)
	cmd.Args = arguments(row.Args)
	if row.Args == "" {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	addFlags(cmd, row, to, "")
	return cmd
}

// addFlags adds the flags of a row of the table to a command, and makes it obey --memory.
func addFlags(cmd *cobra.Command, row commands.Command, to commands.Variables, family puzzle.Family) {
	row.AddFlags(cmd.Flags(), to, family)
	if limit, ok := to["memory"].(*base.Bytes); ok {
		cmd.RunE = withinMemory(limit, cmd.RunE)
	}
}

func together(parts ...commands.Variables) commands.Variables {
	all := make(commands.Variables)
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}

// searchFlags are the flags of every command that asks an engine about each puzzle.
type searchFlags struct {
	input  inputFlags
	engine engineFlags
	output outputFlags
}

func (f *searchFlags) variables() commands.Variables {
	return together(f.input.variables(), f.engine.variables(), f.output.variables())
}

func (f *searchFlags) check(cmd *cobra.Command) error { return f.engine.check(cmd) }

// choice is a flag whose value is one of some words, where false stands for nothing. They are checked when
// they are read, because help topics look at no flags.
type choice struct {
	to    *string
	kind  string // "bool" for a flag that may stand without a value
	words []string
}

// String returns the word.
func (c choice) String() string { return *c.to }

// Type returns the kind.
func (c choice) Type() string { return c.kind }

// Set takes a word.
func (c choice) Set(word string) error {
	word = serve.Meant(c.words, word)
	if !slices.Contains(c.words, word) {
		return errors.New("it is " + base.Choice(c.words))
	}
	if *c.to = word; word == "false" {
		*c.to = ""
	}
	return nil
}

// timeFlag is a time limit; 0 is no limit.
type timeFlag time.Duration

func (f *timeFlag) variable() *time.Duration { return (*time.Duration)(f) }

// within returns a context that ends at the limit, if there is one.
func (f timeFlag) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if f > 0 {
		return meter.WithTimeLimit(ctx, time.Duration(f))
	}
	return context.WithCancel(ctx)
}

// patiently is within for a command on whose answer a person waits: it has a limit without --time,
// too, whose error names the flag.
func (f timeFlag) patiently(ctx context.Context) (context.Context, context.CancelFunc) {
	if f > 0 {
		return f.within(ctx)
	}
	usual, _ := time.ParseDuration(serve.UsualTime)
	return context.WithTimeoutCause(ctx, usual, &crosscut.LimitError{What: serve.UsualTime + "; --time sets another"})
}

// withinMemory returns a command that obeys the limit. When it exceeds the limit, it ends in the
// same way as at its time limit.
func withinMemory(limit *base.Bytes, run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if *limit == 0 {
			return run(cmd, args)
		}
		ctx, stop := meter.WithMemoryLimit(cmd.Context(), int64(*limit))
		defer stop()
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}
