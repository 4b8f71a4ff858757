package encode

// The domains of a magic board's cells, which both targets begin with. A domain is the
// set of numbers that a cell can have. Two rules cut domains until neither applies:
//
//   - On a line, a cell has no number that is too small or too large for the sum,
//     whatever numbers the other cells have.
//   - The only number of a cell is in no other domain.
//
// They always apply. A round takes time O(n⁵), and maxRounds bounds the rounds.
//
// Numbers are counted from the lowest of the board here, so that the range of
// numbers makes no difference: they are 0 to n²−1, and sums are less by n·Low.

import (
	"fmt"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// magicDomains is a magic board with the domains of its cells.
type magicDomains struct {
	p       *puzzle.Magic
	n       int
	sum     int
	lines   []line
	domains [][]int // per cell, ascending
}

// line is a set of n cells that must have the sum.
type line struct {
	kind  puzzle.Rule
	name  string // unique among the lines: row3
	cells []int
}

// cutMagicDomains returns the board with its domains cut until no rule applies, or for
// maxRounds.
func cutMagicDomains(run *search.Run, p *puzzle.Magic) (*magicDomains, error) {
	m, err := magicDomainsOfClues(p)
	if err != nil {
		return nil, err
	}
	for changed, rounds := true, 0; changed && rounds < maxRounds; rounds++ {
		changed = m.strikeSingles()
		for i := range m.lines {
			if m.cutLine(&m.lines[i]) {
				changed = true
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
	n := p.Order()
	m := &magicDomains{p: p, n: n, sum: p.Sum() - n*p.Low(), lines: magicLines(p), domains: make([][]int, n*n)}
	isClue := make([]bool, n*n)
	for c := range m.domains {
		if k := p.Clue(c); k != puzzle.Empty {
			m.domains[c] = []int{k - p.Low()}
			isClue[k-p.Low()] = true
		}
	}
	var free []int
	for k, isGiven := range isClue {
		if !isGiven {
			free = append(free, k)
		}
	}
	if len(free)*len(free) > maxPlaces {
		return nil, tooLarge("%d pairs of a number and a cell it may be on; at most %d", len(free)*len(free), maxPlaces)
	}
	for c := range m.domains {
		if m.domains[c] == nil {
			m.domains[c] = slices.Clone(free)
		}
	}
	return m, nil
}

// magicLines returns the lines: rows, columns, diagonals.
func magicLines(p *puzzle.Magic) []line {
	n := p.Order()
	lines := make([]line, 0, 2*n+2)
	add := func(kind puzzle.Rule, name string, i, first, stride int) {
		l := line{kind, fmt.Sprintf("%s%d", name, i+1), make([]int, n)}
		for j := range l.cells {
			l.cells[j] = first + j*stride
		}
		lines = append(lines, l)
	}
	for i := range n {
		add(puzzle.RuleRow, "row", i, i*n, 1)
	}
	for i := range n {
		add(puzzle.RuleColumn, "col", i, i, n)
	}
	if p.Diagonals() {
		add(puzzle.RuleDiagonal, "diag", 0, 0, n+1)
		add(puzzle.RuleDiagonal, "diag", 1, n-1, n-1)
	}
	return lines
}

// strikeSingles removes the only number of a cell from all other domains, and reports
// whether that changed anything.
func (m *magicDomains) strikeSingles() bool {
	only := make([]int, m.n*m.n) // per number, the cell that can have no other, counted from 1; 0 if there is none
	for c, domain := range m.domains {
		if len(domain) == 1 {
			only[domain[0]] = c + 1
		}
	}
	changed := false
	for c, domain := range m.domains {
		kept := slices.DeleteFunc(domain, func(k int) bool { return only[k] != 0 && only[k] != c+1 })
		changed = changed || len(kept) < len(domain)
		m.domains[c] = kept
	}
	return changed
}

// cutLine cuts each domain of a line by what the other cells of the line can have, and
// reports whether that changed anything.
func (m *magicDomains) cutLine(l *line) bool {
	changed := false
	for i, c := range l.cells {
		low, high, ok := m.others(l, i)
		kept := slices.DeleteFunc(m.domains[c], func(k int) bool { return !ok || k < m.sum-high || k > m.sum-low })
		changed = changed || len(kept) < len(m.domains[c])
		m.domains[c] = kept
	}
	return changed
}

// others returns bounds for the sum of a line without its i-th cell, and false if
// a cell can have no number. It takes the better of two bounds for the open cells: one
// from the domain of each, and one from the fact that their numbers are different.
func (m *magicDomains) others(l *line, i int) (low, high int, ok bool) {
	fixed, open, ownLow, ownHigh := 0, 0, 0, 0
	met := make([]bool, m.n*m.n)
	for j, c := range l.cells {
		domain := m.domains[c]
		switch {
		case j == i:
		case len(domain) == 0: // so there is no solution, and any bound is right
			return 0, 0, false
		case len(domain) == 1:
			fixed += domain[0]
		default:
			open++
			ownLow, ownHigh = ownLow+domain[0], ownHigh+domain[len(domain)-1]
			for _, k := range domain {
				met[k] = true
			}
		}
	}
	low, high, ok = extremes(met, open)
	return fixed + max(low, ownLow), fixed + min(high, ownHigh), ok
}

// extremes returns the sum of the count smallest and that of the count largest numbers
// that are met, and false if fewer are met.
func extremes(met []bool, count int) (low, high int, ok bool) {
	var numbers []int
	for k, isMet := range met {
		if isMet {
			numbers = append(numbers, k)
		}
	}
	if len(numbers) < count {
		return 0, 0, false
	}
	for i := range count {
		low += numbers[i]
		high += numbers[len(numbers)-1-i]
	}
	return low, high, true
}
