package human

import "crosscut/human/internal/say"

// The techniques byBridge and byLongBridge go through all ways of the numbers of a gap over
// its free cells. A cell that no way has for a number is no candidate. A cell that all
// ways use holds none of the other numbers.
//
// They apply to a gap with at least one placed end and at most mostWays ways. Nobody goes
// through more ways by hand: a conclusion that needs them is a guess. bridgeBudget bounds
// the work. Beyond either bound, a candidate must only have candidates beside it for the
// numbers before and after.
//
// The more ways a long bridge has, the harder it is: see [Step.Weight].

// shortBridge is the most numbers of a Bridge. Longer gaps are a LongBridge.
const shortBridge = 3

// mostWays is the most ways that a person goes through.
const mostWays = 20

// bridgeBudget bounds the cells tried for all ways over one gap. If it is not enough,
// dropUnsupported takes over.
const bridgeBudget = 3000

// bridgeStep looks for a conclusion from a short or from a long gap. It looks at a gap
// only if its numbers have lost cells since the last time.
func (s *hidokuState) bridgeStep(short bool) (Step, bool) {
	for _, g := range s.gaps() {
		if (g.size() <= shortBridge) != short || g.from < 0 && g.to == s.n {
			continue
		}
		if s.over() {
			return Step{}, false
		}
		latest := 0
		for k := max(g.from, 0); k <= min(g.to, s.n-1); k++ {
			latest = max(latest, s.changed[k])
		}
		if memo := &s.bridgedAt[g.from+1]; *memo >= latest {
			continue
		} else {
			*memo = s.clock
		}
		how := byLongBridge
		if short {
			how = byBridge
		}
		if step, ok := s.bridgeOver(g, how); ok || s.wrong != nil {
			return step, ok
		}
	}
	return Step{}, false
}

// bridgeOver is bridgeStep for one gap. The numbers of a gap lie on different free cells,
// and each touches the next, so a way of the solution is among the ways.
func (s *hidokuState) bridgeOver(g gap, how Technique) (Step, bool) {
	all := &gapWays{hidokuState: s, gap: g, budget: bridgeBudget, occupied: make([]bool, s.n)}
	if !all.findAll() {
		return s.dropUnsupported(g, how)
	}
	if all.count == 0 {
		s.wrong = say.New("hidoku.noWay", say.Values{"span": s.span(g)})
		return Step{}, false
	}
	var dropped []Candidate
	for k := g.from + 1; k < g.to; k++ {
		for _, c := range s.cellsFor(k) {
			if !all.usable[k-g.from-1][c] && s.drop(k, c, none) {
				dropped = append(dropped, s.candidate(k, c))
			}
		}
	}
	var usedByAll []int
	for c, times := range all.timesUsed {
		if times == all.count {
			usedByAll = append(usedByAll, c)
			for _, k := range s.numbersFor(c) {
				if !g.has(k) && s.drop(k, c, none) {
					dropped = append(dropped, s.candidate(k, c))
				}
			}
		}
	}
	if len(dropped) == 0 {
		return Step{}, false
	}
	reason := say.New("hidoku.bridge", say.Values{"span": s.span(g), "count": say.Number(g.size()), "ways": say.Number(all.count)})
	if len(usedByAll) > 0 && all.count > 1 {
		reason.Template = "hidoku.bridgeCells"
		reason.Values["cells"] = say.Cells(usedByAll)
	}
	step, ok := s.removeStep(how, dropped, s.ends(g), reason)
	step.Ways = all.count
	return step, ok
}

// gapWays finds all ways of a gap's numbers over free cells.
type gapWays struct {
	*hidokuState
	gap
	budget    int
	occupied  []bool
	walked    []int    // per number of the gap, its cell on the current way
	usable    [][]bool // per number of the gap and cell, whether some way has it
	timesUsed []int    // per cell, the number of ways that use it
	count     int
}

// findAll finds all ways. It reports whether they are at most mostWays and the budget was
// enough. A gap before the
// first placed number is walked backwards, because a way needs a cell to start from.
func (w *gapWays) findAll() bool {
	for range w.size() {
		w.usable = append(w.usable, make([]bool, w.n))
	}
	w.timesUsed = make([]int, w.n)
	w.walked = make([]int, w.size())
	if w.from >= 0 {
		return w.walk(w.from+1, 1, w.cellOf[w.from])
	}
	return w.walk(w.to-1, -1, w.cellOf[w.to])
}

// walk tries each cell for k beside cell, and then the next numbers in the direction.
func (w *gapWays) walk(k, direction, cell int) bool {
	if !w.has(k) {
		if k >= 0 && k < w.n && !w.touch(cell, w.cellOf[k]) {
			return true
		}
		if w.count++; w.count > mostWays {
			return false
		}
		for i, c := range w.walked {
			w.usable[i][c] = true
			w.timesUsed[c]++
		}
		return true
	}
	for _, c := range w.neighbours[cell] {
		if w.occupied[c] || !w.may(k, c) {
			continue
		}
		if w.budget--; w.budget < 0 {
			return false
		}
		w.occupied[c], w.walked[k-w.from-1] = true, c
		ok := w.walk(k+direction, direction, c)
		w.occupied[c] = false
		if !ok {
			return false
		}
	}
	return true
}

// dropUnsupported drops candidates until each has support: one cell beside it for the
// number before, and another one for the number after. It is for gaps with too many ways.
func (s *hidokuState) dropUnsupported(g gap, how Technique) (Step, bool) {
	var dropped []Candidate
	for again := true; again && s.wrong == nil; {
		again = false
		for k := g.from + 1; k < g.to; k++ {
			if s.over() {
				s.bridgedAt[g.from+1] = -1 // look again at the gap
				again = false
				break
			}
			for _, c := range s.cellsFor(k) {
				if !s.supported(k, c) && s.drop(k, c, none) {
					dropped = append(dropped, s.candidate(k, c))
					again = true
				}
			}
		}
	}
	return s.excludeStep(how, dropped, s.ends(g), say.New("hidoku.bridgeSteps", say.Values{"span": s.span(g), "count": say.Number(g.size() + 1)}))
}

// supported reports whether k on c can be entered from k−1 and left for k+1.
func (s *hidokuState) supported(k, c int) bool {
	before, after, sides := k == 0, k == s.n-1, 0
	for _, d := range s.neighbours[c] {
		enter, leave := k > 0 && s.may(k-1, d), k < s.n-1 && s.may(k+1, d)
		before, after = before || enter, after || leave
		if enter || leave {
			sides++
		}
	}
	return before && after && (sides >= 2 || k == 0 || k == s.n-1)
}
