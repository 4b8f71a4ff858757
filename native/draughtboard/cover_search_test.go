package draughtboard

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// On this board many states have no placement left while stones may still be laid. Such a
// state must not be copied to smaller and smaller levels.
func TestDraughtboardStatesWithoutPlacementsEnd(t *testing.T) {
	content, err := os.ReadFile("testdata/without-placements.txt")
	require.NoError(t, err)
	p, err := text.Parse(string(content))
	require.NoError(t, err)
	_, err = Count(t.Context(), p.(*puzzle.Draughtboard), &search.Meter{MaxNodes: 30_000})
	assert.ErrorIs(t, err, search.ErrLimit)
}
