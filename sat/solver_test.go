package sat

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A solver that gets clauses, variables and questions in any order answers as brute force does. So does a copy of it.
func TestASolverThatGrows(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		f, s := new(CNF), new(Solver)
		for range 12 {
			switch rng.IntN(5) {
			case 0:
				require.Equal(t, f.NewVar(), s.NewVar())
			case 1, 2:
				clause := randomLits(rng, f.Vars()+1, 1+rng.IntN(3))
				f.Add(clause...)
				s.Add(clause...)
			case 3:
				s.Prefer(Lit(1 + rng.IntN(8)).Not())
			default:
				assumed := randomLits(rng, f.Vars(), rng.IntN(4))
				for _, s := range []*Solver{s, s.Copy(), NewSolver(f)} {
					requireAnswer(t, f, s, assumed)
				}
			}
		}
	}
}

func randomLits(rng *rand.Rand, vars, n int) (lits []Lit) {
	for range n {
		if vars > 0 {
			lits = append(lits, Lit(1+rng.IntN(vars))*Lit(1-2*rng.IntN(2)))
		}
	}
	return lits
}

// requireAnswer compares an answer with brute force, and its core with the formula.
func requireAnswer(t *testing.T, f *CNF, s *Solver, assumed []Lit) {
	with := func(lits []Lit) int {
		g := NewSolver(f).f
		g.vars = f.Vars()
		for _, l := range lits {
			g.Add(l)
		}
		return len(brute(&g, allVars(&g)))
	}
	found, err := s.Solve(t.Context(), nil, assumed...)
	require.NoError(t, err)
	require.Equal(t, with(assumed) > 0, found)
	if found {
		values := make([]bool, f.Vars()+1)
		for v := range f.Vars() {
			values[v+1] = s.Value(Lit(v + 1))
		}
		require.True(t, f.Satisfied(values))
		require.Empty(t, s.Core())
		return
	}
	require.Zero(t, with(s.Core()))
	require.False(t, slices.ContainsFunc(s.Core(), func(l Lit) bool { return !slices.Contains(assumed, l) }))
}

// What is preferred is true first, and a question ends with its context. Then the solver can be asked again.
func TestASolverObeys(t *testing.T) {
	s := new(Solver)
	a, b := s.NewVar(), s.NewVar()
	s.Add(a, b)
	s.Prefer(b.Not())
	found, err := s.Solve(t.Context(), nil)
	require.NoError(t, err)
	assert.True(t, found && s.Value(a) && !s.Value(b))

	_, err = s.Solve(t.Context(), nil, 3)
	assert.EqualError(t, err, "sat: 3 is assumed, where the last variable is 2")
	hard := NewSolver(pigeonhole(12))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err = hard.Solve(ctx, nil)
	require.ErrorIs(t, err, context.Canceled)
	first := hard.f.clauses.at(0) // the places of the first pigeon
	var assumed []Lit
	for _, l := range first {
		assumed = append(assumed, l.Not())
	}
	found, err = hard.Solve(t.Context(), nil, assumed...)
	require.NoError(t, err)
	assert.False(t, found)
	assert.ElementsMatch(t, assumed, hard.Core())
}
