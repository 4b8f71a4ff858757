package cores

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// colouredProblem has random options, with primary items and colours of secondary ones.
func colouredProblem(seed uint64) *model.Problem {
	rng := rand.New(rand.NewPCG(seed, 4))
	const primary, secondary = 12, 5
	p := &model.Problem{Primary: primary, Secondary: secondary}
	for range 60 {
		var option []model.Element
		for _, i := range rng.Perm(primary)[:1+rng.IntN(3)] {
			option = append(option, model.Element{Item: model.Item(i)})
		}
		for _, i := range rng.Perm(secondary)[:rng.IntN(3)] {
			option = append(option, model.Element{Item: model.Item(primary + i), Colour: int32(rng.IntN(3))})
		}
		p.Add(option...)
	}
	return p
}

// searches lay out the searches that can be random.
var searches = map[string]func(t *testing.T, p *model.Problem, run *meter.Run) (Core, *Parts){
	"sweeps": func(t *testing.T, p *model.Problem, run *meter.Run) (Core, *Parts) {
		s := NewBitset(p, run)
		s.PairAt = 0
		return s, &s.Parts
	},
	"counters": func(t *testing.T, p *model.Problem, run *meter.Run) (Core, *Parts) {
		s := NewBitset(p, run)
		s.PairAt = 0
		s.CountDown()
		return s, &s.Parts
	},
	"sparse": func(t *testing.T, p *model.Problem, run *meter.Run) (Core, *Parts) {
		s, err := NewSparse(p, run)
		require.NoError(t, err)
		return s, &s.Parts
	},
}

// The end of a random search is a proof that there are no other covers.
func TestARandomSearchThatNeverGivesUpFindsAllCovers(t *testing.T) {
	found := 0
	for seed := range uint64(30) {
		p := colouredProblem(seed)
		var want []string
		for name, lay := range searches {
			run := meter.Start(t.Context(), nil)
			s, _ := lay(t, p, run)
			random, err := s.Random(run)
			require.NoError(t, err)
			for range 3 {
				covers := []string{}
				random.Again(math.MaxInt64)
				require.NoError(t, random.Search(func(options []int) bool {
					covers = append(covers, fmt.Sprint(options))
					return true
				}))
				slices.Sort(covers)
				if want == nil {
					want = covers
					found += len(want)
				}
				require.Equal(t, want, covers, "seed %d, %s", seed, name)
			}
			run.Close()
		}
	}
	require.Greater(t, found, 700)
}

// A search takes the same steps after a random search has used its tables.
func TestARandomSearchLeavesTheOtherSearchAsItWas(t *testing.T) {
	steps := func(t *testing.T, name string, p *model.Problem, at int64) (covers []string, counters meter.Stats) {
		run := meter.Start(t.Context(), nil)
		defer run.Close()
		s, parts := searches[name](t, p, run)
		parts.Restart = &restart{At: at}
		yield := func(options []int) bool {
			covers = append(covers, fmt.Sprint(options))
			return true
		}
		err := s.Search(yield)
		if errors.Is(err, errRestart) {
			other := meter.Start(t.Context(), nil)
			defer other.Close()
			random, err := s.Random(other)
			require.NoError(t, err)
			for range 3 {
				random.Again(other.Failures + 20)
				if err := random.Search(func([]int) bool { return true }); err != nil {
					require.ErrorIs(t, err, errImpatient)
				}
			}
			parts.Restart = nil
			require.NoError(t, s.Resume(yield))
		} else {
			require.NoError(t, err)
		}
		counters = run.Stats
		if name == "sparse" {
			counters.Propagations = 0 // the order of hidden cells differs
		}
		return covers, counters
	}
	for name := range searches {
		t.Run(name, func(t *testing.T) {
			found, nodes := 0, int64(0)
			for seed := range uint64(5) {
				p := colouredProblem(seed)
				want, counters := steps(t, name, p, 0)
				found, nodes = found+len(want), nodes+counters.Nodes
				for at := int64(1); at <= counters.Nodes; at += 1 + counters.Nodes/9 {
					got, again := steps(t, name, p, at)
					require.Equal(t, want, got, "seed %d, node %d", seed, at)
					require.Equal(t, counters, again, "seed %d, node %d", seed, at)
				}
			}
			require.Greater(t, found, 300)
			require.Greater(t, nodes, int64(300))
		})
	}
}

// The share of a count is told while it runs.
func TestTheShareOfACountGoesUp(t *testing.T) {
	const n = 6
	p := &model.Problem{Primary: 2 * n} // the permutations
	for r := range n {
		for c := range n {
			p.Add(model.Element{Item: model.Item(r)}, model.Element{Item: model.Item(n + c)})
		}
	}
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	s := NewBitset(p, run)
	c := NewCount(s, 0)
	last := 0.0
	for done := false; !done; {
		var err error
		done, err = c.AdvanceBy(50)
		require.NoError(t, err)
		if !done {
			require.InDelta(t, last, c.Share(), 0.25, "a step is at most one branch of the root")
			require.Less(t, c.Share(), 1.0)
			last = c.Share()
		}
	}
	require.Greater(t, last, 0.75)
}
