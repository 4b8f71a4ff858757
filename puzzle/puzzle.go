// Package puzzle says what a puzzle is: its board and its rules. It
// knows three families ([Hidoku], [Draughtboard], [Magic]), prints
// them, and judges a filled board by the rules alone. It never searches, so its
// judgement does not depend on any engine. The table in families.go has
// one row for each family. Boards of numbers are [Numbered].
//
// Cells are numbered from 0 in row-major order, holes left out. A [Solution]
// has one value per cell: a number, or the stone that covers the cell.
//
// Package text below this folder reads puzzles and describes their texts. Every puzzle's String
// is such a text.
//
// The zero values of boards and puzzles have no cells. No function searches or prints
// them: see [Validate].
//
// [Puzzle] is an interface that other packages may implement. Every function here takes
// such puzzles: see [Validate], [Symmetries] and [Format]. A type with further methods
// can do more: see [Symmetries] and [Numbered].
package puzzle

import (
	"fmt"
	"math"
	"slices"

	"crosscut/internal/base"
)

// Empty is the value of a cell that is still open. Solutions never hold it, but clues and
// boards that are half filled do.
const Empty = math.MinInt

// MaxCells is the largest number of squares, holes included, that a board may
// have. Without it a mistyped size could ask for all memory.
const MaxCells = 1 << 14

// Puzzle is a puzzle of any family. Puzzles are immutable, and may be used from
// several goroutines. The functions of this package that make one copy the slices that they
// get.
type Puzzle interface {
	// Family returns the family, which says what the rules are.
	Family() Family
	// Board returns the cells to fill.
	Board() *Board
	// Check judges a filled board by the rules alone. It returns nil for a
	// solution, and a *Violation for any other slice, of any length and content.
	Check(Solution) error
	// Canonical returns the one slice that stands for the filling s. It differs from s
	// only in the numbers of interchangeable stones. s must have passed Check.
	Canonical(s Solution) Solution
	// Label returns how value is written on cell, "__" for [Empty].
	Label(cell, value int) string
	// String returns the puzzle's text in the format of package text, which reads it
	// back as an equal puzzle.
	String() string
}

// IsCanonical reports whether s is p.Canonical(s), without making another slice. s must have
// passed Check.
func IsCanonical(p Puzzle, s Solution) bool {
	if d, ok := p.(*Draughtboard); ok {
		var room [128]int // most boards fit in, and then nothing is allocated
		return !d.alike || slices.Equal(d.canonicalTo(room[:0], s), s)
	}
	return slices.Equal(p.Canonical(s), s)
}

// Solution is a filled board, with one value per cell. Engines hand out canonical
// solutions: equal fillings are equal slices.
type Solution []int

// The rules that a [Violation] is about.
const (
	ruleLength   = "length"   // all: one value per cell
	ruleRange    = "range"    // all: every value is a number or stone of the puzzle
	ruleClue     = "clue"     // hidoku, magic: given cells keep their number
	ruleTwice    = "twice"    // hidoku, magic: no number stands more often than it may
	ruleTouch    = "touch"    // hidoku: consecutive numbers touch
	ruleClosed   = "closed"   // hidoku: the last number touches the first
	ruleLink     = "link"     // hidoku: linked cells have consecutive numbers
	ruleUnlinked = "unlinked" // hidoku: unlinked cells have no consecutive numbers
	ruleOrder    = "order"    // hidoku: the numbers of some cells ascend
	ruleRow      = "row"      // magic: every row has the sum
	ruleColumn   = "column"   // magic: every column has the sum
	ruleDiagonal = "diagonal" // magic: both diagonals have the sum
	ruleLine     = "line"     // magic: every other line has its sum or product
	ruleShape    = "shape"    // draughtboard: a stone covers its own shape, once
	ruleColour   = "colour"   // draughtboard: colours of stone and board match
	ruleUse      = "use"      // draughtboard: enough stones of each kind are used
	ruleGaps     = "gaps"     // draughtboard: as many cells stay bare as the puzzle says
)

// Violation is the error of Check: the first rule found broken, and where.
type Violation struct {
	// Rule is the name of the rule. All families have "length" and "range". Boards of numbers have
	// "clue" and "twice", a Hidoku also "touch", "closed", "link", "unlinked" and "order", a magic
	// board "row", "column", "diagonal" and "line", and a draughtboard "shape", "colour", "use" and
	// "gaps".
	Rule   string
	Cell   int    // a cell at which the rule is broken, -1 if no single cell is to blame
	Detail string // what is wrong, in words, naming cells as in [Board.Name]
}

// Error returns the rule and the detail.
func (v *Violation) Error() string { return fmt.Sprintf("rule %q: %s", v.Rule, v.Detail) }

// violation returns a *Violation whose detail is formatted as by fmt.Sprintf.
func violation(rule string, cell int, format string, args ...any) error {
	return &Violation{Rule: rule, Cell: cell, Detail: fmt.Sprintf(format, args...)}
}

// checkLength is the first rule of every family. A board without cells has no solution.
// An empty slice is not a solution of it either.
func checkLength(b *Board, s Solution) error {
	if err := checkBoard(b); err != nil {
		return violation(ruleLength, -1, "%v", err)
	}
	if len(s) != b.Len() {
		return violation(ruleLength, -1, "%s for %s", base.Plural(len(s), "value"), base.Plural(b.Len(), "cell"))
	}
	return nil
}

// CheckPartial judges a board that may have open cells, with the value [Empty]. It returns
// a *Violation if the values break a rule, whatever the open cells hold, and otherwise nil.
//
// It looks at each rule alone: nil does not mean that the board can be completed. If a
// stone has more cells than the board gives it so far, no rule is broken. For a puzzle
// type of another package only the length is judged.
func CheckPartial(p Puzzle, s Solution) error {
	if err := Validate(p); err != nil {
		return violation(ruleLength, -1, "%v", err)
	}
	if m, own := asMember(p); own {
		return m.check(s, true)
	}
	return checkLength(p.Board(), s)
}
