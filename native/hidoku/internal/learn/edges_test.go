package learn

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// copied returns what a search changes and must bring back.
func (e *edges) copied() [][]int32 {
	list := [][]int32{slices.Clone(e.chainEnd), nil, nil}
	for _, word := range e.openWays {
		list[1] = append(list[1], int32(word), int32(word>>32))
	}
	for i := range e.possible {
		list[2] = append(list[2], int32(e.possible[i]), int32(e.trueEdges[i]))
	}
	return list
}

// requireEdges fails unless the state is at the fixpoint of the rules for edges. It does not
// ask the counts and the chains that the search keeps.
func (l *Learner) requireEdges(t require.TestingT) {
	for edge, ends := range l.ends {
		v := l.firstEdge + int32(edge)
		a, b := ends[0], ends[1]
		steps := 0 // ways to have consecutive numbers
		for k := range l.N - 1 {
			if l.Fits(k, a) && l.Fits(k+1, b) || l.Fits(k, b) && l.Fits(k+1, a) {
				steps++
			}
		}
		switch l.value[v] {
		case unassigned:
			require.Positive(t, steps)
			require.False(t, l.NumberCount[a] == 1 && l.NumberCount[b] == 1)
			require.False(t, l.joinedByEdges(a, b), "it would close a circle")
		case assignedTrue:
			l.requireNumbersAlong(t, a, b)
			l.requireNumbersAlong(t, b, a)
		}
	}
	if l.edgeAt == nil {
		return
	}
	for _, slot := range l.SlotOf {
		known, open := int(l.fixedEdges[slot]), 0
		for _, v := range l.edgesOf(slot) {
			if v >= 0 && l.value[v] == assignedTrue {
				known++
			}
			if v >= 0 && l.value[v] == unassigned {
				open++
			}
		}
		least := 2
		if l.Fits(0, slot) || l.Fits(l.N-1, slot) {
			least = 1
		}
		require.GreaterOrEqual(t, known+open, least)
		require.LessOrEqual(t, known, 2)
		if open > 0 {
			require.Less(t, known, 2)
			require.Greater(t, known+open, least)
		}
		if least == 1 && l.NumberCount[slot] == 1 {
			require.LessOrEqual(t, known, 1)
			require.True(t, known == 0 || open == 0)
		}
		l.requireWays(t, slot)
	}
}

// requireNumbersAlong fails unless each number of a fits a neighbour of it on b, and the next
// one beyond b.
func (l *Learner) requireNumbersAlong(t require.TestingT, a, b int32) {
	beyond := l.nextOnChain(b, a)
	for k := range l.N {
		if !l.Fits(k, a) {
			continue
		}
		fit := false
		for _, up := range []int{1, -1} {
			near := 0 <= k+up && k+up < l.N && l.Fits(k+up, b)
			if near && beyond >= 0 {
				near = 0 <= k+2*up && k+2*up < l.N && l.Fits(k+2*up, beyond)
			}
			fit = fit || near
		}
		require.True(t, fit, "%d on %s", k+1, l.Name(int(a)))
	}
}

// requireWays fails unless each number of a slot comes and goes by edges that are not false.
func (l *Learner) requireWays(t require.TestingT, slot int32) {
	if l.firstOn[slot] == l.firstOn[slot+1] {
		return
	}
	for k := range l.N {
		if !l.Fits(k, slot) {
			continue
		}
		var before, after []int32
		for _, v := range l.edgesOf(slot) {
			if v < 0 || l.value[v] == assignedFalse {
				continue
			}
			if to := l.other(v, slot); k > 0 && l.Fits(k-1, to) {
				before = append(before, to)
			}
			if to := l.other(v, slot); k < l.N-1 && l.Fits(k+1, to) {
				after = append(after, to)
			}
		}
		require.True(t, k == 0 || len(before) > 0)
		require.True(t, k == l.N-1 || len(after) > 0)
		if k > 0 && k < l.N-1 && len(before) == 1 && len(after) == 1 {
			require.NotEqual(t, before, after)
		}
	}
}

// joinedByEdges reports whether true edges lead from a to b.
func (l *Learner) joinedByEdges(a, b int32) bool {
	seen := map[int32]bool{a: true}
	for list := []int32{a}; len(list) > 0; list = list[1:] {
		for _, v := range l.edgesOf(list[0]) {
			if v >= 0 && l.value[v] == assignedTrue && !seen[l.other(v, list[0])] {
				seen[l.other(v, list[0])] = true
				list = append(list, l.other(v, list[0]))
			}
		}
	}
	return seen[b]
}

