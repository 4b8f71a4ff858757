package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
)

// againstShortCycles returns clauses against the cycles of a permutation of n that do not have all elements.
func againstShortCycles(n int, cells []Lit) func(values []bool) [][]Lit {
	return func(values []bool) (clauses [][]Lit) {
		met := make([]bool, n)
		for first := range n {
			var clause []Lit
			for r := first; !met[r]; {
				met[r] = true
				for c, l := range cells[r*n : (r+1)*n] {
					if l.holds(values) {
						clause, r = append(clause, l.Not()), c
						break
					}
				}
			}
			if 0 < len(clause) && len(clause) < n {
				clauses = append(clauses, clause)
			}
		}
		return clauses
	}
}

// Of the permutations of n elements, (n−1)! have one cycle.
func TestMissingClausesForbidWhatTheyShould(t *testing.T) {
	const n = 6
	f, cells := permutations(n)
	rename := make([]Lit, n*n+1) // element i becomes i+1
	for i := range cells {
		rename[i+1] = cells[(i/n+1)%n*n+(i%n+1)%n]
	}
	for _, c := range []Cutting{{}, {Models: 1}, {Open: 3}, {Symmetries: &Symmetries{Maps: [][]Lit{rename}}}} {
		for _, workers := range []int{1, 3} {
			c.Missing = againstShortCycles(n, cells)
			found := map[string]bool{}
			err := ModelsInCubes(t.Context(), f, cells, c, &meter.Meter{Workers: workers}, func(values []bool) bool {
				found[key(cells, values)] = true
				return assert.Empty(t, c.Missing(values))
			})
			require.NoError(t, err)
			require.Len(t, found, 120)
		}
	}
}

func TestMissingClausesHoldInParts(t *testing.T) {
	const n = 20
	f, cells := permutations(n)
	was := newAsker
	defer func() { newAsker = was }()
	parts := 0
	newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) {
		if f.Vars() < len(cells) {
			parts++
		}
		return was(ctx, f, run)
	}
	found, c := map[string]bool{}, Cutting{Models: 1, Missing: againstShortCycles(n, cells)}
	err := ModelsInCubes(t.Context(), f, cells, c, nil, func(values []bool) bool {
		require.Empty(t, c.Missing(values))
		require.False(t, found[key(cells, values)], "twice")
		found[key(cells, values)] = true
		return len(found) < 2000
	})
	require.ErrorIs(t, err, meter.ErrStopped)
	assert.Positive(t, parts)
}
