package techniques_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/techniques"
)

func TestATechniqueIsOnUntilItIsSwitchedOff(t *testing.T) {
	table := techniques.New("toy")
	row := table.Add(techniques.Row{Name: "guess"})
	other := table.Add(techniques.Row{Name: "cut"})
	require.True(t, row.On())
	require.NoError(t, techniques.Switch("toy: guess", false))
	require.False(t, row.On())
	require.True(t, other.On())
	require.NoError(t, techniques.Switch("toy: guess", true))
	require.True(t, row.On())
	require.Equal(t, []*techniques.Row{row, other}, table.Rows)
	require.Contains(t, techniques.All(), table)
}

func TestUnknownTechniquesAreNamed(t *testing.T) {
	require.EqualError(t, techniques.Switch("dice: guess", false), `no technique is called "dice: guess"`)
}
