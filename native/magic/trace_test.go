package magic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// Sums that no clue says are not asked for the ways that the rules allow.
func TestMagicWaysAreCountedAtEachState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]func(*rapid.T) *puzzle.Magic{puzzletest.DrawMagic, puzzletest.DrawLines}).Draw(t, "kind")(t)
		if slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Any }) {
			t.Skip()
		}
		nativetest.RequireWays(t, p, Search)
	})
}
