package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
)

// growCover returns the tree of cubes of a random exact cover with multiplicities and
// colours. Every cube is searched, so its sum does not come from its children.
func growCover(t *testing.T, r *rand.Rand) *tree {
	p := dlx.NewProblem(1+r.IntN(5), 2)
	for i := range p.Primary() {
		if lo := r.IntN(3); r.IntN(3) == 0 {
			p.SetMultiplicity(i, lo, lo+1)
		}
	}
	for range 1 + r.IntN(14) {
		elements := []dlx.Element{{Item: p.Primary() + r.IntN(2), Colour: r.IntN(4)}}
		must := r.IntN(p.Primary())
		for i := range p.Primary() {
			if i == must || r.IntN(3) == 0 {
				elements = append(elements, dlx.Element{Item: i})
			}
		}
		p.Add(elements...)
	}
	cubes, err := dlx.NewCubeTree(context.Background(), p, 2+r.IntN(4), 2+r.IntN(3))
	require.NoError(t, err)
	whole := &tree{sum: sumOf(t, p, func(options []int) []int { return options })}
	growBelow(t, cubes, whole, "", 4)
	return whole
}

// growBelow adds the cubes below the one at a path.
func growBelow(t *testing.T, cubes *dlx.CubeTree, at *tree, path string, depth int) {
	parts, err := cubes.Parts(context.Background(), path)
	require.NoError(t, err)
	if depth == 0 || path != "" && parts == 1 {
		return
	}
	for i := range parts {
		child := strings.TrimPrefix(fmt.Sprintf("%s.%d", path, i), ".")
		cube, err := cubes.At(context.Background(), child)
		require.NoError(t, err)
		below := &tree{sum: sumOf(t, cube.Problem, func(options []int) []int { return cube.AppendLift(nil, options) })}
		growBelow(t, cubes, below, child, depth-1)
		at.children = append(at.children, below)
	}
}

func sumOf(t *testing.T, p *dlx.Problem, lift func([]int) []int) Sum {
	var tally crosscut.Tally
	require.NoError(t, p.Solve(context.Background(), nil, func(options []int) bool {
		tally.Add(lift(options))
		return true
	}))
	return Sum{Count: tally.Count(), Digest: tally.Digest}
}

// TestEveryScheduleOfACoverHasTheRightTotal is TestEveryScheduleHasTheRightTotal for the
// cubes of exact covers.
func TestEveryScheduleOfACoverHasTheRightTotal(t *testing.T) {
	several := 0
	for seed := range schedules(t, 150) {
		s := simulate(seed, false)
		s.truth = growCover(t, s.r)
		s.run(t, seed)
		if s.truth.sum.Count.Sign() > 0 && len(s.truth.children) > 1 {
			several++
		}
	}
	require.Greater(t, several, 20)
}
