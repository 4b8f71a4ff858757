package plan

import (
	"context"
	"errors"
	"math/bits"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// permutations returns all permutations of 0..n−1.
func permutations(n int) [][]int {
	all := [][]int{{}}
	for i := range n {
		var next [][]int
		for _, p := range all {
			for at := range len(p) + 1 {
				next = append(next, slices.Insert(slices.Clone(p), at, i))
			}
		}
		all = next
	}
	return all
}

func TestMagicRingFindsWhatTryingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		free := uint64(0)
		for range rapid.IntRange(8, 16).Draw(t, "numbers") {
			free |= 1 << random.Intn(rapid.SampledFrom([]int{16, 25, 32}).Draw(t, "below"))
		}
		g := &ring{usual: int32(random.Intn(60))}
		var numbers []int32
		for set := free; set != 0; set &= set - 1 {
			numbers = append(numbers, int32(bits.TrailingZeros64(set)))
		}
		for range 10 { // the ring is used again
			for i := range g.sums {
				g.sums[i] = int32(15 + random.Intn(50))
			}
			var want []uint64
			for _, a := range numbers {
				for _, b := range numbers {
					for _, c := range numbers {
						for _, d := range numbers {
							used := ringOf(g.sums, [5]int32{a, b, c, d, a})
							if used&^free == 0 && bits.OnesCount64(used) == 8 {
								want = append(want, used)
							}
						}
					}
				}
			}
			slices.Sort(want)
			got := slices.Clone(g.fill(free))
			for i, set := range got {
				ranks := uint64(0)
				for rank, v := range numbers {
					ranks |= set >> v & 1 << rank
				}
				require.Equal(t, ranks, set>>48)
				got[i] &= free
			}
			slices.Sort(got)
			require.True(t, slices.Equal(want, got), "%d and %d fillings out of %b for %d", len(want), len(got), free, g.sums)
		}
	})
}

// ringOf returns the numbers of the ring with these corners. The first corner is also
// the last.
func ringOf(sums [4]int32, corners [5]int32) (used uint64) {
	for i, sum := range sums {
		if v := sum - corners[i] - corners[i+1]; v >= 0 {
			used |= 1<<corners[i] | 1<<v
		}
	}
	return used
}

// The sets are halves of 16 numbers. Each pair is tried.
func TestMagicRankTableCountsPairs(t *testing.T) {
	table := new(rankTable)
	rapid.Check(t, func(t *rapid.T) {
		var sides [2][]uint64
		for i := range sides {
			for range rapid.IntRange(0, 20).Draw(t, "sets") {
				few := rapid.SampledFrom([]uint64{0xff, 0xff00, 0xf0f, 0xf0f0, 0x5555, 0xaaaa}).Draw(t, "ranks")
				sides[i] = append(sides[i], few<<48|rapid.Uint64Range(0, 1<<32-1).Draw(t, "numbers"))
			}
		}
		want := uint64(0)
		for _, a := range sides[0] {
			for _, b := range sides[1] {
				if a>>48^b>>48 == 0xffff {
					want++
				}
			}
		}
		require.Equal(t, want, table.pairs(sides[0], sides[1]))
		require.Equal(t, rankTable{}, *table, "the counters are not 0 again")
	})
}

// prepared returns the count of p with its scheme.
func prepared(t require.TestingT, p *puzzle.Magic) *Count {
	c, _, err := NewCount(rootOf(p, meter.Start(context.Background(), nil)))
	require.NoError(t, err)
	return c
}

// schemes returns schemes for c, one without a cut first.
func (c *Count) schemes(t require.TestingT) []*scheme {
	if c.Root == nil {
		return []*scheme{nil}
	}
	first, err := c.whole(4)
	require.NoError(t, err)
	all := []*scheme{first}
	for _, cut := range c.e.cuts(c.r) {
		s, err := c.halved(cut)
		require.NoError(t, err)
		if s != nil {
			all = append(all, s)
		}
	}
	return all
}

