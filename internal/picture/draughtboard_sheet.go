package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"crosscut/puzzle"
)

// stoneSheet is the drawing of an empty draughtboard, with the stones below or beside it.
type stoneSheet struct {
	grid
	puzzle            *puzzle.Draughtboard
	loose             []looseStone
	boardAt, stonesAt point // the top left corners of the board and of the stones
	width, height     float64
}

// looseStone is a stone beside the board. Interchangeable stones are drawn once.
type looseStone struct {
	stone puzzle.Stone
	name  string
	alike int   // how many interchangeable stones there are
	at    point // its top left corner, relative to stonesAt
}

// label returns the stone's name, and how many there are if there are several.
func (l looseStone) label() string {
	if l.alike > 1 {
		return fmt.Sprintf("%s ×%d", l.name, l.alike)
	}
	return l.name
}

// gap is the distance between stones. The distance between the board and the stones is
// twice that.
const gap = 0.7

// newStoneSheet lays out the stones in rows below the board or beside it. It chooses the
// layout that can be drawn largest in a space whose width is aspect times its height.
func newStoneSheet(g grid, p *puzzle.Draughtboard, aspect float64) stoneSheet {
	best, largest := stoneSheet{}, 0.0
	stones := looseStones(p)
	wide, high := g.size()
	for _, within := range widths(stones) {
		s := stoneSheet{grid: g, puzzle: p, loose: slices.Clone(stones)}
		w, h := layOut(s.loose, within)
		below, beside := s, s
		below.width, below.height = max(wide, w), high+2*gap+h
		below.boardAt, below.stonesAt = point{(below.width - wide) / 2, 0}, point{(below.width - w) / 2, high + 2*gap}
		beside.width, beside.height = wide+2*gap+w, max(high, h)
		beside.boardAt, beside.stonesAt = point{0, (beside.height - high) / 2}, point{wide + 2*gap, (beside.height - h) / 2}
		for _, layout := range []stoneSheet{below, beside} {
			if cell := min(aspect/layout.width, 1/layout.height); cell > largest {
				best, largest = layout, cell
			}
		}
	}
	return best
}

// looseStones returns one stone of each kind, without a place.
func looseStones(p *puzzle.Draughtboard) (stones []looseStone) {
	alike := make(map[int]int)
	for _, kind := range p.Kinds() {
		alike[kind]++
	}
	for i, stone := range p.Stones() {
		if p.Kinds()[i] == i {
			stones = append(stones, looseStone{stone: stone, name: puzzle.StoneName(i + 1), alike: alike[i]})
		}
	}
	return stones
}

// widths returns the widths of rows that newStoneSheet tries. They are widths of the
// first stones side by side, at most a hundred of them.
func widths(stones []looseStone) (tries []float64) {
	const most = 100
	x := 0.0
	for i, l := range stones {
		w, _ := extent(l.stone)
		if x += w; (i+1)*most/len(stones) > i*most/len(stones) {
			tries = append(tries, x)
		}
		x += gap
	}
	return tries
}

// layOut gives the stones their places in rows of at most the given width. A stone that is
// wider has a row of its own. It returns the width and the height of all rows.
func layOut(stones []looseStone, within float64) (width, height float64) {
	x, y, row := 0.0, 0.0, 0.0
	for i := range stones {
		w, h := extent(stones[i].stone)
		if x > 0 && x+w > within+1e-9 {
			x, y, row = 0, y+row+gap, 0
		}
		stones[i].at = point{x, y}
		if stones[i].alike > 1 {
			h += 0.4 // room for the text that says how many there are
		}
		width, row = max(width, x+w), max(row, h)
		x += w + gap
	}
	return width, y + row
}

// extent returns the width and height of a stone.
func extent(s puzzle.Stone) (width, height float64) {
	for _, c := range s.Cells() {
		width, height = max(width, float64(c.Col+1)), max(height, float64(c.Row+1))
	}
	return width, height
}

// size returns the size in cells: see drawing.
func (s stoneSheet) size() (width, height float64) { return s.width, s.height }

// draw draws the board and the stones: see drawing.
func (s stoneSheet) draw(d pen) {
	corner := cornerOf(s.puzzle, nil)
	board, stones := d.shifted(s.boardAt), d.shifted(s.stonesAt)
	s.drawHoles(board)
	for c := range s.board.Len() {
		board.fill(squareColour(squareAt(s.puzzle, c, corner), whiteSquare), s.corners(c, 0)...)
	}
	s.drawLines(board)
	s.drawLabels(board, noCell)
	for _, l := range s.loose {
		l.draw(stones.shifted(l.at))
	}
}

// squareColour returns the colour to draw a square or a stone's cell in. It is uncoloured
// if c is neither black nor white.
func squareColour(c puzzle.Colour, uncoloured color.RGBA) color.RGBA {
	switch c {
	case puzzle.Black:
		return blackSquare
	case puzzle.White:
		return whiteSquare
	}
	return uncoloured
}

// draw draws the stone with its name on it, and below it how many there are.
func (l looseStone) draw(d pen) {
	covers := func(row, col int) bool {
		return slices.ContainsFunc(l.stone.Cells(), func(c puzzle.StoneCell) bool { return c.Row == row && c.Col == col })
	}
	for _, c := range l.stone.Cells() {
		x, y := float64(c.Col), float64(c.Row)
		corners := []point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
		d.fill(squareColour(c.Colour, anySquare), corners...)
		d.line(faint, thin, closed(slices.Clone(corners))...)
	}
	for _, c := range l.stone.Cells() {
		x, y := float64(c.Col), float64(c.Row)
		corners := []point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
		for side, to := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			if !covers(c.Row+to[0], c.Col+to[1]) {
				d.line(ink, thick, corners[side], corners[(side+1)%4])
			}
		}
	}
	d.text(ink, false, l.nameAt(), 0.5, 0.8, l.name)
	if l.alike > 1 {
		width, height := extent(l.stone)
		d.text(grey, false, point{width / 2, height + 0.3}, 0.4, width+gap, fmt.Sprintf("×%d", l.alike))
	}
}

// nameAt returns the place for the name: the middle of the cell that is nearest to the
// middle of the stone.
func (l looseStone) nameAt() point {
	var x, y float64
	cells := l.stone.Cells()
	for _, c := range cells {
		x, y = x+float64(c.Col)/float64(len(cells)), y+float64(c.Row)/float64(len(cells))
	}
	best := cells[0]
	for _, c := range cells {
		if math.Hypot(float64(c.Col)-x, float64(c.Row)-y) < math.Hypot(float64(best.Col)-x, float64(best.Row)-y)-1e-9 {
			best = c
		}
	}
	return point{float64(best.Col) + 0.5, float64(best.Row) + 0.5}
}
