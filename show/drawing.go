// Package show draws puzzles and their solutions, as SVG and as coloured text for terminals. It draws what
// it gets, and judges nothing. A picture may show the puzzle alone, or a board that is filled in part or
// completely.
//
// Each family is drawn once, as shapes. A [Canvas] gets them with their looks: package paper has those of PNG and
// PDF, and makes booklets. This package needs no fonts, so the page draws its boards with it too.
//
// In SVG shapes have classes, and the style sheet in it gives them colours, for light and for dark
// screens. A page may replace the style sheet, or set its variables. Each cell has its
// name in data-cell, each hole in data-hole, and each stone in data-stone.
package show

import (
	"cmp"
	_ "embed" // for the style sheet
	"errors"
	"fmt"

	"crosscut/puzzle"
)

// Picture is one board to draw.
type Picture struct {
	Puzzle puzzle.Puzzle
	Filled puzzle.Solution // values of cells, of which some may be [puzzle.Empty]; nil draws the puzzle as it is given
	Marked []int           // cells to draw attention to
	Title  string          // a line above the board; "" for none
	Labels []string        // a text for each square, row by row, holes included: see puzzle.Notes; may be nil
	Aspect float64         // width divided by height of the space for the picture; 0 for any
}

// sheet is the style sheet of all pictures. Each of its rules stands in a line of its own and
// begins with the class crosscut.
//
//go:embed board.css
var sheet string

// Lengths in cells. Sizes of texts are those of the font.
const (
	margin     = 0.3
	titleSpace = 0.9
	textSize   = 0.5
	sumSize    = 0.375
)

// SizeOf returns the width and height of pictures side by side. It fails for a picture that
// cannot be drawn: any [puzzle.Numbered] and any [puzzle.Draughtboard] that is valid can.
func SizeOf(pictures []Picture) (width, height float64, err error) {
	if len(pictures) == 0 {
		return 0, 0, errors.New("there is no picture to write")
	}
	for _, p := range pictures {
		if err := p.check(); err != nil {
			return 0, 0, err
		}
		wide, high := p.size()
		width, height = width+wide, max(height, high)
	}
	return width, height, nil
}

// Draw draws pictures side by side, with their tops at one height. It draws nothing where [SizeOf] fails, and
// on no canvas.
func Draw(c Canvas, pictures []Picture) {
	if _, _, err := SizeOf(pictures); err == nil && c != nil {
		drawAll(&styled{to: c, look: plainLook}, pictures)
	}
}

// drawAll is Draw for pictures that were checked.
func drawAll(c canvas, pictures []Picture) {
	left := 0.0
	for _, p := range pictures {
		wide, _ := p.size()
		c.Group("", "", Point{left, 0})
		p.draw(c, wide)
		c.End()
		left += wide
	}
}

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
// margins. An empty draughtboard has a sheet of its stones.
func (p Picture) parts() (board Point, width, height float64, sheet stoneSheet) {
	width, height = gridOf(p.Puzzle).Size()
	switch q := p.Puzzle.(type) {
	case *puzzle.Magic:
		left, others := marginsOf(q)
		board.X = left
		return board, left + width + others, height + others, sheet
	case *puzzle.Draughtboard:
		if p.Filled == nil {
			sheet = newSheet(q, cmp.Or(p.Aspect, 1))
			return sheet.BoardAt, sheet.Width, sheet.Height, sheet
		}
	}
	return board, width, height, sheet
}

func (p Picture) size() (width, height float64) {
	_, width, height, _ = p.parts()
	width, height = width+2*margin, height+2*margin
	if p.Title != "" {
		width, height = max(width, 4), height+titleSpace
	}
	return width, height
}

// draw draws the picture in a space of the given width.
func (p Picture) draw(c canvas, space float64) {
	boardAt, width, _, sheet := p.parts()
	left, top := (space-width)/2, margin
	if p.Title != "" {
		c.Text("title", "", Words{Point{space / 2, top + 0.3}, textSize, space - 2*top, p.Title})
		top += titleSpace
	}
	c.Group("board "+string(p.Puzzle.Family()), "", boardAt.MovedBy(left, top))
	newBoard(c, p).draw()
	c.End()
	if len(sheet.Loose) > 0 {
		c.Group("sheet", "", sheet.StonesAt.MovedBy(left, top))
		for _, l := range sheet.Loose {
			drawLoose(c, l)
		}
		c.End()
	}
	if sheet.Note != "" {
		c.Text("sum", "", Words{sheet.NoteAt.MovedBy(left, top), sumSize, sheet.Width, sheet.Note})
	}
}

// RulesOf returns what people call a type of puzzle, and its rules in one line, for booklets and
// pages. For a puzzle that is not valid it returns nothing.
func RulesOf(p puzzle.Puzzle) (name, rules string) {
	if puzzle.Validate(p) != nil {
		return "", ""
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return hidokuRules(p)
	case *puzzle.Magic:
		return magicRules(p)
	case *puzzle.Draughtboard:
		return draughtboardRules(p)
	}
	return string(p.Family()), ""
}
