package hidoku

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/native/internal/hidoku/paths"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

func TestHidokuCountIsTheNumberOfFillings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 15)
		want := fmt.Sprint(len(puzzletest.Brute(p)))
		require.Equal(t, want, partsOf(t, p, nativetest.Forever), "by parts: %s", p)
		require.Equal(t, want, partsOf(t, p, 1), "by parts, a little at a time: %s", p)
		count, err := Count(context.Background(), p, new(meter.Meter))
		require.NoError(t, err)
		require.Equal(t, want, count.String())
	})
}

func TestHidokuCountsEmptyBoards(t *testing.T) {
	for _, row := range []struct {
		moves         puzzle.Moves
		width, height int
		want          string
	}{
		// Twice OEIS A308129, which counts undirected paths; 3×n: twice A339761.
		{puzzle.King, 4, 4, "343184"},
		{puzzle.King, 5, 5, "729237344"},
		{puzzle.King, 6, 6, "13089822163800"},
		{puzzle.King, 3, 20, "3136101187611443644"},
		{puzzle.King, 20, 3, "3136101187611443644"},
		// OEIS A096969.
		{puzzle.Rook, 5, 5, "8648"},
		{puzzle.Rook, 6, 6, "458696"},
		{puzzle.Rook, 7, 7, "27070560"},
		{puzzle.Rook, 8, 8, "6046626568"},
	} {
		if !puzzletest.Long() && row.width > 5 {
			continue
		}
		p := puzzletest.BlankHidoku(t, row.width, row.height, row.moves, nil)
		count, err := Count(context.Background(), p, &meter.Meter{Workers: 2})
		require.NoError(t, err)
		assert.Equal(t, row.want, count.String(), "%s %d×%d", row.moves, row.width, row.height)
	}
}

// A king's paths from corner to opposite corner: OEIS A272445.
func TestHidokuCountsBetweenCorners(t *testing.T) {
	for size, want := range map[int]string{3: "30", 4: "4942", 5: "5853876", 6: "58039036412"} {
		board, err := puzzle.NewBoard(size, size, nil)
		require.NoError(t, err)
		clues := slices.Repeat([]int{puzzle.Empty}, size*size)
		clues[0], clues[len(clues)-1] = 1, len(clues)
		p, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, clues)
		require.NoError(t, err)
		count, err := Count(context.Background(), p, new(meter.Meter))
		require.NoError(t, err)
		assert.Equal(t, want, count.String())
	}
}

