package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
)

// Hidoku is a number path: a board of N cells, to be filled with 1..N so that
// consecutive numbers touch. Some numbers may be given. [HidokuRules] says which cells
// touch, and what else the path must do.
type Hidoku struct {
	numbers
	rules HidokuRules

	given     []int32 // per number, the cell of its clue plus 1, or 0; entry 0 is for none
	firstOpen int     // the least number that is no clue

	neighbours [][]int // per cell, ascending; belongs to the rules, as the fields below do except ranks
	steps      [][]int // per cell, the neighbours that may have a consecutive number
	bound      [][]int // per cell, those that must; nil if there are none
	isLattice  bool
	chequered  bool
	ranks      []int // per cell, its place in the order or Empty; nil unless the puzzle is Ranked
}

// checkClues reports a clue that is not one of the numbers from low, one for each cell, or stands
// twice.
func checkClues(board *Board, clues []int, low int) error {
	if len(clues) != board.Len() {
		return fmt.Errorf("%s for %s", base.Plural(len(clues), "clue"), base.Plural(board.Len(), "cell"))
	}
	first := make([]int32, len(clues)) // per number, its first cell plus 1
	for c, k := range clues {
		if k == Empty {
			continue
		}
		if k < low || k >= low+len(clues) {
			return fmt.Errorf("%d on %s is outside %d..%d%s", k, board.Name(c), low, low+len(clues)-1, openCell(k))
		}
		at := &first[k-low]
		if *at > 0 {
			return fmt.Errorf("%d stands twice, on %s and %s", k, board.Name(int(*at)-1), board.Name(c))
		}
		*at = int32(c) + 1
	}
	return nil
}

// openCell says how a clue list has an open cell, if the clue k may have been meant for one.
func openCell(k int) string {
	if k == 0 {
		return "; puzzle.Empty stands for an open cell"
	}
	return ""
}

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
			return violation(ruleTouch, d, "%d on %s and %d on %s do not touch",
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
			return nil, violation(ruleRange, c, "nothing stands on %s", b.Name(c))
		case k < low || k > high:
			return nil, violation(ruleRange, c, "%d on %s is outside %d..%d", k, b.Name(c), low, high)
		case clues[c] != Empty && clues[c] != k:
			return nil, violation(ruleClue, c, "%d on %s, where %d is given", k, b.Name(c), clues[c])
		case at[k-low] >= 0:
			return nil, violation(ruleTwice, c, "%d stands on %s and on %s", k, b.Name(at[k-low]), b.Name(c))
		}
		at[k-low] = c
	}
	return at, nil
}

// String returns the puzzle as text: see package text.
func (p *Hidoku) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "puzzle: %s\nmoves: %s\n%s", FamilyHidoku, p.rules.Moves, p.ruleLines())
	shown := p.clues
	if p.Ranked() {
		shown = p.ranks
	}
	text.WriteString(Format(p, shown))
	return text.String()
}

// The rules of a Hidoku beyond those of Hidato, Numbrix and Rikudo.

// checkVariant judges the rules beyond those of a plain Hidoku. at has the cell of each
// number less 1, or -1 on a partial board.
func (p *Hidoku) checkVariant(s Solution, at []int) error {
	n := len(s)
	if c, d := at[0], at[n-1]; p.rules.Closed && c >= 0 && d >= 0 && !slices.Contains(p.neighbours[c], d) {
		return violation(ruleClosed, d, "%d on %s and 1 on %s do not touch", n, p.board.Name(d), p.board.Name(c))
	}
	for _, pair := range p.rules.Links {
		if c, d := pair[0], pair[1]; s[c] != Empty && s[d] != Empty && !p.consecutive(s[c], s[d]) {
			return violation(ruleLink, d, "%s is linked, with %d and %d", p.pairName(c, d), s[c], s[d])
		}
	}
	for _, pair := range p.rules.Unlinked {
		if c, d := pair[0], pair[1]; s[c] != Empty && s[d] != Empty && p.consecutive(s[c], s[d]) {
			return violation(ruleUnlinked, d, "%s is unlinked, with %d and %d", p.pairName(c, d), s[c], s[d])
		}
	}
	last := -1 // the last cell of the order that has a number
	for _, c := range p.rules.Order {
		if s[c] == Empty {
			continue
		}
		if last >= 0 && s[last] > s[c] {
			return violation(ruleOrder, c, "%d on %s comes after %d on %s", s[last], p.board.Name(last), s[c], p.board.Name(c))
		}
		last = c
	}
	return nil
}

// consecutive reports whether two numbers follow each other on the path.
func (p *Hidoku) consecutive(k, j int) bool {
	difference := max(k-j, j-k)
	return difference == 1 || p.rules.Closed && difference == p.board.Len()-1 && difference > 0
}
