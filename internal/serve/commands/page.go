package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page returns docs/commands.md with fresh tables: that of all commands, one of the flags of each
// command in its section, and one of the flags that many commands have. The rest of the page is
// prose and examples, and stays as it is.
func Page(old string, root *cobra.Command) string {
	top, sections, _ := strings.Cut(old, "\n## ")
	page := []string{withTable(top, "| I want to | command |", wishTable())}
	many := flagsOfMany(root)
	for _, section := range strings.Split(sections, "\n## ") {
		name, _, _ := strings.Cut(section, "\n")
		if cmd, _, err := root.Find([]string{name}); err == nil && cmd != root {
			section = withTable(section, flagTitle, flagTable(ownFlags(cmd, many)))
		} else if name == "Flags that many commands have" {
			section = withTable(section, flagTitle, flagTable(many))
		}
		page = append(page, section)
	}
	return strings.Join(page, "\n## ")
}

// flagTitle is the first line of a table of flags.
const flagTitle = "| flag | meaning |"

// withTable replaces the table with a title in a text. A text without one gets it at its end.
func withTable(text, title, table string) string {
	tables := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(title) + `\n(\|.*\n?)*`)
	switch at := tables.FindStringIndex(text); {
	case at != nil && table == "":
		return strings.TrimRight(text[:at[0]], "\n") + "\n" + text[at[1]:]
	case at != nil:
		return text[:at[0]] + title + "\n|---|---|\n" + table + text[at[1]:]
	case table == "":
		return text
	}
	return strings.TrimRight(text, "\n") + "\n\n" + title + "\n|---|---|\n" + table
}

// wishTable returns the rows of the table of all commands.
func wishTable() string {
	var rows strings.Builder
	for _, wish := range Wishes {
		var names []string
		for _, c := range All() {
			if c.Wish == wish {
				names = append(names, fmt.Sprintf("[%s](#%s)", c.Name, c.Name))
			}
		}
		fmt.Fprintf(&rows, "| %s | %s |\n", wish, strings.Join(names, ", "))
	}
	return rows.String()
}

// flagRow is a flag in a table.
type flagRow struct {
	flag *pflag.Flag
	of   string // the families whose command has it, if not all have it
}

// flagTable returns the rows of a table of flags.
func flagTable(flags []flagRow) string {
	var rows strings.Builder
	for _, r := range flags {
		value, usage := explained(r.flag)
		name := "`--" + strings.TrimSpace(r.flag.Name+" "+value) + "`"
		if r.flag.Shorthand != "" {
			name = "`-" + strings.TrimSpace(r.flag.Shorthand+" "+value) + "`, " + name
		}
		if r.of != "" {
			usage = r.of + ": " + usage
		}
		fmt.Fprintf(&rows, "| %s | %s |\n", name, strings.NewReplacer("|", `\|`, "_", `\_`, "*", `\*`, "<", `\<`).Replace(usage))
	}
	return rows.String()
}

// explained returns the name of the value of a flag, and what the flag does.
func explained(flag *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(flag)
	if !slices.Contains([]string{"", "false", "0", "0s", "[]"}, flag.DefValue) {
		usage += " (default " + flag.DefValue + ")"
	}
	return value, usage
}

// manyCommands is how many commands have a flag that is explained for all of them.
const manyCommands = 5

// flagsOfMany returns the flags that many commands have, each as most of them explain it, and
// those of all commands.
func flagsOfMany(root *cobra.Command) (many []flagRow) {
	usages := make(map[string]map[string]int)
	for _, cmd := range root.Commands() {
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			if usages[flag.Name] == nil {
				usages[flag.Name] = make(map[string]int)
			}
			usages[flag.Name][flag.Usage]++
		})
	}
	for _, cmd := range root.Commands() {
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			known := slices.ContainsFunc(many, func(r flagRow) bool { return r.flag.Name == flag.Name })
			if n := usages[flag.Name][flag.Usage]; n >= manyCommands && !known {
				many = append(many, flagRow{flag: flag})
			}
		})
	}
	root.PersistentFlags().VisitAll(func(flag *pflag.Flag) { many = append(many, flagRow{flag: flag}) })
	slices.SortFunc(many, func(a, b flagRow) int { return strings.Compare(a.flag.Name, b.flag.Name) })
	return many
}

// ownFlags returns the flags of a command and of its subcommands without those that many commands
// have in the same way.
func ownFlags(cmd *cobra.Command, many []flagRow) (own []flagRow) {
	row, _ := Of(cmd)
	for _, c := range append([]*cobra.Command{cmd}, cmd.Commands()...) {
		c.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			same := func(r flagRow) bool { return r.flag.Name == flag.Name && r.flag.Usage == flag.Usage }
			if _, known := row.Option(flag.Name); !known || slices.ContainsFunc(many, same) || slices.ContainsFunc(own, same) {
				return
			}
			o, _ := row.Option(flag.Name)
			own = append(own, flagRow{flag, o.Of()})
		})
	}
	slices.SortStableFunc(own, func(a, b flagRow) int { return strings.Compare(a.of, b.of) })
	return own
}