// countBy counts by the given scheme.
func countBy(t require.TestingT, c *Count, s *scheme, workers int) int64 {
	c.scheme = s
	n, err := c.All(context.Background(), &meter.Meter{Workers: workers})
	require.NoError(t, err)
	return n.Int64()
}

// A plan that was cut short leaves cells of the cut open. Then more numbers are left than a ring can hold.
func TestMagicSchemesAreNotMadeOfPlansCutShort(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	r := meter.Start(ctx, nil)
	c, _, err := NewCount(rootOf(newMagic(t, 5, true, nil), r))
	require.NoError(t, err)
	cuts := c.e.cuts(r)
	require.NotEmpty(t, cuts)
	cause := errors.New("enough")
	cancel(cause)
	require.Eventually(t, func() bool { return r.Err() != nil }, time.Minute, time.Millisecond)
	for _, cut := range cuts {
		_, err := c.halved(cut)
		require.ErrorIs(t, err, cause)
	}
	_, err = c.whole(beamWidth)
	require.ErrorIs(t, err, cause)
	_, _, err = NewCount(c.Root)
	require.ErrorIs(t, err, cause)
	_, err = (&Search{Root: func() (*Root, error) { return c.Root, nil }}).Estimate()
	require.ErrorIs(t, err, cause)
}

func TestMagicCountsWhatBruteForceFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawMagic(t)
		want := len(puzzletest.Brute(p))
		if 2*p.Sum() == p.Board().Width()*(p.Low()+p.High()) {
			c := prepared(t, p)
			for _, s := range c.schemes(t) {
				require.EqualValues(t, want, countBy(t, c, s, 1), "%s", p)
			}
		}
	})
}

func TestMagicCountsWhatFillingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSymmetric(t)
		want := filled(p)
		c := prepared(t, p)
		all := c.schemes(t)
		for i := range min(4, len(all)) {
			s := all[i]
			if i > 1 {
				s = rapid.SampledFrom(all).Draw(t, "scheme")
			}
			require.EqualValues(t, want, countBy(t, c, s, 1+i%3), "%s", p)
		}
	})
}

// filled returns the number of fillings, found one by one: the last cell of a line follows from the
// others, and any other cell has every number that is left.
func filled(p *puzzle.Magic) (count int) {
	lines, used, board := p.Lines(), map[int]bool{}, p.Clues()
	var fill func()
	fill = func() {
		cell, number, fewest := -1, puzzle.Empty, len(board)+1
		for _, l := range lines {
			rest, open, last := l.Sum, 0, -1
			for _, c := range l.Cells() {
				if board[c] == puzzle.Empty {
					open, last = open+1, c
				} else {
					rest -= board[c]
				}
			}
			switch {
			case open == 0 && rest != 0:
				return
			case open == 1 && (rest < p.Low() || rest > p.High() || used[rest]):
				return
			case open > 0 && open < fewest:
				cell, number, fewest = last, rest, open
			}
		}
		if cell < 0 {
			count++
			return
		}
		for k := p.Low(); k <= p.High(); k++ {
			if !used[k] && (fewest > 1 || k == number) {
				board[cell], used[k] = k, true
				fill()
				board[cell], used[k] = puzzle.Empty, false
			}
		}
	}
	for _, k := range board {
		used[k] = k != puzzle.Empty
	}
	fill()
	return count
}

