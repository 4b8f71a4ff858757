package states

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// draw draws a puzzle of any family and variant, with rules, and returns it with these.
func draw(t *rapid.T) (puzzle.Puzzle, *Problem) {
	for {
		p := []func() puzzle.Puzzle{
			func() puzzle.Puzzle { return puzzletest.DrawHidokuUpTo(t, 8) },
			func() puzzle.Puzzle { return puzzletest.DrawVariant(t) },
			func() puzzle.Puzzle { return puzzletest.DrawLines(t) },
			func() puzzle.Puzzle { return puzzletest.DrawDraughtboardVariant(t) },
		}[rapid.IntRange(0, 3).Draw(t, "kind")]()
		if rules, err := Of(p); err == nil {
			return p, rules
		}
	}
}

// TestModelsAreTheSolutions compares the models of formulas with the solutions of brute force, and the number
// of models of a diagram with theirs.
func TestModelsAreTheSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, rules := draw(t)
		run := meter.Start(t.Context(), nil)
		defer run.Close()
		f, err := New(run, rules)
		require.NoError(t, err)
		var want []string
		for _, s := range puzzletest.Brute(p) {
			want = append(want, fmt.Sprint(rules.Literals(p, s)))
		}
		assert.ElementsMatch(t, want, models(t, f), "%v", p)
		assertCount(t, f, len(want))
	})
}

// TestNothingStaysTrueBehindItsContext counts a board where some states have no digits, so nothing stands before what follows from
// them.
func TestNothingStaysTrueBehindItsContext(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\ntorus: yes\nwalls: r3c1-r3c2\nlinks: r1c1-r3c1, r3c1-r3c3\n_,#,#\n#,5,#\n2,_,_\n")
	rules, err := Of(p)
	require.NoError(t, err)
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	f, err := New(run, rules)
	require.NoError(t, err)
	assertCount(t, f, len(puzzletest.Brute(p)))
}

// TestModelsAreTheCovers is TestModelsAreTheSolutions for exact covers with colours and multiplicities.
func TestModelsAreTheCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawCover(t)
		rules, numbers := OfCover(p)
		run := meter.Start(t.Context(), nil)
		defer run.Close()
		f, err := New(run, rules)
		require.NoError(t, err)
		var want []string
		require.NoError(t, p.Solve(t.Context(), nil, func(options []int) bool {
			var lits []sat.Lit
			for _, o := range options {
				lits = append(lits, sat.Lit(slices.Index(numbers, o)+1))
			}
			want = append(want, fmt.Sprint(slices.Sorted(slices.Values(lits))))
			return true
		}))
		assert.ElementsMatch(t, want, models(t, f))
		assertCount(t, f, len(want))
	})
}

// drawCover draws an exact cover problem with colours and multiplicities.
func drawCover(t *rapid.T) *dlx.Problem {
	p := dlx.NewProblem(rapid.IntRange(1, 3).Draw(t, "primary"), rapid.IntRange(0, 2).Draw(t, "secondary"))
	for i := range p.Primary() {
		if rapid.Bool().Draw(t, "multiplicity") {
			lo := rapid.IntRange(0, 2).Draw(t, "lo")
			p.SetMultiplicity(i, lo, max(1, lo+rapid.IntRange(0, 2).Draw(t, "more")))
		}
	}
	for range rapid.IntRange(0, 7).Draw(t, "options") {
		var option []dlx.Element
		for i := range p.Primary() + p.Secondary() {
			if rapid.Bool().Draw(t, "has") {
				e := dlx.Element{Item: i}
				if i >= p.Primary() {
					e.Colour = rapid.IntRange(0, 2).Draw(t, "colour")
				}
				option = append(option, e)
			}
		}
		if len(option) > 0 {
			p.Add(option...)
		}
	}
	return p
}

// drawRules draws a puzzle or a problem as rules.
func drawRules(t *rapid.T) *Problem {
	if rapid.IntRange(0, 2).Draw(t, "cover") == 0 {
		rules, _ := OfCover(drawCover(t))
		return rules
	}
	_, rules := draw(t)
	return rules
}

// models returns the variables that decide and are true, for each model. All variables count, so a
// variable that is not fixed would give a model twice.
func models(t *rapid.T, f *Formula) (all []string) {
	var keep []sat.Lit
	for v := 1; v <= f.CNF.Vars(); v++ {
		keep = append(keep, sat.Lit(v))
	}
	require.NoError(t, sat.Models(t.Context(), f.CNF, keep, nil, func(values []bool) bool {
		var lits []sat.Lit
		for v := 1; v <= f.Vars; v++ {
			if values[v] {
				lits = append(lits, sat.Lit(v))
			}
		}
		all = append(all, fmt.Sprint(lits))
		return true
	}))
	return all
}

// assertCount counts in both ways, and in the one that is chosen.
func assertCount(t require.TestingT, f *Formula, want int) {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	for _, count := range []func() (*big.Int, error){
		func() (*big.Int, error) {
			return f.Count(run, func(content func(io.Writer) error) error { return content(io.Discard) }, false)
		},
		func() (*big.Int, error) { return f.count(run, io.Discard, true, false, 0) },
		func() (*big.Int, error) { return f.count(run, io.Discard, true, true, 0) },
	} {
		n, err := count()
		if want == 0 {
			assert.ErrorIs(t, err, ErrNone)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprint(want), n.String())
	}
}

// ends is a writer that ends a run when it gets its first bytes.
type ends struct {
	run    *meter.Run
	cancel func()
	bytes  int
}

func (e *ends) Write(p []byte) (int, error) {
	for e.cancel(); e.run.Err() == nil; {
		runtime.Gosched()
	}
	e.bytes += len(p)
	return len(p), nil
}

// TestACountEndsWithItsContext counts covers with many options for one item, which is one large group.
func TestACountEndsWithItsContext(t *testing.T) {
	p := dlx.NewProblem(1, 0)
	for range 250 {
		p.AddItems(0)
	}
	rules, _ := OfCover(p)
	for _, fewest := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		run := meter.Start(ctx, nil)
		defer run.Close()
		f, err := New(run, rules)
		require.NoError(t, err)
		e := &ends{run, cancel, 0}
		_, err = f.count(run, e, false, fewest, 0)
		require.ErrorIs(t, err, context.Canceled)
		assert.Less(t, e.bytes, 1<<18)
	}
}
