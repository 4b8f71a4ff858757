package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/serve/commands"
)

// The page docs/commands.md: its tables are made from the table of commands.

// TestReadmeTablesOfCommandsAreFresh compares the tables of docs/commands.md with those that are
// made from the table of commands.
func TestReadmeTablesOfCommandsAreFresh(t *testing.T) {
	atRoot(t)
	old, err := os.ReadFile("docs/commands.md")
	require.NoError(t, err)
	page := commandsPage(string(old), (&app{engines: crosscut.Engines()}).rootCommand())
	if updating() {
		require.NoError(t, os.WriteFile("docs/commands.md", []byte(page), 0o600))
		return
	}
	assert.Equal(t, page, string(old), "README_UPDATE=1 go test ./cmd/crosscut -run Readme updates the tables")
}

// TestReadmeNamesEveryCommand asks of docs/commands.md a section "## NAME" for each command, and a
// word on each help topic. It also asks that each flag in the prose exists. The tables have all flags.
func TestReadmeNamesEveryCommand(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("docs/commands.md")
	require.NoError(t, err)
	known := make(map[string]bool)
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.IsAdditionalHelpTopicCommand() {
			assert.Contains(t, string(text), "`crosscut help "+cmd.Name()+"`")
			return
		}
		assert.Contains(t, string(text), cmd.CommandPath())
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { known["--"+flag.Name] = true })
		for _, below := range cmd.Commands() {
			visit(below)
		}
	}
	root := (&app{engines: crosscut.Engines()}).rootCommand()
	visit(root)
	for _, cmd := range root.Commands() {
		if !cmd.IsAdditionalHelpTopicCommand() {
			assert.Contains(t, string(text), "\n## "+cmd.Name()+"\n")
		}
	}
	for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(string(text), -1) {
		assert.True(t, known[flag], "docs/commands.md has %s, the program has not", flag)
	}
}

// commandsPage returns docs/commands.md with fresh tables: that of all commands, one of the flags of each
// command in its section, and one of the flags that many commands have. The rest of the page is
// prose and examples, and stays as it is.
func commandsPage(old string, root *cobra.Command) string {
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
	for _, wish := range commands.Wishes {
		var names []string
		for _, c := range commands.All() {
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
		value, usage := commands.Explained(r.flag)
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
	row, _ := commands.Of(cmd)
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
