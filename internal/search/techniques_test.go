package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestATechniqueIsOnUntilItIsSwitchedOff(t *testing.T) {
	table := search.NewTable("toy")
	row := table.Add(search.Row{Name: "guess"})
	other := table.Add(search.Row{Name: "cut"})
	require.True(t, row.On())
	require.NoError(t, search.Switch("toy: guess", false))
	require.False(t, row.On())
	require.True(t, other.On())
	require.NoError(t, search.Switch("toy: guess", true))
	require.True(t, row.On())
	require.Equal(t, []*search.Row{row, other}, table.Rows)
	require.Contains(t, search.Tables(), table)
}

func TestUnknownTechniquesAreNamed(t *testing.T) {
	require.EqualError(t, search.Switch("dice: guess", false), `no technique is called "dice: guess"`)
}
