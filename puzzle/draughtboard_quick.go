package puzzle

// A quick check of plain draughtboards. It accepts correct boards, in about a third of the
// time. It also gives up on some of them. Then the slow check looks at the board, and finds
// what is wrong. So the quick check says nothing about wrong boards.
//
// It compares the cells of each stone with all layouts at once. Cells are bits, at distances
// from the stone's first cell. It applies to up to quickStones stones, whose layouts are in 64
// bits. It goes through the lines along the shorter side, since a stone across short lines
// needs fewer bits.

// quickStones is the largest number of stones for the quick check.
const quickStones = 64

// quickCheck has what the quick check knows of a board.
type quickCheck struct {
	byColumn bool // lines are columns, because they are shorter
	// apart is the distance between the places of two lines. It is so large that a distance of
	// two places fits only one distance of cells.
	apart  int
	cells  []quickCell  // in the order of their places
	layout [][]laidBits // per stone
}

// quickCell is a cell of the board.
type quickCell struct {
	cell, place int32
	odd         bool // it has not the colour of the corner
}

// laidBits is how a stone may lie, and on which colours its first cell may be.
type laidBits struct {
	cells        uint64
	black, white bool
}

// newQuickCheck returns the quick check of p, or nil if it does not apply.
func newQuickCheck(p *Draughtboard) *quickCheck {
	if !p.plain || len(p.stones) > quickStones {
		return nil
	}
	q := &quickCheck{
		byColumn: p.board.Width() > p.board.Height(), apart: 2*min(p.board.Width(), p.board.Height()) - 1,
		cells: make([]quickCell, 0, p.board.Len()), layout: make([][]laidBits, len(p.stones)),
	}
	for square := range p.board.Width() * p.board.Height() {
		row, col := square/p.board.Width(), square%p.board.Width()
		if q.byColumn {
			row, col = square%p.board.Height(), square/p.board.Height()
		}
		if c := p.board.Cell(row, col); c >= 0 {
			q.cells = append(q.cells, quickCell{int32(c), int32(q.place(row, col)), (row+col)%2 == 1})
		}
	}
	for i, all := range p.layouts {
		if i > 0 && p.stockOf[i] == p.stockOf[i-1] {
			q.layout[i] = q.layout[i-1]
			continue
		}
		for _, lay := range all {
			bits, small := q.bits(lay, &p.board)
			if !small {
				return nil
			}
			q.layout[i] = addLaid(q.layout[i], bits)
		}
	}
	return q
}

// place returns the place of a square.
func (q *quickCheck) place(row, col int) int {
	if q.byColumn {
		row, col = col, row
	}
	return q.apart*row + col
}

// bits returns a layout as bits. They are 0 if it does not fit on the board. It reports false
// if it needs more than 64 bits.
func (q *quickCheck) bits(l layout, board *Board) (laid laidBits, small bool) {
	first, low, high := l[0], l[0], l[0]
	for _, c := range l {
		low.Row, high.Row = min(low.Row, c.Row), max(high.Row, c.Row)
		low.Col, high.Col = min(low.Col, c.Col), max(high.Col, c.Col)
	}
	if high.Row-low.Row >= board.Height() || high.Col-low.Col >= board.Width() {
		return laidBits{}, true
	}
	for _, c := range l {
		if q.place(c.Row, c.Col) < q.place(first.Row, first.Col) {
			first = c
		}
	}
	laid.black, laid.white = true, true
	for _, c := range l {
		at := q.place(c.Row, c.Col) - q.place(first.Row, first.Col)
		if at > 63 {
			return laidBits{}, false
		}
		laid.cells |= 1 << at
		same, other := Black, White
		if (c.Row+c.Col+first.Row+first.Col)%2 != 0 {
			same, other = White, Black
		}
		laid.black = laid.black && c.Colour.Accepts(same)
		laid.white = laid.white && c.Colour.Accepts(other)
	}
	return laid, true
}

// addLaid adds a way to lie. Ways on the same cells become one, because each colour needs only
// one of them.
func addLaid(all []laidBits, laid laidBits) []laidBits {
	if !laid.black && !laid.white {
		return all
	}
	for i := range all {
		if all[i].cells == laid.cells {
			all[i].black, all[i].white = all[i].black || laid.black, all[i].white || laid.white
			return all
		}
	}
	return append(all, laid)
}

// accepts reports whether s is surely correct.
func (q *quickCheck) accepts(p *Draughtboard, s Solution) bool {
	if q == nil || len(s) != len(q.cells) {
		return false
	}
	negative := s[0] < 0
	if negative && !p.Signed() {
		return false
	}
	var cells [quickStones]uint64
	var first [quickStones]quickCell
	for _, c := range q.cells {
		value := s[c.cell]
		if negative {
			value = -value
		}
		stone := uint(value - 1)
		if stone >= uint(len(q.layout)) || stone >= quickStones {
			return false
		}
		if cells[stone] == 0 {
			first[stone] = c
		}
		at := c.place - first[stone].place
		if at > 63 {
			return false
		}
		cells[stone] |= 1 << at
	}
	white := p.cornerOf(s[0]) == White
	for stone, ways := range q.layout {
		onWhite := white != first[stone].odd
		if !liesBy(ways, cells[stone], onWhite) {
			return false
		}
	}
	return true
}

// liesBy reports whether one of the ways is on the cells, with its first cell on a white or a
// black square.
func liesBy(ways []laidBits, cells uint64, onWhite bool) bool {
	for i := range ways {
		if ways[i].cells == cells {
			return onWhite && ways[i].white || !onWhite && ways[i].black
		}
	}
	return false
}
