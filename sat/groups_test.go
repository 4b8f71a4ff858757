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

	"crosscut/internal/search"
)

// byGroups is ModelsByGroups for given groups and workers.
func byGroups(groups [][]Lit, workers int) modelsFunc {
	return func(ctx context.Context, f *CNF, keep []Lit, m *search.Meter, yield func([]bool) bool) error {
		m.Workers = workers
		return ModelsByGroups(ctx, f, keep, groups, m, yield)
	}
}

// byTurns is ModelsByTurns with turns of few cuts and few models.
func byTurns(groups [][]Lit, turn int64, patience int) modelsFunc {
	return func(ctx context.Context, f *CNF, keep []Lit, m *search.Meter, yield func([]bool) bool) error {
		e, err := newTurns(ctx, f, keep, groups, m)
		if err != nil {
			return err
		}
		defer e.run.Close()
		e.turn, e.patience = turn, patience
		return e.to(yield).all()
	}
}

// drawGrouped draws a formula in which exactly one literal of each of some groups is
// true, and the groups.
func drawGrouped(t *rapid.T) (f *CNF, keep []Lit, groups [][]Lit) {
	f = new(CNF)
	for range rapid.IntRange(0, 4).Draw(t, "groups") {
		group := f.NewVars(rapid.IntRange(1, 4).Draw(t, "size"))
		f.ExactlyOne(group)
		keep, groups = append(keep, group...), append(groups, group)
	}
	f.NewVars(2) // on which nothing is kept
	clause := rapid.SliceOfN(literals(f.Vars()), 1, 4)
	for _, c := range rapid.SliceOfN(clause, 0, 10).Draw(t, "clauses") {
		f.Add(c...)
	}
	return f, keep, groups
}

func TestModelsByGroupsAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, keep, groups := drawGrouped(t)
		want := brute(f, keep)
		assert.Equal(t, want, collect(t, byGroups(groups, 1), f, keep))
		assert.Equal(t, want, collect(t, byGroups(groups, 3), f, keep))
		assert.Equal(t, want, collect(t, byTurns(groups, 1, 1), f, keep))
		assert.Equal(t, want, collect(t, byTurns(groups, 3, 2), f, keep))
		some := groups[:rapid.IntRange(0, len(groups)).Draw(t, "some")]
		assert.Equal(t, want, collect(t, byGroups(some, 1), f, keep), "what no group has is for gini")
		assert.Equal(t, want, collect(t, byTurns(some, 2, 1), f, keep))
	})
}

// Groups are advice: they may be of any literals to keep, and say nothing true.
func TestAnyGroupsWillDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, keep, _ := drawGrouped(t)
		if len(keep) == 0 {
			return
		}
		some := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Lit {
			l := rapid.SampledFrom(keep).Draw(t, "variable")
			if rapid.Bool().Draw(t, "negated") {
				return l.Not()
			}
			return l
		}), 0, 4)
		groups := rapid.SliceOfN(some, 0, 4).Draw(t, "groups")
		want := brute(f, keep)
		assert.Equal(t, want, collect(t, byGroups(groups, 1), f, keep))
		assert.Equal(t, want, collect(t, byGroups(groups, 2), f, keep))
		assert.Equal(t, want, collect(t, byTurns(groups, 1, 1), f, keep))
	})
}

// matching returns the groups of [permutations]: rows and columns.
func matching(n int) (f *CNF, keep []Lit, groups [][]Lit) {
	f, keep = permutations(n)
	for r := range n {
		column := []Lit{}
		for c := range n {
			column = append(column, keep[c*n+r])
		}
		groups = append(groups, keep[r*n:(r+1)*n], column)
	}
	return f, keep, groups
}

func TestTheNumberOfWorkersMakesNoDifference(t *testing.T) {
	f, keep, groups := matching(7)
	order := func(groups [][]Lit, workers int) (found []string) {
		require.NoError(t, byGroups(groups, workers)(context.Background(), f, keep, new(search.Meter), func(values []bool) bool {
			found = append(found, key(keep, values))
			return true
		}))
		return found
	}
	for name, groups := range map[string][][]Lit{"all groups": groups, "some groups": groups[:6]} {
		t.Run(name, func(t *testing.T) {
			want := order(groups, 1)
			assert.Len(t, want, 5040)
			for _, workers := range []int{2, 3, 8} {
				assert.Equal(t, want, order(groups, workers), "%d workers", workers)
			}
		})
	}
}

