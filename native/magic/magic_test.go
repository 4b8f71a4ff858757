package magic

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// newMagic returns the n×n puzzle with the sum that it must have. It has no clues if
// clues is nil.
func newMagic(t require.TestingT, n, low int, diagonals bool, clues []int) *puzzle.Magic {
	if clues == nil {
		clues = slices.Repeat([]int{puzzle.Empty}, n*n)
	}
	p, err := puzzle.NewMagic(n, low, puzzle.MagicSum(n, low), diagonals, clues)
	require.NoError(t, err)
	return p
}

// allSolutions returns all solutions as a sorted list of texts. It checks each, and
// that none comes twice.
func allSolutions(t require.TestingT, p *puzzle.Magic) []string {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	var all []string
	err := Search(p, r, func(s puzzle.Solution) bool {
		require.NoError(t, p.Check(s))
		require.Equal(t, s, p.Canonical(s))
		all = append(all, fmt.Sprint(s))
		return true
	})
	require.NoError(t, err)
	slices.Sort(all)
	require.Len(t, slices.Compact(slices.Clone(all)), len(all), "a solution comes twice")
	return all
}

// bruteForce tries every order of the numbers that keeps the clues.
func bruteForce(p *puzzle.Magic) []string {
	var all []string
	s := make(puzzle.Solution, p.Board().Len())
	var fill func(c int)
	fill = func(c int) {
		if c == len(s) {
			if p.Check(s) == nil {
				all = append(all, fmt.Sprint(s))
			}
			return
		}
		for k := p.Low(); k <= p.High(); k++ {
			if !slices.Contains(s[:c], k) && (p.Clue(c) == puzzle.Empty || p.Clue(c) == k) {
				s[c] = k
				fill(c + 1)
			}
		}
	}
	fill(0)
	slices.Sort(all)
	return all
}

// drawMagic draws a puzzle of order 1 to 3. Order 3 has at least two clues. The clues
// are mostly those of a magic board.
func drawMagic(t *rapid.T) *puzzle.Magic {
	n := rapid.SampledFrom([]int{1, 2, 3, 3, 3, 3}).Draw(t, "n")
	low := rapid.SampledFrom([]int{1, 0, -4, 7, -1 << 38, 1 << 38}).Draw(t, "low")
	full := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}[:n*n]).Draw(t, "full")
	if n == 3 && rapid.IntRange(0, 3).Draw(t, "magic") > 0 {
		full = slices.Clone(rapid.SampledFrom([][]int{
			{1, 6, 5, 8, 4, 0, 3, 2, 7}, // magic
			{3, 8, 1, 2, 4, 6, 7, 0, 5}, // magic
			{6, 1, 5, 4, 8, 0, 2, 3, 7}, // rows and columns only
		}).Draw(t, "board"))
	}
	clues := slices.Repeat([]int{puzzle.Empty}, n*n)
	order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8}[:n*n]).Draw(t, "order")
	for _, c := range order[:rapid.IntRange(min(2, n-1), n*n).Draw(t, "clues")] {
		clues[c] = low + full[c]
	}
	sum := puzzle.MagicSum(n, low)
	if rapid.IntRange(0, 9).Draw(t, "odd sum") == 0 {
		sum++
	}
	p, err := puzzle.NewMagic(n, low, sum, rapid.Bool().Draw(t, "diagonals"), clues)
	require.NoError(t, err)
	return p
}

func TestMagicFindsWhatBruteForceFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawMagic(t)
		require.Equal(t, bruteForce(p), allSolutions(t, p), "%s", p)
	})
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
		{3, false, 72, "brute force over all orders, below"},
		{4, true, 7040, "Frénicle de Bessy 1693: 880, each turned and mirrored"},
	} {
		t.Run(fmt.Sprintf("%d,%v", row.n, row.diagonals), func(t *testing.T) {
			p := newMagic(t, row.n, 1, row.diagonals, nil)
			all := allSolutions(t, p)
			assert.Len(t, all, row.count, row.source)
			if row.n == 3 && !testing.Short() {
				assert.Equal(t, bruteForce(p), all)
			}
		})
	}
}

func TestMagicNumbersMayBeLargeOrNegative(t *testing.T) {
	for _, low := range []int{-puzzle.MaxNumber / 3, -4, 0, puzzle.MaxNumber/3 - 4} {
		assert.Len(t, allSolutions(t, newMagic(t, 3, low, true, nil)), 8, "from %d", low)
	}
}

func TestMagicSumThatRowsCannotHaveIsAnsweredAtOnce(t *testing.T) {
	clues := slices.Repeat([]int{puzzle.Empty}, 100)
	for _, sum := range []int{0, 504, 506, -505, puzzle.MaxNumber, -puzzle.MaxNumber} {
		p, err := puzzle.NewMagic(10, 1, sum, true, clues)
		require.NoError(t, err)
		r := search.Start(context.Background(), &search.Meter{MaxNodes: 1})
		assert.NoError(t, Search(p, r, func(puzzle.Solution) bool { return false }), "sum %d", sum)
		r.Close()
	}
}

