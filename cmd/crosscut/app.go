package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/serve/commands"
	"crosscut/internal/wording"
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
	results        *printer                // holds results of the batch back; nil outside batches
	file           string                  // name of the present puzzle; "" outside batches
	wait           time.Duration           // the limit of each wait for input, from --time; 0 is no limit
	exit           int
}

// rootCommand returns the program with its commands.
func (a *app) rootCommand() *cobra.Command {
	root := a.emptyRoot()
	for _, command := range a.builders() {
		root.AddCommand(command.build())
	}
	root.AddCommand(commands.Topics()...)
	addVersionFlag(root)
	commands.Complete(root)
	return root
}

// rootFor returns as much of the program as these arguments need. To build all commands takes a
// tenth of the time that the program needs for a small puzzle. So where the first argument is the
// name of a command that does not look at the others, only that command is built.
func (a *app) rootFor(args []string) *cobra.Command {
	for _, command := range a.builders() {
		if len(args) > 0 && args[0] == command.name && !command.seesOthers {
			root := a.emptyRoot()
			root.AddCommand(command.build())
			return root
		}
	}
	return a.rootCommand()
}

// lazyCommand is a command that is built when it is needed.
type lazyCommand struct {
	name       string
	build      func() *cobra.Command
	seesOthers bool // it needs the other commands too
}

// builders returns the builders of all commands, except help.
func (a *app) builders() []lazyCommand {
	return []lazyCommand{
		{"solve", a.solveCommand, false},
		{"count", a.countCommand, false},
		{"unique", a.uniqueCommand, false},
		{"check", a.checkCommand, false},
		{"verify", a.verifyCommand, false},
		{"encode", a.encodeCommand, false},
		{"decode", a.decodeCommand, false},
		{"cover", a.coverCommand, false},
		{"draw", a.drawCommand, false},
		{"booklet", a.bookletCommand, false},
		{"import", a.importCommand, false},
		{"export", a.exportCommand, false},
		{"prove", a.proveCommand, false},
		{"version", a.versionCommand, false},
		{"man", a.manCommand, true},
		{"completion", a.completionCommand, true},
		{"generate", a.generateCommand, false},
		{"grade", a.gradeCommand, false},
		{"hint", a.hintCommand, false},
		{"certain", a.certainCommand, false},
		{"repair", a.repairCommand, false},
		{"why", a.whyCommand, false},
		{"serve", a.serveCommand, false},
		{"cubes", a.cubesCommand, false},
		{"work", a.workCommand, false},
		{"merge", a.mergeCommand, false},
		{"cluster", a.clusterCommand, false},
	}
}

// emptyRoot returns the program without its commands, except help.
func (a *app) emptyRoot() *cobra.Command {
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

		CompletionOptions:  cobra.CompletionOptions{DisableDefaultCmd: true},
		DisableSuggestions: true, // an error is one line, and suggestions take several
	}
	for _, wish := range commands.Wishes {
		root.AddGroup(&cobra.Group{ID: wish, Title: "To " + wish + ":"})
	}
	commands.AddEverywhere(root.PersistentFlags(), a.messages.variables())
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Lookup("time") != nil {
			a.wait, _ = cmd.Flags().GetDuration("time")
		}
		if a.messages.quiet {
			a.screen = nil // shows no progress
		}
		return commands.CheckFlags(cmd)
	}
	root.SetFlagErrorFunc(commands.FlagError)
	commands.GroupFlags(root)
	root.SetHelpCommand(helpCommand(root))
	return root
}

// helpCommand is the help command of cobra with one change: its exit code says whether
// there was a text.
func helpCommand(root *cobra.Command) *cobra.Command {
	return command("help", nil, &cobra.Command{
		ValidArgsFunction: commands.CompleteNames(func(cmd *cobra.Command) bool { return !cmd.Hidden }),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				topic := strings.Join(args, " ")
				if hint := commands.DidYouMean(topic, commands.Names(root)); hint != "" {
					return &commands.SuggestionError{Text: fmt.Sprintf("no help on %q%s", topic, hint)}
				}
				return fmt.Errorf("no help on %q; see \"crosscut help\"", topic)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	})
}

// atLeastOneFile checks the arguments of commands that take one file or more.
func atLeastOneFile(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s needs a file, or - for standard input; see \"%s --help\"", cmd.Name(), cmd.CommandPath())
	}
	return nil
}

// onlyFlags checks the arguments of commands that take none.
func onlyFlags(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes only flags, not %q", cmd.Name(), args[0])
	}
	return nil
}

// exactly checks the arguments of commands that take one argument for each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return fmt.Errorf("%s needs %s, and got %s; see \"%s --help\"",
				cmd.Name(), strings.Join(names, " and "), wording.Plural(len(args), "argument"), cmd.CommandPath())
		}
		return nil
	}
}
