package encode

import (
	"fmt"
	"slices"

	"crosscut/dlx"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// formula is a CNF that is being written.
type formula struct {
	*sat.CNF
	run      *search.Run
	families []family
}

// newFormula returns a formula without clauses.
func newFormula(run *search.Run) *formula { return &formula{CNF: new(sat.CNF), run: run} }

// begin says that the clauses that follow are of the family of that name.
func (f *formula) begin(name string) {
	f.families = append(f.families, family{name, f.Clauses()})
}

// check returns an error when the formula is too large or the run has ended. Every loop
// calls it.
func (f *formula) check() error {
	if err := f.room(0); err != nil {
		return err
	}
	return f.run.Err()
}

// room returns an error when that many more literals would be too many. It finds out
// before they are written, check only after. The bound is for memory: a literal more or
// less makes no difference.
func (f *formula) room(literals int) error {
	if f.Literals()+literals > maxLiterals {
		return tooLarge("formula of more than %d literals", maxLiterals)
	}
	return nil
}

// cover is an exact cover problem that is being written.
type cover struct {
	*dlx.Problem
	run      *search.Run
	families []family
	elements int           // of all options so far
	option   []dlx.Element // scratch: the option that is being written
}

// colourLegend says how numbers are written as colours.
const colourLegend = "colours: 1 to 9, then a to z for 10 to 35, A to Z for 36 to 61, other signs to 89, then decimal"

// itemFamily is a family of items: how many there are and how each is named.
type itemFamily struct {
	name  string
	count int
	label func(int) string // the name of the i-th item
}

// newCover returns a problem without options, and the first item of each family. The
// items are those of the families in their order.
func newCover(run *search.Run, primary, secondary []itemFamily) (*cover, []dlx.Item) {
	size := func(families []itemFamily) (sum int) {
		for _, f := range families {
			sum += f.count
		}
		return sum
	}
	x := &cover{Problem: dlx.NewProblem(size(primary), size(secondary)), run: run}
	var firsts []dlx.Item
	next := 0
	for _, families := range [][]itemFamily{primary, secondary} {
		for _, f := range families {
			x.families = append(x.families, family{f.name, next})
			firsts = append(firsts, dlx.Item(next))
			for i := range f.count {
				x.NameItem(dlx.Item(next+i), f.label(i))
			}
			next += f.count
		}
	}
	return x, firsts
}

// add adds an option, unless the problem is too large or the run has ended.
func (x *cover) add(elements ...dlx.Element) error {
	x.elements += len(elements)
	if err := x.roomFor(x.elements); err != nil {
		return err
	}
	x.Add(elements...)
	return x.run.Err()
}

// roomFor returns an error if a problem with so many elements would be too large.
func (x *cover) roomFor(elements int) error {
	if elements > maxElements {
		return tooLarge("exact cover of more than %d elements", maxElements)
	}
	return nil
}

// numbersOf returns the numbers that the options give to size cells. Item cells+c stands
// for cell c. Its colour is 1 for the lowest number, 2 for the next, and so on. A cell
// without colour gets the number below the lowest, which no puzzle has. The result is
// nil if the problem does not have all of the options.
func (x *cover) numbersOf(options []int, cells dlx.Item, size, lowest int) puzzle.Solution {
	s := slices.Repeat(puzzle.Solution{lowest - 1}, size)
	for _, o := range options {
		elements := x.Option(o)
		if elements == nil {
			return nil
		}
		for _, e := range elements {
			if c := int(e.Item - cells); c >= 0 && c < size {
				s[c] = lowest - 1 + int(e.Colour)
			}
		}
	}
	return s
}

// tooLargeError says what takes too much memory. Unlike other limits, it does not depend on the
// machine. So it may decide which encoding is written.
type tooLargeError struct{ what string }

// Error returns the error of the limit.
func (e *tooLargeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the limit.
func (e *tooLargeError) Unwrap() error { return &search.LimitError{What: "memory for the " + e.what} }

// tooLarge is the error for a problem that takes too much memory.
func tooLarge(format string, args ...any) error {
	return &tooLargeError{fmt.Sprintf(format, args...)}
}
