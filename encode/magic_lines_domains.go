package encode

// The domains of the cells of a magic board that is not a plain square. Three rules cut them
// until none applies, or for maxRounds:
//
//   - On a line, a cell has no number with which the line is too small or too large, whatever
//     numbers the other cells have.
//   - On a line with up to two cells that have several numbers, each number must go with one
//     of the other cell.
//   - A number that is on as many cells as it may stand is in no other domain.

import (
	"math"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// lineDomains is a magic board with any lines and the domains of its cells.
type lineDomains struct {
	p       *puzzle.Magic
	lines   []puzzle.Line
	values  []int   // the numbers that differ, ascending
	domains [][]int // per cell, ascending
}

// cutLineDomains returns the board with its domains cut.
func cutLineDomains(run *search.Run, p *puzzle.Magic) (*lineDomains, error) {
	m := &lineDomains{p: p, lines: p.Lines(), values: slices.Compact(p.Numbers()), domains: make([][]int, p.Board().Len())}
	if len(m.values) > maxPlaces/len(m.domains) {
		return nil, tooLarge("%d pairs of a number and a cell it may be on; at most %d", len(m.values)*len(m.domains), maxPlaces)
	}
	for c := range m.domains {
		if k := p.Clue(c); k != puzzle.Empty {
			m.domains[c] = []int{k}
		} else {
			m.domains[c] = slices.Clone(m.values)
		}
	}
	for changed, rounds := true, 0; changed && rounds < maxRounds; rounds++ {
		changed = m.strikeUsed()
		for i := range m.lines {
			if m.cutBounds(&m.lines[i]) || m.cutPairs(&m.lines[i]) {
				changed = true
			}
			if err := run.Err(); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// strike removes from the domain of a cell the numbers for which out reports true, and
// reports whether there were any.
func (m *lineDomains) strike(c int, out func(k int) bool) bool {
	before := len(m.domains[c])
	m.domains[c] = slices.DeleteFunc(m.domains[c], out)
	return len(m.domains[c]) < before
}

// strikeUsed removes numbers that are used up, and reports whether that changed anything.
func (m *lineDomains) strikeUsed() bool {
	used := make(map[int]int)
	for _, domain := range m.domains {
		if len(domain) == 1 {
			used[domain[0]]++
		}
	}
	changed := false
	for c, domain := range m.domains {
		if len(domain) > 1 && m.strike(c, func(k int) bool { return used[k] >= m.p.Uses(k) }) {
			changed = true
		}
	}
	return changed
}

// interval is the set of integers from low to high.
type interval struct{ low, high int }

func (a interval) plus(b interval) interval { return interval{a.low + b.low, a.high + b.high} }

func (a interval) times(b interval) interval {
	products := []int{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}
	return interval{slices.Min(products), slices.Max(products)}
}

// of returns the bounds of the numbers of a cell, which has some.
func (m *lineDomains) of(c int) interval {
	domain := m.domains[c]
	return interval{domain[0], domain[len(domain)-1]}
}

// possible reports whether each cell of a line has a number in its domain. If one has not,
// the problem has no solution already, and the line needs no clauses or options.
func (m *lineDomains) possible(l *puzzle.Line) bool {
	return !slices.ContainsFunc(l.Cells(), func(c int) bool { return len(m.domains[c]) == 0 })
}

// bounds returns the bounds of a line. If own is not nil, it has the bounds of one cell.
func (m *lineDomains) bounds(l *puzzle.Line, cell int, own interval) (sum interval) {
	for _, t := range l.Terms {
		product := interval{1, 1}
		if t.Minus {
			product = interval{-1, -1}
		}
		for _, c := range t.Cells {
			if c == cell {
				product = product.times(own)
			} else {
				product = product.times(m.of(c))
			}
		}
		sum = sum.plus(product)
	}
	return sum
}

// target returns bounds for what a line must add up to.
func (m *lineDomains) target(l *puzzle.Line) interval {
	if !l.Any {
		return interval{l.Sum, l.Sum}
	}
	common := interval{math.MinInt, math.MaxInt}
	for i := range m.lines {
		if l := &m.lines[i]; l.Any && m.possible(l) {
			of := m.bounds(l, -1, interval{})
			common = interval{max(common.low, of.low), min(common.high, of.high)}
		}
	}
	return common
}

// cutBounds applies the rule of bounds to a line, and reports whether that changed anything.
func (m *lineDomains) cutBounds(l *puzzle.Line) (changed bool) {
	target := m.target(l)
	for _, c := range l.Cells() {
		if !m.possible(l) {
			return changed
		}
		if m.strike(c, func(k int) bool {
			sum := m.bounds(l, c, interval{k, k})
			return sum.high < target.low || sum.low > target.high
		}) {
			changed = true
		}
	}
	return changed
}

// cutPairs applies the rule of two cells to a line, and reports whether that changed
// anything.
func (m *lineDomains) cutPairs(l *puzzle.Line) (changed bool) {
	if l.Any || !m.possible(l) {
		return false
	}
	board := make(puzzle.Solution, len(m.domains))
	var open []int
	for _, c := range l.Cells() {
		if board[c] = m.domains[c][0]; len(m.domains[c]) > 1 {
			open = append(open, c)
		}
	}
	if len(open) == 0 || len(open) > 2 || len(open) == 2 && len(m.domains[open[0]])*len(m.domains[open[1]]) > maxPairTries {
		return false
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

// maxPairTries bounds the pairs of numbers that the rule of two cells tries.
const maxPairTries = 1 << 16
