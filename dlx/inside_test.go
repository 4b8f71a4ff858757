package dlx

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	workerSearch
	clones *int
}

func (s countedSearch) clone() workerSearch {
	*s.clones++
	return s.workerSearch.clone()
}

func TestTheCrewHasAsManySearchesAsWorkers(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		run := search.Start(t.Context(), &search.Meter{Workers: workers})
		s, err := newBitset(smallProblem(), run)
		require.NoError(t, err)
		s.pairAt, s.split = 0, 1
		covers, clones := 0, 0
		yield := func([]int) bool { covers++; return true }
		require.ErrorIs(t, s.search(yield), errSplit)
		require.NoError(t, searchTogether(countedSearch{s, &clones}, run, nil, 1, yield))
		run.Close()
		assert.Equal(t, 720, covers)
		assert.Equal(t, workers-1, clones)
	}
}

// A trial that the context ends is not a trial that was lost.
func TestATrialEndsWithItsContext(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	run := search.Start(ctx, nil)
	defer run.Close()
	trial := newTrial(smallProblem(), nil, run)
	require.NoError(t, trial.prepare())
	trial.patient, trial.at = true, 5
	cancel(cause)
	require.Eventually(t, func() bool { return run.Err() != nil }, time.Minute, time.Millisecond)
	require.NoError(t, trial.hold(4))
	require.ErrorIs(t, trial.hold(5), cause)
}

func TestTheShareOfACountGoesUp(t *testing.T) {
	run := search.Start(t.Context(), nil)
	defer run.Close()
	p := smallProblem()
	s, err := newBitset(p, run)
	require.NoError(t, err)
	c := newCounting(s, 0)
	last := 0.0
	for {
		done, err := c.advanceBy(50)
		require.NoError(t, err)
		if done {
			break
		}
		share := c.share()
		require.InDelta(t, last, share, 0.25, "a step is at most one branch of the root")
		require.Less(t, share, 1.0)
		last = share
	}
	require.Greater(t, last, 0.75)
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

func TestFirstOfTwoSets(t *testing.T) {
	assert.Equal(t, 64+5, first([]uint64{1, 1<<5 | 1<<6}, []uint64{2, 1<<7 | 1<<6 | 1<<5}))
	assert.Equal(t, -1, first([]uint64{1, 2}, []uint64{2, 1}))
}

// The tree and the frontier share the memory of a count.
func TestACountSharesItsMemory(t *testing.T) {
	p := NewProblem(256, 0) // dominoes on 16×16
	for c := range 256 {
		if c%16 < 15 {
			p.Add(Element{Item: Item(c)}, Element{Item: Item(c + 1)})
		}
		if c < 240 {
			p.Add(Element{Item: Item(c)}, Element{Item: Item(c + 16)})
		}
	}
	run := search.Start(t.Context(), nil)
	defer run.Close()
	s, err := newBitset(p, run)
	require.NoError(t, err)
	r := twoWays{problem: p, run: run, tree: newCounting(s, countBytes/4)}
	_, err = r.count()
	require.NoError(t, err)
	require.NotNil(t, r.frontier)
	assert.Equal(t, countBytes, r.tree.memo.room+r.frontier.room)
}

// handing is a search that has something to hand over.
type handing struct {
	workerSearch
	times int
}

func (h *handing) handOver() untried { h.times++; return h.times }

func TestAWorkerReportsAndHandsOverWhatIsWanted(t *testing.T) {
	run := search.Start(t.Context(), nil)
	defer run.Close()
	c := &crew{ctx: t.Context(), head: &subtree{begun: true}, busy: 1, every: 10}
	c.news = sync.NewCond(&c.lock)
	m := &member{crew: c, run: run, meter: new(search.Meter), subtree: c.head, next: 10}
	h := new(handing)
	for _, row := range []struct{ nodes, idle, times int }{
		{9, 1, 0},  // it is not yet time to look
		{10, 0, 0}, // nobody is idle
		{20, 1, 1},
		{30, 1, 1}, // the subtree is there, but not begun
		{40, 2, 2},
	} {
		run.Nodes, c.idle = int64(row.nodes), row.idle
		c.want()
		m.look(h)
		assert.Equal(t, row.times, h.times, "%+v", row)
		assert.Equal(t, row.times, c.open, "%+v", row)
		assert.Equal(t, row.nodes >= 10, m.base.Nodes == run.Nodes, "%+v: reported", row)
	}
}
