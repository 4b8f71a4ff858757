package sat

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// formula returns the CNF with these clauses over at least vars variables.
func formula(vars int, clauses ...[]Lit) *CNF {
	f := new(CNF)
	f.NewVars(vars)
	for _, clause := range clauses {
		f.Add(clause...)
	}
	return f
}

// stored returns copies of the clauses of f.
func stored(f *CNF) [][]Lit {
	all := [][]Lit{}
	for clause := range f.All() {
		all = append(all, append([]Lit{}, clause...))
	}
	return all
}

func TestLiteralsNegate(t *testing.T) {
	assert.Equal(t, Lit(-7), Lit(7).Not())
	assert.Equal(t, Lit(7), Lit(-7).Not())
	assert.Equal(t, 7, Lit(-7).Var())
	assert.Equal(t, 7, Lit(7).Var())
	assert.Equal(t, 1<<31, Lit(math.MinInt32).Var(), "no overflow")
}

func TestFreshVariablesFollowEachOther(t *testing.T) {
	var f CNF
	assert.Equal(t, Lit(1), f.NewVar())
	assert.Equal(t, []Lit{2, 3, 4}, f.NewVars(3))
	assert.Empty(t, f.NewVars(0))
	assert.Empty(t, f.NewVars(-5))
	assert.Equal(t, 4, f.Vars())
	f.Add(-9)
	assert.Equal(t, Lit(10), f.NewVar(), "a variable met in a clause is not fresh")
}

func TestAddNormalisesClauses(t *testing.T) {
	for name, c := range map[string]struct {
		clause []Lit
		want   [][]Lit
	}{
		"sorted":               {[]Lit{3, -1, 2}, [][]Lit{{-1, 2, 3}}},
		"no literal twice":     {[]Lit{3, -1, 3, -1}, [][]Lit{{-1, 3}}},
		"tautology":            {[]Lit{3, -1, 1}, [][]Lit{}},
		"tautology with twins": {[]Lit{2, -2, 2, -2}, [][]Lit{}},
		"empty":                {[]Lit{}, [][]Lit{{}}},
		"unit":                 {[]Lit{-2}, [][]Lit{{-2}}},
	} {
		t.Run(name, func(t *testing.T) {
			given := slices.Clone(c.clause)
			f := formula(0, c.clause)
			assert.Equal(t, c.want, stored(f))
			assert.Equal(t, given, c.clause, "the caller's slice is untouched")
			assert.Equal(t, len(c.want), f.Clauses())
			for _, l := range c.clause {
				assert.GreaterOrEqual(t, f.Vars(), l.Var(), "tautologies count variables too")
			}
		})
	}
}

func TestAClauseSurvivesLaterClauses(t *testing.T) {
	f := formula(0, []Lit{1, 2}, []Lit{3, -3}, []Lit{-1})
	for clause := range f.All() {
		_ = append(clause, 99) // must not reach into the next clause
	}
	assert.Equal(t, [][]Lit{{1, 2}, {-1}}, stored(f))
	assert.Equal(t, 3, f.Literals())
	for range f.All() {
		break
	}
}

func TestSatisfiedNeedsEveryClauseAndEveryValue(t *testing.T) {
	f := formula(3, []Lit{1, -2}, []Lit{2, 3})
	assert.True(t, f.Satisfied([]bool{false, true, true, false}))
	assert.False(t, f.Satisfied([]bool{false, false, true, false}), "first clause")
	assert.False(t, f.Satisfied([]bool{false, true, false, false}), "last clause")
	assert.False(t, f.Satisfied([]bool{false, true, true}), "too few values")
	assert.False(t, f.Satisfied(nil))
	assert.True(t, new(CNF).Satisfied([]bool{false}))
	assert.False(t, formula(1, nil).Satisfied([]bool{false, true}), "empty clause")
}

func TestNormalisingKeepsTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clause := rapid.SliceOfN(literals(4), 0, 6).Draw(t, "clause")
		f := formula(4, clause)
		for values := range assignments(4) {
			want := slices.ContainsFunc(clause, func(l Lit) bool { return l.holds(values) })
			assert.Equal(t, want, f.Satisfied(values))
		}
	})
}

