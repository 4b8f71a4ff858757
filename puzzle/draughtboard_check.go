package puzzle

import (
	"slices"

	"crosscut/internal/base"
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
	filled, white := -1, false              // the first cell with a stone, and whether its stone has a sign
	bare, open, mayBeBare := 0, 0, p.gaps.Most > 0
	for c, value := range s {
		stone, sign := max(value, -value)-1, value < 0
		if uint(stone) >= uint(len(count)) || value == Empty {
			if value == Empty && partial {
				open++
				continue
			}
			if value == Bare && mayBeBare {
				bare++
				continue
			}
			return violation(ruleRange, c, "%s is covered by none of %s", p.board.Name(c), base.Plural(len(p.stones), "stone"))
		}
		if filled < 0 {
			filled, white = c, sign
		}
		if sign && !p.Signed() {
			return violation(ruleRange, c, "%s is covered by stone %d of the other colouring", p.board.Name(c), -value)
		}
		if sign != white {
			return violation(ruleColour, c, "%s and %s are of different colourings", p.board.Name(filled), p.board.Name(c))
		}
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
		return violation(ruleGaps, -1, "%s without a stone; at most %d may be bare", base.Plural(bare, "cell"), p.gaps.Most)
	case bare+open < p.gaps.Least:
		return violation(ruleGaps, -1, "%s without a stone; at least %d must be bare", base.Plural(bare, "cell"), p.gaps.Least)
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
		return violation(ruleShape, first, "stone %s has %s and covers %d", p.Name(stone+1), base.Plural(size, "cell"), count)
	}
	shape := false
	for i := range p.layouts[stone] {
		l := &p.layouts[stone][i]
		if !p.lies(s, l, first) {
			continue
		}
		if colour := p.ColourAt(first, p.cornerOf(s[first])); colour == Black && l.onBlack || colour == White && l.onWhite {
			return nil
		}
		shape = true
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

// layout is a turned stone on a board.
type layout struct {
	at               []int32 // for each cell after the first, how far it is from the first: see wideBoard
	onBlack, onWhite bool    // whether its colours are those of a board where its first cell is on this colour
}

// wideBoard has the cells of a board by their places. A place of a board of so many columns is
// (2·columns − 1)·row + column. So the same distance of places means the same step everywhere, and what is
// beside the board has places without cells, -1.
type wideBoard struct {
	stride int
	cellAt []int32
}

func wideBoardOf(b *Board) wideBoard {
	p := wideBoard{stride: 2*b.width - 1}
	p.cellAt = slices.Repeat([]int32{-1}, p.stride*b.height)
	for c := range b.Len() {
		row, col := b.Pos(c)
		p.cellAt[p.stride*row+col] = int32(c)
	}
	return p
}

// layoutsOn returns the layouts of the stone for some turnings, those with the same cells once. It leaves out those for
// which the board is too small.
func (p wideBoard) layoutsOn(b *Board, stone Stone, ways []turning) (all []layout) {
	turned := make([]StoneCell, len(stone.cells))
	for _, m := range ways {
		for i, c := range stone.cells {
			turned[i].Row, turned[i].Col = m.apply(c.Row, c.Col)
			turned[i].Colour = c.Colour
		}
		cells := normalise(turned).cells
		l := layout{at: make([]int32, 0, len(cells)), onBlack: true, onWhite: true}
		wide := 0
		for _, c := range cells {
			row, col := c.Row-cells[0].Row, c.Col-cells[0].Col
			wide = max(wide, c.Col+1)
			if row != 0 || col != 0 {
				l.at = append(l.at, int32(p.stride*row+col))
			}
			even, odd := Black, White
			if (row+col)%2 != 0 {
				even, odd = White, Black
			}
			l.onBlack, l.onWhite = l.onBlack && c.Colour.accepts(even), l.onWhite && c.Colour.accepts(odd)
		}
		if wide > b.width || cells[len(cells)-1].Row >= b.height {
			continue
		}
		if same := slices.IndexFunc(all, func(k layout) bool { return slices.Equal(k.at, l.at) }); same >= 0 {
			all[same].onBlack, all[same].onWhite = all[same].onBlack || l.onBlack, all[same].onWhite || l.onWhite
		} else {
			all = append(all, l)
		}
	}
	return all
}

// lies reports whether all cells of the layout, with its first one on a cell, are cells that s gives to one
// stone. The caller has checked that s gives it as many cells as it has, so the cells are the same. No other
// shift needs to be tried.
func (p *Draughtboard) lies(s Solution, l *layout, first int) bool {
	row, col := p.board.Pos(first)
	place, value := p.wide.stride*row+col, s[first]
	for _, distance := range l.at {
		at := place + int(distance)
		if at >= len(p.wide.cellAt) {
			return false
		}
		if c := p.wide.cellAt[at]; c < 0 || s[c] != value {
			return false
		}
	}
	return true
}
