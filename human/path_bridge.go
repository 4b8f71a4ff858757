package human

import (
	"fmt"
	"slices"
)

// A bridge over at most so many numbers is short.
const shortBridge = 3

// bridgeBudget bounds the cells tried in looking for all ways over one gap. Where it
// is not enough the ways are taken apart: see layers.
const bridgeBudget = 3000

// bridgeStep looks for a gap, short or long, of which all ways together say
// something: a cell that no way has for a number, or one that all ways use.
func (s *path) bridgeStep(short bool) (Step, bool) {
	for _, g := range s.gaps() {
		if (g.size() <= shortBridge) != short || g.from < 0 && g.to == s.n {
			continue
		}
		latest := 0
		for k := max(g.from, 0); k <= min(g.to, s.n-1); k++ {
			latest = max(latest, s.changed[k])
		}
		if memo := &s.bridged[g.from+1]; *memo >= latest {
			continue
		} else {
			*memo = s.clock
		}
		how := LongBridge
		if short {
			how = Bridge
		}
		if step, ok := s.bridge(g, how); ok || s.wrong != "" {
			return step, ok
		}
	}
	return Step{}, false
}

// bridge is bridgeStep for one gap. Nothing is lost: the numbers of a gap are on
// different free cells, of which each touches the next.
func (s *path) bridge(g gap, how Technique) (Step, bool) {
	w := &ways{path: s, gap: g, budget: bridgeBudget, taken: make([]bool, s.n)}
	if !w.all() {
		return s.layers(g, how)
	}
	if w.count == 0 {
		s.wrong = fmt.Sprintf("there is no way for the numbers %s", s.span(g))
		return Step{}, false
	}
	var gone []Candidate
	for k := g.from + 1; k < g.to; k++ {
		for _, c := range s.members(k, nil) {
			if !w.used[k-g.from-1][c] && s.drop(k, c, None) {
				gone = append(gone, candidate(k, c))
			}
		}
	}
	var always []int
	for c, times := range w.passes {
		if times == w.count {
			always = append(always, c)
			for _, k := range s.numbersOf(c) {
				if !g.has(k) && s.drop(k, c, None) {
					gone = append(gone, candidate(k, c))
				}
			}
		}
	}
	if len(gone) == 0 {
		return Step{}, false
	}
	text := fmt.Sprintf("%s %s %s", s.span(g), agree(g.size(), "the number has", fmt.Sprintf("the %d numbers have", g.size())),
		agree(w.count, "one way", fmt.Sprintf("%d ways", w.count)))
	if len(always) > 0 && w.count > 1 {
		text += fmt.Sprintf(", and all use %s", s.cellList(always))
	}
	return s.removed(how, gone, s.ends(g), text)
}

// removed makes the step that candidates, which are gone already, are not right.
func (s *path) removed(how Technique, gone []Candidate, because []int, reason string) (Step, bool) {
	slices.Sort(because)
	return Step{Technique: how, Remove: gone, Because: slices.Compact(because), Text: reason + ": " + s.without(gone)}, true
}

// without says that candidates are not right: "37 cannot be at r1c1 or r1c2". It
// names a few and says how many there are beside.
func (s *path) without(gone []Candidate) string {
	const named = 6
	if c := gone[0].Cells[0]; !slices.ContainsFunc(gone, func(other Candidate) bool { return other.Cells[0] != c }) {
		var numbers []string
		for _, g := range gone {
			numbers = append(numbers, fmt.Sprint(g.Value))
		}
		return fmt.Sprintf("%s cannot be %s", s.cell(c), listed(numbers, "or"))
	}
	cells := map[int][]string{}
	var numbers []int
	for _, c := range gone[:min(named, len(gone))] {
		if cells[c.Value] == nil {
			numbers = append(numbers, c.Value)
		}
		cells[c.Value] = append(cells[c.Value], s.cell(c.Cells[0]))
	}
	var parts []string
	for _, k := range numbers {
		parts = append(parts, fmt.Sprintf("%d cannot be at %s", k, listed(cells[k], "or")))
	}
	if more := len(gone) - named; more > 0 {
		parts = append(parts, fmt.Sprintf("%d other %s", more, agree(more, "place goes", "places go")))
	}
	return listed(parts, "and")
}

// cellList names cells: "r1c1, r1c2 and r1c3".
func (s *path) cellList(cells []int) string {
	var names []string
	for _, c := range cells {
		names = append(names, s.cell(c))
	}
	return listed(names, "and")
}

// ways are all ways of a gap's numbers over its cells.
type ways struct {
	*path
	gap
	budget int
	taken  []bool
	way    []int    // the cells of the numbers from the gap's first on
	used   [][]bool // per number of the gap and cell: some way has it
	passes []int    // per cell how many ways use it
	count  int
}

