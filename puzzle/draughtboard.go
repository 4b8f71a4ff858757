package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/base"
)

// Draughtboard is a chequered board to be covered with coloured stones so that the
// colours match. A plain one uses each stone once and covers all cells. Others say how
// often each stone is used, and how many cells stay bare: see [Setup]. A stone may be
// turned by quarters and, if flips are allowed, turned over.
//
// The value of a cell in a solution is the stone that covers it, counted from 1 in the
// order of Stones, or [Bare]. [Draughtboard.Colourings] says whether both colourings of
// the board are tried. If so, the values of a solution with a white corner are negative:
// −3 is stone 3 there. In a canonical solution interchangeable stones are in the order of
// their first cells, and those left out come last.
type Draughtboard struct {
	grid
	setup      Setup
	corner     Colour
	flips      bool
	stocks     []Stock // those of the sets, and then those of the setup
	stones     []Stone
	stockOf    []int           // per stone, its index in stocks
	names      func() []string // per stone, made when it is asked for; nil if stoneName names them
	coloured   bool            // whether any stone has a colour of its own
	plain      bool            // see Plain
	gaps       Range           // how many cells stay bare
	kinds      []int           // per stone, the first of its kind
	following  []int           // per stone, the next of its kind, -1 after the last
	alike      bool            // whether two stones are of one kind
	least      []int           // per stone that is the first of its kind, how many of the kind are used at least
	most       []int           // the same, at most: how many there are
	colourings []Colour
	layouts    [][]layout // per stone, for Check
	wide       wideBoard
}

// openColourings returns the possible colours of the corner: one if the puzzle says it,
// otherwise both. If no stone has a colour, both colourings are the same puzzle, and it
// returns one.
func (p *Draughtboard) openColourings() []Colour {
	switch {
	case p.corner != AnyColour:
		return []Colour{p.corner}
	case !p.coloured:
		return []Colour{Black}
	}
	return []Colour{Black, White}
}

// Balance returns nil if in some colouring the board has enough squares of each colour
// for the stones. Otherwise it returns an error that says which are missing. The puzzle
// then has no solution, and probably a stone was mistyped.
func (p *Draughtboard) Balance() error {
	if len(p.colourings) > 0 {
		return nil
	}
	return p.balance(p.openColourings()[0])
}

// balance is Balance for one colouring.
func (p *Draughtboard) balance(corner Colour) error {
	need, have := p.cellsOfStones(), map[Colour]int{}
	for c := range p.board.Len() {
		have[p.ColourAt(c, corner)]++
	}
	for _, colour := range []Colour{Black, White} {
		if need[colour] > have[colour] {
			word := map[Colour]string{Black: "black", White: "white"}[colour]
			return fmt.Errorf("the stones have %s, the board with a corner %c has %d", base.Plural(need[colour], word+" cell"), corner, have[colour])
		}
	}
	return nil
}

// cellsOfStones counts the cells of all stones that must be used, by colour.
func (p *Draughtboard) cellsOfStones() map[Colour]int {
	count := map[Colour]int{}
	for _, k := range p.stocks {
		for _, cell := range k.Stone.Cells() {
			count[cell.Colour] += k.Count.Least
		}
	}
	return count
}

// Stones returns the stones. The slice must not be changed.
func (p *Draughtboard) Stones() []Stone { return p.stones }

// Kinds returns for each stone the first stone that it is interchangeable with, perhaps
// itself. Stones count from 0 here. The slice must not be changed.
func (p *Draughtboard) Kinds() []int { return p.kinds }

// Colourings returns the corner colours to try: the one given, or both if the corner may
// have any. Colourings with too few squares of a colour for the stones are left out, so
// there may be none. If no stone has a colour, both colourings are the same puzzle and
// one is returned.
func (p *Draughtboard) Colourings() []Colour { return p.colourings }

// Signed reports whether solutions say by their sign which colouring they are
// for: negative values for a white corner. They do if corner and stones leave
// the colouring open.
func (p *Draughtboard) Signed() bool {
	return p.corner == AnyColour && p.coloured
}

// ColourAt returns the colour of cell on the board whose first square has the
// given colour.
func (p *Draughtboard) ColourAt(cell int, corner Colour) Colour {
	if row, col := p.board.Pos(cell); (row+col)%2 == 1 {
		return corner.Other()
	}
	return corner
}

