package statement

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// magic is a magic board: all lines have the same sum. The sums are less by the lowest
// number for each cell, because numbers count from 0.
type magic struct {
	*numbers
	order int
	sum   int
	lines [][]int // the cells of each line, ascending
	sums  map[string][]int
}

// newMagic returns the rules of a magic board.
func newMagic(ctx context.Context, f *file) (rules, error) {
	if len(f.blocks) != 1 {
		return nil, fmt.Errorf("%d drawn boards; a magic board has one", len(f.blocks))
	}
	order := len(f.blocks[0])
	low, err := lowest(f.headers["numbers"], order)
	if err != nil {
		return nil, err
	}
	n, err := newNumbers(f.blocks[0], low)
	if err != nil {
		return nil, err
	}
	if n.width != order || len(n.cells) != order*order {
		return nil, fmt.Errorf("%d rows of %d squares with %d cells; a magic board is a square without holes", order, n.width, len(n.cells))
	}
	m := &magic{numbers: n, order: order, sums: make(map[string][]int)}
	sum := order * (2*low + order*order - 1) / 2 // of all numbers, divided by the rows
	if text := f.headers["sum"]; text != "" {
		if sum, err = integer(text); err != nil {
			return nil, err
		}
	}
	m.sum = sum - order*low
	diagonals := f.headers["diagonals"]
	switch diagonals {
	case "", "yes", "no":
	default:
		return nil, fmt.Errorf("diagonals %q; it is yes or no", shortened(diagonals))
	}
	m.addLines(diagonals != "no")
	n.what = fmt.Sprintf("magic board of %d lines with the sum %d, numbers %d to %d, %s", len(m.lines), sum, low, low+order*order-1, n.what)
	return m, n.cut(ctx, m.fits)
}

// lowest returns the lowest number of "5..29", which must have as many numbers as the board
// has cells. Other lists of numbers, such as "1 1 2 2", are not covered.
func lowest(text string, order int) (int, error) {
	if text == "" {
		return 1, nil
	}
	if len(strings.Fields(text)) > 1 {
		return 0, &NotCoveredError{fmt.Sprintf("the numbers %q", shortened(text))}
	}
	from, to, _ := strings.Cut(text, "..")
	low, err := integer(from)
	if err == nil {
		_, err = integer(to)
	}
	if err != nil || to != strconv.Itoa(low+order*order-1) {
		return 0, fmt.Errorf("the numbers %q; they must be %d in a row", shortened(text), order*order)
	}
	return low, nil
}

// addLines adds the rows, the columns and perhaps the diagonals.
func (m *magic) addLines(diagonals bool) {
	add := func(first, stride int) {
		line := make([]int, m.order)
		for i := range line {
			line[i] = first + i*stride
		}
		m.lines = append(m.lines, line)
	}
	for i := range m.order {
		add(i*m.order, 1)
		add(i, m.order)
	}
	if diagonals {
		add(0, m.order+1)
		add(m.order-1, m.order-1)
	}
}

// fits reports whether cell c can have number k, as far as one line shows: the other cells
// of the line cannot all be so large, or so small, that the sum is missed. Open cells have
// different numbers, so together they have at least the smallest ones that any of them can
// have.
func (m *magic) fits(c, k int) bool {
	for _, line := range m.lines {
		if slices.Contains(line, c) {
			if low, high, ok := m.others(line, c); !ok || k+low > m.sum || k+high < m.sum {
				return false
			}
		}
	}
	return true
}

// others returns bounds of the sum of a line without cell c, and false if its cells cannot
// have numbers.
func (m *magic) others(line []int, c int) (low, high int, ok bool) {
	open, fixed, least, most := 0, 0, 0, 0
	some := make([]bool, len(m.can)) // some open cell may have the number
	for _, d := range line {
		numbers := allowed(m.can[d])
		switch {
		case d == c:
			continue
		case len(numbers) == 0:
			return 0, 0, false
		case len(numbers) == 1:
			fixed += numbers[0]
			continue
		}
		open++
		least, most = least+numbers[0], most+numbers[len(numbers)-1]
		for _, k := range numbers {
			some[k] = true
		}
	}
	together := allowed(some)
	if len(together) < open {
		return 0, 0, false
	}
	small, large := 0, 0
	for i := range open {
		small, large = small+together[i], large+together[len(together)-1-i]
	}
	return fixed + max(least, small), fixed + min(most, large), true
}

// holds tries the forms of clauses.
func (m *magic) holds(clause []int) bool {
	facts := m.factsOf(clause)
	return m.ofOneNumber(facts) || m.ofOneCell(facts) || m.ofSums(facts)
}

// ofSums reports whether the facts bound sums of cells of one line, and one of them is
// always true.
func (m *magic) ofSums(facts []fact) bool {
	b := make(bounds)
	for _, f := range facts {
		if f.number >= 0 {
			return false
		}
		b.deny(f.cells, f.value, f.not)
	}
	for _, line := range m.lines {
		if b.impossible(line, m.sum, m.values) {
			return true
		}
	}
	return false
}

// values returns the sums that some cells can have, if each cell can have any of its
// numbers.
func (m *magic) values(cells []int) []int {
	key := fmt.Sprint(cells)
	if _, known := m.sums[key]; !known {
		sums := map[int]bool{0: true}
		for _, c := range cells {
			next := make(map[int]bool)
			for _, k := range allowed(m.can[c]) {
				for s := range sums {
					next[s+k] = true
				}
			}
			sums = next
		}
		m.sums[key] = slices.Sorted(maps.Keys(sums))
	}
	return m.sums[key]
}

// listed reads a listed board.
func (m *magic) listed(rows [][]string) ([]string, error) {
	numbers, names, err := m.filled(rows)
	if err != nil {
		return nil, err
	}
	for _, line := range m.lines {
		sum := 0
		for _, c := range line {
			sum += numbers[c]
		}
		if sum != m.sum {
			return nil, fmt.Errorf("the line from %s to %s has another sum", m.cells[line[0]].name(), m.cells[line[len(line)-1]].name())
		}
	}
	return names, nil
}
