package main

import (
	"bytes"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/serve/commands"
	"crosscut/puzzle/text"
)

// TestOneCommandIsBuiltAsAmongAll builds each command without the others. Its name must be the
// one in the list, and its help and that of its subcommands the same as in the whole program.
func TestOneCommandIsBuiltAsAmongAll(t *testing.T) {
	a := &app{engines: crosscut.Engines()}
	all := a.rootCommand()
	assert.Len(t, a.builders(), len(all.Commands())-len(commands.Topics()))
	for name := range a.builders() {
		one := a.rootFor([]string{name, "FILE"})
		if name == "man" || name == "completion" { // they look at the others
			assert.Len(t, one.Commands(), len(all.Commands()), name)
			continue
		}
		assert.Len(t, one.Commands(), 1, name)
		alone, _, err := one.Find([]string{name})
		require.NoError(t, err)
		among, _, err := all.Find([]string{name})
		require.NoError(t, err)
		assert.Equal(t, name, alone.Name())
		assert.Equal(t, helpOfAll(among), helpOfAll(alone), name)
	}
}

// TestEveryFlagIsInTheTable compares the flags of each command with the table of commands. So the
// program has each option of the table, and no other.
func TestEveryFlagIsInTheTable(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		row, _ := commands.Of(cmd)
		flags := make(map[string]bool)
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			o, known := row.Option(flag.Name)
			assert.True(t, known || flag.Name == "version" && !cmd.HasParent(), "%s --%s", cmd.CommandPath(), flag.Name)
			assert.Equal(t, flag.Usage != "" && known, flag.Usage == o.Usage() && known, "%s --%s", cmd.CommandPath(), flag.Name)
			flags[flag.Name] = true
		})
		for _, below := range cmd.Commands() {
			visit(below)
		}
		if cmd.HasSubCommands() {
			return
		}
		for _, o := range row.Options {
			family, _, _ := text.FamilyNamed(cmd.Name())
			other := len(o.Families) > 0 && !slices.Contains(o.Families, family)
			assert.NotEqual(t, other, flags[o.Name], "%s: --%s", cmd.CommandPath(), o.Name)
		}
	}
	visit((&app{engines: crosscut.Engines()}).rootCommand())
}

// helpOfAll returns the help of a command and of its subcommands.
func helpOfAll(cmd *cobra.Command) string {
	var text bytes.Buffer
	cmd.SetOut(&text)
	_ = cmd.Help() // a buffer takes everything
	for _, below := range cmd.Commands() {
		text.WriteString(helpOfAll(below))
	}
	return text.String()
}
