package hidoku

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

func TestHidokuCountIsTheNumberOfFillings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 15)
		want := fmt.Sprint(len(puzzletest.Brute(p)))
		require.Equal(t, want, partsOf(t, p, nativetest.Forever), "by parts: %s", p)
		require.Equal(t, want, partsOf(t, p, 1), "by parts, a little at a time: %s", p)
		count, err := Count(context.Background(), p, new(search.Meter))
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
		if testing.Short() && row.width > 5 {
			continue
		}
		p := puzzletest.BlankHidoku(t, row.width, row.height, row.moves, nil)
		count, err := Count(context.Background(), p, &search.Meter{Workers: 2})
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
		p, err := puzzle.NewHidoku(board, puzzle.King, clues)
		require.NoError(t, err)
		count, err := Count(context.Background(), p, new(search.Meter))
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
				if _, err := Count(context.Background(), row.p, new(search.Meter)); err != nil {
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
		p, err := puzzle.NewHidokuBy(board, row.rules, nil)
		require.NoError(t, err)
		count, err := Count(context.Background(), p, &search.Meter{Workers: 2})
		require.NoError(t, err)
		assert.Equal(t, row.want, count.String(), "%s", p)
	}
}