func TestWhatIsNoLiteralMakesTheFormulaInvalid(t *testing.T) {
	for _, l := range []Lit{0, math.MinInt32} {
		f := formula(2, []Lit{1, l}, []Lit{0})
		require.Error(t, f.Err())
		assert.Contains(t, f.Err().Error(), "sat: clause 1 of the formula has ")
		assert.Equal(t, 0, f.Clauses())
		assert.Equal(t, 2, f.Vars())
	}
	f := formula(0, []Lit{math.MaxInt32})
	require.NoError(t, f.Err())
	f.NewVar()
	assert.EqualError(t, f.Err(), "sat: more than 2147483647 variables")

	f = formula(1)
	assert.Nil(t, f.NewVars(math.MaxInt32), "one more than there are")
	assert.EqualError(t, f.Err(), "sat: more than 2147483647 variables")
}

func TestNamesAreGivenAndTaken(t *testing.T) {
	var f CNF
	f.Name(1, "")
	assert.Empty(t, f.NameOf(1))
	f.Name(1, "number 1 on r1c1")
	f.Name(-1, "not so")
	assert.Equal(t, "number 1 on r1c1", f.NameOf(1))
	assert.Equal(t, "not so", f.NameOf(-1))
	f.Name(1, "")
	assert.Empty(t, f.NameOf(1))
	f.Name(0, "nothing")
	assert.Empty(t, f.NameOf(0))
}

// The models come in the same order as before, after as many calls of gini, and proofs
// are the same bytes. So a change of a heuristic shows, though every answer stays right.
// STEPS_UPDATE=1 writes the file.
func TestModelsAndProofsTakeTheSameSteps(t *testing.T) {
	var got strings.Builder
	for n := 3; n <= 5; n++ {
		f, cells := permutations(n)
		for _, row := range []struct {
			name   string
			models modelsFunc
		}{
			{"general", Models},
			{"antichain", antichain},
			{"cut first", eager(true, 0, 1)},
			{"cut to 3", eager(true, 3, 1)},
			{"in cubes", func(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func([]bool) bool) error {
				return ModelsInCubes(ctx, f, keep, Cutting{Open: n, Models: 2}, m, yield)
			}},
		} {
			found, s := listed(t, row.models, f, cells)
			fmt.Fprintf(&got, "permutations of %d, %s: %d models, %d calls, %d branches, %d failures, %d propagations; order %s\n",
				n, row.name, s.Solutions, s.Nodes, s.Branches, s.Failures, s.Propagations, sumOf(strings.Join(found, " ")))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 8 {
		f := new(CNF)
		f.NewVars(12)
		for range 90 {
			f.Add(randomLit(random, 12), randomLit(random, 12), randomLit(random, 12))
		}
		fmt.Fprintf(&got, "random %d: %s\n", i, proofsOf(t, f))
	}
	for n := 3; n <= 6; n++ {
		fmt.Fprintf(&got, "pigeonhole %d: %s\n", n, proofsOf(t, pigeonhole(n)))
	}
	puzzletest.RequireSteps(t, got.String())
}

// proofsOf returns the sizes and digests of the proofs that f has no models.
func proofsOf(t *testing.T, f *CNF) string {
	var texts []string
	for _, format := range []ProofFormat{DRAT, LRAT} {
		var proof bytes.Buffer
		m := new(meter.Meter)
		if err := Refute(t.Context(), f, Refutation{Format: format}, m, &proof); err != nil {
			return err.Error()
		}
		s := m.Stats()
		texts = append(texts, fmt.Sprintf("%d bytes %s after %d nodes, %d failures", proof.Len(), sumOf(proof.String()), s.Nodes, s.Failures))
	}
	return strings.Join(texts, "; ")
}

func sumOf(text string) string {
	sum := fnv.New32a()
	sum.Write([]byte(text))
	return fmt.Sprintf("%08x", sum.Sum32())
}
