package hidoku

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// startLearner returns the learning search for the root of p, nil when the root is
// settled without solution.
func startLearner(t require.TestingT, p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) *learner {
	h := newQuickSearch(p, r, yield)
	alive, err := h.open()
	require.NoError(t, err)
	if !alive {
		return nil
	}
	l, err := newLearner(h, 1)
	require.NoError(t, err)
	return l
}

// requireSame fails unless the fillings found are those of bruteForce.
func requireSame(t require.TestingT, p *puzzle.Hidoku, found []puzzle.Solution) {
	slices.SortFunc(found, slices.Compare[puzzle.Solution])
	want := bruteForce(p)
	require.Equal(t, len(want), len(found), "%v", p) // a difference of thousands takes long to print
	require.True(t, slices.EqualFunc(want, found, slices.Equal[puzzle.Solution]), "%v", p)
}

func TestHidokuInTurnsFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t, 10)
		steps := newReplay(p)
		m := search.Meter{Trace: func(s search.Step) { steps.step(t, s) }}
		r := search.Start(context.Background(), &m)
		defer r.Close()
		var all []puzzle.Solution
		h := newQuickSearch(p, r, func(s puzzle.Solution) bool {
			require.Equal(t, steps.board, []int(s))
			all = append(all, slices.Clone(s))
			return true
		})
		require.NoError(t, newDispatcher(h, rapid.Int64Range(0, 5).Draw(t, "patience")).run())
		requireSame(t, p, all)
	})
}

func TestHidokuLearningFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 10)
		steps := newReplay(p)
		var l *learner
		m := search.Meter{Trace: func(s search.Step) {
			steps.step(t, s)
			if l != nil {
				l.reduceAt = 1 // so that clauses are dropped as soon as there are two
			}
		}}
		r := search.Start(context.Background(), &m)
		defer r.Close()
		var all []puzzle.Solution
		l = startLearner(t, p, r, func(s puzzle.Solution) bool {
			require.Equal(t, steps.board, []int(s))
			all = append(all, slices.Clone(s))
			return true
		})
		if l != nil {
			l.restartUnit = 1
			require.NoError(t, l.search(nil, noEnd))
		}
		requireSame(t, p, all)
	})
}

// holds reports whether path has the candidate v as it is now.
func (l *learner) holds(path puzzle.Solution, v int32) bool {
	return l.inPath(path, v) == (l.value[v] == assignedTrue)
}

func (l *learner) inPath(path puzzle.Solution, v int32) bool {
	if v >= l.firstEdge {
		ends := l.ends[v-l.firstEdge]
		d := path[l.cellAt[ends[0]]] - path[l.cellAt[ends[1]]]
		return d*d == 1
	}
	return path[l.cellAt[l.cellOf[v]]] == int(l.numberOf[v])+1
}

// TestHidokuLearntClausesHoldInEverySolution looks at each dead end and solution. All
// solutions that agree with the root, and are not handed out yet, must obey every
// clause.
func TestHidokuLearntClausesHoldInEverySolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 8)
		paths := bruteForce(p)
		var l *learner
		m := search.Meter{Trace: func(s search.Step) {
			if l != nil && s.Kind != search.Placed {
				l.requireClauses(t, paths)
			}
		}}
		r := search.Start(context.Background(), &m)
		defer r.Close()
		l = startLearner(t, p, r, func(puzzle.Solution) bool { return true })
		if l != nil {
			require.NoError(t, l.search(nil, noEnd))
		}
	})
}

func (l *learner) requireClauses(t *rapid.T, paths []puzzle.Solution) {
	for _, path := range paths {
		if !l.rootHolds(path) {
			continue
		}
		for _, ref := range l.refs {
			require.True(t, slices.ContainsFunc(l.literals(ref), func(lit int32) bool {
				return l.inPath(path, lit>>1) == (lit&1 == 0)
			}), "%v\n%v of\n%v", l.literals(ref), path, l.p)
		}
	}
}

// TestHidokuPremisesAreEnough makes random choices, and after each looks at what
// followed. No solution may have the premises without the conclusion. The premises must
// have come before it.
func TestHidokuPremisesAreEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 10)
		r := search.Start(context.Background(), nil)
		defer r.Close()
		l := startLearner(t, p, r, nil)
		if l == nil {
			return
		}
		paths := bruteForce(p)
		for {
			alive, err := l.fixpoint()
			require.NoError(t, err)
			if !alive {
				break
			}
			if !l.drawStep(t) {
				break
			}
		}
		l.requireReasons(t, paths)
		if l.conflict.kind == noConflict {
			return
		}
		premises := candidatesOf(l.conflictPremises(), -1)
		for _, path := range paths {
			require.False(t, l.allHold(path, premises) && l.rootHolds(path), "%v on\n%v", path, p)
		}
	})
}

