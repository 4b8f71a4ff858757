package commands

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut/cmd/internal/serve"
	"crosscut/puzzle"
)

// Variables are where the values of flags go, by the names of the flags: pointers to a string, a
// list of strings, a bool, a number or a time, or values of pflag. What a variable has at first is
// the default of its flag.
type Variables map[string]any

// AddFlags adds the options of the command as flags, for a family or for none. A test looks for an
// option without a variable.
func (c Command) AddFlags(flags *pflag.FlagSet, to Variables, family puzzle.Family) {
	addFlags(flags, c.Options, to, family)
}

// AddEverywhere adds the flags that all commands have.
func AddEverywhere(flags *pflag.FlagSet, to Variables) { addFlags(flags, everywhere, to, "") }

func addFlags(flags *pflag.FlagSet, options []serve.Option, to Variables, family puzzle.Family) {
	for _, o := range options {
		if len(o.Families) > 0 && !slices.Contains(o.Families, family) {
			continue
		}
		switch v := to[o.Name].(type) {
		case *string:
			flags.StringVarP(v, o.Name, o.Letter, *v, o.Usage())
		case *[]string:
			flags.VarP((*list)(v), o.Name, o.Letter, o.Usage())
		case *bool:
			flags.BoolVarP(v, o.Name, o.Letter, *v, o.Usage())
		case *int:
			flags.IntVarP(v, o.Name, o.Letter, *v, o.Usage())
		case *int64:
			flags.Int64VarP(v, o.Name, o.Letter, *v, o.Usage())
		case *uint64:
			flags.Uint64VarP(v, o.Name, o.Letter, *v, o.Usage())
		case *time.Duration:
			flags.DurationVarP(v, o.Name, o.Letter, *v, o.Usage())
		case pflag.Value:
			flag := flags.VarPF(v, o.Name, o.Letter, o.Usage())
			if o.Type == serve.Boolean {
				flag.NoOptDefVal = "true"
			}
		}
	}
}

// list is a flag with several values, with commas between them. Quotes are like any other sign.
type list []string

// String returns the values.
func (l *list) String() string { return strings.Join(*l, ",") }

// Type returns the kind.
func (l *list) Type() string { return "strings" }

// Set adds values.
func (l *list) Set(values string) error {
	*l = append(*l, strings.Split(values, ",")...)
	return nil
}

// Of returns the row of a command. It is that of the command above for the families of generate.
func Of(cmd *cobra.Command) (Command, bool) {
	words := strings.Fields(cmd.CommandPath())
	if len(words) < 2 {
		return Command{Operation: serve.Operation{Name: cmd.Name(), Options: everywhere}}, false
	}
	return Named(words[1])
}

// Complete registers the completion of every flag of a command and of its subcommands: one of the
// values of the option, a file, a directory, or nothing.
func Complete(cmd *cobra.Command) {
	c, _ := Of(cmd)
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		o, _ := c.Option(flag.Name)
		directive := cobra.ShellCompDirectiveNoFileComp
		switch kind := placeOf(flag); {
		case kind == "file", flag.Name == "shape":
			directive = cobra.ShellCompDirectiveDefault
		case kind == "folder":
			directive = cobra.ShellCompDirectiveFilterDirs
		}
		_ = cmd.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(o.Values, directive)) // fails only for a flag that already has a completion
	})
	for _, below := range cmd.Commands() {
		Complete(below)
	}
}

// CompleteNames completes the names of the commands that are shown, and of their
// subcommands.
func CompleteNames(shown func(*cobra.Command) bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
		if above, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
			for _, below := range above.Commands() {
				if shown(below) {
					names = append(names, cobra.CompletionWithDesc(below.Name(), below.Short))
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