func BenchmarkHidokuCount(b *testing.B) {
	ring := nativetest.ReadCases(b, "hidoku/gk13ring_multi_1.txt")[0].Puzzle.(*puzzle.Hidoku)
	for _, row := range []struct {
		name string
		p    *puzzle.Hidoku
	}{
		{"king 5x5", puzzletest.BlankHidoku(b, 5, 5, puzzle.King, nil)},
		{"king 6x6", puzzletest.BlankHidoku(b, 6, 6, puzzle.King, nil)},
		{"rook 8x8", puzzletest.BlankHidoku(b, 8, 8, puzzle.Rook, nil)},
		{"gk13ring_multi_1", ring},
	} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Count(context.Background(), row.p, new(meter.Meter)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("gk13ring_multi_1 one by one", func(b *testing.B) {
		for b.Loop() {
			if err := nativetest.Search(context.Background(), ring, nil, Search, func(puzzle.Solution) bool { return true }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// The published counts are those of undirected paths and cycles.
func TestHidokuCountsPathsAndCyclesOfAnyGraph(t *testing.T) {
	for _, row := range []struct {
		rules         puzzle.HidokuRules
		width, height int
		want          string
	}{
		// OEIS A003763 has 6, 1072, 4638576 and 467260456608 undirected cycles. Each is 2·N fillings.
		{puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 4, 4, "192"},
		{puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 6, 6, "77184"},
		{puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 8, 8, "593737728"},
		{puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, 10, 10, "93452091321600"},
		// OEIS A140519: 16 and 2830 cycles of a king.
		{puzzle.HidokuRules{Moves: puzzle.King, Closed: true}, 3, 3, "288"},
		{puzzle.HidokuRules{Moves: puzzle.King, Closed: true}, 4, 4, "90560"},
		// Knight's tours: 9862 cycles and 3318960 open paths on 6×6, OEIS A001230 and half of A165134.
		{puzzle.HidokuRules{Moves: puzzle.Knight, Closed: true}, 6, 6, "710064"},
		{puzzle.HidokuRules{Moves: puzzle.Knight}, 6, 6, "6637920"},
		{puzzle.HidokuRules{Moves: puzzle.Knight}, 5, 5, "1728"},
		// OEIS A216588: 126 cycles on the torus of 4×3.
		{puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true, Torus: true}, 4, 3, "3024"},
	} {
		board, err := puzzle.NewBoard(row.width, row.height, nil)
		require.NoError(t, err)
		p, err := row.rules.New(board, nil)
		require.NoError(t, err)
		count, err := Count(context.Background(), p, &meter.Meter{Workers: 2})
		require.NoError(t, err)
		assert.Equal(t, row.want, count.String(), "%s", p)
	}
}

// columns returns the columns from first to last of a board of the given height. Column
// at has clues, from k at the top.
func columns(t *testing.T, moves puzzle.Moves, height, first, last, at, k int) *puzzle.Hidoku {
	width := last - first + 1
	board, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, width*height)
	for row := range height {
		clues[row*width+at-first] = k + row
	}
	p, err := puzzle.HidokuRules{Moves: moves}.New(board, clues)
	require.NoError(t, err)
	return p
}

// A column of clues divides a board into sides of different sizes. So it is clear which
// numbers are on which side. Each side has several fillings, and they multiply.
func TestHidokuPartsMultiply(t *testing.T) {
	for _, row := range []struct {
		moves               puzzle.Moves
		height, left, right int // cells of a column, columns beside the clues
	}{
		{puzzle.King, 2, 2, 3}, {puzzle.King, 2, 3, 2}, {puzzle.King, 3, 2, 3}, {puzzle.King, 3, 3, 2}, {puzzle.Rook, 4, 3, 4},
	} {
		end := row.left + row.right
		whole := columns(t, row.moves, row.height, 0, end, row.left, row.left*row.height+1)
		left := len(puzzletest.Brute(columns(t, row.moves, row.height, 0, row.left, row.left, row.left*row.height+1)))
		right := len(puzzletest.Brute(columns(t, row.moves, row.height, row.left, end, row.left, 1)))
		require.Greater(t, min(left, right), 1)
		require.Equal(t, fmt.Sprint(left*right), partsOf(t, whole, 1), "%s", whole)
	}
}

// A count that meets many parts again may work as much as enumeration, and says that cubes would
// take longer.
func TestCountByPartsMetAgainIsPromising(t *testing.T) {
	for _, clues := range []float64{0.3, 0.6} {
		ctx, better := search.WithWhole(t.Context())
		r := meter.Start(ctx, nil)
		q := paths.NewParts(puzzletest.LargeHidoku(t, puzzle.King, 8, 8, clues, false, 1), r)
		_, err := q.Advance(nativetest.Forever)
		require.NoError(t, err)
		require.Equal(t, clues < 0.5, !math.IsInf(q.Guess(), 1), "%v", clues)
		require.Equal(t, clues < 0.5, better.Load(), "%v", clues)
		q.Close()
		r.Close()
	}
}

// TestWaysOfCountingAgree draws larger boards, or as many as CROSSCUT_WAYS says. It counts
// each one by one, by parts, and along the frontier where that applies.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := puzzletest.Number("CROSSCUT_WAYS", puzzletest.Often(10, 30))
	divided := 0
	for seed := range uint64(boards) {
		rng := rand.New(rand.NewPCG(seed, 15))
		most := []int{30, 300, 3000}[seed%3]
		p := puzzletest.Larger(t, rng, puzzle.FamilyHidoku, func(p puzzle.Puzzle) bool {
			return nativetest.Enumerated(t, p.(*puzzle.Hidoku), Search, most) <= most
		}).(*puzzle.Hidoku)
		n := fmt.Sprint(nativetest.Enumerated(t, p, Search, most))
		require.Equal(t, n, partsOf(t, p, nativetest.Forever), "by parts, of\n%s", p)
		require.Equal(t, n, partsOf(t, p, 1000), "by parts, in pieces, of\n%s", p)
		count, err := Count(context.Background(), p, new(meter.Meter))
		require.NoError(t, err)
		require.Equal(t, n, count.String(), "%s", p)
		divided += min(1, nativetest.Enumerated(t, p, Search, most)/4)
	}
	assert.Greater(t, divided, boards/2, "the boards have too few solutions")
}

// TestFrontierAgreesWithEnumeration has boards of all kinds, larger than those of brute force. Their clues, links and
// orders are those of some path.
func TestFrontierAgreesWithEnumeration(t *testing.T) {
	boards := puzzletest.Number("CROSSCUT_WAYS", 40)
	solved := 0
	for seed := range uint64(boards) {
		rng := rand.New(rand.NewPCG(seed, 16))
		p := drawFrontierBoard(t, rng)
		if p == nil || paths.NewFrontier(p, new(meter.Run)) == nil {
			continue
		}
		n := nativetest.Enumerated(t, p, Search, 20_000)
		if n > 20_000 {
			continue
		}
		require.Equal(t, fmt.Sprint(n), frontierOf(t, p), "along the frontier, of\n%s", p)
		r := meter.Start(context.Background(), nil)
		pieces := counting.NewLayers(paths.NewFrontier(p, new(meter.Run)).Graph(), r, 2)
		pieces.MaxWords, pieces.Spread = 0, 0
		count, _ := nativetest.Count(t, pieces, 100)
		r.Close()
		require.Equal(t, fmt.Sprint(n), count, "along the frontier, in pieces, of\n%s", p)
		solved += min(1, n)
	}
	if puzzletest.Long() {
		assert.Greater(t, solved, boards/3)
	}
}

// drawFrontierBoard returns a board with holes and with some numbers and rules of one of its paths, or nil if it has no
// path.
func drawFrontierBoard(t *testing.T, rng *rand.Rand) *puzzle.Hidoku {
	width, height := 3+rng.IntN(3), 3+rng.IntN(3)
	holes := rng.Perm(width * height)[:rng.IntN(3)]
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return slices.Contains(holes, row*width+col) })
	require.NoError(t, err)
	n := board.Len()
	rules := puzzle.HidokuRules{
		Moves:  []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex, puzzle.Knight}[rng.IntN(4)],
		Closed: rng.IntN(3) == 0, Torus: rng.IntN(4) == 0 && height%2 == 0,
	}
	p, err := rules.New(board, nil)
	require.NoError(t, err)
	var path puzzle.Solution
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	err = Search(p, r, func(s puzzle.Solution) bool { path = slices.Clone(s); return rng.IntN(20) > 0 })
	if path == nil {
		require.NoError(t, err)
		return nil
	}
	clues, order := slices.Repeat([]int{puzzle.Empty}, n), rng.Perm(n)
	for _, c := range order[:rng.IntN(4)] {
		clues[c] = path[c]
	}
	if rng.IntN(2) == 0 {
		rules.Order = slices.Clone(order[:rng.IntN(5)])
		slices.SortFunc(rules.Order, func(c, d int) int { return path[c] - path[d] })
	}
	for range rng.IntN(5) {
		c := rng.IntN(n)
		for _, d := range p.Neighbours(c) {
			apart := max(path[c]-path[d], path[d]-path[c])
			switch {
			case puzzletest.HasPair(&rules, c, d):
			case apart == 1:
				rules.Links = append(rules.Links, [2]int{c, d})
			case rng.IntN(4) == 0 && (apart < n-1 || !rules.Closed):
				puzzletest.Part(&rules, c, d)
			}
		}
	}
	p, err = rules.New(board, clues)
	require.NoError(t, err)
	return p
}
