package magic

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// newMagic returns the n×n puzzle with the sum that it must have. It has no clues if
// clues is nil.
func newMagic(t require.TestingT, n, low int, diagonals bool, clues []int) *puzzle.Magic {
	if clues == nil {
		clues = slices.Repeat([]int{puzzle.Empty}, n*n)
	}
	p, err := puzzle.MagicRules{Order: n, Low: low, NoDiagonals: !diagonals}.New(clues)
	require.NoError(t, err)
	return p
}

func TestMagicFindsWhatBruteForceFinds(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) *puzzle.Magic{"squares": puzzletest.DrawMagic, "lines": puzzletest.DrawLines} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := draw(t)
				want := puzzletest.Brute(p)
				require.Equal(t, want, nativetest.All(t, p, Search), "%s", p)
				n, err := Count(t.Context(), p, new(meter.Meter))
				require.NoError(t, err)
				require.EqualValues(t, len(want), n.Int64())
			})
		})
	}
}

func TestMagicCountsOfEmptyBoards(t *testing.T) {
	for _, row := range []struct {
		n         int
		diagonals bool
		count     int
		source    string
	}{
		{1, true, 1, "by hand"},
		{2, true, 0, "by hand: the rows and columns ask for equal numbers"},
		{2, false, 0, "by hand, likewise"},
		{3, true, 8, "the Lo Shu, turned and mirrored"},
		{3, false, 72, "OEIS A271103"},
		{4, true, 7040, "Frénicle de Bessy 1693: 880, each turned and mirrored"},
		{4, false, 549504, "OEIS A271103: 68,688 up to turning and mirroring"},
	} {
		p := newMagic(t, row.n, -3, row.diagonals, nil)
		n, err := Count(t.Context(), p, new(meter.Meter))
		require.NoError(t, err)
		assert.EqualValues(t, row.count, n.Int64(), "order %d: %s", row.n, row.source)
		if row.count < 10_000 {
			assert.Len(t, nativetest.All(t, p, Search), row.count, "order %d: %s", row.n, row.source)
		}
	}
}

func TestMagicNumbersMayBeLargeOrNegative(t *testing.T) {
	for _, low := range []int{-puzzle.MaxNumber / 3, -4, 0, puzzle.MaxNumber/3 - 4} {
		assert.Len(t, nativetest.All(t, newMagic(t, 3, low, true, nil), Search), 8, "from %d", low)
	}
}

func TestMagicSumThatRowsCannotHaveIsAnsweredAtOnce(t *testing.T) {
	clues := slices.Repeat([]int{puzzle.Empty}, 100)
	for _, sum := range []int{0, 504, 506, -505, puzzle.MaxNumber, -puzzle.MaxNumber} {
		p, err := puzzle.MagicRules{Order: 10, Low: 1, Sum: new(sum)}.New(clues)
		require.NoError(t, err)
		r := meter.Start(context.Background(), &meter.Meter{MaxNodes: 1})
		assert.NoError(t, Search(p, r, func(puzzle.Solution) bool { return false }), "sum %d", sum)
		r.Close()
	}
}

// Boards whose numbers fill one, two, four and more words of a set. They need not be
// solved, but what is found must be right.
func TestMagicBoardsOfAnySize(t *testing.T) {
	for _, n := range []int{5, 7, 8, 9, 12, 16, 20, 40} {
		p := newMagic(t, n, 1, true, nil)
		r := meter.Start(context.Background(), &meter.Meter{MaxNodes: 300})
		err := Search(p, r, func(s puzzle.Solution) bool {
			require.NoError(t, p.Check(s))
			return true
		})
		assert.ErrorIs(t, err, meter.ErrLimit, "order %d", n)
		r.Close()
	}
}

// A magic board of order 10. So many of its cells are open that every rule has to work
// on sets of two words.
func TestMagicSetsOfSeveralWords(t *testing.T) {
	full := boardOfOrder10()
	for _, open := range [][]int{
		{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33},
		{0, 9, 90, 99, 44, 45, 54, 55, 12, 17, 82, 87, 21, 28, 71, 78},
	} {
		clues := slices.Clone(full)
		for _, c := range open {
			clues[c] = puzzle.Empty
		}
		all := nativetest.All(t, newMagic(t, 10, 1, true, clues), Search)
		assert.Contains(t, all, puzzle.Solution(full))
	}
}

// boardOfOrder10 returns a magic board by the LUX method of Conway. It has 2×2 blocks
// along the Siamese path of order 5, each with four numbers in the order of a letter.
func boardOfOrder10() []int {
	letters := []string{"LLLLL", "LLLLL", "LLULL", "UULUU", "XXXXX"}
	paths := map[byte][4][2]int{
		'L': {{0, 1}, {1, 0}, {1, 1}, {0, 0}},
		'U': {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
		'X': {{0, 0}, {1, 1}, {1, 0}, {0, 1}},
	}
	full := make([]int, 100)
	taken := map[[2]int]bool{}
	row, col := 0, 2
	for block := range 25 {
		taken[[2]int{row, col}] = true
		for i, d := range paths[letters[row][col]] {
			full[(2*row+d[0])*10+2*col+d[1]] = 4*block + i + 1
		}
		if up, right := (row+4)%5, (col+1)%5; taken[[2]int{up, right}] {
			row = (row + 1) % 5
		} else {
			row, col = up, right
		}
	}
	return full
}

func TestMagicStopsWhenTold(t *testing.T) {
	nativetest.RequireStops(t, newMagic(t, 4, 1, true, nil), newMagic(t, 30, 1, true, nil), Search)
}

func TestMagicFindsABoardOfMiddleSize(t *testing.T) {
	most := puzzletest.Often(7, 12)
	for n := 5; n <= most; n++ {
		p := newMagic(t, n, 1, true, nil)
		found := 0
		err := nativetest.Search(context.Background(), p, &meter.Meter{MaxNodes: 20_000}, Search, func(s puzzle.Solution) bool {
			require.NoError(t, p.Check(s))
			found++
			return false
		})
		assert.ErrorIs(t, err, meter.ErrStopped, "order %d", n)
		assert.Equal(t, 1, found)
	}
}

func TestMagicNodesAllocateNothing(t *testing.T) {
	p := newMagic(t, 4, 1, true, nil)
	allocations := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			r := meter.Start(context.Background(), &meter.Meter{MaxNodes: nodes})
			_ = Search(p, r, func(puzzle.Solution) bool { return true })
			r.Close()
		})
	}
	assert.InDelta(t, allocations(100), allocations(firstConsider-100), 5)
	assert.InDelta(t, allocations(firstConsider+100), allocations(5*firstConsider), 5, "by a plan")
}
