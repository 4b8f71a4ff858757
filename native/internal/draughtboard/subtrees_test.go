package draughtboard

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// byCrew cuts the search into subtrees at once and gives all to the workers.
func byCrew(p *puzzle.Draughtboard, r *meter.Run, yield func(puzzle.Solution) bool) error {
	return eachColouring(p, r, yield, func(s *colouring) error {
		v := coverOf(s)
		v.subtreePart = 1.0 / counting.Subtrees
		subtrees, err := v.cutSubtrees(0, 1)
		if err != nil {
			return err
		}
		return v.searchTogether(subtrees)
	})
}

func TestDraughtboardWorkersKeepTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		want, stats := nativetest.InOrder(t, p, 1, Search)
		got, others := nativetest.InOrder(t, p, 3, byCrew)
		require.Equal(t, want, got, "%s", p)
		require.Equal(t, stats, others, "%s", p)
	})
}

func TestDraughtboardWorkersKeepTheOrderOfLongSearches(t *testing.T) {
	for name, p := range map[string]*puzzle.Draughtboard{
		"sweep": pentominoes(t, 15, 4), "alike": dominoes(t, 6, 6),
		"cover": sample(t),
		"holes": pentominoes(t, 8, 8),
	} {
		if !puzzletest.Long() && name == "cover" {
			continue
		}
		want, stats := nativetest.InOrder(t, p, 1, Search)
		for _, workers := range []int{2, 5} {
			got, others := nativetest.InOrder(t, p, workers, Search)
			assert.Equal(t, want, got, name)
			assert.Equal(t, stats, others, name)
		}
	}
}

func TestDraughtboardWorkersStop(t *testing.T) {
	nativetest.RequireWorkersStop(t, pentominoes(t, 15, 4), 700, 50, Search, byCrew)
}

func TestDraughtboardWaysAreCountedAtEachState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *puzzle.Draughtboard{puzzletest.DrawDraughtboard, puzzletest.DrawDraughtboardVariant}).Draw(t, "kind")
		nativetest.RequireWays(t, draw(t), Search)
	})
}

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
