package proof

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/sat"
)

// claimOfModels returns a true claim about a small formula. Brute force finds the models.
func claimOfModels(r *rand.Rand) Claim {
	c := Claim{Formula: new(sat.CNF), Format: []sat.ProofFormat{sat.DRAT, sat.LRAT}[r.IntN(2)]}
	f := c.Formula
	f.NewVars(1 + r.IntN(6))
	for range r.IntN(10) {
		var clause []sat.Lit
		for range 1 + r.IntN(3) {
			l := sat.Lit(1 + r.IntN(f.Vars()))
			clause = append(clause, []sat.Lit{l, -l}[r.IntN(2)])
		}
		f.Add(clause...)
	}
	for _, l := range f.AllVars() {
		if r.IntN(3) > 0 {
			c.Keep = append(c.Keep, l)
		}
	}
	seen := make(map[string]bool)
	values := make([]bool, f.Vars()+1)
	for n := range 1 << f.Vars() {
		model, key := make([]int, f.Vars()), ""
		for v := range f.Vars() {
			model[v] = v + 1
			if values[v+1] = n>>v&1 == 1; !values[v+1] {
				model[v] = -v - 1
			}
			if slices.Contains(c.Keep, sat.Lit(v+1)) {
				key += map[bool]string{true: "+", false: "-"}[values[v+1]]
			}
		}
		if f.Satisfied(values) && !seen[key] {
			seen[key] = true
			c.Models = append(c.Models, model)
		}
	}
	return c
}

func TestCertificatesOfFormulasAreAccepted(t *testing.T) {
	dir, several, none := t.TempDir(), 0, 0
	for seed := range uint64(60) {
		c := claimOfModels(rand.New(rand.NewPCG(seed, 1)))
		folder := filepath.Join(dir, "true")
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, c.Write(ctx, folder, nil), "seed %d", seed)
		checked, err := Check(ctx, folder, nil)
		require.NoError(t, err, "seed %d", seed)
		require.ElementsMatch(t, c.Models, checked.Models)
		require.Equal(t, c.Formula.Clauses()+len(c.Models), checked.Clauses)
		require.Contains(t, checked.Statement, "a formula of ")
		variables, clauses, err := c.Size(ctx)
		require.NoError(t, err)
		require.Equal(t, []int{checked.Variables, c.Formula.Clauses()}, []int{variables, clauses})
		if len(c.Models) == 0 {
			none++
			continue
		}
		several++
		missing := c
		missing.Models = c.Models[1:]
		require.ErrorIs(t, missing.Write(ctx, filepath.Join(dir, "false"), nil), sat.ErrSatisfiable)
		again := c
		again.Models = append(slices.Clip(c.Models), c.Models[0])
		require.ErrorContains(t, again.Write(ctx, filepath.Join(dir, "false"), nil), "a model is given twice")
	}
	require.Greater(t, several, 30)
	require.Greater(t, none, 3)
}

func TestFalseCertificatesOfFormulasAreNotWritten(t *testing.T) {
	f := new(sat.CNF)
	f.Add(1, 2)
	for _, of := range []struct {
		model []int
		want  string
	}{
		{[]int{-1, -2}, "model 1: it is no model of the formula"},
		{[]int{1}, "it is no model"},
		{[]int{1, 2, 3}, "3; a model has a literal of each of the 2 variables, in their order"},
		{[]int{2, 1}, "2; a model has"},
		{[]int{0, 1}, "0; a model has"},
	} {
		dir := filepath.Join(t.TempDir(), "certificate")
		assert.ErrorContains(t, Claim{Formula: f, Keep: f.AllVars(), Models: [][]int{of.model}}.Write(ctx, dir, nil), of.want)
		assert.NoDirExists(t, dir)
	}
	_, _, err := Claim{Formula: f, Keep: []sat.Lit{3}}.Size(ctx)
	assert.EqualError(t, err, "3 among the variables to keep, where there are 2")
	_, _, err = Claim{Formula: f, Puzzle: parse(t, eightSolutions)}.Size(ctx)
	assert.ErrorContains(t, err, "a claim about two of")
	_, err = Claim{Formula: f}.WriteCount(ctx, filepath.Join(t.TempDir(), "count"), nil)
	assert.ErrorIs(t, err, errNoCount)
	_, _, err = Claim{Formula: f}.Estimate(ctx)
	assert.ErrorIs(t, err, errNoCount)
}

// TestEveryFileOfAFormulaIsChecked spoils one file at a time.
func TestEveryFileOfAFormulaIsChecked(t *testing.T) {
	f := new(sat.CNF)
	f.Add(1, 2)
	f.Add(-2, 3)
	c := Claim{Formula: f, Keep: []sat.Lit{1, 2}, Models: [][]int{{1, -2, 3}, {1, 2, 3}, {-1, 2, 3}}}
	right := filepath.Join(t.TempDir(), "right")
	require.NoError(t, c.Write(ctx, right, nil))
	_, err := Check(ctx, right, nil)
	require.NoError(t, err)
	for _, spoilt := range [][2]string{
		{dratFile, ""},
		{lratFile, "0\n"},
		{formulaFile, "p cnf 3 2\n1 0\n-1 0\n"},
		{formulaFile, strings.Replace(content(t, right, formulaFile), "-2 3 0", "-2 -3 0", 1)},
		{askedFile, strings.Replace(content(t, right, askedFile), "-2 3 0", "2 3 0", 1)},
		{askedFile, strings.Replace(content(t, right, askedFile), "show 1 2 0", "show 1 2 3 0", 1)},
		{askedFile, strings.Replace(content(t, right, askedFile), "show 1 2 0", "show 1 0", 1)},
		{askedFile, strings.Replace(content(t, right, askedFile), "cnf", "dnf", 1)},
		{modelsFile, "# no model\n"},
		{modelsFile, ""},
		{modelsFile, strings.Replace(content(t, right, modelsFile), "v 1 2 3 0", "v 1 2 -3 0", 1)},
		{modelsFile, strings.Replace(content(t, right, modelsFile), "v 1 2 3 0", "v 1 2 0", 1)},
		{modelsFile, strings.Replace(content(t, right, modelsFile), "v 1 2 3 0", "v 1 2 3 0 0", 1)},
		{modelsFile, strings.Replace(content(t, right, modelsFile), "v 1 2 3 0", "v 1 2 3 x", 1)},
		{modelsFile, content(t, right, modelsFile) + "x\n"},
		{problemFile, "a\na\n"},
		{coversFile, "# no cover\n"},
	} {
		_, err := Check(ctx, copied(t, right, spoilt[0], spoilt[1]), nil)
		var rejected *RejectedError
		require.ErrorAs(t, err, &rejected, "%s: %s", spoilt[0], spoilt[1])
	}
}

// content returns a file of a folder.
func content(t *testing.T, folder, name string) string {
	text, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	return string(text)
}
