package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
)

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       io.Writer // standard output itself, to ask whether it is a terminal
	screen         *screen   // shows progress; nil when standard error is not a terminal
	engines        []crosscut.Engine
	messages       messageFlags
	emit           func([]taskOutput) bool // takes the output for one puzzle of a batch; nil for a single puzzle
	file           string                  // name of the present puzzle; "" outside batches
	wait           time.Duration           // the limit of each wait for input, from --time; 0 is no limit
	exit           int
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "crosscut",
		Short: "Solve, count and cross-check hidokus, draughtboards and magic boards",
		Long: `crosscut finds every solution of three families of puzzle:

  hidoku        put 1..N on a board so that consecutive numbers touch
  draughtboard  tile a chequered board with coloured stones
  magic         fill a square so that rows, columns and diagonals have one sum

Three independent engines check one another:

  native        a search made for each family
  sat           the puzzle as a formula, for the SAT solver gini
  dlx           the puzzle as an exact cover with colours, for dancing cells

"crosscut help files" describes the files, "crosscut help exit-codes" the codes.`,
		Example:       "  crosscut solve testdata/hidoku/seed-10x10.txt\n  crosscut check --time 10s testdata/magic/n3-*.txt",
		SilenceErrors: true,
		SilenceUsage:  true,

		DisableSuggestions: true, // an error is one line, and suggestions take several
	}
	a.messages.add(root)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Lookup(timeName) != nil {
			a.wait, _ = cmd.Flags().GetDuration(timeName)
		}
		if a.messages.quiet {
			a.screen = nil // shows no progress
		}
		return checkPlaceFlags(cmd)
	}
	root.SetFlagErrorFunc(flagError)
	groupFlags(root)
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(
		a.solveCommand(), a.countCommand(), a.uniqueCommand(), a.checkCommand(),
		a.verifyCommand(), a.encodeCommand(), a.decodeCommand(), a.coverCommand(), a.drawCommand(), a.bookletCommand(),
		a.importCommand(), a.exportCommand(), a.proveCommand(),
		a.versionCommand(), a.manCommand(), a.completionCommand(),
		a.generateCommand(), a.gradeCommand(), a.hintCommand(),
		a.certainCommand(), a.repairCommand(), a.whyCommand(), a.serveCommand(),
		a.cubesCommand(), a.workCommand(), a.mergeCommand(), a.clusterCommand(),
		filesTopic(), longRunsTopic(), encodingsTopic(), exitCodesTopic(), schemaTopic(),
	)
	complete(root, choices())
	return root
}

// helpCommand is the help command of cobra with one change: its exit code says whether
// there was a text.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command or a topic",

		ValidArgsFunction: commandNames(func(cmd *cobra.Command) bool { return !cmd.Hidden }),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				topic := strings.Join(args, " ")
				if hint := didYouMean(topic, namesOfCommands(root)); hint != "" {
					return &suggestionError{fmt.Sprintf("no help on %q%s", topic, hint)}
				}
				return fmt.Errorf("no help on %q; see \"crosscut help\"", topic)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// atLeastOneFile checks the arguments of commands that take one file or more.
func atLeastOneFile(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s needs a file, or - for standard input; see \"%s --help\"", cmd.Name(), cmd.CommandPath())
	}
	return nil
}

// exactly checks the arguments of commands that take one argument for each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return fmt.Errorf("%s needs %s, and got %s; see \"%s --help\"",
				cmd.Name(), strings.Join(names, " and "), plural(len(args), "argument"), cmd.CommandPath())
		}
		return nil
	}
}
