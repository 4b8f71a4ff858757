// Package svg draws boards as SVG. The pictures of the program and the boards of the page
// both come from it. It needs no fonts: a viewer brings its own.
//
// Shapes have classes, and the style sheet gives them colours for light and for dark
// screens. A page may replace the style sheet, or set its variables. Each cell has its
// name in data-cell, each hole in data-hole, and each stone in data-stone.
package svg

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// Picture is one board to draw.
type Picture struct {
	Puzzle puzzle.Puzzle
	Filled puzzle.Solution // values of cells, of which some may be [puzzle.Empty]; nil draws the puzzle as it is given
	Marked []int           // cells to draw attention to
	Title  string          // a line above the board; "" for none
	Labels []string        // a text for each square, row by row, holes included: see text.Notes; may be nil
}

// Style is the style sheet that each picture has in it. All its rules begin with the class
// crosscut.
//
//go:embed board.css
var Style string

// Lengths in user units. Text sizes are of the font.
const (
	cellSize   = 40
	margin     = 12
	titleSpace = 36
	textSize   = 20
	sumSize    = 15
	maxSide    = 3200 // a picture that would be larger is shown with smaller cells
)

// Write writes one picture, or several side by side. The same pictures give the same
// bytes. It draws any [puzzle.Numbered] and any [puzzle.Draughtboard] that is valid, and fails
// for others.
func Write(w io.Writer, pictures ...Picture) error {
	var body document
	var titles []string
	width, height := 0.0, 0.0
	for _, p := range pictures {
		if err := p.check(); err != nil {
			return err
		}
		titles = append(titles, p.name())
		wide, high := p.size()
		body.add(`<g transform="translate(%s)">`+"\n", at(layout.At(width/cellSize, 0)))
		p.draw(&body, wide)
		body.add("</g>\n")
		width, height = width+wide, max(height, high)
	}
	scale := min(1, maxSide/max(width, height, 1))
	var head document
	head.add(`<svg xmlns="http://www.w3.org/2000/svg" class="crosscut" role="img" viewBox="0 0 %s %s" width="%s" height="%s">`+"\n",
		number(width), number(height), number(width*scale), number(height*scale))
	head.add("<title>%s</title>\n<style>\n%s</style>\n", escaped(strings.Join(titles, "; ")), styleOf(pictures))
	head.add(`<rect class="paper" width="%s" height="%s"/>`+"\n", number(width), number(height))
	_, err := io.WriteString(w, head.String()+body.String()+"</svg>\n")
	return err
}

// check returns an error for a picture that Write cannot draw.
func (p Picture) check() error {
	if err := puzzle.Validate(p.Puzzle); err != nil {
		return err
	}
	if n := p.Puzzle.Board().Len(); p.Filled != nil && len(p.Filled) != n {
		return fmt.Errorf("%d values for a board of %d cells", len(p.Filled), n)
	}
	switch p.Puzzle.(type) {
	case puzzle.Numbered, *puzzle.Draughtboard:
		return nil
	}
	return fmt.Errorf("no picture of a puzzle of type %T", p.Puzzle)
}

// name returns the name of the picture for those who cannot see it.
func (p Picture) name() string {
	name := fmt.Sprintf("%s, %d × %d", p.Puzzle.Family(), p.Puzzle.Board().Height(), p.Puzzle.Board().Width())
	if p.Title != "" {
		name = p.Title + " (" + name + ")"
	}
	return name
}

// parts returns the place of the board and the size of everything except the title and the
// margins, in cells. An empty draughtboard has a sheet of its stones.
func (p Picture) parts() (board layout.Point, width, height float64, sheet layout.Sheet) {
	width, height = layout.Of(p.Puzzle).Size()
	switch q := p.Puzzle.(type) {
	case *puzzle.Magic:
		left, others := layout.Margins(q)
		board.X = left
		return board, left + width + others, height + others, sheet
	case *puzzle.Draughtboard:
		if p.Filled == nil {
			sheet = layout.NewSheet(q, 1)
			return sheet.BoardAt, sheet.Width, sheet.Height, sheet
		}
	}
	return board, width, height, sheet
}

