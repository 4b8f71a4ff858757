package encode

import (
	"fmt"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Numbers of a magic board are counted from its lowest here, so that the range of
// the numbers given makes no difference: 0 to n²−1, and a sum to match.

// magic is a magic board with the numbers that each cell may have.
type magic struct {
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

// newMagic returns the board with its domains cut, until no rule applies or for
// maxRounds. The rules:
//
//   - On a line, a cell has no number that is too small or too large for the sum,
//     whatever the others have.
//   - The only number of a cell is in no other domain.
func newMagic(run *search.Run, p *puzzle.Magic) (*magic, error) {
	m, err := givenMagic(p)
	if err != nil {
		return nil, err
	}
	for changed, rounds := true, 0; changed && rounds < maxRounds; rounds++ {
		changed = m.takeSingles()
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

// givenMagic returns the board with the domains that the clues alone give.
func givenMagic(p *puzzle.Magic) (*magic, error) {
	n := p.Order()
	m := &magic{p: p, n: n, sum: p.Sum() - n*p.Low(), lines: magicLines(p), domains: make([][]int, n*n)}
	given := make([]bool, n*n)
	for c := range m.domains {
		if k := p.Clue(c); k != puzzle.Empty {
			m.domains[c] = []int{k - p.Low()}
			given[k-p.Low()] = true
		}
	}
	var free []int
	for k, taken := range given {
		if !taken {
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

// takeSingles takes the numbers of cells that can have no other from all other
// cells, and reports whether that changed anything.
func (m *magic) takeSingles() bool {
	only := make([]int, m.n*m.n) // per number the cell, counted from 1, that has no other
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

// cutLine cuts the domains of a line by what the other cells can have, and
// reports whether that changed anything.
func (m *magic) cutLine(l *line) bool {
	changed := false
	for i, c := range l.cells {
		low, high, ok := m.others(l, i)
		kept := slices.DeleteFunc(m.domains[c], func(k int) bool { return !ok || k < m.sum-high || k > m.sum-low })
		changed = changed || len(kept) < len(m.domains[c])
		m.domains[c] = kept
	}
	return changed
}

// others returns bounds of the sum of a line without its i-th cell, and false when
// a cell has no number at all. Open cells are taken together twice: each with its
// own bounds, and as cells that must have different numbers.
func (m *magic) others(l *line, i int) (low, high int, ok bool) {
	fixed, open, ownLow, ownHigh := 0, 0, 0, 0
	met := make([]bool, m.n*m.n)
	for j, c := range l.cells {
		domain := m.domains[c]
		switch {
		case j == i:
		case len(domain) == 0:
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

// extremes returns the sums of the count smallest and of the count largest numbers
// that are met, and false when there are not so many.
func extremes(met []bool, count int) (low, high int, ok bool) {
	var numbers []int
	for k, yes := range met {
		if yes {
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
