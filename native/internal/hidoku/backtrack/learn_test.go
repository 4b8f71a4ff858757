package backtrack

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/puzzle"
)

// startLearner returns the learning search for the root of p, nil when the root is
// settled without solution.
func startLearner(t require.TestingT, p *puzzle.Hidoku, r *meter.Run, yield func(puzzle.Solution) bool) *Learner {
	h := NewSearch(p, r, yield)
	alive, err := h.Open()
	require.NoError(t, err)
	if !alive {
		return nil
	}
	l, err := New(h, 1)
	require.NoError(t, err)
	return l
}

// checkLearners draws boards of up to so many cells, and calls check with the learning search of each
// that the root does not settle.
func checkLearners(t *testing.T, cells int, check func(t *rapid.T, p *puzzle.Hidoku, l *Learner)) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawUnpaired(t, cells)
		r := meter.Start(context.Background(), nil)
		defer r.Close()
		if l := startLearner(t, p, r, nil); l != nil {
			check(t, p, l)
		}
	})
}

func TestHidokuLearningFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawUnpaired(t, 10)
		steps := hidokutest.NewReplay(p)
		var l *Learner
		m := meter.Meter{Trace: func(s meter.Step) {
			steps.Step(t, s)
			if l != nil {
				l.reduceAt = 1 // so that clauses are dropped as soon as there are two
			}
		}}
		r := meter.Start(context.Background(), &m)
		defer r.Close()
		var all []puzzle.Solution
		l = startLearner(t, p, r, func(s puzzle.Solution) bool {
			require.Equal(t, steps.Board, []int(s))
			all = append(all, slices.Clone(s))
			return true
		})
		if l != nil {
			l.restartUnit = 1
			require.NoError(t, l.Search(nil, NoEnd))
		}
		hidokutest.RequireSame(t, p, all)
	})
}

// holds reports whether path has the candidate v as it is now.
func (l *Learner) holds(path puzzle.Solution, v int32) bool {
	return l.inPath(path, v) == (l.value[v] == assignedTrue)
}

func (l *Learner) inPath(path puzzle.Solution, v int32) bool {
	return path[l.CellAt[l.cellOf[v]]] == int(l.numberOf[v])+1
}

// TestHidokuLearntClausesHoldInEverySolution looks at each dead end and solution. All
// solutions that agree with the root, and are not handed out yet, must obey every
// clause.
func TestHidokuLearntClausesHoldInEverySolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawUnpaired(t, 8)
		paths := puzzletest.Brute(p)
		var l *Learner
		m := meter.Meter{Trace: func(s meter.Step) {
			if l != nil && s.Kind != meter.Placed {
				l.requireClauses(t, paths)
			}
		}}
		r := meter.Start(context.Background(), &m)
		defer r.Close()
		l = startLearner(t, p, r, func(puzzle.Solution) bool { return true })
		if l != nil {
			require.NoError(t, l.Search(nil, NoEnd))
		}
	})
}

func (l *Learner) requireClauses(t *rapid.T, paths []puzzle.Solution) {
	for _, path := range paths {
		if !l.rootHolds(path) {
			continue
		}
		for _, ref := range l.refs {
			require.True(t, slices.ContainsFunc(l.literals(ref), func(lit int32) bool {
				return l.inPath(path, lit>>1) == (lit&1 == 0)
			}), "%v\n%v of\n%v", l.literals(ref), path, l.P)
		}
	}
}

// TestHidokuPremisesAreEnough makes random choices, and after each looks at what
// followed. No solution may have the premises without the conclusion. The premises must
// have come before it.
func TestHidokuPremisesAreEnough(t *testing.T) {
	checkLearners(t, 10, func(t *rapid.T, p *puzzle.Hidoku, l *Learner) {
		paths := puzzletest.Brute(p)
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

func (l *Learner) requireReasons(t *rapid.T, paths []puzzle.Solution) {
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
				require.True(t, l.holds(path, v), "%v on\n%v", path, l.P)
			}
		}
	}
}

func (l *Learner) allHold(path puzzle.Solution, list []int32) bool {
	return !slices.ContainsFunc(list, func(v int32) bool { return !l.holds(path, v) })
}

// rootHolds reports whether path agrees with what is known without any choice.
func (l *Learner) rootHolds(path puzzle.Solution) bool {
	return !slices.ContainsFunc(l.assigned, func(v int32) bool { return l.levelOf[v] == 0 && !l.holds(path, v) })
}