// lattice returns the square lattice: see member. A turning must take each stone to a way in
// which it may lie.
func (p *Draughtboard) lattice() ([]turning, [][2]int) {
	kept := slices.DeleteFunc(slices.Clone(squareTurnings), func(m turning) bool { return !p.keepsVersions(m) })
	return kept, p.board.positions()
}

// keepsRules reports whether the map keeps the colours: see member. It may also exchange
// them, if solutions tell the colouring by their sign.
func (p *Draughtboard) keepsRules(image []int) (recolours, ok bool) {
	// Turnings and shifts keep or change the colour of all cells alike.
	changed := p.ColourAt(0, Black) != p.ColourAt(image[0], Black)
	return changed && p.Signed(), !changed || p.Signed() || !p.coloured
}

// Label returns the name of the stone, or "__" for [Empty]. The name is in lower case if
// the cell is white. On a board without colours all labels are in upper case. If cells may
// stay bare, [Bare] is "_" and [Empty] is "?".
func (p *Draughtboard) Label(cell, value int) string {
	switch {
	case value == Bare:
		return "_"
	case value == Empty && p.gaps.Most > 0:
		return "?"
	case value == Empty:
		return "__"
	}
	name := p.Name(max(value, -value))
	if p.coloured && p.ColourAt(cell, p.cornerOf(value)) == White {
		return lowerName(name)
	}
	return name
}

// lowerName is [strings.ToLower], and allocates nothing for one capital letter.
func lowerName(name string) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	if len(name) == 1 && 'A' <= name[0] && name[0] <= 'Z' {
		return letters[name[0]-'A':][:1]
	}
	return strings.ToLower(name)
}

// cornerOf returns the colour of the first square in a solution that holds value.
func (p *Draughtboard) cornerOf(value int) Colour {
	switch {
	case p.corner != AnyColour:
		return p.corner
	case value < 0:
		return White
	}
	return Black
}

// stoneName returns the name of a stone counted from 1: A, B, …, Z, AA, AB, ….
func stoneName(stone int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if 0 < stone && stone <= len(letters) {
		return letters[stone-1 : stone] // allocates nothing
	}
	name := ""
	for ; stone > 0; stone = (stone - 1) / 26 {
		name = string(rune('A'+(stone-1)%26)) + name
	}
	return name
}

// String returns the puzzle as text: see package text.
func (p *Draughtboard) String() string {
	var text strings.Builder
	corner := string(rune(p.corner))
	if p.corner == AnyColour {
		corner = "any"
	}
	flips := "no"
	if p.flips {
		flips = "yes"
	}
	fmt.Fprintf(&text, "puzzle: %s\ncorner: %s\nflips: %s\n", FamilyDraughtboard, corner, flips)
	if gaps := p.setup.Gaps; gaps != (Range{}) {
		fmt.Fprintf(&text, "gaps: %s\n", gaps.text("any"))
	}
	if len(p.setup.Sets) > 0 {
		fmt.Fprintf(&text, "stones: %s\n", strings.Join(p.setup.Sets, " + "))
	}
	if p.Balance() != nil {
		text.WriteString("solutions: 0\n") // without this line Read rejects the puzzle, as if a stone were mistyped
	}
	if b := &p.board; b.Len() == b.Width()*b.Height() {
		fmt.Fprintf(&text, "board: %dx%d\n", b.Width(), b.Height())
	} else {
		fmt.Fprintf(&text, "board:\n%s=\n", b.Draw(func(cell int) string {
			return string(rune(p.ColourAt(cell, p.cornerOf(1))))
		}))
	}
	for _, k := range p.setup.Stocks {
		text.WriteString(k.line() + k.Stone.String() + "=\n")
	}
	return text.String()
}

// String returns the stone as rows of B, W, X and _, with commas between them.
func (s Stone) String() string {
	height, width := 0, 0
	for _, c := range s.cells {
		height, width = max(height, c.Row+1), max(width, c.Col+1)
	}
	rows := make([][]string, height)
	for r := range rows {
		rows[r] = slices.Repeat([]string{"_"}, width)
	}
	for _, c := range s.cells {
		rows[c.Row][c.Col] = string(rune(c.Colour))
	}
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(strings.Join(row, ",") + "\n")
	}
	return text.String()
}
