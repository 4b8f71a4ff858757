package statement

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// maxOpen is the largest number of open cells. Each has a set of numbers.
const maxOpen = 1 << 12

// numbers is a puzzle in which each number is on exactly one cell. Numbers are indices
// here: 0 stands for the lowest number, which is low.
type numbers struct {
	*board
	what  string // what the puzzle is, for people
	low   int
	can   [][]bool     // can[c][k]: cell c may have number k
	clues []int        // per cell, −1 if it is open
	facts map[int]fact // what the variables mean
}

// fact is what a variable means. Either a number is on one of some cells, which are those
// up to a cell in reading order or that cell alone. Or the numbers of some cells of a line,
// added up, are at least some value.
type fact struct {
	number int   // −1 for a sum
	upTo   bool  // the number may also be on a cell before
	cells  []int // ascending
	value  int   // the least value of the sum
	not    bool  // it means the opposite
}

// String describes the puzzle.
func (n *numbers) String() string { return n.what }

// newNumbers returns the puzzle of the rows, in which each open cell can have any number
// that is not given.
func newNumbers(rows [][]string, low int) (*numbers, error) {
	b, err := newBoard(rows)
	if err != nil {
		return nil, err
	}
	n := &numbers{board: b, low: low, clues: slices.Repeat([]int{-1}, len(b.cells)), facts: make(map[int]fact)}
	squares, err := b.values(rows)
	if err != nil {
		return nil, err
	}
	given := make(map[int]int)
	for c, square := range squares {
		n.can = append(n.can, make([]bool, len(b.cells)))
		if square == "_" || square == "__" {
			for k := range n.can[c] {
				n.can[c][k] = true
			}
			continue
		}
		k, err := n.number(square)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.cells[c].name(), err)
		}
		if _, again := given[k]; again {
			return nil, fmt.Errorf("%s: %s is given twice", b.cells[c].name(), square)
		}
		given[k], n.can[c][k] = c, true
	}
	if len(squares)-len(given) > maxOpen {
		return nil, &NotCoveredError{fmt.Sprintf("more than %d open cells", maxOpen)}
	}
	for k, c := range given {
		n.clues[c] = k
		for d := range n.can {
			n.can[d][k] = d == c
		}
	}
	n.what = fmt.Sprintf("%s in %s and %s, %s", counted(len(b.cells), "cell"), counted(b.height, "row"), counted(b.width, "column"), counted(len(given), "clue"))
	return n, nil
}

// number returns the index of a number.
func (n *numbers) number(text string) (int, error) {
	k, err := integer(text)
	if err != nil || k < n.low || k >= n.low+len(n.cells) {
		return 0, fmt.Errorf("%q is not a number from %d to %d", shortened(text), n.low, n.low+len(n.cells)-1)
	}
	return k - n.low, nil
}

// cut strikes numbers off cells until no rule strikes another one off. The rules are:
//
//   - A number that one cell alone can have is its number, and is on no other cell.
//   - A cell that can have one number alone has it, and no other cell has that number.
//   - What step says, which each kind of puzzle has of its own.
func (n *numbers) cut(ctx context.Context, step func(c, k int) bool) error {
	for changed := true; changed; {
		changed = false
		strike := func(c, k int) {
			changed = changed || n.can[c][k]
			n.can[c][k] = false
		}
		numberOf, cellOf := n.taken()
		for c := range n.can {
			for k, may := range n.can[c] {
				if may && ctx.Err() != nil {
					return context.Cause(ctx)
				}
				j, d := numberOf[c], cellOf[k]
				if may && (j >= 0 && j != k || d >= 0 && d != c || !step(c, k)) {
					strike(c, k)
				}
			}
		}
	}
	return nil
}

// taken returns for each cell a number that can be on no other cell, and for each number a
// cell that can have no other number. They are −1 where there is none.
func (n *numbers) taken() (numberOf, cellOf []int) {
	numberOf, cellOf = slices.Repeat([]int{-1}, len(n.can)), slices.Repeat([]int{-1}, len(n.can))
	cells := make([][]int, len(n.can)) // per number
	for c := range n.can {
		numbers := allowed(n.can[c])
		if len(numbers) == 1 {
			cellOf[numbers[0]] = c
		}
		for _, k := range numbers {
			cells[k] = append(cells[k], c)
		}
	}
	for k, at := range cells {
		if len(at) == 1 {
			numberOf[at[0]] = k
		}
	}
	return numberOf, cellOf
}

// allowed returns the members of a set, ascending.
func allowed(set []bool) (members []int) {
	for k, may := range set {
		if may {
			members = append(members, k)
		}
	}
	return members
}

