package sat

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
)

// bounds are the constraints, and how many literals may be true.
var bounds = map[string]struct {
	add func(f *CNF, lits []Lit)
	ok  func(n int) bool
}{
	"at most": {(*CNF).AtMostOne, func(n int) bool { return n <= 1 }},
	"exactly": {(*CNF).ExactlyOne, func(n int) bool { return n == 1 }},
}

func countTrue(lits []Lit, values []bool) (n int) {
	for _, l := range lits {
		if l.holds(values) {
			n++
		}
	}
	return n
}

func TestBoundsCountOccurrencesOfLiterals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const vars = 4
		lits := rapid.SliceOfN(literals(vars), 0, 9).Draw(t, "literals")
		for name, bound := range bounds {
			var f CNF
			keep := f.NewVars(vars)
			bound.add(&f, lits)
			want := []string{}
			for values := range assignments(vars) {
				if bound.ok(countTrue(lits, values)) {
					want = append(want, key(keep, values))
				}
			}
			slices.Sort(want)
			require.Equal(t, want, collect(t, Models, &f, keep), name)
			require.Len(t, collect(t, Models, &f, allVars(&f)), len(want), name)
		}
	})
}

// Under each partial assignment, unit propagation refutes what no model extends, and fixes
// each literal that all such models agree on.
func TestPropagationThroughABoundIsComplete(t *testing.T) {
	for name, bound := range bounds {
		for _, n := range []int{6, 8} { // by pairs, and by a counter
			f := new(CNF)
			lits := f.NewVars(n)
			bound.add(f, lits)
			for chosen := range uint(1 << n) {
				for signs := range uint(1 << n) {
					if signs&^chosen == 0 {
						checkPropagation(t, f, lits, chosen, signs, bound.ok, fmt.Sprint(name, " one of ", n))
					}
				}
			}
		}
	}
}

// checkPropagation sets the literals in chosen to signs and propagates.
func checkPropagation(t *testing.T, f *CNF, lits []Lit, chosen, signs uint, ok func(int) bool, name string) {
	t.Helper()
	always, never, models := uint(math.MaxUint), uint(math.MaxUint), 0
	for full := range uint(1 << len(lits)) {
		if full&chosen == signs && ok(bits.OnesCount(full)) {
			models++
			always &= full
			never &^= full
		}
	}
	p := newPropagator(f.Vars())
	refuted := false
	assume := func(_ int, clause []code) bool {
		refuted = refuted || p.values[clause[0]] < 0
		if p.values[clause[0]] == 0 {
			p.assign(clause[0], none)
		}
		return true
	}
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	require.NoError(t, p.load(f, run, assume))
	for i, l := range lits {
		if chosen>>i&1 == 1 {
			if signs>>i&1 == 0 {
				l = l.Not()
			}
			assume(0, codes(nil, []Lit{l}))
		}
	}
	refuted = p.propagate() != none || refuted
	require.Equal(t, models == 0, refuted, "%s: %b of %b", name, signs, chosen)
	for i, l := range lits {
		if !refuted {
			require.Equal(t, always>>i&1 == 1, p.values[codeOf(l)] > 0, "%s: %b of %b fixes literal %d", name, signs, chosen, i)
			require.Equal(t, never>>i&1 == 1, p.values[codeOf(l)] < 0, "%s: %b of %b fixes literal %d", name, signs, chosen, i)
		}
	}
}

func TestABoundOverAnInvalidLiteralMakesTheFormulaInvalid(t *testing.T) {
	for name, bound := range bounds {
		f := new(CNF)
		bound.add(f, []Lit{1, 2, 0, 4, 5, 6, 7, 8})
		assert.Error(t, f.Err(), name)
	}
}

// sizes are the numbers of literals to try: all small ones, which include both
// sides of the threshold between the encodings, and some larger.
var sizes = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 24}

// withOneTrue returns the assignments of n literals with one true, sorted.
func withOneTrue(n int) []string {
	all := []string{}
	for i := range n {
		all = append(all, strings.Repeat("0", n-1-i)+"1"+strings.Repeat("0", i))
	}
	return all
}

func TestOneOfHasTheModelsOfItsName(t *testing.T) {
	for _, n := range sizes {
		for name, say := range map[string]func(*CNF, []Lit){"at most": (*CNF).AtMostOne, "exactly": (*CNF).ExactlyOne} {
			f := new(CNF)
			lits := f.NewVars(n)
			say(f, lits)
			want := withOneTrue(n)
			if name == "at most" {
				want = append([]string{strings.Repeat("0", n)}, want...)
			} else {
				assert.Equal(t, want, collect(t, antichain, f, lits), "%d", n)
			}
			assert.Equal(t, want, collect(t, Models, f, lits), "%s, %d", name, n)
			assert.Len(t, collect(t, Models, f, allVars(f)), len(want), "%s, %d: auxiliary variables multiply models", name, n)
		}
	}
}

func TestCardinalityHasAsManyClausesAsPromised(t *testing.T) {
	for _, n := range sizes[2:] {
		f := new(CNF)
		lits := f.NewVars(n)
		f.AtMostOne(lits)
		if fewPairs(n) {
			assert.Equal(t, n*(n-1)/2, f.Clauses(), "%d literals", n)
			assert.Equal(t, n, f.Vars(), "%d literals", n)
			continue
		}
		assert.Equal(t, 3*n-4+1, f.Clauses(), "%d literals", n)
		assert.Equal(t, n+n-1, f.Vars(), "%d literals", n)
	}
}
