package sat

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// probing infers literals whose negation unit propagation refutes. It misses half of them. It
// explains each by as few literals as possible, and counts the explanations.
func probing(f *CNF, seed uint64, explained *int) *Inference {
	clauses, r := clausesOf(f), rand.New(rand.NewPCG(seed, 8))
	return &Inference{
		Find: func(value func(Lit) int8, found func(Lit)) {
			var falsified, open []Lit
			for v := Lit(1); int(v) <= f.Vars(); v++ {
				for _, l := range []Lit{v, -v} {
					switch value(l) {
					case -1:
						falsified = append(falsified, l)
					case 0:
						open = append(open, l)
					}
				}
			}
			for _, l := range open {
				if r.IntN(2) == 0 && follows(clauses, append(slices.Clone(falsified), l)) {
					found(l)
				}
			}
		},
		Explain: func(l Lit, before func(Lit) bool) (clause []Lit) {
			*explained++
			for v := Lit(1); int(v) <= f.Vars(); v++ {
				for _, other := range []Lit{v, -v} {
					if before(other) {
						clause = append(clause, other)
					}
				}
			}
			for i := len(clause) - 1; i >= 0; i-- {
				if fewer := slices.Delete(slices.Clone(clause), i, i+1); follows(clauses, append(slices.Clone(fewer), l)) {
					clause = fewer
				}
			}
			return clause
		},
	}
}

func TestProofsWithInferencesAreProofs(t *testing.T) {
	explained := 0
	check := func(f *CNF, groups [][]Lit, seed uint64) {
		for _, format := range []ProofFormat{DRAT, LRAT} {
			how := Refutation{Groups: groups, Along: true, Inference: probing(f, seed, &explained), Format: format}
			checkProof(t, f, refutedBy(t, f, how), format)
		}
	}
	for seed := range uint64(150) {
		f := randomCNF(rand.New(rand.NewPCG(seed, 7)))
		check(blocked(f, allVars(f)), nil, seed)
	}
	check(pigeonhole(4), nil, 0)
	check(pigeonhole(5), [][]Lit{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}, 0)
	assert.Greater(t, explained, 100)
}

func TestWrongInferencesAreErrors(t *testing.T) {
	for _, row := range []struct {
		inferred  Lit
		explained []Lit
		says      string
	}{
		{1, nil, "sat: the explanation of 1 does not follow by unit propagation"},
		{1, []Lit{2}, "sat: the explanation of 1 has 2, which was not false"},
		{1, []Lit{0}, "sat: the explanation of 1 has 0, which was not false"},
		{1, []Lit{99}, "sat: the explanation of 1 has 99, which was not false"},
		{-99, nil, "sat: -99 is inferred, and no literal of the formula"},
		{0, nil, "sat: 0 is inferred, and no literal of the formula"},
	} {
		wrong := &Inference{
			Find:    func(_ func(Lit) int8, found func(Lit)) { found(row.inferred) },
			Explain: func(Lit, func(Lit) bool) []Lit { return row.explained },
		}
		err := Refute(t.Context(), pigeonhole(5), Refutation{Inference: wrong, Format: LRAT}, nil, new(bytes.Buffer))
		assert.EqualError(t, err, row.says)
	}
}

func TestInferencesNeedBothFunctions(t *testing.T) {
	whole := probing(pigeonhole(3), 1, new(int))
	for _, half := range []Inference{{Find: whole.Find}, {Explain: whole.Explain}} {
		err := Refute(t.Context(), pigeonhole(3), Refutation{Inference: &half}, nil, new(bytes.Buffer))
		assert.ErrorContains(t, err, "Find and Explain")
	}
}