func TestTheShareDoneGrows(t *testing.T) {
	f, keep, groups := matching(6)
	for _, workers := range []int{1, 4} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			m := &search.Meter{Workers: workers}
			done := []float64{0}
			require.NoError(t, ModelsByGroups(context.Background(), f, keep, groups, m, func([]bool) bool {
				done = append(done, m.Done())
				return true
			}))
			assert.IsNonDecreasing(t, done)
			assert.Greater(t, done[len(done)-1], 0.9)
			assert.Less(t, done[len(done)/2], 0.7)
			assert.InDelta(t, 0.5, done[len(done)/2], 0.2)
		})
	}
}

func TestModelsByGroupsEndEarly(t *testing.T) {
	f, keep, groups := matching(9)
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			found := 0
			err := byGroups(groups, workers)(ctx, f, keep, new(search.Meter), func([]bool) bool { found++; return found < 1000 })
			require.ErrorIs(t, err, search.ErrStopped)
			assert.Equal(t, 1000, found)

			found = 0
			err = byGroups(groups, workers)(ctx, f, keep, new(search.Meter), func([]bool) bool {
				if found++; found == 500 {
					cancel()
				}
				return true
			})
			require.ErrorIs(t, err, context.Canceled)
			assert.Less(t, found, 362880)
			assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, 10*time.Second, time.Millisecond, "no worker is left")
		})
	}
}

func TestALimitOnNodesHoldsForAllWorkersTogether(t *testing.T) {
	f, keep, groups := matching(6)
	var limit *search.LimitError
	m := &search.Meter{Workers: 4, MaxNodes: 100}
	err := ModelsByGroups(context.Background(), f, keep, groups, m, func([]bool) bool { return true })
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "100 nodes", limit.What)
	assert.EqualValues(t, 100, m.Stats().Nodes)
}

func TestGroupsOfOtherVariablesAreRefused(t *testing.T) {
	f := formula(3, []Lit{1, 2, 3})
	for _, l := range []Lit{0, 3, -3, 4, -1 << 31} {
		err := ModelsByGroups(context.Background(), f, []Lit{1, 2}, [][]Lit{{1}, {2, l}}, nil, func([]bool) bool { return true })
		assert.EqualError(t, err, fmt.Sprintf("sat: %d in a group is of no variable to keep", l))
	}
}

func TestTurnsHandOutManyModelsOnceEach(t *testing.T) {
	f, keep, groups := matching(6)
	for name, models := range map[string]modelsFunc{
		"turns as they are": func(ctx context.Context, f *CNF, keep []Lit, m *search.Meter, yield func([]bool) bool) error {
			return ModelsByTurns(ctx, f, keep, groups, m, yield)
		},
		"short turns":          byTurns(groups, 5, 3),
		"no turns for cuts":    byTurns(nil, 5, 3),
		"patience for a while": byTurns(groups, 40, 200),
	} {
		t.Run(name, func(t *testing.T) {
			found := collect(t, models, f, keep)
			assert.Len(t, found, 720)
			assert.Len(t, slices.Compact(found), 720)
		})
	}
}

func TestTurnsEndEarly(t *testing.T) {
	f, keep, groups := matching(8)
	ctx, cancel := context.WithCancel(context.Background())
	found := 0
	err := ModelsByTurns(ctx, f, keep, groups, nil, func([]bool) bool { found++; return found < 1000 })
	require.ErrorIs(t, err, search.ErrStopped)
	assert.Equal(t, 1000, found)
	err = ModelsByTurns(ctx, f, keep, groups, nil, func([]bool) bool { cancel(); return true })
	require.ErrorIs(t, err, context.Canceled)
	err = ModelsByTurns(context.Background(), f, keep, groups, &search.Meter{MaxNodes: 30}, func([]bool) bool { return true })
	require.ErrorIs(t, err, search.ErrLimit)
	err = ModelsByTurns(context.Background(), f, keep[1:], groups, nil, func([]bool) bool { return true })
	require.EqualError(t, err, "sat: 1 in a group is of no variable to keep")
}