// all finds all ways, and reports whether the budget was enough. A gap at the
// beginning is walked backwards, for a way needs a cell to start from.
func (w *ways) all() bool {
	for range w.size() {
		w.used = append(w.used, make([]bool, w.n))
	}
	w.passes = make([]int, w.n)
	w.way = make([]int, w.size())
	if w.from >= 0 {
		return w.walk(w.from+1, 1, w.at[w.from])
	}
	return w.walk(w.to-1, -1, w.at[w.to])
}

// walk puts k beside cell, and the numbers behind it.
func (w *ways) walk(k, direction, cell int) bool {
	if !w.has(k) {
		if k >= 0 && k < w.n && !w.touch(cell, w.at[k]) {
			return true
		}
		w.count++
		for i, c := range w.way {
			w.used[i][c] = true
			w.passes[c]++
		}
		return true
	}
	for _, c := range w.near[cell] {
		if w.taken[c] || !w.may(k, c) {
			continue
		}
		if w.budget--; w.budget < 0 {
			return false
		}
		w.taken[c], w.way[k-w.from-1] = true, c
		ok := w.walk(k+direction, direction, c)
		w.taken[c] = false
		if !ok {
			return false
		}
	}
	return true
}

// layers cuts a gap too long for all its ways: each number needs a cell of the number
// before it and one of the number after it beside its own, two different ones.
func (s *path) layers(g gap, how Technique) (Step, bool) {
	var gone []Candidate
	for again := true; again && s.wrong == ""; {
		again = false
		for k := g.from + 1; k < g.to; k++ {
			for _, c := range s.members(k, nil) {
				if !s.supported(k, c) && s.drop(k, c, None) {
					gone = append(gone, candidate(k, c))
					again = true
				}
			}
		}
	}
	if len(gone) == 0 || s.wrong != "" {
		return Step{}, false
	}
	return s.removed(how, gone, s.ends(g), fmt.Sprintf("%s the path takes %d steps", s.span(g), g.size()+1))
}

// supported reports whether k on c can be entered from k−1 and left for k+1.
func (s *path) supported(k, c int) bool {
	before, after, both := k == 0, k == s.n-1, 0
	for _, d := range s.near[c] {
		enter, leave := k > 0 && s.may(k-1, d), k < s.n-1 && s.may(k+1, d)
		before, after = before || enter, after || leave
		if enter || leave {
			both++
		}
	}
	return before && after && (both >= 2 || k == 0 || k == s.n-1)
}

// deadEndStep looks for a free cell with at most two ways in and out: free cells, and
// numbers that lack a neighbour. A number on it that is not the first or the last
// comes from the one and goes to the other.
func (s *path) deadEndStep() (Step, bool) {
	for c := range s.n {
		if s.number[c] >= 0 {
			continue
		}
		open := s.waysOut(c)
		if len(open) > 2 {
			continue
		}
		var gone []Candidate
		for _, k := range s.numbersOf(c) {
			if !s.passesThrough(k, open) && s.drop(k, c, None) {
				gone = append(gone, candidate(k, c))
			}
		}
		gone = append(gone, s.lead(c, open)...)
		if s.wrong != "" {
			return Step{}, false
		}
		if len(gone) > 0 {
			reason := fmt.Sprintf("%s has no other way in and out than %s", s.cell(c), s.cellList(open))
			if len(open) == 0 {
				reason = fmt.Sprintf("%s has no way in and out", s.cell(c))
			}
			return s.removed(DeadEnd, gone, append(open, c), reason)
		}
	}
	return Step{}, false
}

// waysOut returns the cells beside c that are free or have a number that lacks one
// beside it.
func (s *path) waysOut(c int) []int {
	var open []int
	for _, d := range s.near[c] {
		k := s.number[d]
		if k < 0 || k > 0 && s.at[k-1] < 0 || k < s.n-1 && s.at[k+1] < 0 {
			open = append(open, d)
		}
	}
	return open
}

// passesThrough reports whether k can be on a cell with only these, at most two,
// cells beside it.
func (s *path) passesThrough(k int, open []int) bool {
	has := func(k, i int) bool { return i < len(open) && s.may(k, open[i]) }
	switch {
	case s.n == 1:
		return true
	case k == 0:
		return has(1, 0) || has(1, 1)
	case k == s.n-1:
		return has(k-1, 0) || has(k-1, 1)
	}
	return has(k-1, 0) && has(k+1, 1) || has(k+1, 0) && has(k-1, 1)
}

// lead takes from the free cells that a path through c must use every number that has
// none beside it on c. It is for cells c that are neither the first nor the last of
// the path, and have two ways in and out.
func (s *path) lead(c int, open []int) (gone []Candidate) {
	if len(open) < 2 || s.may(0, c) || s.may(s.n-1, c) {
		return nil
	}
	for _, d := range open {
		if s.number[d] >= 0 {
			continue
		}
		for _, k := range s.numbersOf(d) {
			if !(k > 0 && s.may(k-1, c) || k < s.n-1 && s.may(k+1, c)) && s.drop(k, d, None) {
				gone = append(gone, candidate(k, d))
			}
		}
	}
	return gone
}
