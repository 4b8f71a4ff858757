package sat

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
)

// inCubeOf returns a worker for f that has propagated a cube without contradiction, or nil.
func inCubeOf(t *testing.T, f *CNF, cube []Lit) *worker {
	run := meter.Start(context.Background(), nil)
	t.Cleanup(run.Close)
	w := &worker{e: &enumeration{f: f, keep: allVars(f)}, ctx: context.Background(), run: run, path: cube}
	require.NoError(t, w.prepare())
	if w.refuted || !w.enter(cube) || w.propagate() != none {
		return nil
	}
	return w
}

func TestAPartHasTheModelsOfItsCube(t *testing.T) {
	parts, left := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		f := randomCNF(r)
		var cube []Lit
		for range r.IntN(f.Vars() + 1) {
			cube = append(cube, randomLit(r, f.Vars()))
		}
		w := inCubeOf(t, f, cube)
		if w == nil {
			continue
		}
		p, err := w.part()
		require.NoError(t, err)
		require.NotNil(t, p, "seed %d: gini propagates as much", seed)
		want, found := []string{}, []string{}
		for values := range assignments(f.Vars()) {
			if f.Satisfied(values) && inCube(cube, values) {
				want = append(want, key(w.e.keep, values))
				known := p.known([]*model{{values: slices.Clone(values)}})
				assert.Equal(t, values, p.whole(known[0].values))
			}
		}
		w.yield = func(values []bool) error { found = append(found, key(w.e.keep, values)); return nil }
		require.NoError(t, p.close(nil, 1))
		slices.Sort(want)
		slices.Sort(found)
		require.Equal(t, want, found, "seed %d: %v", seed, cube)
		parts, left = parts+1, left+p.e.f.Clauses()
	}
	assert.Greater(t, parts, 300)
	assert.Greater(t, left, 300)
}

// A literal that our own propagation has made true by mistake would lose models.
func TestAPartNeedsTheWordOfGini(t *testing.T) {
	f := formula(3, []Lit{1, 2, 3})
	w := inCubeOf(t, f, []Lit{-1})
	w.assign(codeOf(2), none)
	p, err := w.part()
	require.NoError(t, err)
	assert.Nil(t, p)
}

// The questions about a part are counted like others: see TestEachSolutionAndEachClosedCubeIsAnAnswerOfGini.
func TestPartsAreMadeWhereThereAreManyQuestions(t *testing.T) {
	f, keep := permutations(20)
	was := newAsker
	defer func() { newAsker = was }()
	var sizes []int
	newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) {
		sizes = append(sizes, f.Vars())
		return was(ctx, f, run)
	}
	found := 0
	err := eager(true, 0, 1)(context.Background(), f, keep, new(meter.Meter), func([]bool) bool { found++; return found < 3000 })
	require.ErrorIs(t, err, meter.ErrStopped)
	assert.Equal(t, f.Vars(), sizes[0])
	assert.LessOrEqual(t, 2*slices.Min(sizes), f.Vars())
}
