package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut"
)

// Exit codes. When several files end differently, the most urgent counts; see
// urgency.
const (
	exitYes         = 0   // yes, found, done
	exitNo          = 1   // no: no solution, not unique, not right
	exitBad         = 2   // bad usage, bad input, or results that cannot be written
	exitLimit       = 3   // stopped by a limit; what was found is printed
	exitDisagree    = 4   // the engines disagree, or one gave a wrong solution
	exitInterrupted = 130 // interrupted; what was found is printed
)

// urgency lists the exit codes, the most urgent first.
var urgency = []int{exitInterrupted, exitDisagree, exitBad, exitLimit, exitNo, exitYes}

// errInterrupted is the cause of a context that a signal ended.
var errInterrupted = errors.New("interrupted")

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       io.Writer // standard output itself, for what only a terminal is shown
	screen         *screen   // for progress; nil when standard error is no terminal
	engines        []crosscut.Engine
	messages       messageFlags
	lane           *lane  // for one of several puzzles; nil otherwise
	file           string // the puzzle that is worked on, if it is one of a batch
	exit           int
}

// outcome notes an exit code, unless a more urgent one has been noted.
func (a *app) outcome(code int) {
	for _, c := range urgency {
		if c == code || c == a.exit {
			a.exit = c
			return
		}
	}
}

// oneLine returns the error's text without line breaks.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " ")
}

// exitCode returns the code that stands for an error.
func exitCode(err error) int {
	var wrong *crosscut.WrongError
	var disagreement *crosscut.DisagreementError
	switch {
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &wrong), errors.As(err, &disagreement):
		return exitDisagree
	case errors.Is(err, crosscut.ErrLimit):
		return exitLimit
	}
	return exitBad
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "crosscut",
		Short: "Solve, count and cross-check number paths, checkerboard dissections and magic boards",
		Long: `crosscut finds every solution of three families of puzzle, with three
independent engines that check one another:

  hidoku        a number path: 1..N on a board, consecutive numbers touching
  draughtboard  a checkerboard dissection: coloured stones tile a chequered board
  magic         a magic number board: every row, column and diagonal has one sum

  native        a branch-cutting search of its own for each family
  sat           the puzzle as a formula, for the solver gini
  dlx           the puzzle as an exact cover with colours, for dancing cells

"crosscut help files" describes the files, "crosscut help exit-codes" the codes.`,
		Example:       "  crosscut solve testdata/hidoku/seed-10x10.txt\n  crosscut check --time 10s testdata/magic/n3-*.txt",
		SilenceErrors: true,
		SilenceUsage:  true,

		DisableSuggestions: true, // they take several lines
	}
	a.messages.add(root)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if a.messages.quiet {
			a.screen = nil // no progress
		}
		return named(cmd)
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(
		a.solveCommand(), a.countCommand(), a.uniqueCommand(), a.checkCommand(),
		a.verifyCommand(), a.encodeCommand(), a.decodeCommand(), a.coverCommand(), a.drawCommand(),
		a.proveCommand(),
		a.versionCommand(), a.manCommand(), a.completionCommand(),
		a.generateCommand(), a.gradeCommand(), a.hintCommand(),
		a.certainCommand(), a.repairCommand(), a.whyCommand(),
		a.cubesCommand(), a.workCommand(), a.mergeCommand(),
		filesTopic(), longRunsTopic(), encodingsTopic(), exitCodesTopic(), schemaTopic(),
	)
	complete(root, choices())
	return root
}

// flagError says what is wrong with a flag and what would be right.
func flagError(cmd *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		switch flag.Value.Type() {
		case "int", "int64":
			return fmt.Errorf("--%s %q; it is a whole number", flag.Name, invalid.GetValue())
		case "form":
			return fmt.Errorf("--%s %q; it is text or json", flag.Name, invalid.GetValue())
		case "size":
			return fmt.Errorf("--%s %q; it is a size such as 512M or 2G", flag.Name, invalid.GetValue())
		case "uint64":
			return fmt.Errorf("--%s %q; it is a whole number, 0 or above", flag.Name, invalid.GetValue())
		case "bool":
			return fmt.Errorf("--%s %q; it is true or false, or nothing for true", flag.Name, invalid.GetValue())
		case "duration":
			return fmt.Errorf("--%s %q; it is a time such as 10s or 2m", flag.Name, invalid.GetValue())
		}
	}
	if !cmd.HasParent() { // then run adds where to look
		return err
	}
	return fmt.Errorf("%w; see \"%s --help\"", err, cmd.CommandPath())
}

// named reports a flag for a file or a directory that has an empty name, as where a script
// has not set a variable: without its checkpoint a run would be begun in vain.
func named(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if place := placeOf(flag); place != "" && flag.Value.String() == "" {
			err = fmt.Errorf("--%s is empty; it is the name of a %s", flag.Name, place)
		}
	})
	return err
}

// placeOf returns what a flag names, "file" or "folder", and "" for another thing.
func placeOf(flag *pflag.Flag) string {
	switch kind, _ := pflag.UnquoteUsage(flag); kind {
	case "FILE":
		return "file"
	case "FOLDER", "DIR", "DIRECTORY":
		return "folder"
	}
	return ""
}

// helpCommand is cobra's, but for an exit code that says whether there was help.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command or a topic",

		ValidArgsFunction: commandNames(func(cmd *cobra.Command) bool { return !cmd.Hidden }),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("no help on %q; see \"crosscut help\"", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// files is the check of arguments of commands that take one file or more.
func files(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s needs a file, or - for standard input; see \"%s --help\"", cmd.Name(), cmd.CommandPath())
	}
	return nil
}

// exactly is the check of arguments of commands that take just those named.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return fmt.Errorf("%s needs %s, and got %s; see \"%s --help\"",
				cmd.Name(), strings.Join(names, " and "), plural(len(args), "argument"), cmd.CommandPath())
		}
		return nil
	}
}
