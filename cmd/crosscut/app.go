package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
)

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
