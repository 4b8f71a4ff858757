package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"crosscut/puzzle"
)

// palette are the colours of stones, which people with any kind of colour vision
// can tell apart: Okabe and Ito, "Color Universal Design", 2008, without black.
var palette = []color.RGBA{
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xf0, 0xe4, 0x42, 0xff},
	{0x00, 0x72, 0xb2, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
}

// Squares without a stone on them.
var (
	blackSquare = color.RGBA{0x8c, 0x8c, 0x8c, 0xff}
	whiteSquare = paper
	anySquare   = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
)

// mix returns a colour with a share of another one in it.
func mix(c, other color.RGBA, share float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{part(c.R, other.R), part(c.G, other.G), part(c.B, other.B), 0xff}
}

// tint returns a stone's colour on a square: dark on black ones, light on white
// ones, and dark enough or light enough for the name on it to be read.
func tint(c color.RGBA, square puzzle.Colour) color.RGBA {
	switch square {
	case puzzle.Black:
		return mix(c, paper, 0.15)
	case puzzle.White:
		return mix(c, paper, 0.65)
	}
	return mix(c, paper, 0.4)
}

// coloured reports whether any stone has a colour, so that the board's matter.
func coloured(p *puzzle.Draughtboard) bool {
	return slices.ContainsFunc(p.Stones(), func(s puzzle.Stone) bool {
		return slices.ContainsFunc(s.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
	})
}

// squareAt returns the colour of a square, AnyColour on a board without colours.
func squareAt(p *puzzle.Draughtboard, cell int, corner puzzle.Colour) puzzle.Colour {
	if !coloured(p) {
		return puzzle.AnyColour
	}
	return p.ColourAt(cell, corner)
}

// cornerOf returns the colour of the first square of a filled board, or of an empty
// one, which is shown as the first colouring that the stones allow.
func cornerOf(p *puzzle.Draughtboard, filled puzzle.Solution) puzzle.Colour {
	switch {
	case p.Corner() != puzzle.AnyColour:
		return p.Corner()
	case filled != nil && filled[0] < 0:
		return puzzle.White
	case filled == nil && len(p.Colourings()) > 0:
		return p.Colourings()[0]
	}
	return puzzle.Black
}

// tiling draws a draughtboard with its stones on it.
type tiling struct {
	grid
	puzzle *puzzle.Draughtboard
	filled puzzle.Solution
}

func (t tiling) draw(d pen) {
	t.drawHoles(d)
	corner, colours := cornerOf(t.puzzle, t.filled), t.colours()
	for c := range t.board.Len() {
		d.fill(tint(palette[colours[t.stone(c)]], squareAt(t.puzzle, c, corner)), t.corners(c, 0)...)
	}
	t.drawOutlines(d)
	named := make(map[int]bool)
	for c := range t.board.Len() {
		if s := t.stone(c); !named[s] {
			named[s] = true
			d.text(ink, true, t.middle(t.heart(s)), textHeight, textWidth, puzzle.StoneName(s+1))
		}
	}
}

// stone returns the stone on a cell, counted from 0.
func (t tiling) stone(cell int) int { return max(t.filled[cell], -t.filled[cell]) - 1 }

// drawOutlines draws lines between cells, thick ones around stones, and marks.
func (t tiling) drawOutlines(d pen) {
	for c := range t.board.Len() {
		d.line(faint, thin, closed(t.corners(c, 0))...)
	}
	for c := range t.board.Len() {
		corners := t.corners(c, 0)
		for side, other := range t.across(c) {
			if other < 0 || t.stone(other) != t.stone(c) {
				d.line(ink, thick, corners[side], corners[(side+1)%len(corners)])
			}
		}
	}
	for _, c := range t.marked {
		d.disc(warn, t.middle(c).plus(0.3, -0.3), 0.1)
	}
}

// heart returns the cell of a stone that is nearest to the middle of all of them,
// the place for its name.
func (t tiling) heart(stone int) int {
	var cells []int
	var x, y float64
	for c := range t.board.Len() {
		if t.stone(c) == stone {
			m := t.middle(c)
			cells, x, y = append(cells, c), x+m.x, y+m.y
		}
	}
	n := float64(len(cells))
	return slices.MinFunc(cells, func(a, b int) int {
		p, q := t.middle(a), t.middle(b)
		return int(math.Copysign(1, math.Hypot(p.x-x/n, p.y-y/n)-math.Hypot(q.x-x/n, q.y-y/n)-1e-9))
	})
}

// colours returns for each stone a place in the palette. Stones that touch, even at
// a corner, get different ones as far as the palette allows; of those left a stone
// takes the one used least.
func (t tiling) colours() []int {
	stones := len(t.puzzle.Stones())
	colours, used := slices.Repeat([]int{-1}, stones), make([]int, len(palette))
	touching := t.touching()
	for s := range stones {
		around := make([]int, len(palette))
		for _, other := range touching[s] {
			if colours[other] >= 0 {
				around[colours[other]]++
			}
		}
		best := 0
		for i := range palette {
			if around[i] < around[best] || around[i] == around[best] && used[i] < used[best] {
				best = i
			}
		}
		colours[s] = best
		used[best]++
	}
	return colours
}

// touching returns for each stone those that touch it.
func (t tiling) touching() [][]int {
	touching := make([][]int, len(t.puzzle.Stones()))
	for c := range t.board.Len() {
		row, col := t.board.Pos(c)
		for _, to := range [][2]int{{row, col + 1}, {row + 1, col}, {row + 1, col + 1}, {row + 1, col - 1}} {
			e := t.board.Cell(to[0], to[1])
			if e < 0 || t.stone(e) == t.stone(c) || slices.Contains(touching[t.stone(c)], t.stone(e)) {
				continue
			}
			touching[t.stone(c)] = append(touching[t.stone(c)], t.stone(e))
			touching[t.stone(e)] = append(touching[t.stone(e)], t.stone(c))
		}
	}
	return touching
}

// sheet draws an empty draughtboard, and below or beside it the stones.
type sheet struct {
	grid
	puzzle            *puzzle.Draughtboard
	loose             []loose
	boardAt, stonesAt point // where they begin
	width, height     float64
}

// loose is a stone beside the board.
type loose struct {
	stone puzzle.Stone
	name  string
	alike int   // how many there are of it
	at    point // the top left corner, among the stones
}

// called is the stone's name, and how many there are of it.
func (l loose) called() string {
	if l.alike > 1 {
		return fmt.Sprintf("%s ×%d", l.name, l.alike)
	}
	return l.name
}

// gap is between stones; between the board and the stones it is twice that.
const gap = 0.7

// newSheet lays out the stones in rows below the board or beside it, so that all of it
// gets as large as possible in a space that is so many times as wide as it is high.
func newSheet(g grid, p *puzzle.Draughtboard, aspect float64) sheet {
	best, largest := sheet{}, 0.0
	stones := looseStones(p)
	wide, high := g.size()
	for _, within := range widths(stones) {
		s := sheet{grid: g, puzzle: p, loose: slices.Clone(stones)}
		w, h := layOut(s.loose, within)
		below, beside := s, s
		below.width, below.height = max(wide, w), high+2*gap+h
		below.boardAt, below.stonesAt = point{(below.width - wide) / 2, 0}, point{(below.width - w) / 2, high + 2*gap}
		beside.width, beside.height = wide+2*gap+w, max(high, h)
		beside.boardAt, beside.stonesAt = point{0, (beside.height - high) / 2}, point{wide + 2*gap, (beside.height - h) / 2}
		for _, way := range []sheet{below, beside} {
			if cell := min(aspect/way.width, 1/way.height); cell > largest {
				best, largest = way, cell
			}
		}
	}
	return best
}

// looseStones returns the stones that have no place yet, alike ones once.
func looseStones(p *puzzle.Draughtboard) (stones []loose) {
	alike := make(map[int]int)
	for _, kind := range p.Kinds() {
		alike[kind]++
	}
	for i, stone := range p.Stones() {
		if p.Kinds()[i] == i {
			stones = append(stones, loose{stone: stone, name: puzzle.StoneName(i + 1), alike: alike[i]})
		}
	}
	return stones
}

// widths returns what to try for the width of the rows of stones: how wide the first few
// are together, a hundred numbers at most.
func widths(stones []loose) (tries []float64) {
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

// layOut gives the stones their places in rows of a width, or as wide as the widest stone,
// and returns the width and height of all.
func layOut(stones []loose, within float64) (width, height float64) {
	x, y, row := 0.0, 0.0, 0.0
	for i := range stones {
		w, h := extent(stones[i].stone)
		if x > 0 && x+w > within+1e-9 {
			x, y, row = 0, y+row+gap, 0
		}
		stones[i].at = point{x, y}
		if stones[i].alike > 1 {
			h += 0.4 // for their number
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

func (s sheet) size() (width, height float64) { return s.width, s.height }

func (s sheet) draw(d pen) {
	corner := cornerOf(s.puzzle, nil)
	board, stones := d.shifted(s.boardAt), d.shifted(s.stonesAt)
	s.drawHoles(board)
	for c := range s.board.Len() {
		board.fill(square(squareAt(s.puzzle, c, corner), whiteSquare), s.corners(c, 0)...)
	}
	s.drawLines(board)
	for _, l := range s.loose {
		l.draw(stones.shifted(l.at))
	}
}

// square returns the colour of a square or of a stone's cell, which is open when it
// has no colour.
func square(c puzzle.Colour, open color.RGBA) color.RGBA {
	switch c {
	case puzzle.Black:
		return blackSquare
	case puzzle.White:
		return whiteSquare
	}
	return open
}

// draw draws the stone with its name on it, and how many there are below it.
func (l loose) draw(d pen) {
	covers := func(row, col int) bool {
		return slices.ContainsFunc(l.stone.Cells(), func(c puzzle.StoneCell) bool { return c.Row == row && c.Col == col })
	}
	for _, c := range l.stone.Cells() {
		x, y := float64(c.Col), float64(c.Row)
		corners := []point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
		d.fill(square(c.Colour, anySquare), corners...)
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
	d.text(ink, false, l.heart(), 0.5, 0.8, l.name)
	if l.alike > 1 {
		width, height := extent(l.stone)
		d.text(grey, false, point{width / 2, height + 0.3}, 0.4, width+gap, fmt.Sprintf("×%d", l.alike))
	}
}

// heart returns the middle of the cell that is nearest to the middle of the stone.
func (l loose) heart() point {
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
