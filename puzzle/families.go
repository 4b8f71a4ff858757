package puzzle

import (
	"errors"
	"fmt"
	"reflect"
)

// Family names a kind of puzzle, as the header line "puzzle:" does.
type Family string

// The families.
const (
	FamilyHidoku       Family = "hidoku"
	FamilyDraughtboard Family = "draughtboard"
	FamilyMagic        Family = "magic"
)

// familyRow holds what this package knows about a family. Whatever depends on the family
// is in its row or in the methods of member. So a new family needs one more row, and a
// type that the compiler checks. How its text is read is in package text.
type familyRow struct {
	name Family

	// member returns p if its type is the family's own. For a nil pointer of that type,
	// m is nil.
	member func(p Puzzle) (m member, own bool)
}

// families has one row per family, in the order in which help texts list them.
var families = []familyRow{
	{FamilyHidoku, memberOf[*Hidoku]},
	{FamilyDraughtboard, memberOf[*Draughtboard]},
	{FamilyMagic, memberOf[*Magic]},
}

// Families returns every family, in the order in which help texts list them.
func Families() []Family {
	var names []Family
	for _, row := range families {
		names = append(names, row.name)
	}
	return names
}

// member is what the puzzle type of each family has besides the methods of Puzzle.
type member interface {
	Puzzle
	// lattice returns the turnings of the plane to try for symmetries, and the
	// place of each cell in the lattice that they turn.
	lattice() (turnings []turning, positions [][2]int)
	// keepsRules looks at a map of cells to cells, made by a turning and a shift. It
	// reports whether the map takes solutions to solutions, and whether values then
	// change their sign.
	keepsRules(image []int) (recolours, ok bool)
	// check judges a board by the rules: see [Puzzle].Check, or if partial [CheckPartial].
	check(s Solution, partial bool) error
}

// memberOf is the member function of the family whose type is P.
func memberOf[P interface {
	member
	comparable
}](p Puzzle) (m member, own bool) {
	q, own := p.(P)
	var nilPointer P
	if !own || q == nilPointer {
		return nil, own
	}
	return q, true
}

// asMember returns p if it is of the type of a family. A type of another package is
// not, even when it embeds one that is: its rules may be others.
func asMember(p Puzzle) (m member, own bool) {
	for _, row := range families {
		if m, own := row.member(p); own {
			return m, true
		}
	}
	return nil, false
}

// Validate returns nil for a puzzle that has cells, and an error for nil and for zero
// values. For a puzzle type of another package it looks at what Board returns.
func Validate(p Puzzle) error {
	if p == nil {
		return errNil
	}
	if m, own := asMember(p); own {
		if m == nil {
			return errNil
		}
		return checkBoard(m.Board())
	}
	if v := reflect.ValueOf(p); v.Kind() == reflect.Pointer && v.IsNil() {
		return errNil
	}
	board, err := foreignBoard(p)
	if err != nil {
		return err
	}
	return checkBoard(board)
}

var errNil = errors.New("the puzzle is nil")

// foreignBoard returns the board of a puzzle whose type is of another package. It returns
// an error if the method Board panics, for example because the type embeds a nil puzzle.
func foreignBoard(p Puzzle) (b *Board, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			b, err = nil, fmt.Errorf("the method Board of a puzzle of type %T panics: %v", p, reason)
		}
	}()
	return p.Board(), nil
}

// checkBoard reports a board that [NewBoard] has not made.
func checkBoard(b *Board) error {
	if b == nil || b.Len() == 0 {
		return errors.New("the board has no cells")
	}
	return nil
}
