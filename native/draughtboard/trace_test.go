package draughtboard

import (
	"testing"

	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

func TestDraughtboardWaysAreCountedAtEachState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) *puzzle.Draughtboard{puzzletest.DrawDraughtboard, puzzletest.DrawDraughtboardVariant}).Draw(t, "kind")
		nativetest.RequireWays(t, draw(t), Search)
	})
}
