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
	var room [64]covered // most puzzles have no more stones, and then nothing is allocated
	on := slices.Grow(room[:0], len(p.stones))[:len(p.stones)]
	filled, white := -1, false // the first cell with a stone, and whether its stone has a sign
	bare, open, mayBeBare := 0, 0, p.gaps.Most > 0
	places := p.wide.placeOf[:len(s)]
	for c, value := range s {
		stone, sign := max(value, -value)-1, value < 0
		if uint(stone) >= uint(len(on)) {
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
		switch {
		case filled >= 0 && sign == white:
		case sign && !p.Signed():
			return violation(ruleRange, c, "%s is covered by stone %d of the other colouring", p.board.Name(c), -value)
		case filled >= 0:
			return violation(ruleColour, c, "%s and %s are of different colourings", p.board.Name(filled), p.board.Name(c))
		default:
			filled, white = c, sign
		}
		of := &on[stone]
		if of.count++; of.count == 1 {
			of.place = places[c]
		}
		of.near |= 1 << uint32(places[c]-of.place)
	}
	for stone := range p.stones {
		if partial && int(on[stone].count) < p.stones[stone].size() || on[stone].count == 0 && !p.allUsed(stone) {
			continue
		}
		if err := p.checkStone(s, stone, on[stone]); err != nil {
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
	return p.checkUse(on)
}

// allUsed reports whether all stones of the kind of a stone must be used.
func (p *Draughtboard) allUsed(stone int) bool {
	kind := p.kinds[stone]
	return p.least[kind] == p.most[kind]
}

// checkUse judges whether enough stones of each kind are used.
func (p *Draughtboard) checkUse(on []covered) error {
	if p.plain {
		return nil // each stone has been looked at
	}
	for first, least := range p.least {
		used := 0
		for s := first; s >= 0 && least > 0; s = p.following[s] {
			if on[s].count > 0 {
				used++
			}
		}
		if used < least {
			return violation(ruleUse, -1, "too few stones like %s are used: %d of at least %d", p.Name(first+1), used, least)
		}
	}
	return nil
}

// covered is the cells of a stone: how many, the place of the first, and a bit for each distance below 64 from it.
type covered struct {
	count, place int32
	near         uint64
}

// checkStone judges the cells of one stone.
func (p *Draughtboard) checkStone(s Solution, stone int, on covered) error {
	count, first := int(on.count), int(p.wide.cellAt[on.place])
	switch size := p.stones[stone].size(); {
	case count == 0:
		return violation(ruleShape, -1, "stone %s is not on the board", p.Name(stone+1))
	case count != size:
		return violation(ruleShape, first, "stone %s has %s and covers %d", p.Name(stone+1), base.Plural(size, "cell"), count)
	}
	shape := false
	for i := range p.layouts[stone] {
		l := &p.layouts[stone][i]
		if l.near != on.near || !p.lies(s, l, on.place) {
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
	near             uint64  // a bit for each cell that is less than 64 places from the first: see wideBoard
	far              []int32 // how far the others are
	onBlack, onWhite bool    // whether its colours are those of a board where its first cell is on this colour
}

// wideBoard has the cells of a board by their places. A place of a board of so many columns is
// (2·columns − 1)·row + column. So the same distance of places means the same step everywhere, and what is
// beside the board has places without cells, -1.
type wideBoard struct {
	stride          int
	cellAt, placeOf []int32
}

func wideBoardOf(b *Board) wideBoard {
	p := wideBoard{stride: 2*b.width - 1}
	p.cellAt = slices.Repeat([]int32{-1}, p.stride*b.height)
	for c := range b.Len() {
		row, col := b.Pos(c)
		p.placeOf = append(p.placeOf, int32(p.stride*row+col))
		p.cellAt[p.placeOf[c]] = int32(c)
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
		l := layout{onBlack: true, onWhite: true}
		wide := 0
		for _, c := range cells {
			row, col := c.Row-cells[0].Row, c.Col-cells[0].Col
			wide = max(wide, c.Col+1)
			at := int32(p.stride*row + col)
			if l.near |= 1 << uint32(at); at >= 64 {
				l.far = append(l.far, at)
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
		if same := slices.IndexFunc(all, func(k layout) bool { return k.near == l.near && slices.Equal(k.far, l.far) }); same >= 0 {
			all[same].onBlack, all[same].onWhite = all[same].onBlack || l.onBlack, all[same].onWhite || l.onWhite
		} else {
			all = append(all, l)
		}
	}
	return all
}

// lies reports whether all far cells of the layout, with its first one on a place, are cells that s gives to one
// stone. The caller has checked that s gives it as many cells as it has, and the near ones. So the cells are the
// same. No other shift needs to be tried.
func (p *Draughtboard) lies(s Solution, l *layout, first int32) bool {
	for _, distance := range l.far {
		at := int(first + distance)
		if at >= len(p.wide.cellAt) {
			return false
		}
		if c := p.wide.cellAt[at]; c < 0 || s[c] != s[p.wide.cellAt[first]] {
			return false
		}
	}
	return true
}
