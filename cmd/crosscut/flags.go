package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Flags that several commands have. Package commands says what they are called and what they do.

// command returns the builder of a command that does something with its flags and arguments. The flags are the
// exported fields of F: see [commands.Command.AddFlags]. If they have a method check, it rejects what is invalid or does not go
// together.
func command[F any](name string, do func(context.Context, *F, []string) error) func() *cobra.Command {
	return func() *cobra.Command {
		f := new(F)
		return described(name, f, &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error {
			if checked, ok := any(f).(interface{ check(*cobra.Command) error }); ok {
				if err := checked.check(cmd); err != nil {
					return err
				}
			}
			return do(cmd.Context(), f, args)
		}})
	}
}

// described completes a command: it adds what the table of commands says of it.
func described(name string, to any, cmd *cobra.Command) *cobra.Command {
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
func addFlags(cmd *cobra.Command, row commands.Command, to any, family puzzle.Family) {
	row.AddFlags(cmd.Flags(), to, family)
	if flag := cmd.Flags().Lookup("memory"); flag != nil {
		cmd.RunE = withinMemory(flag.Value.(*base.Bytes), cmd.RunE)
	}
}

// searchFlags are the flags of every command that asks an engine about each puzzle.
type searchFlags struct {
	inputFlags
	engineFlags
	outputFlags
}

// within returns a context that ends at a limit of time, if there is one.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit > 0 {
		return meter.WithTimeLimit(ctx, limit)
	}
	return context.WithCancel(ctx)
}

// patiently is within for a command on whose answer a person waits: it has a limit without --time,
// too, whose error names the flag.
func patiently(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit > 0 {
		return within(ctx, limit)
	}
	usual, _ := time.ParseDuration(serve.UsualTime)
	return context.WithTimeoutCause(ctx, usual, &meter.LimitError{Kind: context.DeadlineExceeded, What: serve.UsualTime + "; --time sets another"})
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
