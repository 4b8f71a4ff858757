package dlx_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/meter"
)

func all([]int) bool { return true }

func TestZeroPrimaryItemsHaveTheEmptyCover(t *testing.T) {
	for name, p := range map[string]*dlx.Problem{
		"nothing at all":      dlx.NewProblem(0, 0),
		"only secondary":      dlx.NewProblem(0, 3),
		"an option for these": withOption(dlx.NewProblem(0, 3)),
	} {
		t.Run(name, func(t *testing.T) {
			covers, stats := solve(t, p, dlx.Auto)
			assert.Equal(t, []string{"[]"}, covers)
			assert.Equal(t, meter.Stats{Solutions: 1}, stats)
		})
	}
}

func withOption(p *dlx.Problem) *dlx.Problem {
	p.Add(dlx.Element{Item: 1}, dlx.Element{Item: 2, Colour: 1})
	return p
}

func TestForcedMovesAreNotNodes(t *testing.T) {
	p := dlx.NewProblem(50, 0)
	for i := range int(50) {
		p.Add(dlx.Element{Item: i})
	}
	_, stats := solve(t, p, dlx.Auto)
	assert.Equal(t, meter.Stats{Propagations: 50, Solutions: 1}, stats)
}

func TestCancelledContextEndsTheSetUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := read(t, "a\na").Solve(ctx, nil, func([]int) bool {
		t.Error("a cover was handed out")
		return true
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, dlx.NewProblem(0, 0).Solve(ctx, nil, all), context.Canceled)
}

func TestSolvingTwiceGivesTheSameOrder(t *testing.T) {
	p := read(t, queens(6))
	runs := [2][]string{}
	for k := range runs {
		for options, err := range p.Solutions(context.Background(), nil) {
			require.NoError(t, err)
			runs[k] = append(runs[k], fmt.Sprint(options))
		}
	}
	assert.Len(t, runs[0], 4)
	assert.Equal(t, runs[0], runs[1])
}

// The search must not allocate at nodes: queens 9 has 300 times the nodes of
// queens 4, but only a few levels more.
func TestSearchDoesNotAllocateAtNodes(t *testing.T) {
	p := read(t, queens(9)) // 906 nodes
	allocations := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			if err := p.Solve(context.Background(), &meter.Meter{MaxNodes: nodes}, all); nodes == 0 {
				assert.NoError(t, err)
			}
		})
	}
	assert.LessOrEqual(t, allocations(0), allocations(300)+12)
}

func TestProgressGoesUpFromCoverToCover(t *testing.T) {
	// The subtrees of one cover have similar shares, so the last one is small.
	for name, c := range map[string]struct {
		text string
		core dlx.Core
	}{"once": {latin(4), dlx.Auto}, "sparse": {latin(4), dlx.Sparse}, "multiplicities": {matrices(4, 1, 3), dlx.Auto}} {
		t.Run(name, func(t *testing.T) {
			var m meter.Meter
			last := -1.0
			require.NoError(t, read(t, c.text).SolveWith(context.Background(), c.core, &m, func([]int) bool {
				assert.GreaterOrEqual(t, m.Done(), last)
				assert.Less(t, m.Done(), 1.0)
				last = m.Done()
				return true
			}))
			assert.Greater(t, last, 0.95)
			assert.Equal(t, 1.0, m.Done())
		})
	}
}

func TestDeepTreesAreSearched(t *testing.T) {
	const n = 3000
	for name, core := range cores {
		if core == dlx.Ahead {
			continue // it would look ahead for minutes
		}
		err := pairs(n).SolveWith(context.Background(), core, nil, func(options []int) bool {
			assert.Len(t, options, n, name)
			return false
		})
		assert.ErrorIs(t, err, meter.ErrStopped, name)
	}
}

func TestSolutionsAreSlicesOfTheirOwn(t *testing.T) {
	covers := [][]int{}
	for options, err := range read(t, "a b\na\nb\na b").Solutions(context.Background(), nil) {
		require.NoError(t, err)
		covers = append(covers, options)
	}
	assert.ElementsMatch(t, [][]int{{0, 1}, {2}}, covers)
}

func TestSolutionsEndWithTheError(t *testing.T) {
	var last error
	n := 0
	for options, err := range read(t, queens(8)).Solutions(context.Background(), &meter.Meter{MaxNodes: 50}) {
		if last = err; err != nil {
			assert.Nil(t, options)
			continue
		}
		n++
	}
	assert.ErrorIs(t, last, meter.ErrLimit)
	assert.Positive(t, n)

	for _, err := range read(t, queens(8)).Solutions(context.Background(), nil) {
		assert.NoError(t, err)
		break // and nothing comes after it, or the loop would panic
	}
}

func TestSolveRefusesOptionsThatMakeNoSense(t *testing.T) {
	p := dlx.NewProblem(1, 0)
	p.Add(dlx.Element{Item: 7})
	err := p.Solve(context.Background(), nil, all)
	assert.EqualError(t, err, "dlx: option 0 has item 7: items go from 0 to 0")
	assert.Equal(t, p.Validate(), err)
	_, counted := p.Count(context.Background(), nil)
	assert.Equal(t, err, counted)
	for _, err := range p.Solutions(context.Background(), nil) {
		assert.Error(t, err)
	}
}

func TestLongOptionsAreNoTrouble(t *testing.T) {
	names := make([]string, 5000)
	for k := range names {
		names[k] = fmt.Sprintf("n%d", k)
	}
	line := strings.Join(names, " ")
	covers, _ := solve(t, read(t, line+"\n"+line+"\n"+names[0]), dlx.Auto)
	assert.Equal(t, []string{"[0]"}, covers)
}