// size returns the width and height of the picture in user units.
func (p Picture) size() (width, height float64) {
	_, width, height, _ = p.parts()
	width, height = width*cellSize+2*margin, height*cellSize+2*margin
	if p.Title != "" {
		width, height = max(width, 4*cellSize), height+titleSpace
	}
	return width, height
}

// draw draws the picture in a space of the given width in user units.
func (p Picture) draw(d *document, space float64) {
	boardAt, width, _, sheet := p.parts()
	left, top := (space/cellSize-width)/2, margin/float64(cellSize)
	if p.Title != "" {
		d.text("title", "", layout.At(space/cellSize/2, top+0.3), textSize, space/cellSize-2*top, p.Title)
		top += titleSpace / float64(cellSize)
	}
	d.add(`<g class="board %s" transform="translate(%s)">`+"\n", p.Puzzle.Family(), at(boardAt.MovedBy(left, top)))
	b := newBoard(d, p)
	b.cells()
	switch q := p.Puzzle.(type) {
	case puzzle.Numbered:
		b.marks()
		b.route()
		h, isHidoku := q.(*puzzle.Hidoku)
		if isHidoku {
			b.bridges(h)
		}
		b.through()
		b.outline()
		if isHidoku {
			b.signs(h)
		}
		b.labels(func(c int) bool {
			return shownOn(q, c) != puzzle.Empty || p.Filled != nil && p.Filled[c] != puzzle.Empty
		})
		b.numbers(q)
		b.sums()
	case *puzzle.Draughtboard:
		b.stones(q)
		b.outline()
		b.labels(func(c int) bool { return p.Filled != nil && layout.IsCovered(p.Filled, c) })
		b.dots()
	}
	d.add("</g>\n")
	if len(sheet.Loose) > 0 {
		d.add(`<g class="sheet" transform="translate(%s)">`+"\n", at(sheet.StonesAt.MovedBy(left, top)))
		for _, l := range sheet.Loose {
			d.loose(l)
		}
		d.add("</g>\n")
	}
	if sheet.Note != "" {
		d.text("sum", "", sheet.NoteAt.MovedBy(left, top), sumSize, sheet.Width, sheet.Note)
	}
}

// document is the text of a picture.
type document struct{ strings.Builder }

// add adds a part of the text.
func (d *document) add(format string, args ...any) { fmt.Fprintf(&d.Builder, format, args...) }

// text adds a line of text with its middle at p. It is smaller if it would be wider than
// width cells. attributes are those of the text except its class, place and size.
func (d *document) text(class, attributes string, p layout.Point, size, width float64, text string) {
	text = layout.Printable(text)
	if wide := textWidth(text) * size / cellSize; wide > width {
		size *= width / wide
	}
	// Digits and capital letters are about 0.7 times as high as the size of the font.
	p.Y += 0.35 * size / cellSize
	d.add(`<text class="%s"%s x="%s" y="%s" font-size="%s">%s</text>`+"\n",
		class, attributes, number(p.X*cellSize), number(p.Y*cellSize), number(size), escaped(text))
}

// textWidth estimates the width of a text in sizes of its font, without knowing the font.
// In common fonts without serifs a digit is 0.56 wide, and letters are about as wide.
func textWidth(text string) float64 {
	wide := 0.0
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			wide += 0.58
		default: // signs of other scripts may be as wide as high
			wide++
		}
	}
	return wide
}

// at returns a point as SVG has it.
func at(p layout.Point) string { return number(p.X*cellSize) + " " + number(p.Y*cellSize) }

// number returns a number with at most two decimals.
func number(x float64) string {
	text := fmt.Sprintf("%.2f", x)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

// escaped returns a text in which nothing is markup.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(layout.Printable(text))
}
