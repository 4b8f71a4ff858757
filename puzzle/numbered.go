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

// Low returns 1.
func (p *Hidoku) Low() int { return 1 }

// High returns the largest number, which is the number of cells.
func (p *Hidoku) High() int { return p.board.Len() }

// Clues returns a copy of the clues: see [Numbered].
func (p *Hidoku) Clues() []int { return slices.Clone(p.clues) }

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

// Clues returns a copy of the clues: see [Numbered].
func (p *Magic) Clues() []int { return slices.Clone(p.clues) }

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
