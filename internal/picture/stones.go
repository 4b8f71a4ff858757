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

// sheet draws an empty draughtboard, and below it the stones.
type sheet struct {
	grid
	puzzle *puzzle.Draughtboard
	loose  []loose
	width  float64 // of the stones
	height float64
}

// loose is a stone below the board.
type loose struct {
	stone puzzle.Stone
	name  string
	at    point // the top left corner
}

// gap is between stones; between the board and the stones it is twice that.
const gap = 0.8

// newSheet lays out the stones in rows below the board, alike stones once.
func newSheet(g grid, p *puzzle.Draughtboard) sheet {
	s := sheet{grid: g, puzzle: p}
	var names []string
	var stones []puzzle.Stone
	area := 0.0
	for i, stone := range p.Stones() {
		if p.Kinds()[i] != i {
			continue
		}
		name, alike := puzzle.StoneName(i+1), 0
		for _, kind := range p.Kinds() {
			if kind == i {
				alike++
			}
		}
		if alike > 1 {
			name += fmt.Sprintf(" ×%d", alike)
		}
		w, h := extent(stone)
		names, stones, area = append(names, name), append(stones, stone), area+(w+gap)*(h+2*gap)
	}
	wide := max(float64(g.board.Width()), 1.3*math.Sqrt(area), 4)
	x, y, row := 0.0, 0.0, 0.0
	for i, stone := range stones {
		w, h := extent(stone)
		if x > 0 && x+w > wide {
			x, y, row = 0, y+row+2*gap, 0
		}
		s.loose = append(s.loose, loose{stone, names[i], point{x, y}})
		s.width, row = max(s.width, x+w), max(row, h)
		x += max(w, 1.2) + gap
	}
	s.height = y + row + gap
	return s
}

// extent returns the width and height of a stone.
func extent(s puzzle.Stone) (width, height float64) {
	for _, c := range s.Cells() {
		width, height = max(width, float64(c.Col+1)), max(height, float64(c.Row+1))
	}
	return width, height
}

func (s sheet) size() (width, height float64) {
	width, height = s.grid.size()
	return max(width, s.width), height + 2*gap + s.height
}

func (s sheet) draw(d pen) {
	corner := cornerOf(s.puzzle, nil)
	whole, _ := s.size()
	width, height := s.grid.size()
	board := d.shifted(point{(whole - width) / 2, 0})
	s.drawHoles(board)
	for c := range s.board.Len() {
		board.fill(square(squareAt(s.puzzle, c, corner), whiteSquare), s.corners(c, 0)...)
	}
	s.drawLines(board)
	stones := d.shifted(point{(whole - s.width) / 2, height + 2*gap})
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

// draw draws the stone with its name below it.
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
	width, height := extent(l.stone)
	d.text(grey, false, point{width / 2, height + gap/2}, 0.38, max(width, 1.2)+gap*0.8, l.name)
}
