package draughtboard

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Turning the board exchanges the colours. So one search is enough for both colourings,
// and the other colouring has the images of what it finds.
func TestDraughtboardRecolours(t *testing.T) {
	p, err := text.Parse("puzzle: draughtboard\nboard: 4x2\nB,W,B\n=\nW,B,W\n=\nB\n=\nW\n")
	require.NoError(t, err)
	want := puzzletest.Brute(p)
	require.NotEmpty(t, want)
	got, _ := nativetest.InOrder(t, p.(*puzzle.Draughtboard), 1, Search)
	slices.SortFunc(got, slices.Compare[puzzle.Solution])
	require.Equal(t, want, got)
}
