package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
)

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       io.Writer // standard output itself, to ask whether it is a terminal
	screen         *screen   // shows progress; nil when standard error is not a terminal
	engines        []crosscut.Engine
	flags          struct{ Quiet bool }    // with quiet there is no message but errors
	emit           func([]taskOutput) bool // takes the output for one puzzle of a batch; nil for a single puzzle
	bounded        bool                    // what is said is about how a puzzle was read: a batch says so much of it
	results        *printer                // holds results of the batch back; nil outside batches
	faulty         bool                    // boards with a number that stands twice or outside are answered, too
	file           string                  // name of the present puzzle; "" outside batches
	wait           time.Duration           // the limit of each wait for input and for the reader of a pipe, from --time; 0 is no limit
	exit           int
}

func (a *app) rootCommand() *cobra.Command {
	root := a.emptyRoot()
	for _, build := range a.builders() {
		root.AddCommand(build())
	}
	root.AddCommand(commands.Topics()...)
	addVersionFlag(root)
	commands.Complete(root)
	return root
}

// rootFor returns as much of the program as these arguments need. To build all commands takes a
// tenth of the time that the program needs for a small puzzle. So where the first argument is the
// name of a command, only that one is built, unless it looks at the others.
func (a *app) rootFor(args []string) *cobra.Command {
	if len(args) == 0 || args[0] == "man" || args[0] == "completion" {
		return a.rootCommand()
	}
	build, known := a.builders()[args[0]]
	if !known {
		return a.rootCommand()
	}
	root := a.emptyRoot()
	root.AddCommand(build())
	return root
}

// builders returns the builders of all commands, except help.
func (a *app) builders() map[string]func() *cobra.Command {
	all := map[string]func() *cobra.Command{
		"verify": command("verify", a.verify), "prove": a.proveCommand,
		"generate": a.generateCommand, "draw": command("draw", a.draw), "booklet": a.bookletCommand, "serve": command("serve", a.serve), "page": a.pageCommand, "import": command("import", a.importFile), "export": a.exportCommand,
		"encode": command("encode", a.encode), "decode": command("decode", a.decode), "cover": command("cover", a.cover), "models": command("models", a.models),
		"run":     command("run", a.run),
		"version": a.versionCommand, "man": a.manCommand, "completion": a.completionCommand,
	}
	for _, q := range questions {
		all[q.name] = q.command(a)
	}
	return all
}

// emptyRoot returns the program without its commands, except help.
func (a *app) emptyRoot() *cobra.Command {
	long, examples := commands.Help("crosscut")
	root := &cobra.Command{
		Long: long, Example: examples,
		Use:           "crosscut",
		Short:         "Solve, count and cross-check hidokus, draughtboards and magic boards",
		SilenceErrors: true,
		SilenceUsage:  true,

		CompletionOptions:  cobra.CompletionOptions{DisableDefaultCmd: true},
		DisableSuggestions: true, // an error is one line, and suggestions take several
	}
	for _, wish := range commands.Wishes {
		root.AddGroup(&cobra.Group{ID: wish, Title: "To " + wish + ":"})
	}
	commands.AddEverywhere(root.PersistentFlags(), &a.flags)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Lookup("time") != nil {
			a.wait, _ = cmd.Flags().GetDuration("time")
		}
		if a.flags.Quiet {
			a.screen = nil // shows no progress
		}
		if err := commands.CheckFlags(cmd); err != nil {
			return err
		}
		return a.refuseOverwrite(cmd)
	}
	cobra.EnableCaseInsensitive = true // as the values of flags are
	root.SetFlagErrorFunc(commands.FlagError)
	commands.GroupFlags(root)
	root.SetHelpCommand(helpCommand(root))
	return root
}

// refuseOverwrite returns an error when --output names an input. Commands with --format append to the
// file, and look at more places: see printer.
func (a *app) refuseOverwrite(cmd *cobra.Command) error {
	output := cmd.Flags().Lookup("output")
	if output == nil || cmd.Flags().Lookup("format") != nil {
		return nil
	}
	return a.source().RefuseOverwrite("--output", output.Value.String(), files.InputPlaces(cmd.Flags().Args()...)...)
}

// helpCommand is the help command of cobra with one change: its exit code says whether
// there was a text.
func helpCommand(root *cobra.Command) *cobra.Command {
	return described("help", nil, &cobra.Command{
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

// arguments returns the check of the arguments that the table of commands names. It is nil for a
// command that checks them itself.
func arguments(named string) cobra.PositionalArgs {
	switch named {
	case "":
		return func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				meant := ""
				if cmd.Name() == "serve" && (args[0] == "localhost" || strings.ContainsAny(args[0], ":0123456789")) {
					meant = "; an address stands behind --listen: " + addressIn(args[0])
				}
				return fmt.Errorf("%s takes only flags, not %q%s", cmd.Name(), args[0], meant)
			}
			return nil
		}
	case "FILE...":
		return func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("%s needs a file, or - for standard input; see \"%s --help\"", cmd.Name(), cmd.CommandPath())
			}
			return nil
		}
	}
	var names []string
	for _, word := range strings.Fields(named) {
		if slices.Contains([]string{"FILE", "PUZZLE", "SOLUTION", "ANSWER"}, word) || named == "DIR" {
			names = append(names, word)
		}
	}
	if names == nil {
		return nil
	}
	return exactly(names...)
}

// exactly checks the arguments of commands that take one argument for each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return fmt.Errorf("%s needs %s, and got %s; see \"%s --help\"",
				cmd.Name(), strings.Join(names, " and "), base.Plural(len(args), "argument"), cmd.CommandPath())
		}
		return nil
	}
}
