package sat

import (
	"context"
	"fmt"
	"runtime"
	"testing"

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
		some := groups[:rapid.IntRange(0, len(groups)).Draw(t, "some")]
		assert.Equal(t, want, collect(t, byGroups(some, 1), f, keep), "what no group has is for gini")
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
			assert.LessOrEqual(t, runtime.NumGoroutine(), before+1, "no worker is left")
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