// upTo returns the numbers from 0 to n−1.
func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// drawSymmetric draws a board whose clues are mostly on cells that some movement keeps, alone or with
// the complement.
func drawSymmetric(t *rapid.T) *puzzle.Magic {
	board := rapid.SampledFrom([]struct {
		full  []int
		clues [][]int
	}{
		{[]int{16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1}, // 34 − v opposite to v
			[][]int{{0, 15, 3, 12}, {0, 5, 10, 15}, {5, 10}, {1, 14, 0, 15}, {3, 6, 9}, {1, 2, 13, 14}}},
		{[]int{17, 24, 1, 8, 15, 23, 5, 7, 14, 16, 4, 6, 13, 20, 22, 10, 12, 19, 21, 3, 11, 18, 25, 2, 9}, // 26 − v opposite to v
			[][]int{
				{0, 24, 4, 20, 6, 18, 8, 16, 1},
				{0, 24, 4, 20, 6, 18, 8, 16},
				{0, 4, 6, 8, 16, 18, 1, 23},
				{12, 0, 24, 1, 23, 2, 22, 3, 21},
				{0, 6, 12, 18, 24, 4, 8, 16, 11, 13},
				{0, 1, 2, 3, 5, 6, 7, 8},
				{12, 0, 4, 1, 2, 10, 11, 24, 6},
			}},
	}).Draw(t, "board")
	n := map[int]int{16: 4, 25: 5}[len(board.full)]
	clues := slices.Repeat([]int{puzzle.Empty}, n*n)
	given := rapid.SampledFrom(board.clues).Draw(t, "clues")
	if rapid.IntRange(0, 2).Draw(t, "any") == 0 {
		cells := rapid.Permutation(upTo(n*n)).Draw(t, "cells")
		given = cells[:rapid.IntRange(map[int]int{4: 3, 5: 9}[n], 2*n).Draw(t, "number of clues")]
	}
	for _, c := range given {
		clues[c] = board.full[c]
	}
	return newMagic(t, n, n == 5 || rapid.Bool().Draw(t, "diagonals"), clues)
}

// Half a turn takes each clue to its complement. So it takes the numbers of the centre
// to their complements, and 13 is its own complement.
func TestMagicComplementHasItsOwnHalf(t *testing.T) {
	full := []int{17, 24, 1, 8, 15, 23, 5, 7, 14, 16, 4, 6, 13, 20, 22, 10, 12, 19, 21, 3, 11, 18, 25, 2, 9}
	clues := slices.Repeat([]int{puzzle.Empty}, 25)
	for _, c := range []int{0, 24, 1, 23, 10, 14, 3, 21} {
		clues[c] = full[c]
	}
	p := newMagic(t, 5, true, clues)
	c := prepared(t, p)
	require.Equal(t, []comparison{{12, 12, 24}}, c.scheme.mirror)
	require.EqualValues(t, filled(p), countBy(t, c, c.scheme, 1))
}

// The diagonals cut a board of order 5 into two rings. The test counts a few of the
// fillings of that cut in two ways: with the rings, and with one plan for all cells.
func TestMagicRingsOfOrder5(t *testing.T) {
	c := prepared(t, newMagic(t, 5, true, nil))
	require.Len(t, c.scheme.rings, 2)
	require.Equal(t, []comparison{{12, 12, 24}}, c.scheme.mirror)
	require.EqualValues(t, 32, c.scheme.each.Int64())
	c.domains[12], c.domains[0], c.domains[4], c.domains[6], c.domains[8] = 1<<12, 1<<1, 1<<7, 1<<17, 1<<20

	e := c.e.clone()
	for _, cell := range c.scheme.order {
		e.learn(cell)
	}
	rest, err := draftPlan(c.r, e, e.unknown, e.unknown, 40, 16, 8)
	require.NoError(t, err)
	whole := &scheme{order: append(slices.Clip(c.scheme.order), rest.order...), comparisons: c.scheme.comparisons}
	want := total128{}
	for i, s := range []*scheme{c.scheme, whole} {
		s.plan = c.e.compile(s.order, c.domains, s.comparisons)
		counter := c.counter(s, c.r)
		require.NoError(t, counter.walk.run(0, c.free, 0, 1))
		if i == 0 {
			want = counter.total
		}
		require.Equal(t, want, counter.total)
	}
	require.NotZero(t, want.low)
	for workers := range 3 {
		n, err := c.All(context.Background(), &meter.Meter{Workers: workers})
		require.NoError(t, err)
		require.Equal(t, 32*want.low, n.Uint64())
	}
}
