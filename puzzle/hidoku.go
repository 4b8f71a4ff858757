package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Hidoku is a number path: a board of N cells, to be filled with 1..N so that
// consecutive numbers touch. Some numbers may be given. [HidokuRules] says which cells
// touch, and what else the path must do.
type Hidoku struct {
	board Board
	rules HidokuRules
	clues []int // per cell, Empty where none is given

	neighbours [][]int // per cell, ascending; belongs to the rules, as isLattice and chequered do
	isLattice  bool
	chequered  bool
	ranks      []int // per cell, its place in the order or Empty; nil unless the puzzle is Ranked
}

// NewHidoku returns the plain puzzle with the given clues, one entry per cell, [Empty]
// where there is none. nil stands for no clues at all. It fails when the board has no cells, when a clue is outside 1..N
// or stands twice, and when moves is unknown. Other contradictions between clues are not
// an error: the puzzle then has no solutions.
func NewHidoku(board *Board, moves Moves, clues []int) (*Hidoku, error) {
	return NewHidokuBy(board, HidokuRules{Moves: moves}, clues)
}

// checkClues reports a clue that is outside low..high or stands twice.
func checkClues(board *Board, clues []int, low, high int) error {
	if len(clues) != board.Len() {
		return fmt.Errorf("%s for %s", counted(len(clues), "clue"), counted(board.Len(), "cell"))
	}
	first := newFirstCells(low, high, len(clues))
	for c, k := range clues {
		if k == Empty {
			continue
		}
		if k < low || k > high {
			return fmt.Errorf("%d on %s is outside %d..%d", k, board.Name(c), low, high)
		}
		if d := first.enter(k, c); d >= 0 {
			return fmt.Errorf("%d stands twice, on %s and %s", k, board.Name(d), board.Name(c))
		}
	}
	return nil
}

// firstCells has the first cell of each number of a range. It is a list where the range is
// short, because to fill a map takes a tenth of the time of reading a Hidoku.
type firstCells struct {
	low  int
	list []int32     // per number, its first cell plus 1; nil for a long range
	far  map[int]int // takes the place of list
}

// newFirstCells returns an empty firstCells for a board of so many cells.
func newFirstCells(low, high, cells int) firstCells {
	if n := high - low; n >= 0 && n <= 4*cells {
		return firstCells{low: low, list: make([]int32, n+1)}
	}
	return firstCells{far: make(map[int]int)}
}

// enter returns the first cell of k, or enters c as such and returns -1.
func (f *firstCells) enter(k, c int) int {
	if f.list == nil {
		if d, twice := f.far[k]; twice {
			return d
		}
		f.far[k] = c
		return -1
	}
	at := &f.list[k-f.low]
	if *at == 0 {
		*at = int32(c) + 1
		return -1
	}
	return int(*at) - 1
}

// Family returns [FamilyHidoku].
func (p *Hidoku) Family() Family { return FamilyHidoku }

// Board returns the board.
func (p *Hidoku) Board() *Board { return &p.board }

// Moves returns the moves, in canonical form: see [ParseMoves].
func (p *Hidoku) Moves() Moves { return p.rules.Moves }

// Clue returns the number given on cell, or [Empty].
func (p *Hidoku) Clue(cell int) int { return p.clues[cell] }

// Neighbours returns the cells that touch cell, ascending: see [HidokuRules]. The slice
// must not be changed.
func (p *Hidoku) Neighbours(cell int) []int { return p.neighbours[cell] }

// Canonical returns s, because different slices are different fillings.
func (p *Hidoku) Canonical(s Solution) Solution { return s }

// Label returns the number, or "__" for [Empty].
func (p *Hidoku) Label(_, value int) string { return numberLabel(value) }

// lattice returns the lattice: see member. It is the lattice of hexagons for [Hex], and
// otherwise that of squares.
func (p *Hidoku) lattice() ([]turning, [][2]int) {
	positions := p.board.positions()
	if p.rules.Moves != Hex {
		return squareTurnings, positions
	}
	// Axial coordinates count columns along a line of hexagons that slopes, so
	// that the six directions are the same in every row.
	for c, at := range positions {
		positions[c][1] -= at[0] / 2
	}
	return hexTurnings, positions
}

// keepsRules reports whether the map keeps the clues and the graph: see member.
func (p *Hidoku) keepsRules(image []int) (recolours, ok bool) {
	return false, keepsClues(p.clues, image) && p.keepsGraph(image)
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
	return p.checkVariant(s, at)
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
	fmt.Fprintf(&text, "puzzle: %s\nmoves: %s\n%s", FamilyHidoku, p.rules.Moves, p.RuleLines())
	shown := p.clues
	if p.Ranked() {
		shown = p.ranks
	}
	text.WriteString(Format(p, shown))
	return text.String()
}
