package dlx

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

// colouredProblem has random options, with primary items and colours of secondary ones.
func colouredProblem(seed uint64) *Problem {
	rng := rand.New(rand.NewPCG(seed, 4))
	const primary, secondary = 12, 5
	p := NewProblem(primary, secondary)
	for range 60 {
		var option []Element
		for _, i := range rng.Perm(primary)[:1+rng.IntN(3)] {
			option = append(option, Element{Item: Item(i)})
		}
		for _, i := range rng.Perm(secondary)[:rng.IntN(3)] {
			option = append(option, Element{Item: Item(primary + i), Colour: int32(rng.IntN(3))})
		}
		p.Add(option...)
	}
	return p
}

// requireSameSteps runs a search of some problems that is interrupted at a node, for several nodes.
// It fails unless covers and counters are those of the search that is never interrupted, at node 0.
func requireSameSteps(t *testing.T, steps func(p *Problem, at int64) (covers []string, counters search.Stats)) {
	found, nodes := 0, int64(0)
	for seed := range uint64(5) {
		p := colouredProblem(seed)
		want, counters := steps(p, 0)
		found, nodes = found+len(want), nodes+counters.Nodes
		for at := int64(1); at <= counters.Nodes; at += 1 + counters.Nodes/9 {
			got, again := steps(p, at)
			require.Equal(t, want, got, "seed %d, node %d", seed, at)
			require.Equal(t, counters, again, "seed %d, node %d", seed, at)
		}
	}
	require.Greater(t, found, 300)
	require.Greater(t, nodes, int64(300))
}

// coversAround returns the covers of a search that is interrupted at most once. Then it calls
// between, with another run for other searches, and the search goes on.
func coversAround(t *testing.T, s treeSearch, between func(other *search.Run)) (covers []string) {
	yield := func(options []int) bool {
		covers = append(covers, fmt.Sprint(options))
		return true
	}
	err := s.search(yield)
	if errors.Is(err, errRestart) {
		other := search.Start(t.Context(), nil)
		defer other.Close()
		between(other)
		err = s.resume(yield)
	}
	require.NoError(t, err)
	return covers
}

// A search that lent its tables takes the same steps afterwards. Failures may come after another
// number of propagations, because the order of hidden cells differs.
func TestASearchGoesOnAfterItsTablesWereLent(t *testing.T) {
	steps := func(p *Problem, lendAt int64) (covers []string, counters search.Stats) {
		run := search.Start(t.Context(), nil)
		defer run.Close()
		s, err := newSparse(p, run)
		require.NoError(t, err)
		s.restart = &restart{at: lendAt}
		covers = coversAround(t, s, func(other *search.Run) {
			borrower := s.lend(other)
			borrower.chooseAtRandom(borrower.primary)
			borrower.again(40)
			_ = borrower.search(func([]int) bool { return true })
			s.restart = nil
			require.NoError(t, s.takeBack())
		})
		counters = run.Stats
		counters.Propagations = 0
		return covers, counters
	}
	requireSameSteps(t, steps)
}