// Boards whose numbers fill one, two, four and more words of a set. They need not be
// solved, but what is found must be right.
func TestMagicBoardsOfAnySize(t *testing.T) {
	for _, n := range []int{5, 7, 8, 9, 12, 16, 20, 40} {
		p := newMagic(t, n, 1, true, nil)
		r := search.Start(context.Background(), &search.Meter{MaxNodes: 300})
		err := Search(p, r, func(s puzzle.Solution) bool {
			require.NoError(t, p.Check(s))
			return true
		})
		assert.ErrorIs(t, err, search.ErrLimit, "order %d", n)
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
		all := allSolutions(t, newMagic(t, 10, 1, true, clues))
		assert.Contains(t, all, fmt.Sprint(puzzle.Solution(full)))
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

func TestMagicAgreesWithTheCountsOfOthers(t *testing.T) {
	nodes := int64(10_000)
	if testing.Short() {
		nodes = firstConsider - 1
	}
	for _, file := range append(nativetest.ReadCases(t, "seeds/magic*.txt"), nativetest.ReadCases(t, "magic/*.txt")...) {
		t.Run(file.Name, func(t *testing.T) {
			p := file.Puzzle.(*puzzle.Magic)
			r := search.Start(context.Background(), &search.Meter{MaxNodes: nodes})
			defer r.Close()
			found := uint64(0)
			err := Search(p, r, func(s puzzle.Solution) bool {
				require.NoError(t, p.Check(s))
				found++
				return true
			})
			if err != nil {
				require.ErrorIs(t, err, search.ErrLimit)
			}
			assert.True(t, file.Solutions.Allows(new(big.Int).SetUint64(found), err == nil), "%d solutions, the file has %s", found, file.Solutions)
		})
	}
}

func TestMagicSampleTakesFewNodes(t *testing.T) {
	p := nativetest.ReadCases(t, "seeds/magic-5x5.txt")[0].Puzzle.(*puzzle.Magic)
	r := search.Start(context.Background(), nil)
	defer r.Close()
	require.NoError(t, Search(p, r, func(puzzle.Solution) bool { return true }))
	assert.LessOrEqual(t, r.Nodes, int64(40))
}

func TestMagicStopsWhenTold(t *testing.T) {
	p := newMagic(t, 4, 1, true, nil)
	r := search.Start(context.Background(), nil)
	defer r.Close()
	found := 0
	assert.ErrorIs(t, Search(p, r, func(puzzle.Solution) bool { found++; return found < 3 }), search.ErrStopped)
	assert.Equal(t, 3, found)
	assert.EqualValues(t, 3, r.Solutions)

	limited := search.Start(context.Background(), &search.Meter{MaxNodes: 100})
	defer limited.Close()
	assert.ErrorIs(t, Search(p, limited, func(puzzle.Solution) bool { return true }), search.ErrLimit)
	assert.EqualValues(t, 100, limited.Nodes)
}

func TestMagicStopsSoonAfterItsContext(t *testing.T) {
	for _, n := range []int{6, 30} {
		ctx, cancel := context.WithCancel(context.Background())
		r := search.Start(ctx, nil)
		var cancelled time.Time
		time.AfterFunc(30*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		err := Search(newMagic(t, n, 1, true, nil), r, func(puzzle.Solution) bool { return true })
		r.Close() // waits for nothing, but cancel happened before the error
		assert.ErrorIs(t, err, context.Canceled)
		assert.Less(t, time.Since(cancelled), time.Minute)
	}
}

func TestMagicFindsABoardOfMiddleSize(t *testing.T) {
	most := 12
	if testing.Short() {
		most = 7
	}
	for n := 5; n <= most; n++ {
		p := newMagic(t, n, 1, true, nil)
		found := 0
		err := nativetest.Search(context.Background(), p, &search.Meter{MaxNodes: 20_000}, Search, func(s puzzle.Solution) bool {
			require.NoError(t, p.Check(s))
			found++
			return false
		})
		assert.ErrorIs(t, err, search.ErrStopped, "order %d", n)
		assert.Equal(t, 1, found)
	}
}

func TestMagicProgressEndsAtOne(t *testing.T) {
	m := new(search.Meter)
	r := search.Start(context.Background(), m)
	defer r.Close()
	last := 0.0
	require.NoError(t, Search(newMagic(t, 3, 1, false, nil), r, func(puzzle.Solution) bool {
		assert.GreaterOrEqual(t, m.Done(), last)
		last = m.Done()
		return true
	}))
	assert.InDelta(t, 1, m.Done(), 1e-9)
}

func TestMagicNodesAllocateNothing(t *testing.T) {
	p := newMagic(t, 4, 1, true, nil)
	allocations := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			r := search.Start(context.Background(), &search.Meter{MaxNodes: nodes})
			_ = Search(p, r, func(puzzle.Solution) bool { return true })
			r.Close()
		})
	}
	assert.InDelta(t, allocations(100), allocations(firstConsider-100), 5)
	assert.InDelta(t, allocations(firstConsider+100), allocations(5*firstConsider), 5, "by a plan")
}

func BenchmarkMagic(b *testing.B) {
	for _, pattern := range []string{"seeds/magic-5x5.txt", "magic/n6_umin1.txt", "magic/n7_umin1.txt", "magic/n8_umin2.txt", "magic/n5_m4.txt"} {
		file := nativetest.ReadCases(b, pattern)[0]
		b.Run(file.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := search.Start(context.Background(), nil)
				if err := Search(file.Puzzle.(*puzzle.Magic), r, func(puzzle.Solution) bool { return true }); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Nodes), "nodes")
				r.Close()
			}
		})
	}
}
