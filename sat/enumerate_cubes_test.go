package sat

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
)

// rows returns the variables from 1 on in groups of size.
func rows(groups, size int) [][]Lit {
	all := make([][]Lit, groups)
	for i := range groups * size {
		all[i/size] = append(all[i/size], Lit(i+1))
	}
	return all
}

// listed returns the models in order, and the counters.
func listed(t require.TestingT, models modelsFunc, f *CNF, keep []Lit) (found []string, stats meter.Stats) {
	m := new(meter.Meter)
	require.NoError(t, models(context.Background(), f, keep, m, func(values []bool) bool {
		found = append(found, key(keep, values))
		return true
	}))
	return found, m.Stats()
}

func TestTheNumberOfWorkersMakesNoDifference(t *testing.T) {
	f, keep := permutations(6)
	for _, open := range []int{0, 3, 9} {
		t.Run(fmt.Sprint(open), func(t *testing.T) {
			want, stats := listed(t, eager(true, open, 1), f, keep)
			assert.Len(t, want, 720)
			for _, workers := range []int{2, 4, 8} {
				found, same := listed(t, eager(true, open, workers), f, keep)
				assert.Equal(t, want, found, "%d workers", workers)
				assert.Equal(t, stats, same, "%d workers", workers)
			}
		})
	}
}

func TestTheNumberOfWorkersMakesNoDifferenceForAnyFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "variables")
		clause := rapid.SliceOfN(literals(n), 1, 4)
		f := formula(n, rapid.SliceOfN(clause, 0, 10).Draw(t, "clauses")...)
		keep := rapid.SliceOfN(literals(n), 0, 8).Draw(t, "keep")
		want, stats := listed(t, eager(false, 0, 1), f, keep)
		found, same := listed(t, eager(false, 0, 3), f, keep)
		assert.Equal(t, want, found)
		assert.Equal(t, stats, same)
		assert.Equal(t, stats.Nodes, stats.Solutions+stats.Failures, "each call finds a model or closes a cube")
		assert.GreaterOrEqual(t, stats.Branches, stats.Failures)
	})
}

func TestTheShareDoneGrows(t *testing.T) {
	f, keep := permutations(6)
	for _, workers := range []int{1, 4} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			m := new(meter.Meter)
			done := []float64{0}
			require.NoError(t, eager(true, 0, workers)(context.Background(), f, keep, m, func([]bool) bool {
				done = append(done, m.Done())
				return true
			}))
			assert.IsNonDecreasing(t, done)
			assert.Greater(t, done[len(done)-1], 0.9)
			assert.InDelta(t, 0.5, done[len(done)/2], 0.2)
		})
	}
}

func TestModelsInCubesEndEarly(t *testing.T) {
	f, keep := permutations(7)
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			found := 0
			m := new(meter.Meter)
			err := eager(true, 0, workers)(ctx, f, keep, m, func([]bool) bool { found++; return found < 1000 })
			require.ErrorIs(t, err, meter.ErrStopped)
			assert.Equal(t, 1000, found)
			assert.EqualValues(t, 1000, m.Stats().Solutions)

			found = 0
			err = eager(true, 0, workers)(ctx, f, keep, new(meter.Meter), func([]bool) bool {
				if found++; found == 500 {
					cancel()
				}
				return true
			})
			require.ErrorIs(t, err, context.Canceled)
			assert.Less(t, found, 5040)
			noGoroutineLeft(t, before)
		})
	}
}

func TestALimitOnNodesHoldsForAllWorkersTogether(t *testing.T) {
	f, keep := permutations(6)
	var limit *meter.LimitError
	m := &meter.Meter{MaxNodes: 100}
	err := eager(true, 0, 4)(context.Background(), f, keep, m, func([]bool) bool { return true })
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "100 nodes", limit.What)
	assert.EqualValues(t, 100, m.Stats().Nodes)
}

// Such a formula would be cut into very many cubes, and each of them given to gini.
func TestAFormulaThatPropagationRefutesIsNotCut(t *testing.T) {
	for name, clauses := range map[string][][]Lit{
		"empty clause": {nil}, "opposite units": {{1}, {-1}}, "units and a clause": {{1}, {2}, {-1, -2}},
	} {
		t.Run(name, func(t *testing.T) {
			f := formula(2, clauses...)
			keep := []Lit{}
			for range 8 {
				group := f.NewVars(3)
				f.ExactlyOne(group)
				keep = append(keep, group...)
			}
			found, stats := listed(t, eager(true, 2, 1), f, keep)
			assert.Empty(t, found)
			assert.EqualValues(t, 1, stats.Nodes, "one call")
		})
	}
}