// candidatesOf returns the candidates of literals, without the candidate but.
func candidatesOf(literals []int32, but int32) []int32 {
	var list []int32
	for _, lit := range literals {
		if lit>>1 != but {
			list = append(list, lit>>1)
		}
	}
	return list
}

func (l *learner) requireReasons(t *rapid.T, paths []puzzle.Solution) {
	for at, v := range l.assigned {
		if l.why[v].kind() == decided {
			continue
		}
		premises := candidatesOf(l.premises(v), v)
		for _, u := range premises {
			require.NotEqual(t, unassigned, l.value[u])
			require.Contains(t, l.assigned[:at], u)
		}
		for _, path := range paths {
			if l.allHold(path, premises) && l.rootHolds(path) {
				require.True(t, l.holds(path, v), "%v on\n%v", path, l.p)
			}
		}
	}
}

func (l *learner) allHold(path puzzle.Solution, list []int32) bool {
	return !slices.ContainsFunc(list, func(v int32) bool { return !l.holds(path, v) })
}

// rootHolds reports whether path agrees with what is known without any choice.
func (l *learner) rootHolds(path puzzle.Solution) bool {
	return !slices.ContainsFunc(l.assigned, func(v int32) bool { return l.levelOf[v] == 0 && !l.holds(path, v) })
}

func TestHidokuLearningGoesBackToTheSameState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 12)
		r := search.Start(context.Background(), nil)
		defer r.Close()
		l := startLearner(t, p, r, nil)
		if l == nil {
			return
		}
		if alive, err := l.fixpoint(); err != nil || !alive {
			return
		}
		cells, values := slices.Clone(l.cells), slices.Clone(l.value)
		cellCount, numberCount := slices.Clone(l.cellCount), slices.Clone(l.numberCount)
		numberRest, cellRest := slices.Clone(l.numberXor), slices.Clone(l.cellXor)
		before := l.edges.copied()
		for alive := true; alive; {
			v := l.next()
			if v < 0 {
				break
			}
			l.decide(v)
			alive, _ = l.fixpoint()
		}
		l.backTo(0)
		require.Equal(t, cells, l.cells)
		require.Equal(t, values, l.value)
		require.Equal(t, cellCount, l.cellCount)
		require.Equal(t, numberCount, l.numberCount)
		require.Equal(t, numberRest, l.numberXor)
		require.Equal(t, cellRest, l.cellXor)
		require.Equal(t, noConflict, l.conflict.kind)
		require.Equal(t, before, l.edges.copied())
		l.requireOpen(t)
	})
}

// TestHidokuLearningStopsOnlyWhenNothingFollows makes random choices. After each, all
// candidates left must have support, although not every number is revised.
func TestHidokuLearningStopsOnlyWhenNothingFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 12)
		r := search.Start(context.Background(), nil)
		defer r.Close()
		l := startLearner(t, p, r, nil)
		if l == nil {
			return
		}
		for {
			if alive, err := l.fixpoint(); err != nil || !alive {
				return
			}
			l.requireOpen(t)
			for cell, slot := range l.slotOf {
				for k := range l.n {
					if l.has(k, int(slot)) {
						require.True(t, supported(l.state, k, cell), "%d on %s", k+1, l.name(int(slot)))
						require.Equal(t, l.cellCount[k] == 1, l.numberCount[slot] == 1)
					}
				}
			}
			l.requireEdges(t)
			if !l.drawStep(t) {
				return
			}
		}
	})
}

func TestHidokuLearningListsWhatIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawUnpaired(t, 16)
		r := search.Start(context.Background(), nil)
		defer r.Close()
		l := startLearner(t, p, r, nil)
		if l == nil {
			return
		}
		near := func(v, step int32) []int32 {
			var list []int32
			for u := range l.firstEdge {
				touch := slices.Contains(p.Neighbours(int(l.cellAt[l.cellOf[v]])), int(l.cellAt[l.cellOf[u]]))
				next := l.numberOf[v] + step
				if p.Closed() {
					next = (next + int32(l.n)) % int32(l.n)
				}
				if touch && l.numberOf[u] == next {
					list = append(list, int32(u)<<1)
				}
			}
			return list
		}
		for v := range l.firstEdge {
			require.ElementsMatch(t, near(v, -1), l.before(v))
			require.ElementsMatch(t, near(v, 1), l.after(v))
		}
	})
}

