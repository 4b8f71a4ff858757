package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/internal/durable"
)

// shorts say what each command does, for the manual and for shells.
var shorts = map[string]string{
	"run": "Count on this machine, with worker processes", "serve": "Coordinate workers on other machines",
	"work": "Be a worker of a run", "status": "Say how far a run is",
}

// described returns the commands with their flags, for the manual and for shells. They do nothing.
func described() *cobra.Command {
	root := &cobra.Command{Use: "crosscut-cluster", Short: "Count on many machines, exactly, whatever fails", Long: strings.TrimSpace(usage)}
	p := &program{stdout: io.Discard, stderr: io.Discard}
	for _, name := range slices.Sorted(maps.Keys(shorts)) {
		below := &cobra.Command{Use: name, Short: shorts[name], Run: func(*cobra.Command, []string) {}}
		p.describe = func(set *flag.FlagSet, argument string) {
			below.Use += " " + strings.ToUpper(argument)
			below.Flags().AddGoFlagSet(set)
		}
		_ = p.commands()[name](context.Background(), nil) // it ends where it would read its flags
		root.AddCommand(below)
	}
	root.InitDefaultCompletionCmd()
	return root
}

// man writes the pages of the manual into a folder.
func (p *program) man(_ context.Context, args []string) error {
	if len(args) != 2 || args[0] != "--dir" {
		return errors.New("man needs --dir and a folder")
	}
	if err := durable.MkdirAll(args[1]); err != nil {
		return err
	}
	root := described()
	for _, cmd := range append(root.Commands(), root) {
		if cmd != root && shorts[cmd.Name()] == "" {
			continue
		}
		page := commands.ManPage(cmd, base.Release(base.Build()))
		if err := durable.Write(filepath.Join(args[1], commands.PageName(cmd)+".1"), durable.Text(page)); err != nil {
			return err
		}
	}
	return nil
}

// complete writes the completions of a shell, and answers what they ask.
func (p *program) complete(args []string) int {
	root := described()
	root.SetArgs(args)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	if err := root.Execute(); err != nil {
		fmt.Fprintln(p.stderr, "crosscut-cluster:", err)
		return exitBad
	}
	return exitYes
}