// The cubes of the workers are disjoint and cover everything, for any formula.
func TestTheFrontierPartsTheSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "variables")
		clause := rapid.SliceOfN(literals(n), 1, 4)
		f := formula(n, rapid.SliceOfN(clause, 0, 10).Draw(t, "clauses")...)
		e := &enumeration{f: f, keep: allVars(f), cutting: Cutting{Models: 1}}
		require.NoError(t, e.check())
		e.setDemands()
		run := meter.Start(context.Background(), nil)
		defer run.Close()
		w := &worker{e: e, ctx: context.Background(), run: run}
		require.NoError(t, w.prepare())
		cubes, err := w.frontier()
		require.NoError(t, err)
		for values := range assignments(n) {
			in := 0
			for _, cube := range cubes {
				if inCube(cube, values) {
					in++
				}
			}
			assert.Equal(t, 1, in, "%v in %v", values, cubes)
		}
	})
}

// liar is a solver whose models are wrong.
type liar struct {
	values []bool
}

func (l liar) add([]Lit)                {}
func (l liar) next([]Lit) (bool, error) { return true, nil }
func (l liar) read(values []bool)       { copy(values, l.values) }
func (l liar) implies([]Lit) (bool, error) {
	return true, nil
}
func (l liar) fresh() (asker, error) { return l, nil }
func (l liar) part([]Lit, []code, *CNF) (asker, error) {
	return nil, nil
}

func TestASolverThatLiesIsFoundOut(t *testing.T) {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	e := &enumeration{f: formula(2, []Lit{1, 2}), keep: []Lit{1, 2}, cutting: Cutting{Models: 1}}
	w := &worker{e: e, ctx: context.Background(), run: run}
	w.gini, w.path = liar{[]bool{false, true, false}}, []Lit{1, -2}
	_, err := w.ask(nil)
	require.NoError(t, err)
	w.path = []Lit{1, 2}
	_, err = w.ask(nil)
	require.EqualError(t, err, "sat: gini answered with a model outside the cube asked for")
	w.gini, w.path = liar{make([]bool, 3)}, nil
	_, err = w.ask(nil)
	require.EqualError(t, err, "sat: gini answered with an assignment that is no model")
}

// If gini repeated a model, the search would not end.
func TestASolverThatRepeatsItselfIsFoundOut(t *testing.T) {
	was := newAsker
	defer func() { newAsker = was }()
	newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) {
		return liar{[]bool{false, true, false}}, nil
	}
	err := Models(context.Background(), formula(2, []Lit{1, 2}), []Lit{1, 2}, nil, func([]bool) bool { return true })
	require.EqualError(t, err, "sat: gini answered with a model that it had given before")
}

func TestManyModelsDoNotFillGini(t *testing.T) {
	f, cells := permutations(7)
	was := newAsker
	defer func() { newAsker = was }()
	loads := 0
	newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) { loads++; return was(ctx, f, run) }
	found, _ := listed(t, eager(true, 0, 1), f, cells)
	assert.Len(t, found, 5040)
	slices.Sort(found)
	assert.Len(t, slices.Compact(found), 5040)
	assert.Greater(t, loads, 3)
	assert.Less(t, loads, 40)
}

// A search of cubes ends soon after its context, with any number of workers.
func TestCancellationEndsCubesSoon(t *testing.T) {
	f := pigeonhole(10)
	for _, workers := range []int{1, 2} {
		before := runtime.NumGoroutine()
		ctx, cancel := context.WithCancel(context.Background())
		var cancelled time.Time
		timer := time.AfterFunc(50*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		err := eager(true, 3, workers)(ctx, f, allVars(f), new(meter.Meter), func([]bool) bool { return true })
		late := time.Since(cancelled)
		timer.Stop()
		require.ErrorIs(t, err, context.Canceled)
		assert.Less(t, late, time.Minute)
		t.Logf("%d workers returned %v after the cancellation", workers, late)
		noGoroutineLeft(t, before)
	}
}

func TestACubeWithFewOpenDemandsAndFewModelsIsNotCut(t *testing.T) {
	f, keep := permutations(4) // 8 demands and 24 models
	for _, row := range []struct {
		Cutting
		cut bool
	}{
		{Cutting{Open: 8, Models: 24}, false},
		{Cutting{Open: 7, Models: 24}, true},
		{Cutting{Open: 8, Models: 22}, true},
	} {
		_, stats := listed(t, func(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func([]bool) bool) error {
			return ModelsInCubes(ctx, f, keep, row.Cutting, m, yield)
		}, f, keep)
		assert.Equal(t, row.cut, stats.Branches > 1, "%+v: %d cubes", row.Cutting, stats.Branches)
	}
}
