package puzzle

import (
	"cmp"
	"math"
	"slices"

	"crosscut/internal/wording"
)

// Check judges a filled board: see [Puzzle]. For each stone it looks at the cells that
// the stone covers. One of the eight turnings of the plane, four without flips, must lay
// the stone exactly on them. Check does not use [Stone.Versions], which the engines use.
func (p *Draughtboard) Check(s Solution) error { return p.check(s, false) }

// check judges a board: see member. If partial, cells may be open, and stones may be absent
// or cover a part of their cells.
func (p *Draughtboard) check(s Solution, partial bool) error {
	if err := checkLength(&p.board, s); err != nil {
		return err
	}
	var room stoneNumbers
	count, first := room.two(len(p.stones)) // per stone: how many cells it covers, and the first of them
	filled := -1                            // the first cell with a stone
	bare, open := 0, 0                      // how many cells are
	for c, value := range s {
		if value == Empty && partial {
			open++
			continue
		}
		if value == Bare && p.gaps.Most > 0 {
			bare++
			continue
		}
		if filled < 0 {
			filled = c
		}
		if value == Empty || value == 0 || max(value, -value) > len(p.stones) {
			return violation(ruleRange, c, "%s is covered by none of %s", p.board.Name(c), wording.Plural(len(p.stones), "stone"))
		}
		if value < 0 && !p.Signed() {
			return violation(ruleRange, c, "%s is covered by stone %d of the other colouring", p.board.Name(c), -value)
		}
		if (value < 0) != (s[filled] < 0) {
			return violation(ruleColour, c, "%s and %s are of different colourings", p.board.Name(filled), p.board.Name(c))
		}
		stone := max(value, -value) - 1
		if count[stone]++; count[stone] == 1 {
			first[stone] = c
		}
	}
	for stone := range p.stones {
		if partial && count[stone] < p.stones[stone].size() || count[stone] == 0 && !p.allUsed(stone) {
			continue
		}
		if err := p.checkStone(s, stone, count[stone], first[stone]); err != nil {
			return err
		}
	}
	switch {
	case bare > p.gaps.Most:
		return violation(ruleGaps, -1, "%s without a stone; at most %d may be bare", wording.Plural(bare, "cell"), p.gaps.Most)
	case bare+open < p.gaps.Least:
		return violation(ruleGaps, -1, "%s without a stone; at least %d must be bare", wording.Plural(bare, "cell"), p.gaps.Least)
	case partial:
		return nil
	}
	return p.checkUse(count)
}

// allUsed reports whether all stones of the kind of a stone must be used.
func (p *Draughtboard) allUsed(stone int) bool {
	kind := p.kinds[stone]
	return p.least[kind] == p.most[kind]
}

// checkUse judges whether enough stones of each kind are used. count has per stone how many
// cells it covers.
func (p *Draughtboard) checkUse(count []int) error {
	if p.plain {
		return nil // each stone has been looked at
	}
	for first, least := range p.least {
		used := 0
		for s := first; s >= 0 && least > 0; s = p.following[s] {
			if count[s] > 0 {
				used++
			}
		}
		if used < least {
			return violation(ruleUse, -1, "too few stones like %s are used: %d of at least %d", p.Name(first+1), used, least)
		}
	}
	return nil
}

// checkStone judges one stone. It covers count cells of s, and first is the first of them.
func (p *Draughtboard) checkStone(s Solution, stone, count, first int) error {
	switch size := p.stones[stone].size(); {
	case count == 0:
		return violation(ruleShape, -1, "stone %s is not on the board", p.Name(stone+1))
	case count != size:
		return violation(ruleShape, first, "stone %s has %s and covers %d", p.Name(stone+1), wording.Plural(size, "cell"), count)
	}
	shape := false
	row, col := p.board.Pos(first)
	for _, l := range p.layouts[stone] {
		fits, coloured := p.lies(s, l, row, col)
		if coloured {
			return nil
		}
		shape = shape || fits
	}
	name := p.Name(stone + 1)
	if shape {
		return violation(ruleColour, first, "stone %s lies with the wrong colours, from %s on", name, p.board.Name(first))
	}
	return violation(ruleShape, first, "the cells of stone %s, from %s on, do not have its shape", name, p.board.Name(first))
}

// turning is a matrix that maps the square lattice onto itself: (row, col) goes to
// (m[0]·row + m[1]·col, m[2]·row + m[3]·col).
type turning [4]int

func (m turning) apply(row, col int) (int, int) { return m[0]*row + m[1]*col, m[2]*row + m[3]*col }

// squareTurnings are the turnings of the square lattice: the four quarter turns, the
// identity first, and then those of the mirrored plane.
var squareTurnings = []turning{
	{1, 0, 0, 1},
	{0, 1, -1, 0},
	{-1, 0, 0, -1},
	{0, -1, 1, 0},
	{1, 0, 0, -1},
	{0, 1, 1, 0},
	{-1, 0, 0, 1},
	{0, -1, -1, 0},
}

// layout is a turned stone. It has the row and column of each cell, relative to the first
// cell.
type layout []StoneCell

// layoutsBy returns the layouts of the stone for some turnings, each once.
func layoutsBy(stone Stone, ways []turning) []layout {
	all := make([]layout, 0, len(ways))
	memory := make(layout, len(ways)*len(stone.cells))
	for _, m := range ways {
		var turned layout
		turned, memory = memory[:len(stone.cells)], memory[len(stone.cells):]
		first := StoneCell{Row: math.MaxInt}
		for i, c := range stone.cells {
			row, col := m.apply(c.Row, c.Col)
			turned[i] = StoneCell{row, col, c.Colour}
			if row < first.Row || row == first.Row && col < first.Col {
				first = turned[i]
			}
		}
		for i := range turned {
			turned[i].Row -= first.Row
			turned[i].Col -= first.Col
		}
		slices.SortFunc(turned, func(a, b StoneCell) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
		if !slices.ContainsFunc(all, func(l layout) bool { return slices.Equal(l, turned) }) {
			all = append(all, turned)
		}
	}
	return all
}

// lies lays the stone on the board in this layout, so that its first cell is at row and col. It reports
// whether the stone then covers only cells that s gives to it, and whether its colours match those of
// the board. The caller has checked that s gives it as many cells as it has, so the cells are the same.
// No other shift needs to be tried.
func (p *Draughtboard) lies(s Solution, stone layout, row, col int) (fits, coloured bool) {
	first := s[p.board.Cell(row, col)]
	for _, c := range stone[1:] {
		if cell := p.board.Cell(row+c.Row, col+c.Col); cell < 0 || s[cell] != first {
			return false, false
		}
	}
	if !p.coloured {
		return true, true
	}
	corner := p.cornerOf(first)
	for _, c := range stone {
		square := corner
		if (row+col+c.Row+c.Col)%2 != 0 {
			square = corner.Other()
		}
		if !c.Colour.accepts(square) {
			return true, false
		}
	}
	return true, true
}
