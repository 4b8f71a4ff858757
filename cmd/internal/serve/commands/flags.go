package commands

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/puzzle"
)

// AddFlags adds the options of the command as flags, for a family or for none. The values go to the exported fields of
// the struct that to points to, and of the structs in it: that of --per-page to PerPage. What a field has at first is
// the default, or else what is usual for the option. An option without a field has a variable of its own. If to is nil,
// the command has no flags.
func (c Command) AddFlags(flags *pflag.FlagSet, to any, family puzzle.Family) {
	addFlags(flags, c.Options, to, family)
}

// AddEverywhere adds the flags that all commands have.
func AddEverywhere(flags *pflag.FlagSet, to any) { addFlags(flags, everywhere, to, "") }

func addFlags(flags *pflag.FlagSet, options []serve.Option, to any, family puzzle.Family) {
	if to == nil {
		return
	}
	variables := make(map[string]any)
	takeVariables(reflect.ValueOf(to).Elem(), variables)
	for _, o := range options {
		if len(o.Families) > 0 && !slices.Contains(o.Families, family) {
			continue
		}
		if variables[o.Name] == nil {
			variables[o.Name] = variableOf(o.Type)
		}
		usual, _ := strconv.Atoi(o.Usual) // 0 if it is no number
		switch v := variables[o.Name].(type) {
		case *string:
			flags.StringVarP(v, o.Name, o.Letter, cmp.Or(*v, o.Usual), o.Usage())
		case *[]string:
			flags.VarP((*list)(v), o.Name, o.Letter, o.Usage())
		case *bool:
			flags.BoolVarP(v, o.Name, o.Letter, *v, o.Usage())
		case *int:
			flags.IntVarP(v, o.Name, o.Letter, cmp.Or(*v, usual), o.Usage())
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

// variableOf returns a variable for an option that no field is for.
func variableOf(t serve.OptionType) any {
	switch t {
	case serve.Boolean:
		return new(bool)
	case serve.Integer, serve.Natural, serve.Number:
		return new(int)
	case serve.Seed:
		return new(uint64)
	case serve.Duration:
		return new(time.Duration)
	case serve.Bytes:
		return new(base.Bytes)
	}
	return new(string)
}

// takeVariables takes the addresses of the exported fields of a struct by the names of their flags, and of those of
// structs in it. One with an exported type names its variables itself.
func takeVariables(v reflect.Value, to map[string]any) {
	for i := range v.NumField() {
		field, of := v.Type().Field(i), v.Field(i)
		switch {
		case !field.Anonymous:
		case field.IsExported():
			maps.Copy(to, of.Addr().Interface().(interface{ Variables() map[string]any }).Variables())
		default:
			takeVariables(of, to)
		}
	}
	for i := range v.NumField() { // they count more than those of a struct inside
		if field := v.Type().Field(i); field.IsExported() && !field.Anonymous {
			to[flagName(field.Name)] = v.Field(i).Addr().Interface()
		}
	}
}

// flagName returns "per-page" for PerPage.
func flagName(field string) string {
	var name strings.Builder
	for i, r := range field {
		if i > 0 && unicode.IsUpper(r) {
			name.WriteByte('-')
		}
		name.WriteRune(unicode.ToLower(r))
	}
	return name.String()
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
