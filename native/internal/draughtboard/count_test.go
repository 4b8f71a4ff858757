package draughtboard

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// graphOf returns the graph of layers of a colouring.
func graphOf(t require.TestingT, p *puzzle.Draughtboard, corner puzzle.Colour) counting.Graph {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	s := newColouring(p, corner, r, nil)
	places, few, err := s.listPlacements()
	require.NoError(t, err)
	require.True(t, few)
	return newLayerGraph(s, places).graph()
}

// countByLayers counts only by layers.
func countByLayers(t require.TestingT, p *puzzle.Draughtboard) string {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	total := new(big.Int)
	for _, corner := range p.Colourings() {
		l := counting.NewLayers(graphOf(t, p, corner), r, 1)
		nativetest.Count(t, l, nativetest.Forever)
		total.Add(total, l.Count())
	}
	return total.String()
}

func TestDraughtboardCountIsTheNumberOfSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		want := fmt.Sprint(len(puzzletest.Brute(p)))
		require.Equal(t, want, countByLayers(t, p), "%s", p)
		count, err := Count(context.Background(), p, new(meter.Meter))
		require.NoError(t, err)
		require.Equal(t, want, count.String(), "%s", p)
	})
}

// Stones whose windows and kinds need several words of a key.
func TestDraughtboardLayersWithLongKeys(t *testing.T) {
	for _, row := range []struct{ width, height, length int }{{70, 3, 70}, {3, 70, 70}, {9, 9, 9}, {130, 2, 65}} {
		board, err := puzzle.NewBoard(row.width, row.height, nil)
		require.NoError(t, err)
		var stones []puzzle.Stone
		for range row.width * row.height / row.length {
			cells := make([]puzzle.StoneCell, row.length)
			for i := range cells {
				cells[i] = puzzle.StoneCell{Col: i, Colour: puzzle.AnyColour}
			}
			stone, err := puzzle.NewStone(cells)
			require.NoError(t, err)
			stones = append(stones, stone)
		}
		p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: false, Stones: stones}.New()
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprint(len(nativetest.All(t, p, Search))), countByLayers(t, p), "%d×%d", row.width, row.height)
	}
}

// Kasteleyn 1961, Temperley and Fisher 1961; OEIS A004003.
func TestDraughtboardCountsDominoTilings(t *testing.T) {
	for size, want := range map[int]string{
		2: "2", 4: "36", 6: "6728", 8: "12988816", 10: "258584046368", 12: "53060477521960000",
		14: "112202208776036178000000", 16: "2444888770250892795802079170816",
	} {
		if !puzzletest.Long() && size > 12 {
			continue
		}
		for _, stone := range []string{"XX", "BW"} {
			board, err := puzzle.NewBoard(size, size, nil)
			require.NoError(t, err)
			stones := make([]puzzle.Stone, size*size/2)
			for i := range stones {
				stones[i] = stonesOf(t, []string{stone})[0]
			}
			p, err := puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: false, Stones: stones}.New()
			require.NoError(t, err)
			m := &meter.Meter{Workers: 2}
			count, err := Count(context.Background(), p, m)
			require.NoError(t, err)
			fillings := int(count.Int64())
			if stone == "BW" { // on both colourings
				count.Rsh(count, 1)
			}
			assert.Equal(t, want, count.String(), "%d×%d of %s", size, size, stone)
			assert.InDelta(t, 1, m.Done(), 1e-9)
			oneByOne := m.Stats().Solutions
			if size <= 8 {
				oneByOne = m.Stats().Nodes // these boards are counted with memory, which tells how many fillings it counted
			}
			assert.Less(t, oneByOne, int64(100_000), "counted one by one")
			if size <= 4 || size == 6 && stone == "XX" {
				assert.Len(t, nativetest.All(t, p, Search), fillings, "%d×%d of %s", size, size, stone)
			}
			if size <= 4 {
				assert.Len(t, nativetest.All(t, p, byGrid), fillings, "%d×%d of %s", size, size, stone)
			}
		}
	}
}

func TestDraughtboardLayersCountTheSameInPieces(t *testing.T) {
	nativetest.RequireSameInPieces(t, graphOf(t, dominoes(t, 8, 8), puzzle.Black), "12988816")
}

// TestWaysOfCountingAgree draws boards of up to 49 cells, or as many as CROSSCUT_WAYS says. It
// counts each one by one, by layers, and by layers in pieces.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := puzzletest.Number("CROSSCUT_WAYS", puzzletest.Often(8, 20))
	several := 0
	for seed := range uint64(boards) {
		const most = 3000
		rng := rand.New(rand.NewPCG(seed, 17))
		p := puzzletest.Larger(t, rng, puzzle.FamilyDraughtboard, func(p puzzle.Puzzle) bool {
			return nativetest.Enumerated(t, p.(*puzzle.Draughtboard), Search, most) <= most
		}).(*puzzle.Draughtboard)
		n := nativetest.Enumerated(t, p, Search, most)
		require.Equal(t, fmt.Sprint(n), countByLayers(t, p), "by layers, of\n%s", p)
		inPieces := new(big.Int)
		for _, corner := range p.Colourings() {
			r := meter.Start(context.Background(), nil)
			l := counting.NewLayers(graphOf(t, p, corner), r, 1+int(seed%3))
			l.MaxWords, l.Spread = 0, 0
			nativetest.Count(t, l, 100)
			inPieces.Add(inPieces, l.Count())
			r.Close()
		}
		require.Equal(t, fmt.Sprint(n), inPieces.String(), "by layers in pieces, of\n%s", p)
		count, err := Count(context.Background(), p, new(meter.Meter))
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(n), count.String(), "%s", p)
		several += min(1, n/4)
	}
	assert.Greater(t, several, boards/3, "the boards have too few solutions")
}
