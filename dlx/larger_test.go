package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/meter"
)

// largerProblems draws problems with some dozens of options. One cover is planted:
// the primary items are cut into options that agree on colours. The others are noise.
func largerProblems(t *rapid.T) *dlx.Problem {
	primary, secondary := rapid.IntRange(4, 12).Draw(t, "primary"), rapid.IntRange(0, 6).Draw(t, "secondary")
	p := dlx.NewProblem(primary, secondary)
	colours := rapid.SliceOfN(rapid.IntRange(1, 3), secondary, secondary).Draw(t, "colours")
	add := func(items []int, loyal bool) {
		var option []dlx.Element
		for _, i := range items {
			option = append(option, dlx.Element{Item: i})
		}
		for k, c := range colours {
			if rapid.IntRange(0, 3).Draw(t, "coloured") > 0 {
				continue
			}
			if !loyal {
				c = rapid.IntRange(0, 3).Draw(t, "colour")
			}
			option = append(option, dlx.Element{Item: primary + k, Colour: c})
		}
		p.Add(option...)
	}
	for from := 0; from < primary; {
		to := min(primary, from+rapid.IntRange(1, 3).Draw(t, "length"))
		var items []int
		for i := from; i < to; i++ {
			items = append(items, i)
		}
		add(items, true)
		from = to
	}
	for range rapid.IntRange(0, 30).Draw(t, "noise") {
		add(rapid.SliceOfNDistinct(rapid.IntRange(0, primary-1), 1, 3, rapid.ID[int]).Draw(t, "items"), false)
	}
	return p
}

// inOrder returns the covers in the order in which a core finds them, and the counters.
func inOrder(t require.TestingT, p *dlx.Problem, core dlx.Core) ([]string, meter.Stats) {
	var m meter.Meter
	var covers []string
	require.NoError(t, p.SolveWith(context.Background(), core, &m, func(options []int) bool {
		covers = append(covers, fmt.Sprint(options))
		return true
	}))
	stats := m.Stats()
	stats.Propagations = 0 // the cores notice failures at different times
	return covers, stats
}

// Cores that choose the same items must have the same nodes and failures and the same
// covers in the same order. Ahead chooses others.
func TestCoresFindTheSameCoversOfLargerProblems(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := largerProblems(rt)
		want, stats := inOrder(rt, p, dlx.Sparse)
		require.NotEmpty(rt, want, "one cover was planted")
		got, others := inOrder(rt, p, dlx.Bitset)
		if stats.Nodes <= 32 { // after that Bitset records pairs of options, which saves nodes
			require.Equal(rt, want, got)
			require.Equal(rt, stats, others)
		}
		ahead, _ := inOrder(rt, p, dlx.Ahead)
		slices.Sort(want)
		slices.Sort(got)
		slices.Sort(ahead)
		require.Equal(rt, want, got)
		require.Equal(rt, want, ahead)
	})
}

// A cancellation must end the search in any of its loops, and must never look like
// the end of the tree.
func TestCancellationEndsSparseAnywhere(t *testing.T) {
	const n = 300_000
	wide := dlx.NewProblem(2, 1)
	for k := range n {
		wide.Add(dlx.Element{Item: k % 2}, dlx.Element{Item: 2, Colour: k%5 + 1})
	}
	cause := errors.New("enough")
	for name, p := range map[string]*dlx.Problem{"long lists": wide, "queens": read(t, queens(16)), "dominoes": read(t, dominoes(8, 8))} {
		for k := range 15 {
			ctx, cancel := context.WithCancelCause(context.Background())
			var at time.Time
			time.AfterFunc(time.Duration(k)*time.Millisecond, func() { at = time.Now(); cancel(cause) })
			err := p.SolveWith(ctx, dlx.Sparse, nil, all)
			assert.ErrorIs(t, err, cause, name)
			assert.Less(t, time.Since(at), time.Minute, name)
		}
	}
}
