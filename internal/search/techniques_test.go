package search_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestATechniqueIsOnUntilItIsSwitchedOff(t *testing.T) {
	name := fmt.Sprintf("toy %d", len(search.Tables())) // the test may run again
	table := search.NewTable(name)
	row := table.Add(search.Row{Name: "guess"})
	other := table.Add(search.Row{Name: "cut"})
	require.True(t, row.On())
	require.NoError(t, search.Switch(name+": guess", false))
	require.False(t, row.On())
	require.True(t, other.On())
	require.NoError(t, search.Switch(name+": guess", true))
	require.True(t, row.On())
	require.Equal(t, []*search.Row{row, other}, table.Rows)
	require.Contains(t, search.Tables(), table)
}

func TestUnknownTechniquesAreNamed(t *testing.T) {
	require.EqualError(t, search.Switch("dice: guess", false), `no technique is called "dice: guess"`)
}
