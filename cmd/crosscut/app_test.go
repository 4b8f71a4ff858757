package main

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
)

// TestOneCommandIsBuiltAsAmongAll builds each command without the others. Its name must be the
// one in the list, and its help and that of its subcommands the same as in the whole program.
func TestOneCommandIsBuiltAsAmongAll(t *testing.T) {
	a := &app{engines: crosscut.Engines()}
	all := a.rootCommand()
	assert.Len(t, a.commands(), len(all.Commands()))
	for _, command := range a.commands() {
		one := a.rootFor([]string{command.name, "FILE"})
		if command.seesOthers {
			assert.Len(t, one.Commands(), len(all.Commands()), command.name)
			continue
		}
		assert.Len(t, one.Commands(), 1, command.name)
		alone, _, err := one.Find([]string{command.name})
		require.NoError(t, err)
		among, _, err := all.Find([]string{command.name})
		require.NoError(t, err)
		assert.Equal(t, command.name, alone.Name())
		assert.Equal(t, helpOfAll(among), helpOfAll(alone), command.name)
	}
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
