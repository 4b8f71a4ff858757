package show

import (
	"fmt"
	"image/color"
	"strings"
)

// glyph is a character on a screen. A nil colour is that of the terminal.
type glyph struct {
	r    rune
	ink  color.Color
	back color.Color
	bold bool
}

// screen is a rectangle of characters that grows as it is written on.
type screen struct{ rows [][]glyph }

// at returns the glyph at a place. The screen grows to have one there.
func (s *screen) at(x, y int) *glyph {
	for len(s.rows) <= y {
		s.rows = append(s.rows, nil)
	}
	for len(s.rows[y]) <= x {
		s.rows[y] = append(s.rows[y], glyph{r: ' '})
	}
	return &s.rows[y][x]
}

// write writes a text of one line in a style, aligned right in width columns.
func (s *screen) write(x, y, width int, style glyph, text string) {
	text = fmt.Sprintf("%*s", width, text)
	for i, r := range []rune(text) {
		style.r = r
		*s.at(x+i, y) = style
	}
}

func (s *screen) text(colours bool) string {
	var text strings.Builder
	for _, row := range s.rows {
		for len(row) > 0 && row[len(row)-1] == (glyph{r: ' '}) {
			row = row[:len(row)-1]
		}
		last := ""
		for _, g := range row {
			if style := g.style(); colours && style != last {
				text.WriteString(style)
				last = style
			}
			text.WriteRune(g.r)
		}
		if last != "" && last != resetStyle {
			text.WriteString(resetStyle)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// faint is the colour of texts beside a board. It can be read on black and on white.
var faint = color.NRGBA{0x9a, 0x9a, 0x9a, 0xff}

// fillOf returns the colour of the style sheet that fills shapes of these classes.
func fillOf(class string) color.Color { return plainLook.styled(class, nil).Fill }

const resetStyle = "\x1b[0m"

// style returns the escape sequence that sets the glyph's colours.
func (g glyph) style() string {
	style := "\x1b[0"
	if g.bold {
		style += ";1"
	}
	for _, part := range []struct {
		code int
		c    color.Color
	}{{38, g.ink}, {48, g.back}} {
		if part.c != nil {
			r, green, b, _ := part.c.RGBA()
			style += fmt.Sprintf(";%d;2;%d;%d;%d", part.code, r>>8, green>>8, b>>8)
		}
	}
	return style + "m"
}

// frame draws lines around cells. Between two cells there is a line if separated reports
// so. A cell is wide characters wide, and has a blank on both sides. The result returns
// where the text of a cell begins.
func (s *screen) frame(g board, left, wide int, separated func(c, d int) bool) func(cell int) (x, y int) {
	open := func(row, col int, row2, col2 int) bool { // no line between two squares
		c, d := g.Board.Cell(row, col), g.Board.Cell(row2, col2)
		return c < 0 && d < 0 || c >= 0 && d >= 0 && !separated(c, d)
	}
	step := wide + 3
	for row := range g.Board.Height() + 1 {
		for col := range g.Board.Width() + 1 {
			// The four lines that may meet at the upper left corner of the square.
			up := !open(row-1, col-1, row-1, col)
			right := !open(row-1, col, row, col)
			down := !open(row, col-1, row, col)
			west := !open(row-1, col-1, row, col-1)
			x, y := left+col*step, 2*row
			if r := corner(up, right, down, west); r != ' ' {
				s.at(x, y).r = r
			}
			if right && col < g.Board.Width() {
				for i := 1; i < step; i++ {
					s.at(x+i, y).r = '─'
				}
			}
			if down && row < g.Board.Height() {
				s.at(x, y+1).r = '│'
			}
		}
	}
	return func(cell int) (x, y int) {
		row, col := g.Board.Pos(cell)
		return left + col*step + 2, 2*row + 1
	}
}

// corner returns the character for a corner from which lines go to these sides.
func corner(up, right, down, left bool) rune {
	i := 0
	for bit, side := range []bool{up, right, down, left} {
		if side {
			i |= 1 << bit
		}
	}
	return []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")[i]
}
