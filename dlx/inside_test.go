package dlx

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/bitset"
	"crosscut/dlx/internal/tree"
	"crosscut/internal/search"
)

// smallProblem has 6 rows of 6 options: a permutation is a cover.
func smallProblem() *Problem {
	const n = 6
	p := NewProblem(2*n, 0)
	for r := range n {
		for c := range n {
			p.Add(Element{Item: Item(r)}, Element{Item: Item(n + c)})
		}
	}
	return p
}

// countedSearch counts its clones.
type countedSearch struct {
	tree.WorkerSearch
	clones *int
}

func (s countedSearch) Clone() tree.WorkerSearch {
	*s.clones++
	return s.WorkerSearch.Clone()
}

func TestTheCrewHasAsManySearchesAsWorkers(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		run := search.Start(t.Context(), &search.Meter{Workers: workers})
		s, err := bitset.New(&smallProblem().data, run)
		require.NoError(t, err)
		s.PairAt, s.Split = 0, 1
		covers, clones := 0, 0
		yield := func([]int) bool { covers++; return true }
		require.ErrorIs(t, s.Search(yield), tree.ErrSplit)
		require.NoError(t, tree.Together(countedSearch{s, &clones}, run, nil, 1, yield))
		run.Close()
		assert.Equal(t, 720, covers)
		assert.Equal(t, workers-1, clones)
	}
}

func TestGrowMakesRoom(t *testing.T) {
	p := NewProblem(2, 0)
	p.Grow(1000, 2000)
	assert.Zero(t, testing.AllocsPerRun(1, func() { // runs twice
		for range 500 {
			p.Add(Element{Item: 0}, Element{Item: 1})
		}
	}))
}
