package draughtboard

import (
	"testing"

	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

func TestDraughtboardPlacementsAreCountedByTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *puzzle.Draughtboard{puzzletest.DrawDraughtboard, puzzletest.DrawDraughtboardVariant}).Draw(t, "kind")
		nativetest.RequirePlacements(t, draw(t), Search)
	})
}
