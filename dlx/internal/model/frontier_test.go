package model

import (
	"context"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
)

// counted returns the number of covers and how often a state was reached.
func counted(t require.TestingT, p *Problem) (covers, reached int64) {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	f, err := NewFrontier(p, run, 1<<20)
	require.NoError(t, err)
	done, err := f.AdvanceBy(1 << 40)
	require.NoError(t, err)
	require.True(t, done)
	return f.Total.Int64(), f.reached
}

// brute counts the sets of options that cover each primary item once and clash nowhere.
func brute(p *Problem) (covers int64) {
	for set := range uint64(1) << p.Options() {
		colour := map[Item]Element{}
		fits, covered := true, 0
		for ; set != 0 && fits; set &= set - 1 {
			primary := 0
			for _, e := range p.Option(bits.TrailingZeros64(set)) {
				other, taken := colour[e.Item]
				fits = fits && (!taken || e.Colour != 0 && e.Colour == other.Colour)
				colour[e.Item] = e
				if int(e.Item) < p.Primary {
					primary++
				}
			}
			fits = fits && primary > 0 // an option without a primary item is in no cover
			covered += primary
		}
		if fits && covered == p.Primary {
			covers++
		}
	}
	return covers
}

func TestTheCountIsThatOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Problem{Primary: rapid.IntRange(1, 6).Draw(t, "primary"), Secondary: rapid.IntRange(0, 3).Draw(t, "secondary")}
		for range rapid.IntRange(0, 11).Draw(t, "options") {
			var option []Element
			for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, p.Items()-1), 1, min(3, p.Items()), rapid.ID[int]).Draw(t, "items") {
				e := Element{Item: Item(i)}
				if i >= p.Primary {
					e.Colour = rapid.Int32Range(0, 2).Draw(t, "colour")
				}
				option = append(option, e)
			}
			p.Add(option...)
		}
		want := brute(p)
		got, _ := counted(t, p)
		require.Equal(t, want, got)
	})
}

// Every option that is the last one of some item is taken at once. So a line of cells, which has one
// cover by dominoes, has no state on the way: the first domino brings all others.
func TestForcedOptionsAreTakenAtOnce(t *testing.T) {
	for cells := 2; cells <= 12; cells += 2 {
		p := &Problem{Primary: cells}
		for c := range Item(cells - 1) {
			p.Add(Element{Item: c}, Element{Item: c + 1})
		}
		covers, reached := counted(t, p)
		require.EqualValues(t, 1, covers)
		require.EqualValues(t, 1, reached, "%d cells", cells)
	}
}