// meaning takes the name of a variable. It has one of the forms
//
//	number 6 on r1c1
//	number 6 on r1c1 or before     in reading order
//	r1c1 + r1c2 at least 13        the sum of the cells
//	r1c1 at most 6
func (n *numbers) meaning(v int, name string) error {
	var f fact
	var err error
	if text, ok := strings.CutPrefix(name, "number "); ok {
		number, cell, _ := strings.Cut(text, " on ")
		cell, f.upTo = strings.CutSuffix(cell, " or before")
		if f.number, err = n.number(number); err == nil {
			f.cells, err = n.cellsNamed(cell)
		}
	} else {
		f.number = -1
		cells, value, ok := strings.Cut(name, " at least ")
		if !ok {
			cells, value, f.not = strings.Cut(name, " at most ")
		}
		if f.value, err = integer(value); err == nil {
			f.cells, err = n.cellsNamed(cells)
		}
		if f.not {
			f.value++
		}
		f.value -= n.low * len(f.cells)
	}
	if err != nil || len(f.cells) > 1 && f.number >= 0 {
		return &NotCoveredError{fmt.Sprintf("variables such as %q", shortened(name))}
	}
	n.facts[v] = f
	return nil
}

// cellsNamed returns the cells of "r1c1 + r1c2", ascending.
func (n *numbers) cellsNamed(text string) ([]int, error) {
	var cells []int
	for _, name := range strings.Split(text, " + ") {
		c, ok := n.named[name]
		if !ok || slices.Contains(cells, c) {
			return nil, fmt.Errorf("%q is not a cell, or is there twice", name)
		}
		cells = append(cells, c)
	}
	slices.Sort(cells)
	return cells, nil
}

// of returns the fact of a literal.
func (n *numbers) of(l int) fact {
	f := n.facts[max(l, -l)]
	f.not = f.not != (l < 0)
	return f
}

// factsOf returns the facts of a clause.
func (n *numbers) factsOf(clause []int) []fact {
	facts := make([]fact, len(clause))
	for i, l := range clause {
		facts[i] = n.of(l)
	}
	return facts
}

// ofOneNumber reports whether the facts are about one number, and on each cell that it can
// be on one of them is true.
func (n *numbers) ofOneNumber(facts []fact) bool {
	for _, f := range facts {
		if f.number < 0 || f.number != facts[0].number {
			return false
		}
	}
	if len(facts) == 0 {
		return n.impossible()
	}
	k := facts[0].number
	for c := range n.can {
		isThere := func(f fact) bool { return (c == f.cells[0] || f.upTo && c < f.cells[0]) != f.not }
		if n.can[c][k] && !slices.ContainsFunc(facts, isThere) {
			return false
		}
	}
	return true
}

// impossible reports whether some number has no cell, or some cell no number.
func (n *numbers) impossible() bool {
	for i := range n.can {
		if !slices.Contains(n.can[i], true) || !slices.ContainsFunc(n.can, func(can []bool) bool { return can[i] }) {
			return true
		}
	}
	return false
}

// ofOneCell reports whether the facts are about one cell, and with each number that the
// cell can have one of them is true.
func (n *numbers) ofOneCell(facts []fact) bool {
	for _, f := range facts {
		if len(f.cells) != 1 || f.upTo || f.cells[0] != facts[0].cells[0] {
			return false
		}
	}
	if len(facts) == 0 {
		return false
	}
	for k, may := range n.can[facts[0].cells[0]] {
		isTrue := func(f fact) bool { return (k == f.number || f.number < 0 && k >= f.value) != f.not }
		if may && !slices.ContainsFunc(facts, isTrue) {
			return false
		}
	}
	return true
}

// filled reads a listed board: the number of each cell, and the names that decide. Each
// number is there once, and clues are kept.
func (n *numbers) filled(rows [][]string) (numbers []int, names []string, err error) {
	squares, err := n.values(rows)
	if err != nil {
		return nil, nil, err
	}
	seen := make([]bool, len(squares))
	for c, square := range squares {
		k, err := n.number(square)
		switch {
		case err != nil:
		case seen[k]:
			err = fmt.Errorf("%s is there twice", square)
		case n.clues[c] >= 0 && n.clues[c] != k:
			err = fmt.Errorf("%s; the puzzle gives another number", square)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", n.cells[c].name(), err)
		}
		seen[k] = true
		numbers = append(numbers, k)
		names = append(names, "number "+square+" on "+n.cells[c].name())
	}
	slices.Sort(names)
	return numbers, names, nil
}
