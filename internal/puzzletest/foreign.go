package puzzletest

import (
	"errors"
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// OddStart is a puzzle type of another package: a Hidoku with one more rule. The first
// cell holds an odd number.
type OddStart struct{ *puzzle.Hidoku }

// WithClues returns the puzzle with other clues and the same rules.
func (p OddStart) WithClues(clues []int) (puzzle.Numbered, error) {
	q, err := puzzle.HidokuRules{Moves: p.Rules().Moves}.New(p.Board(), clues)
	if err != nil {
		return nil, err
	}
	return OddStart{q}, nil
}

// Check is that of the Hidoku, and then that of the additional rule.
func (p OddStart) Check(s puzzle.Solution) error {
	if err := p.Hidoku.Check(s); err != nil {
		return err
	}
	if s[0]%2 == 0 {
		return errors.New("the first number is even")
	}
	return nil
}

// Solutions returns all solutions of a small puzzle, by brute force.
func (p OddStart) Solutions() []puzzle.Solution {
	return slices.DeleteFunc(Brute(p.Hidoku), func(s puzzle.Solution) bool { return s[0]%2 == 0 })
}

// LostRule is a faulty puzzle type of another package. It has a rule of its own, but its
// WithClues is the one of the Hidoku, so the result lacks that rule.
type LostRule struct{ *puzzle.Hidoku }

// Check is that of [OddStart].
func (p LostRule) Check(s puzzle.Solution) error { return OddStart(p).Check(s) }

// Stripes is a family from scratch without numbers: each cell is 0 or 1, and cells side
// by side differ.
type Stripes struct{ Cells *puzzle.Board }

// Family returns a name that no family of package puzzle has.
func (p *Stripes) Family() puzzle.Family { return "stripes" }

// Board returns the cells.
func (p *Stripes) Board() *puzzle.Board { return p.Cells }

// Canonical returns s.
func (p *Stripes) Canonical(s puzzle.Solution) puzzle.Solution { return s }

// String returns no text that can be read back.
func (p *Stripes) String() string { return "stripes" }

// Label returns the value as it is.
func (p *Stripes) Label(_, value int) string { return fmt.Sprint(value) }

// Check judges by the rule above.
func (p *Stripes) Check(s puzzle.Solution) error {
	if len(s) != p.Cells.Len() {
		return errors.New("too short or too long")
	}
	for c := range s {
		row, col := p.Cells.Pos(c)
		if d := p.Cells.Cell(row, col+1); s[c] != 0 && s[c] != 1 || d >= 0 && s[c] == s[d] {
			return fmt.Errorf("%s is wrong", p.Cells.Name(c))
		}
	}
	return nil
}

// Foreign returns a puzzle of each type of another package, by the name of its type.
// They have 2×2 cells and no clues.
func Foreign() (map[string]puzzle.Puzzle, error) {
	board, err := puzzle.NewBoard(2, 2, nil)
	if err != nil {
		return nil, err
	}
	hidoku, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, slices.Repeat([]int{puzzle.Empty}, board.Len()))
	if err != nil {
		return nil, err
	}
	return map[string]puzzle.Puzzle{"OddStart": OddStart{hidoku}, "LostRule": LostRule{hidoku}, "Stripes": &Stripes{board}}, nil
}
