package encode

// The domains of the cells of a magic board, which both targets begin with. A domain is the set
// of numbers that a cell can have. Three rules cut domains until none applies, or for maxRounds:
//
//   - On a line, a cell has no number with which the line is too small or too large, whatever
//     numbers the other cells have.
//   - On a line with up to two cells that have several numbers, each number must go with one
//     of the other cell.
//   - A number that is on as many cells as it may stand is in no other domain.
//
// On a board of order n, a round takes time O(n⁵).

import (
	"math"
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// magicDomains is a magic board with the domains of its cells.
type magicDomains struct {
	p       *puzzle.Magic
	lines   []puzzle.Line
	values  []int   // the numbers that differ, ascending
	domains [][]int // per cell, ascending
	met     []int   // scratch, per value: see distinct
}

// cutMagicDomains returns the board with its domains cut. If the rules leave some cell without a
// number, so that there is no solution, no cell has one.
func cutMagicDomains(run *meter.Run, p *puzzle.Magic) (*magicDomains, error) {
	m, err := magicDomainsOfClues(p)
	if err != nil {
		return nil, err
	}
	for changed, rounds := true, 0; changed && rounds < maxRounds; rounds++ {
		changed = m.strikeUsed()
		for i := range m.lines {
			if m.cutBounds(&m.lines[i]) || m.cutPairs(&m.lines[i]) {
				changed = true
			}
			if !m.possible(&m.lines[i]) {
				clear(m.domains)
				return m, nil
			}
			if err := run.Err(); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// magicDomainsOfClues returns the board with the domains that follow from the clues alone.
func magicDomainsOfClues(p *puzzle.Magic) (*magicDomains, error) {
	m := &magicDomains{p: p, lines: p.Lines(), values: slices.Compact(p.Numbers()), domains: make([][]int, p.Board().Len())}
	m.met = make([]int, len(m.values))
	given, open := make(map[int]int), 0
	for c := range m.domains {
		if k := p.Clue(c); k != puzzle.Empty {
			m.domains[c] = []int{k}
			given[k]++
		} else {
			open++
		}
	}
	free := slices.DeleteFunc(slices.Clone(m.values), func(k int) bool { return given[k] >= p.Uses(k) })
	if len(free) > maxPlaces/max(open, 1) {
		return nil, write.TooLarge("%d pairs of a number and a cell it may be on; at most %d", len(free)*open, maxPlaces)
	}
	for c := range m.domains {
		if m.domains[c] == nil {
			m.domains[c] = slices.Clone(free)
		}
	}
	return m, nil
}

// strike removes from the domain of a cell the numbers for which out reports true, and
// reports whether there were any.
func (m *magicDomains) strike(c int, out func(k int) bool) bool {
	before := len(m.domains[c])
	m.domains[c] = slices.DeleteFunc(m.domains[c], out)
	return len(m.domains[c]) < before
}

// strikeUsed removes numbers that are used up, and reports whether that changed anything.
func (m *magicDomains) strikeUsed() bool {
	used := make([]int, len(m.values))
	for _, domain := range m.domains {
		if len(domain) == 1 {
			used[m.index(domain[0])]++
		}
	}
	changed := false
	for c, domain := range m.domains {
		if len(domain) > 1 && m.strike(c, func(k int) bool { return used[m.index(k)] >= m.p.Uses(k) }) {
			changed = true
		}
	}
	return changed
}

// index returns the index of a number among the values. The numbers of most boards have no gaps.
func (m *magicDomains) index(k int) int {
	if i := k - m.values[0]; i < len(m.values) && m.values[i] == k {
		return i
	}
	i, _ := slices.BinarySearch(m.values, k)
	return i
}

// interval is the set of integers from low to high.
type interval struct{ low, high int }

func (a interval) plus(b interval) interval { return interval{a.low + b.low, a.high + b.high} }

func (a interval) times(b interval) interval {
	v, w, x, y := a.low*b.low, a.low*b.high, a.high*b.low, a.high*b.high
	return interval{min(v, w, x, y), max(v, w, x, y)}
}

func (a interval) meets(b interval) bool { return a.low <= b.high && a.high >= b.low }

func (a interval) and(b interval) interval { return interval{max(a.low, b.low), min(a.high, b.high)} }

// of returns the bounds of the numbers of a cell, which has some.
func (m *magicDomains) of(c int) interval {
	domain := m.domains[c]
	return interval{domain[0], domain[len(domain)-1]}
}

// possible reports whether each cell of a line has a number in its domain. If one has not,
// the problem has no solution already, and the line needs no clauses or options.
func (m *magicDomains) possible(l *puzzle.Line) bool {
	return !slices.ContainsFunc(l.Cells(), func(c int) bool { return len(m.domains[c]) == 0 })
}

// factor returns the bounds of a term without one of its cells. If the cell is in another term,
// these are the bounds of the term.
func (m *magicDomains) factor(t *puzzle.Term, without int) interval {
	product := interval{1, 1}
	if t.Minus {
		product = interval{-1, -1}
	}
	for _, c := range t.Cells {
		if c != without {
			product = product.times(m.of(c))
		}
	}
	return product
}

// total returns the bounds of a sum of terms of a line. Each cell has some number. They follow from
// the domains of the cells, and from how often a number may stand among cells that are added.
func (m *magicDomains) total(terms []puzzle.Term) interval {
	var sum, own interval
	var cells []int
	for i := range terms {
		t := &terms[i]
		bounds := m.factor(t, -1)
		switch {
		case t.Minus || len(t.Cells) > 1 || len(m.domains[t.Cells[0]]) == 1:
			sum = sum.plus(bounds)
		default:
			own, cells = own.plus(bounds), append(cells, t.Cells[0])
		}
	}
	return sum.plus(own.and(m.distinct(cells)))
}

// distinct returns the bounds of the sum of some cells that follow from how often each number may
// stand. There is no such sum if they have too few numbers.
func (m *magicDomains) distinct(cells []int) interval {
	clear(m.met)
	for _, c := range cells {
		for _, k := range m.domains[c] {
			m.met[m.index(k)]++
		}
	}
	sum := func(at, step int) (sum int, ok bool) {
		left := len(cells)
		for ; left > 0 && at >= 0 && at < len(m.met); at += step {
			if m.met[at] > 0 {
				times := min(m.met[at], left, m.p.Uses(m.values[at]))
				sum, left = sum+times*m.values[at], left-times
			}
		}
		return sum, left == 0
	}
	low, ok := sum(0, 1)
	high, _ := sum(len(m.met)-1, -1)
	if !ok {
		return interval{beyond, -beyond}
	}
	return interval{low, high}
}

// beyond is more than any line can add up to, and small enough for sums of some of it.
const beyond = 1 << 61

// sumOf returns bounds for what a line must add up to.
func (m *magicDomains) sumOf(l *puzzle.Line) interval {
	if !l.Any {
		return interval{l.Sum, l.Sum}
	}
	common := interval{math.MinInt, math.MaxInt}
	for i := range m.lines {
		if l := &m.lines[i]; l.Any && m.possible(l) {
			common = common.and(m.total(l.Terms))
		}
	}
	return common
}

// cutBounds applies the rule of bounds to a line, and reports whether that changed anything.
func (m *magicDomains) cutBounds(l *puzzle.Line) (changed bool) {
	target := m.sumOf(l)
	for i := range l.Terms {
		for _, c := range l.Terms[i].Cells {
			if !m.possible(l) {
				return changed
			}
			factor := m.factor(&l.Terms[i], c)
			others := m.total(slices.Concat(l.Terms[:i], l.Terms[i+1:]))
			if m.strike(c, func(k int) bool { return !interval{k, k}.times(factor).plus(others).meets(target) }) {
				changed = true
			}
		}
	}
	return changed
}

// cutPairs applies the rule of two cells to a line, and reports whether that changed
// anything.
func (m *magicDomains) cutPairs(l *puzzle.Line) (changed bool) {
	if l.Any || !m.possible(l) {
		return false
	}
	var open []int
	for _, c := range l.Cells() {
		if len(m.domains[c]) > 1 {
			open = append(open, c)
		}
	}
	if len(open) == 0 || len(open) > 2 || len(open) == 2 && len(m.domains[open[0]])*len(m.domains[open[1]]) > maxPairTries {
		return false
	}
	board := make(puzzle.Solution, len(m.domains))
	for _, c := range l.Cells() {
		board[c] = m.domains[c][0]
	}
	fits := func(c, k int) bool { // with one of the numbers of the other cell
		board[c] = k
		other := open[len(open)-1]
		if other == c {
			other = open[0]
		}
		if other == c {
			value, _ := l.Value(board)
			return value == l.Sum
		}
		return slices.ContainsFunc(m.domains[other], func(k int) bool {
			board[other] = k
			value, _ := l.Value(board)
			return value == l.Sum
		})
	}
	for _, c := range open {
		if m.strike(c, func(k int) bool { return !fits(c, k) }) {
			changed = true
		}
	}
	return changed
}

// maxPairTries bounds the pairs of numbers that the rule of two cells tries, and the pairs of cells whose
// sums are compared.
const maxPairTries = 1 << 16
