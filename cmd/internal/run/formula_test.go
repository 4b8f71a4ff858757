package run

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/sat"
)

// drawFormula returns a small formula, and some of its variables.
func drawFormula(r *rand.Rand) (*sat.CNF, []sat.Lit) {
	f := new(sat.CNF)
	f.NewVars(1 + r.IntN(8))
	for range r.IntN(12) {
		var clause []sat.Lit
		for range 1 + r.IntN(3) {
			l := sat.Lit(1 + r.IntN(f.Vars()))
			clause = append(clause, []sat.Lit{l, -l}[r.IntN(2)])
		}
		f.Add(clause...)
	}
	var keep []sat.Lit
	for _, l := range f.AllVars() {
		if r.IntN(4) > 0 {
			keep = append(keep, l)
		}
	}
	return f, keep
}

// modelsByForce returns the sum of the models of a formula, by trying all values.
func modelsByForce(f *sat.CNF, keep []sat.Lit) Sum {
	var tally crosscut.Tally
	seen := make(map[string]bool)
	values := make([]bool, f.Vars()+1)
	for n := range 1 << f.Vars() {
		for v := range f.Vars() {
			values[v+1] = n>>v&1 == 1
		}
		if !f.Satisfied(values) {
			continue
		}
		var model []int
		for _, l := range keep {
			if values[l] {
				model = append(model, int(l))
			} else {
				model = append(model, -int(l))
			}
		}
		if key := string(appendSolution(nil, model)); !seen[key] {
			seen[key] = true
			tally.Add(model)
		}
	}
	return Sum{Count: tally.Count(), Digest: tally.Digest}
}

// formulaOf returns a formula as it is read from the text of its run.
func formulaOf(t *testing.T, f *sat.CNF, keep []sat.Lit, by *sat.Command) Problem {
	t.Helper()
	whole, err := OfFormula(f, keep, nil)
	require.NoError(t, err)
	f, keep, _, err = sat.ReadDIMACS(strings.NewReader(whole.Text()), "f")
	require.NoError(t, err)
	whole, err = OfFormula(f, keep, by)
	require.NoError(t, err)
	return whole
}

// TestAnyCuttingOfAFormulaIsTheWhole is TestAnyCuttingIsTheWhole for formulas. Brute force tells the whole.
func TestAnyCuttingOfAFormulaIsTheWhole(t *testing.T) {
	deepest := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		f, keep := drawFormula(r)
		want := modelsByForce(f, keep)
		sum, counted, _, deep := inCubes(t, r, formulaOf(t, f, keep, nil), func() Engine { return Engine{Name: "sat"} })
		require.True(t, sum.Equal(want), "seed %d: %v, not %v", seed, sum, want)
		require.True(t, counted.Equal(Sum{Count: want.Count}))
		deepest = max(deepest, deep)
	}
	assert.Greater(t, deepest, 2)
}

// TestOtherProgramsLoseNoModel asks a solver that makes as many variables false as it can. So a model that it finds early has
// fewer true variables than later ones.
func TestOtherProgramsLoseNoModel(t *testing.T) {
	const smallest = `awk '/^c/ {next} /^p/ {n = $3; next} {clause[++k] = $0}
END {
	for (m = 0; m < 2^n; m++) {
		for (i = 1; i <= k; i++) {
			split(clause[i], l, " "); ok = 0
			for (j = 1; l[j] != 0; j++) { v = l[j] < 0 ? -l[j] : l[j]; bit = int(m / 2^(v-1)) % 2; if ((l[j] > 0) == bit) ok = 1 }
			if (!ok) break
		}
		if (i > k) { print "s SATISFIABLE"; printf "v"; for (v = 1; v <= n; v++) printf " %d", int(m / 2^(v-1)) % 2 ? v : -v; print " 0"; exit }
	}
	print "s UNSATISFIABLE"
}' {}`
	by, err := sat.NewCommand(smallest)
	require.NoError(t, err)
	most := int64(0)
	for seed := range uint64(15) {
		f, keep := drawFormula(rand.New(rand.NewPCG(seed, 2)))
		want := modelsByForce(f, keep)
		if want.Count.Int64() > 40 {
			continue
		}
		most = max(most, want.Count.Int64())
		var tally crosscut.Tally
		require.NoError(t, Models(t.Context(), f, keep, by, nil, func(model []int, _ []bool) bool { tally.Add(model); return true }))
		require.True(t, Sum{Count: tally.Count(), Digest: tally.Digest}.Equal(want), "seed %d: %v, not %v", seed, tally.Count(), want)
	}
	require.Greater(t, most, int64(5))
}

// TestARunOfModelsFindsThemAll lets three processes work for one run of each kind.
func TestARunOfModelsFindsThemAll(t *testing.T) {
	t.Parallel()
	f := new(sat.CNF)
	for v := sat.Lit(1); v < 12; v++ {
		f.Add(v, v+1)
	}
	keep := f.AllVars()[:10]
	want, p := modelsByForce(f, keep), formulaOf(t, f, keep, nil)
	all := runsOfAllKinds(t, p, 9, want)
	slices.Sort(all)
	require.Len(t, slices.Compact(all), int(want.Count.Int64()))
	dir := t.TempDir()
	isWhole(t, opens(t, dir, p, Digest, 9), want)
	_, _, err := Open(t.Context(), dir, formulaOf(t, f, keep[1:], nil), Digest, 9, 4)
	require.ErrorContains(t, err, "the run of another puzzle")
	_, err = opens(t, dir, p, Digest, 0).Folder.ProblemText()
	require.NoError(t, err)
}

func TestTheEngineOfAFormulaIsSat(t *testing.T) {
	p := formulaOf(t, new(sat.CNF), nil, nil)
	_, err := p.Choose(Engine{Name: "dlx"})
	require.EqualError(t, err, `the engine "dlx" for a formula; it is sat`)
	plan := p.Plan(4, 4)
	plan.Version++
	_, err = p.Cut(t.Context(), plan)
	require.ErrorContains(t, err, "cuts a formula by version")
}
