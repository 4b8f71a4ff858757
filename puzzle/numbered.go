package puzzle

import "slices"

// Numbered is a puzzle whose cells take numbers from Low to High. On a [Hidoku] and on a
// plain [Magic] square each of them stands on exactly one cell. [Magic.Uses] says how often
// they may stand on other magic boards. Code that needs only numbers
// and clues should ask for a Numbered and not for a family.
//
// A type of another package that embeds a Hidoku or a Magic is Numbered too. If its
// rules differ it must have its own WithClues, because the one of the embedded
// puzzle returns a puzzle with the embedded rules.
type Numbered interface {
	Puzzle
	// Low returns the smallest number.
	Low() int
	// High returns the largest number.
	High() int
	// Clue returns the number given on a cell, or [Empty].
	Clue(cell int) int
	// Clues returns the clues, one entry per cell, [Empty] where there is none. The
	// slice belongs to the caller.
	Clues() []int
	// WithClues returns the same puzzle with other clues, one entry per cell. It fails
	// when a clue is not one of the numbers or stands more often than it may, and when
	// there are not as many entries as cells. nil takes all clues away.
	WithClues(clues []int) (Numbered, error)
}

// grid is what the puzzles of all families have.
type grid struct {
	family Family
	board  Board
}

// Family returns the family: see [Puzzle].
func (p *grid) Family() Family { return p.family }

// Board returns the board.
func (p *grid) Board() *Board { return &p.board }

// numbers is a board of numbers: see [Numbered].
type numbers struct {
	grid
	low, high int
	clues     []int // per cell, Empty where none is given
}

// numbersOn returns a board without clues.
func numbersOn(family Family, board *Board, low, high int) numbers {
	return numbers{grid: grid{family, *board}, low: low, high: high}
}

// Low returns the smallest number.
func (p *numbers) Low() int { return p.low }

// High returns the largest number.
func (p *numbers) High() int { return p.high }

// Clue returns the number given on cell, or [Empty].
func (p *numbers) Clue(cell int) int { return p.clues[cell] }

// Clues returns a copy of the clues: see [Numbered].
func (p *numbers) Clues() []int { return slices.Clone(p.clues) }

// Canonical returns s, because different slices are different fillings.
func (p *numbers) Canonical(s Solution) Solution { return s }

// Label returns the number, or "__" for [Empty].
func (p *numbers) Label(_, value int) string { return numberLabel(value) }

// WithClues returns the puzzle with other clues: see [Numbered].
func (p *Hidoku) WithClues(clues []int) (Numbered, error) {
	if err := checkBoard(&p.board); err != nil {
		return nil, err
	}
	clues = cluesOrNone(&p.board, clues)
	if err := checkClues(&p.board, clues, 1); err != nil {
		return nil, err
	}
	q := *p // it has the same graph
	q.takeClues(clues)
	q.findRanks()
	return &q, nil
}

// WithClues returns the puzzle with other clues: see [Numbered].
func (p *Magic) WithClues(clues []int) (Numbered, error) {
	if !p.isPlain() {
		return numbered(p.withClues(clues))
	}
	return numbered(p.Rules().New(clues))
}

// numbered returns a new puzzle as a Numbered. With an error it returns a nil
// interface, not one that holds a nil pointer.
func numbered[P Numbered](p P, err error) (Numbered, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// cluesOrNone returns a copy of the clues of a board. For nil, no cell has a clue.
func cluesOrNone(board *Board, clues []int) []int {
	if clues == nil {
		return slices.Repeat([]int{Empty}, board.Len())
	}
	return slices.Clone(clues)
}
