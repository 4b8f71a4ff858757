package dlx_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

func TestCheapestCoversAreThoseOfBruteForce(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		weights := rapid.SliceOfN(rapid.Int64Range(-5, 9), p.Options(), p.Options()).Draw(rt, "weights")
		weight := func(o int) int64 { return weights[o] }
		sum := func(options []int) (sum int64) {
			for _, o := range options {
				sum += weights[o]
			}
			return sum
		}
		covers, sums := brute(p, 0, []int{}, 0), []int64{}
		for _, c := range covers {
			sums = append(sums, sum(numbersOf(c)))
		}
		slices.Sort(sums)
		for k := range len(covers) + 2 {
			wanted := min(k, len(covers))
			if k == 0 {
				wanted = len(covers)
			}
			best, err := p.Cheapest(ctx, k, weight, nil)
			require.NoError(rt, err)
			got, texts := []int64{}, []string{}
			for _, b := range best {
				require.Equal(rt, sum(b.Options), b.Sum)
				got, texts = append(got, b.Sum), append(texts, fmt.Sprint(b.Options))
			}
			require.Equal(rt, sums[:wanted], got, "the %d cheapest", k)
			require.Subset(rt, covers, texts)
			slices.Sort(texts)
			require.Len(rt, slices.Compact(texts), wanted, "a cover twice")
		}
	})
}

// assignment has an option for each row and column, with a random weight.
func assignment(n int, seed uint64) (p *dlx.Problem, weights []int64) {
	r := rand.New(rand.NewPCG(seed, 1))
	p = dlx.NewProblem(2*n, 0)
	for row := range n {
		for column := range n {
			p.AddItems(row, n+column)
			weights = append(weights, r.Int64N(1000))
		}
	}
	return p, weights
}

// leastAssignment returns the least sum by a table over all sets of columns.
func leastAssignment(n int, weights []int64) int64 {
	least := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		least[set] = math.MaxInt64
		row := -1
		for x := set; x != 0; x &= x - 1 {
			row++
		}
		for column := range n {
			if set>>column&1 == 1 {
				least[set] = min(least[set], least[set&^(1<<column)]+weights[row*n+column])
			}
		}
	}
	return least[1<<n-1]
}

func TestCheapestAssignments(t *testing.T) {
	const n = 12
	for seed := range uint64(5) {
		p, weights := assignment(n, seed)
		best, err := p.Cheapest(context.Background(), 1, func(o int) int64 { return weights[o] }, nil)
		require.NoError(t, err)
		require.Len(t, best, 1)
		assert.Equal(t, leastAssignment(n, weights), best[0].Sum)
	}
}

// Without its bound, the search would have as many nodes as one for all covers.
func TestTheBoundCutsTheSearch(t *testing.T) {
	ctx := context.Background()
	p := read(t, soma())
	weight := func(o int) int64 { return int64(o * o % 101) }
	least, all := int64(math.MaxInt64), new(dlx.Meter)
	require.NoError(t, p.Solve(ctx, all, func(options []int) bool {
		sum := int64(0)
		for _, o := range options {
			sum += weight(o)
		}
		least = min(least, sum)
		return true
	}))
	m := new(dlx.Meter)
	best, err := p.Cheapest(ctx, 1, weight, m)
	require.NoError(t, err)
	assert.Equal(t, least, best[0].Sum)
	assert.Less(t, m.Stats().Nodes, all.Stats().Nodes/10)
	assert.EqualValues(t, 1, m.Done())
	assert.EqualValues(t, 1, m.Stats().Solutions)
}

func TestCheapestRefusesWhatItCannotDo(t *testing.T) {
	ctx := context.Background()
	one := func(int) int64 { return 1 }
	p := dlx.NewProblem(1, 0)
	p.SetMultiplicity(0, 0, 1)
	p.AddItems(0)
	_, err := p.Cheapest(ctx, 1, one, nil)
	assert.EqualError(t, err, "dlx: the cheapest covers are exact covers, and an item has another multiplicity than 1")
	p = dlx.NewProblem(1, 0)
	p.AddItems(0)
	_, err = p.Cheapest(ctx, 1, func(int) int64 { return math.MinInt64 }, nil)
	assert.ErrorContains(t, err, "dlx: option 0 has the weight -9223372036854775808: with 1 primary items, weights go from ")
	p.AddItems(5)
	_, err = p.Cheapest(ctx, 1, one, nil)
	assert.Error(t, err)
}

func TestCheapestEndsWithItsContextAndLimits(t *testing.T) {
	p, weights := assignment(60, 7)
	weight := func(o int) int64 { return weights[o] }
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := p.Cheapest(ctx, 100_000, weight, nil)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(start), time.Minute)
	best, err := p.Cheapest(context.Background(), 3, weight, &dlx.Meter{MaxNodes: 100})
	require.ErrorIs(t, err, dlx.ErrLimit)
	assert.NotEmpty(t, best, "the best so far")
}

// Weights at the bound: no sum of taxes overflows.
func TestTheLargestWeightsDoNotOverflow(t *testing.T) {
	const n = 5
	p, small := assignment(n, 3)
	limit := int64(math.MaxInt64) / 4 / (2*n + 2)
	weight := func(o int) int64 { return (small[o] - 500) * (limit / 500) }
	scaled := make([]int64, len(small))
	for o := range small {
		scaled[o] = weight(o)
	}
	best, err := p.Cheapest(context.Background(), 1, weight, nil)
	require.NoError(t, err)
	assert.Equal(t, leastAssignment(n, scaled), best[0].Sum)
}

// Ways to fill a row of 5 cells with bricks of 1, 2 and 3 cells, the cheapest first.
func ExampleProblem_Cheapest() {
	m := dlx.NewModel[string](5, 0)
	prices := []int64{}
	for _, brick := range []struct {
		size  int
		price int64
	}{{1, 10}, {2, 15}, {3, 21}} {
		for first := 0; first+brick.size <= 5; first++ {
			m.Add(strings.Repeat("#", brick.size), ascending(5)[first:first+brick.size]...)
			prices = append(prices, brick.price)
		}
	}
	best, err := m.Problem().Cheapest(context.Background(), 3, func(o int) int64 { return prices[o] }, nil)
	for _, b := range best {
		fmt.Println(b.Sum, m.Values(b.Options))
	}
	fmt.Println(err)
	// Output:
	// 36 [## ###]
	// 36 [## ###]
	// 40 [# ## ##]
	// <nil>
}