func TestHidokuLearningGoesBackToTheSameState(t *testing.T) {
	checkLearners(t, 12, func(t *rapid.T, p *puzzle.Hidoku, l *Learner) {
		if alive, err := l.fixpoint(); err != nil || !alive {
			return
		}
		cells, values := slices.Clone(l.Cells), slices.Clone(l.value)
		cellCount, numberCount := slices.Clone(l.CellCount), slices.Clone(l.NumberCount)
		numberRest, cellRest := slices.Clone(l.numberXor), slices.Clone(l.cellXor)
		for alive := true; alive; {
			v := l.next()
			if v < 0 {
				break
			}
			l.decide(v)
			alive, _ = l.fixpoint()
		}
		l.backTo(0)
		require.Equal(t, cells, l.Cells)
		require.Equal(t, values, l.value)
		require.Equal(t, cellCount, l.CellCount)
		require.Equal(t, numberCount, l.NumberCount)
		require.Equal(t, numberRest, l.numberXor)
		require.Equal(t, cellRest, l.cellXor)
		require.Equal(t, noConflict, l.conflict.kind)
		hidokutest.RequireOpen(t, l.CellCount, l.OpenNumbers)
		hidokutest.RequireOpen(t, l.NumberCount, l.OpenSlots)
	})
}

// TestHidokuLearningStopsOnlyWhenNothingFollows makes random choices. After each, all
// candidates left must have support, although not every number is revised.
func TestHidokuLearningStopsOnlyWhenNothingFollows(t *testing.T) {
	checkLearners(t, 12, func(t *rapid.T, p *puzzle.Hidoku, l *Learner) {
		for {
			if alive, err := l.fixpoint(); err != nil || !alive {
				return
			}
			hidokutest.RequireOpen(t, l.CellCount, l.OpenNumbers)
			hidokutest.RequireOpen(t, l.NumberCount, l.OpenSlots)
			for cell, slot := range l.SlotOf {
				for k := range l.N {
					if l.Fits(k, slot) {
						require.True(t, hidokutest.Supported(l.P, k, cell, func(k, cell int) bool { return l.Fits(k, l.SlotOf[cell]) }), "%d on %s", k+1, l.Name(int(slot)))
						require.Equal(t, l.CellCount[k] == 1, l.NumberCount[slot] == 1)
					}
				}
			}
			if !l.drawStep(t) {
				return
			}
		}
	})
}

func TestHidokuLearningListsWhatIsNear(t *testing.T) {
	checkLearners(t, 16, func(t *rapid.T, p *puzzle.Hidoku, l *Learner) {
		near := func(v, step int32) []int32 {
			var list []int32
			for u := range int32(len(l.value)) {
				touch := slices.Contains(p.Neighbours(int(l.CellAt[l.cellOf[v]])), int(l.CellAt[l.cellOf[u]]))
				next := l.numberOf[v] + step
				if p.Rules().Closed {
					next = (next + int32(l.N)) % int32(l.N)
				}
				if touch && l.numberOf[u] == next {
					list = append(list, u<<1)
				}
			}
			return list
		}
		for v := range int32(len(l.value)) {
			require.ElementsMatch(t, near(v, -1), l.before(v))
			require.ElementsMatch(t, near(v, 1), l.after(v))
		}
	})
}

func TestHidokuLearningComesBackToWhereMostWasSettled(t *testing.T) {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	l := startLearner(t, puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), r, nil)
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
	assert.Equal(t, far, l.pick(l.bestOfNumber[4], l.ofNumber(4)))
	l.assignFalse(far, because(decided, 0))
	assert.Equal(t, l.tightest(l.ofNumber(4)), l.pick(l.bestOfNumber[4], l.ofNumber(4)))
}

func TestHidokuLearningAllocatesNothingPerNode(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil)
	var m meter.Meter
	allocated := testing.AllocsPerRun(1, func() {
		m = meter.Meter{}
		r := meter.Start(context.Background(), &m)
		l := startLearner(t, p, r, func(puzzle.Solution) bool { return true })
		require.NoError(t, l.Search(nil, NoEnd))
		assert.Less(t, len(l.refs), l.reduceAt)
		r.Close()
	})
	assert.Greater(t, m.Stats().Nodes, int64(2000))
	assert.Less(t, allocated, 2000.0, "the lists of clauses grow to their size and no further")
	t.Logf("%.0f allocations, %+v", allocated, m.Stats())
}

func TestHidokuTwoCandidatesOfOneCellCannotBothBeTrue(t *testing.T) {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	l := startLearner(t, puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), r, nil)
	list := l.onCell[l.firstOn[l.SlotOf[4]]:l.firstOn[l.SlotOf[4]+1]]
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
func (l *Learner) drawStep(t *rapid.T) bool {
	var open []int32
	for v, value := range l.value {
		if value == unassigned {
			open = append(open, int32(v))
		}
	}
	if len(open) == 0 {
		return false
	}
	if v := rapid.SampledFrom(open).Draw(t, "candidate"); rapid.Bool().Draw(t, "chosen") {
		l.decide(v)
	} else {
		l.assignFalse(v, because(decided, 0))
	}
	return true
}