// TestHidokuEdgesOfACorner has 1 in the centre and then 9 in a corner. The path visits the
// corner on the other side by both its edges.
func TestHidokuEdgesOfACorner(t *testing.T) {
	p := hidokutest.ParseHidoku(t, "moves: rook\n_,_,_\n_,1,_\n_,_,_")
	r := search.Start(t.Context(), nil)
	defer r.Close()
	l := startLearner(t, p, r, nil)
	require.NotNil(t, l)
	l.decide(l.candidateOf(8, int(l.SlotOf[8])))
	l.assignFalse(l.candidateOf(7, int(l.SlotOf[5])), because(decided, 0))
	alive, err := l.fixpoint()
	require.NoError(t, err)
	require.True(t, alive)
	for _, v := range l.edgesOf(l.SlotOf[0]) {
		if v >= 0 {
			assert.Equal(t, assignedTrue, l.value[v])
		}
	}
}

// TestHidokuPremisesOfChains joins the cells of a row by true edges, and refutes candidates at
// its cells. The premises of what follows are known: the candidates refuted, and the edges
// from the cell to these.
func TestHidokuPremisesOfChains(t *testing.T) {
	type at struct{ number, cell int }
	for name, c := range map[string]struct {
		refuted []at
		removed at
		edges   []int // the premises among the edges, by their left cells
	}{
		"both two cells away":           {[]at{{7, 2}, {3, 2}}, at{5, 0}, []int{0, 1}},
		"the rise is refuted later":     {[]at{{7, 2}, {4, 1}}, at{5, 0}, []int{0, 1}},
		"the fall is refuted later":     {[]at{{6, 1}, {3, 2}}, at{5, 0}, []int{0, 1}},
		"both on one side of a cell":    {[]at{{7, 3}, {3, 3}}, at{5, 1}, []int{1, 2}},
		"on both sides of a cell":       {[]at{{3, 3}, {4, 0}}, at{5, 1}, []int{0, 1, 2}},
		"the fall leaves the numbers":   {[]at{{2, 1}}, at{1, 0}, []int{0}},
		"the rise leaves the numbers":   {[]at{{15, 1}}, at{16, 0}, []int{0}},
		"three cells away, and one":     {[]at{{8, 3}, {4, 1}}, at{5, 0}, []int{0, 1, 2}},
		"another refutation is further": {[]at{{7, 2}, {3, 2}, {8, 3}}, at{5, 0}, []int{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			r := search.Start(t.Context(), nil)
			defer r.Close()
			l := startLearner(t, puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil), r, nil)
			var edges [3]int32
			for i := range edges {
				for _, v := range l.edgesOf(l.SlotOf[i]) {
					if v >= 0 && l.other(v, l.SlotOf[i]) == l.SlotOf[i+1] {
						edges[i] = v
						l.assignEdge(v, assignedTrue, because(decided, 0))
					}
				}
			}
			candidate := func(a at) int32 { return l.candidateOf(a.number-1, int(l.SlotOf[a.cell])) }
			var want []int32
			for i, a := range c.refuted {
				l.assignFalse(candidate(a), because(decided, 0))
				if i < 2 {
					want = append(want, candidate(a))
				}
			}
			for _, i := range c.edges {
				want = append(want, edges[i])
			}
			alive, err := l.fixpoint()
			require.NoError(t, err)
			require.True(t, alive)
			v := candidate(c.removed)
			require.Equal(t, assignedFalse, l.value[v])
			require.Equal(t, alongChain, l.why[v].kind())
			assert.ElementsMatch(t, want, candidatesOf(l.premises(v), -1))
		})
	}
}

// TestHidokuEndsUseEdges closes one edge of a corner, and takes the number next to an end of the
// path from the cells beyond the others. Then the end cannot be in the corner.
func TestHidokuEndsUseEdges(t *testing.T) {
	for _, c := range [][2]int{{0, 1}, {15, 14}} {
		end, next := c[0], c[1]
		r := search.Start(t.Context(), nil)
		defer r.Close()
		l := startLearner(t, puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil), r, nil)
		corner := l.SlotOf[0]
		var closed int32
		for _, v := range l.edgesOf(corner) {
			if v >= 0 && l.other(v, corner) == l.SlotOf[1] {
				closed = v
			}
		}
		l.assignEdge(closed, assignedFalse, because(decided, 0))
		requireAlive := func() {
			alive, err := l.fixpoint()
			require.NoError(t, err)
			require.True(t, alive)
		}
		requireAlive()
		for _, cell := range []int{4, 5} {
			l.assignFalse(l.candidateOf(next, int(l.SlotOf[cell])), because(decided, 0))
		}
		requireAlive()
		v := l.candidateOf(end, int(corner))
		require.Equal(t, assignedFalse, l.value[v], "%d", end+1)
		assert.Equal(t, []int32{closed}, candidatesOf(l.premises(v), -1), "the others are known at the root")
	}
}
