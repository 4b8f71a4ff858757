// Package write has what all reductions of puzzles share: formulas and exact covers that are being
// written, limits of their sizes, and sums of integers as clauses.
package write

import (
	"fmt"

	"crosscut/dlx"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// How large a problem may become. Beyond that, its construction ends with a [TooLargeError]. A program
// that solves it needs some 30 bytes an element and 12 a literal, so each limit is about a gigabyte.
const (
	MaxLiterals = 60_000_000 // in all clauses of a formula
	MaxElements = 32_000_000 // in all options of a cover problem
	MaxItems    = 1 << 20    // items of a cover problem; dlx reads no more items from a file
)

// Family is a named part of a problem: its clauses or items are those from Start up to the start of
// the next family.
type Family struct {
	Name  string
	Start int
}

// Formula is a CNF that is being written.
type Formula struct {
	*sat.CNF
	Run      *meter.Run
	Families []Family
}

// Puzzle is a puzzle as a formula. The fields are described at encode.Formula.
type Puzzle struct {
	*Formula
	Keep     []sat.Lit
	Groups   [][]sat.Lit
	Along    [][]sat.Lit // see sat.Cutting
	Decode   func(values []bool) puzzle.Solution
	Differ   func(s puzzle.Solution, cells []int) []sat.Lit
	Literals func(s puzzle.Solution) []sat.Lit

	Symmetries func() *sat.Symmetries
}

// PuzzleCover is a puzzle as an exact cover. Decode is described at encode.Cover.
type PuzzleCover struct {
	*Cover
	Decode func(options []int) puzzle.Solution
}

// NewFormula returns a formula without clauses.
func NewFormula(run *meter.Run) *Formula { return &Formula{CNF: new(sat.CNF), Run: run} }

// Begin says that the clauses that follow are of the family of that name.
func (f *Formula) Begin(name string) {
	f.Families = append(f.Families, Family{name, f.Clauses()})
}

// Check returns an error when the formula is too large or the run has ended. Every loop
// calls it.
func (f *Formula) Check() error {
	if err := f.Room(0); err != nil {
		return err
	}
	return f.Run.Err()
}

// Room returns an error when that many more literals would be too many. It finds out
// before they are written, check only after. The bound is for memory: a literal more or
// less makes no difference.
func (f *Formula) Room(literals int) error {
	if f.Literals()+literals > MaxLiterals {
		return TooLarge("formula of more than %d literals", MaxLiterals)
	}
	return nil
}

// Cover is an exact cover problem that is being written.
type Cover struct {
	*dlx.Problem
	Run      *meter.Run
	Families []Family
	Elements int           // of all options so far
	Scratch  []dlx.Element // the option that is being written
}

// ColourLegend says how numbers are written as colours.
const ColourLegend = "colours: 1 to 9, then a to z for 10 to 35, A to Z for 36 to 61, other signs to 89, then decimal"

// ItemFamily is a family of items: how many there are and how each is named.
type ItemFamily struct {
	Name  string
	Count int
	Label func(int) string // the name of the i-th item
}

// NewCover returns a problem without options, and the first item of each Family. The
// items are those of the families in their order.
func NewCover(run *meter.Run, primary, secondary []ItemFamily) (*Cover, []int) {
	size := func(families []ItemFamily) (sum int) {
		for _, f := range families {
			sum += f.Count
		}
		return sum
	}
	x := &Cover{Problem: dlx.NewProblem(size(primary), size(secondary)), Run: run}
	var firsts []int
	next := 0
	for _, families := range [][]ItemFamily{primary, secondary} {
		for _, f := range families {
			x.Families = append(x.Families, Family{f.Name, next})
			firsts = append(firsts, next)
			for i := range f.Count {
				x.NameItem(next+i, f.Label(i))
			}
			next += f.Count
		}
	}
	return x, firsts
}

// AddOption adds an option, unless the problem is too large or the run has ended.
func (x *Cover) AddOption(elements ...dlx.Element) error {
	x.Elements += len(elements)
	if err := x.RoomFor(x.Elements); err != nil {
		return err
	}
	x.Add(elements...)
	return x.Run.Err()
}

// RoomFor returns an error if a problem with so many elements would be too large.
func (x *Cover) RoomFor(elements int) error {
	if elements > MaxElements {
		return TooLarge("exact cover of more than %d elements", MaxElements)
	}
	return nil
}

// EachColour calls take with the colours that the options give to items of a family: its first item
// and size. It reports whether the problem has all of the options.
func (x *Cover) EachColour(options []int, first int, size int, take func(i, colour int)) bool {
	for _, o := range options {
		elements := x.Option(o)
		if elements == nil {
			return false
		}
		for _, e := range elements {
			if i := e.Item - first; i >= 0 && i < size {
				take(i, e.Colour)
			}
		}
	}
	return true
}

// TooLargeError says what takes too much memory. Unlike other limits, it does not depend on the
// machine. So it may decide which encoding is written.
type TooLargeError struct{ What string }

// Error returns the error of the limit.
func (e *TooLargeError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the limit.
func (e *TooLargeError) Unwrap() error {
	return &meter.LimitError{Kind: meter.ErrMemory, What: "memory for the " + e.What}
}

// TooLarge is the error for a problem that takes too much memory.
func TooLarge(format string, args ...any) error {
	return &TooLargeError{fmt.Sprintf(format, args...)}
}
