package encode

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/meter"
	"crosscut/sat"
)

// drawCover draws a small problem with colours.
func drawCover(t *rapid.T) *dlx.Problem {
	primary, secondary := rapid.IntRange(0, 4).Draw(t, "primary"), rapid.IntRange(0, 3).Draw(t, "secondary")
	p := dlx.NewProblem(primary, secondary)
	if primary+secondary == 0 {
		return p
	}
	for range rapid.IntRange(0, 9).Draw(t, "options") {
		items := rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, 4, rapid.ID).Draw(t, "items")
		var elements []dlx.Element
		for _, i := range items {
			e := dlx.Element{Item: i}
			if i >= primary {
				e.Colour = rapid.IntRange(0, 2).Draw(t, "colour")
			}
			elements = append(elements, e)
		}
		p.Add(elements...)
	}
	return p
}

// drawMulticover draws a small problem with colours and multiplicities.
func drawMulticover(t *rapid.T) *dlx.Problem {
	p := drawCover(t)
	for i := range p.Primary() {
		hi := rapid.SampledFrom([]int{1, 1, 2, 3, 4, math.MaxInt}).Draw(t, "hi")
		p.SetMultiplicity(i, min(hi, rapid.SampledFrom([]int{0, 1, 1, 2, 3, 5, hi}).Draw(t, "lo")), hi)
	}
	return p
}

// isCover is the definition of a cover. It reports whether the options in a set of bits
// cover each primary item as often as it must be, and agree on each secondary one.
func isCover(p *dlx.Problem, set int) bool {
	users := make([][]int, p.Primary()+p.Secondary()) // per item: the colours given
	for o := range p.Options() {
		if set>>o&1 == 0 {
			continue
		}
		if !slices.ContainsFunc(p.Option(o), func(e dlx.Element) bool { return e.Item < p.Primary() }) {
			return false // such an option is never chosen
		}
		for _, e := range p.Option(o) {
			users[e.Item] = append(users[e.Item], e.Colour)
		}
	}
	for i, colours := range users {
		lo, hi := p.Multiplicity(i)
		switch {
		case len(colours) < lo || len(colours) > hi:
			return false
		case i >= p.Primary() && len(colours) > 1 && (slices.Contains(colours, 0) || len(slices.Compact(colours)) > 1):
			return false
		}
	}
	return true
}

// coversByModels returns the covers that the formula finds, as sets of bits, sorted.
func coversByModels(t require.TestingT, p *dlx.Problem, workers int) []int {
	f, err := CoverCNF(ctx, p)
	require.NoError(t, err)
	sets := []int{}
	require.NoError(t, f.Models(ctx, &meter.Meter{Workers: workers}, func(values []bool) bool {
		options := f.Decode(values)
		set := 0
		for _, o := range options {
			set |= 1 << o
		}
		assert.True(t, slices.IsSorted(options))
		sets = append(sets, set)
		return true
	}))
	slices.Sort(sets)
	return sets
}

// The variables of colours are functions of the options. So other model counters get the same
// number, and so does a search that blocks models.
func TestModelsOfCoversAreTheCoversEachOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawMulticover(t)
		want := []int{}
		for set := range 1 << p.Options() {
			if isCover(p, set) {
				want = append(want, set)
			}
		}
		assert.Equal(t, want, coversByModels(t, p, 1))
		assert.Equal(t, want, coversByModels(t, p, 2))
		f, err := CoverCNF(ctx, p)
		require.NoError(t, err)
		models, blocked := 0, 0
		require.NoError(t, sat.Models(ctx, f.CNF, allOf(f.CNF), nil, func([]bool) bool { models++; return true }))
		assert.Len(t, want, models)
		if !f.nested {
			require.NoError(t, sat.ModelsInCubes(ctx, f.CNF, f.Keep, sat.Cutting{}, nil, func([]bool) bool { blocked++; return true }))
			assert.Len(t, want, blocked)
		}
	})
}

func TestLeavingOutAnyFamilyOfACoverChangesCoversUnlessItIsRedundant(t *testing.T) {
	// Item c is shared in two colours, and d by two options without colour.
	const text = "a b | c d e\na c:1\na d\na b e\nb c:2\nb d\nb c:1\n"
	p, err := dlx.Read(strings.NewReader(text), "text")
	require.NoError(t, err)
	whole, err := CoverCNF(ctx, p)
	require.NoError(t, err)
	want := coversByModels(t, p, 1)
	assert.Len(t, want, 5)
	// All variables are kept. Otherwise a colour that no option gives would not show.
	left := map[string]bool{}
	for _, out := range whole.families {
		cnf := new(sat.CNF)
		cnf.NewVars(whole.CNF.Vars())
		i := 0
		for clause := range whole.CNF.All() {
			if nameAt(whole.families, i) != out.Name {
				cnf.Add(clause...)
			}
			i++
		}
		models := 0
		require.NoError(t, sat.Models(ctx, cnf, allOf(cnf), nil, func([]bool) bool { models++; return true }))
		left[out.Name] = models != len(want)
	}
	assert.Equal(t, map[string]bool{"option": true, "once": true, "colour": true, "given": true, "agree": true}, left)
}

func allOf(f *sat.CNF) (all []sat.Lit) {
	for v := range f.Vars() {
		all = append(all, sat.Lit(v+1))
	}
	return all
}

func TestFormulasOfProblemsThatMakeNoSense(t *testing.T) {
	p := dlx.NewProblem(1, 0)
	p.Add(dlx.Element{Item: 7})
	_, err := CoverCNF(ctx, p)
	assert.EqualError(t, err, p.Validate().Error())
	p = dlx.NewProblem(1, 0)
	p.SetMultiplicity(0, 4000, 4000)
	for range 8000 {
		p.AddItems(0)
	}
	_, err = CoverCNF(ctx, p)
	assert.ErrorIs(t, err, meter.ErrLimit, "160 million literals")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = CoverCNF(ended, dlx.NewProblem(1, 0))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestAProofExistsWhenAllCoversAreExcludedAndNotBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawMulticover(t)
		f, err := CoverCNF(ctx, p)
		require.NoError(t, err)
		var covers [][]int
		require.NoError(t, f.Models(ctx, nil, func(values []bool) bool {
			covers = append(covers, f.Decode(values))
			return true
		}))
		for _, cover := range covers {
			require.ErrorIs(t, sat.Refute(ctx, f.CNF, sat.Refutation{}, nil, new(bytes.Buffer)), sat.ErrSatisfiable)
			f.Exclude(cover)
		}
		require.NoError(t, sat.Refute(ctx, f.CNF, sat.Refutation{}, nil, new(bytes.Buffer)))
	})
}

// The only cover of a small problem, and a proof that there is no other.
func ExampleCoverCNF() {
	p := dlx.NewProblem(3, 0)
	p.AddItems(0, 1)
	p.AddItems(1, 2)
	p.AddItems(2)
	f, err := CoverCNF(ctx, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	covers, err := p.First(ctx, 0, nil)
	for _, cover := range covers {
		fmt.Println(cover, err)
		f.Exclude(cover)
	}
	var proof bytes.Buffer
	err = sat.Refute(ctx, f.CNF, sat.Refutation{Format: sat.LRAT}, nil, &proof)
	fmt.Println(proof.Len() > 0, err)
	// Output:
	// [0 2] <nil>
	// true <nil>
}
