package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Moves says which cells of a Hidoku touch.
type Moves string

// The kinds of move.
const (
	King Moves = "king" // eight directions: Hidato
	Rook Moves = "rook" // four directions: Numbrix
	Hex  Moves = "hex"  // six directions, odd rows (from 0) shifted right by half a cell: Rikudo
)

// Hidoku is a number path: a board of N cells, to be filled with 1..N so that
// consecutive numbers touch. Some numbers may be given.
type Hidoku struct {
	board      Board
	moves      Moves
	clues      []int   // per cell, Empty where none is given
	neighbours [][]int // per cell, ascending
}

// NewHidoku returns the puzzle with the given clues, one entry per cell, [Empty]
// where there is none. nil stands for no clues at all. It fails when the board has no cells, when a clue is outside 1..N
// or stands twice, and when moves is unknown. Other contradictions between clues are not
// an error: the puzzle then has no solutions.
func NewHidoku(board *Board, moves Moves, clues []int) (*Hidoku, error) {
	if err := checkBoard(board); err != nil {
		return nil, err
	}
	if moves.steps(0) == nil {
		return nil, fmt.Errorf("moves %q; it is king, rook or hex", moves)
	}
	clues = cluesOrNone(board, clues)
	if err := checkClues(board, clues, 1, board.Len()); err != nil {
		return nil, err
	}
	p := &Hidoku{board: *board, moves: moves, clues: clues, neighbours: make([][]int, board.Len())}
	all := make([]int, 0, len(kingSteps)*board.Len()) // the neighbours of all cells, cell by cell
	for c := range p.neighbours {
		row, col := board.Pos(c)
		from := len(all)
		for _, step := range moves.steps(row) {
			if d := board.Cell(row+step[0], col+step[1]); d >= 0 {
				all = append(all, d)
			}
		}
		if len(all) > from {
			p.neighbours[c] = slices.Clip(all[from:])
		}
	}
	return p, nil
}

// checkClues reports a clue that is outside low..high or stands twice.
func checkClues(board *Board, clues []int, low, high int) error {
	if len(clues) != board.Len() {
		return fmt.Errorf("%d clues for %d cells", len(clues), board.Len())
	}
	first := make(map[int]int)
	for c, k := range clues {
		if k == Empty {
			continue
		}
		if k < low || k > high {
			return fmt.Errorf("%d on %s is outside %d..%d", k, board.Name(c), low, high)
		}
		if d, twice := first[k]; twice {
			return fmt.Errorf("%d stands twice, on %s and %s", k, board.Name(d), board.Name(c))
		}
		first[k] = c
	}
	return nil
}

// The directions of moves as (rows, columns), in the order of the cells that they lead
// to. The hex directions are those from even rows and those from odd rows.
var (
	kingSteps = [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	rookSteps = [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}
	hexSteps  = [2][][2]int{
		{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}},
		{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}},
	}
)

// steps returns the directions of a move from a cell of the given row, nil for unknown
// moves. The slice must not be changed.
func (m Moves) steps(row int) [][2]int {
	switch m {
	case King:
		return kingSteps
	case Rook:
		return rookSteps
	case Hex:
		return hexSteps[row%2]
	}
	return nil
}

// Family returns [FamilyHidoku].
func (p *Hidoku) Family() Family { return FamilyHidoku }

// Board returns the board.
func (p *Hidoku) Board() *Board { return &p.board }

// Moves returns which cells touch.
func (p *Hidoku) Moves() Moves { return p.moves }

// Clue returns the number given on cell, or [Empty].
func (p *Hidoku) Clue(cell int) int { return p.clues[cell] }

// Neighbours returns the cells that touch cell, ascending. The slice must not be
// changed.
func (p *Hidoku) Neighbours(cell int) []int { return p.neighbours[cell] }

// Canonical returns s, because different slices are different fillings.
func (p *Hidoku) Canonical(s Solution) Solution { return s }

// Label returns the number, or "__" for [Empty].
func (p *Hidoku) Label(_, value int) string { return numberLabel(value) }

// lattice returns the lattice: see member. It is the lattice of hexagons for [Hex], and
// otherwise that of squares.
func (p *Hidoku) lattice() ([]turning, [][2]int) {
	positions := p.board.positions()
	if p.moves != Hex {
		return squareTurnings, positions
	}
	// Axial coordinates count columns along a line of hexagons that slopes, so
	// that the six directions are the same in every row.
	for c, at := range positions {
		positions[c][1] -= at[0] / 2
	}
	return hexTurnings, positions
}

// keepsRules reports whether the map keeps the clues: see member.
func (p *Hidoku) keepsRules(image []int) (recolours, ok bool) {
	return false, keepsClues(p.clues, image)
}

// readValue reads a number of a solution: see member.
func (p *Hidoku) readValue(d *document, _ int, f field) (int, error) { return d.number(f) }

// numberLabel returns a number as text, or "__" for [Empty].
func numberLabel(value int) string {
	if value == Empty {
		return "__"
	}
	return strconv.Itoa(value)
}

// Check judges a filled board: see [Puzzle].
func (p *Hidoku) Check(s Solution) error { return p.check(s, false) }

// check judges a board, which may have open cells if partial: see member.
func (p *Hidoku) check(s Solution, partial bool) error {
	if err := checkLength(&p.board, s); err != nil {
		return err
	}
	at, err := placesOf(&p.board, s, 1, len(s), p.clues, partial)
	if err != nil {
		return err
	}
	for k := 1; k < len(s); k++ {
		c, d := at[k-1], at[k]
		if c >= 0 && d >= 0 && !slices.Contains(p.neighbours[c], d) {
			return violation(RuleTouch, d, "%d on %s and %d on %s do not touch",
				k, p.board.Name(c), k+1, p.board.Name(d))
		}
	}
	return nil
}

// placesOf checks that s has each number of low..high once and keeps the clues. It
// returns the cell of each number, where entry 0 is for low. A partial board may have open
// cells, and then numbers without a cell have the entry -1.
func placesOf(b *Board, s Solution, low, high int, clues []int, partial bool) ([]int, error) {
	at := make([]int, high-low+1)
	for i := range at {
		at[i] = -1
	}
	for c, k := range s {
		switch {
		case k == Empty && partial:
			continue
		case k == Empty:
			return nil, violation(RuleRange, c, "nothing stands on %s", b.Name(c))
		case k < low || k > high:
			return nil, violation(RuleRange, c, "%d on %s is outside %d..%d", k, b.Name(c), low, high)
		case clues[c] != Empty && clues[c] != k:
			return nil, violation(RuleClue, c, "%d on %s, where %d is given", k, b.Name(c), clues[c])
		case at[k-low] >= 0:
			return nil, violation(RuleTwice, c, "%d stands on %s and on %s", k, b.Name(at[k-low]), b.Name(c))
		}
		at[k-low] = c
	}
	return at, nil
}

// String returns the puzzle as text: see [Read].
func (p *Hidoku) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "puzzle: %s\nmoves: %s\n", FamilyHidoku, p.moves)
	text.WriteString(Format(p, p.clues))
	return text.String()
}