func TestHidokuLearningComesBackToWhereMostWasSettled(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	l := startLearner(t, emptyHidoku(t, puzzle.King, 3, 3), r, nil)
	down := func(list ...int32) {
		for _, v := range list {
			l.decide(v)
			alive, err := l.fixpoint()
			require.NoError(t, err)
			require.True(t, alive)
		}
		l.decide(l.next()) // as if this one failed
		l.rememberBest()
		l.backTo(0)
	}
	far, near := l.firstOf[4], l.firstOf[4]+8
	down(far, l.firstOf[0]+2)
	most := l.mostSettled
	require.Positive(t, most)
	down(near)
	assert.Equal(t, most, l.mostSettled)
	assert.Equal(t, far, l.bestOfNumber[4])
	assert.Equal(t, near, l.lastOfNumber[4])
	assert.Equal(t, far, l.pick(l.bestOfNumber[4], l.lastOfNumber[4], l.ofNumber(4)))
	l.assignFalse(far, because(decided, 0))
	assert.Equal(t, near, l.pick(l.bestOfNumber[4], l.lastOfNumber[4], l.ofNumber(4)))
	l.assignFalse(near, because(decided, 0))
	assert.Equal(t, l.tightest(l.ofNumber(4)), l.pick(l.bestOfNumber[4], l.lastOfNumber[4], l.ofNumber(4)))
}

// hardHidoku is a board on which the learning search has its turns.
func hardHidoku(t testing.TB) *puzzle.Hidoku {
	return puzzletest.LargeHidoku(t, puzzle.King, 20, 20, 0.2, false, 0)
}

func TestHidokuLearningIsDeterministic(t *testing.T) {
	p := hardHidoku(t)
	var stats []search.Stats
	for range 2 {
		m := search.Meter{MaxNodes: 4000}
		assert.ErrorIs(t, searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true }), search.ErrLimit)
		stats = append(stats, m.Stats())
	}
	assert.Equal(t, stats[0], stats[1])
	assert.EqualValues(t, 4000, stats[0].Nodes)
}

func TestHidokuLearningStopsInTime(t *testing.T) {
	p := puzzletest.LargeHidoku(t, puzzle.King, 40, 40, 0.1, true, 0)
	for _, patience := range []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		r := search.Start(ctx, nil)
		h := newQuickSearch(p, r, func(puzzle.Solution) bool { return true })
		start := time.Now()
		err := newDispatcher(h, 0).run() // so that it learns at once
		late := time.Since(start) - patience
		r.Close()
		cancel()
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Less(t, late, time.Minute, "the aim is 0.05 s")
		t.Logf("stopped after %v: %v late", patience, late)
	}
}

func TestHidokuLearningAllocatesNothingPerNode(t *testing.T) {
	p := emptyHidoku(t, puzzle.King, 4, 3)
	var m search.Meter
	allocated := testing.AllocsPerRun(1, func() {
		m = search.Meter{}
		r := search.Start(context.Background(), &m)
		l := startLearner(t, p, r, func(puzzle.Solution) bool { return true })
		require.NoError(t, l.search(nil, noEnd))
		assert.Less(t, len(l.refs), l.reduceAt)
		r.Close()
	})
	assert.Greater(t, m.Stats().Nodes, int64(2000))
	assert.Less(t, allocated, 2000.0, "the lists of clauses grow to their size and no further")
	t.Logf("%.0f allocations, %+v", allocated, m.Stats())
}

func TestHidokuTwoCandidatesOfOneCellCannotBothBeTrue(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	l := startLearner(t, emptyHidoku(t, puzzle.King, 3, 3), r, nil)
	list := l.onCell[l.firstOn[l.slotOf[4]]:l.firstOn[l.slotOf[4]+1]]
	for _, pair := range [][2]int32{{list[0] >> 1, list[1] >> 1}, {l.firstOf[4], l.firstOf[4] + 1}} {
		l.decide(pair[0])
		l.assignTrue(pair[1], because(decided, 0)) // as a clause may, before the first was propagated
		alive, err := l.fixpoint()
		require.NoError(t, err)
		assert.False(t, alive)
		assert.ElementsMatch(t, pair[:], candidatesOf(l.conflictPremises(), -1))
		l.backTo(0)
	}
}

// drawStep chooses or refutes a candidate, and reports whether any is left for it.
func (l *learner) drawStep(t *rapid.T) bool {
	var open []int32
	for v, value := range l.value {
		if value == unassigned {
			open = append(open, int32(v))
		}
	}
	if len(open) == 0 {
		return false
	}
	if v := rapid.SampledFrom(open).Draw(t, "candidate"); v >= l.firstEdge {
		l.assignEdge(v, rapid.SampledFrom([]int8{assignedTrue, assignedFalse}).Draw(t, "value"), because(decided, 0))
	} else if rapid.Bool().Draw(t, "chosen") {
		l.decide(v)
	} else {
		l.assignFalse(v, because(decided, 0))
	}
	return true
}
