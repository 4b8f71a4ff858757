package puzzletest

import (
	"math"

	"pgregory.net/rapid"

	"crosscut/puzzle"
)

// DrawDraughtboardVariant returns a small draughtboard that says how often its stones are
// used, how many cells stay bare, or how a stone may lie. It begins with a board that was
// cut into stones, so many have solutions.
func DrawDraughtboardVariant(t *rapid.T) *puzzle.Draughtboard {
	setup := DrawDraughtboard(t).Setup()
	for i := range setup.Stocks {
		k := &setup.Stocks[i]
		k.NoFlips = rapid.IntRange(0, 5).Draw(t, "no flips, at 0") == 0
		k.NoTurns = rapid.IntRange(0, 5).Draw(t, "no turns, at 0") == 0
		switch rapid.IntRange(0, 7).Draw(t, "count") {
		case 0:
			k.Count = puzzle.Range{Least: 0, Most: 1}
		case 1:
			k.Count = puzzle.Range{Least: 0, Most: 2}
		case 2:
			k.Count = puzzle.Range{Least: 1, Most: 3}
		case 3:
			k.Count = puzzle.Range{Least: 0, Most: math.MaxInt}
		case 4:
			k.Count = puzzle.Range{Least: 2, Most: 2}
		}
	}
	for len(setup.Stocks) > 1 && rapid.IntRange(0, 2).Draw(t, "without a stone, at 0") == 0 {
		setup.Stocks = setup.Stocks[1:]
	}
	least := rapid.IntRange(0, 3).Draw(t, "gaps")
	setup.Gaps = rapid.SampledFrom([]puzzle.Range{
		{},
		{Least: 0, Most: math.MaxInt},
		{Least: least, Most: least},
		{Least: least, Most: least + 2},
	}).Draw(t, "range of gaps")
	p, err := setup.New()
	if err != nil {
		t.Skip(err)
	}
	return p
}
