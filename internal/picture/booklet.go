package picture

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"

	"crosscut/internal/layout"
)

// Booklet is a PDF file of puzzles on pages of paper.
type Booklet struct {
	Title, Author, Subject string // for the cover and for the properties of the file

	Width, Height vg.Length // of the paper
	Grey          bool      // print without colours
	Large         bool      // print large cells and letters
	Cover         bool      // begin with a page of the title, the author, samples and contents
	Samples       []Picture // for the cover
}

// Section is a part of a booklet. It begins on a new page.
type Section struct {
	Heading       string // on top of every page
	Rules         string // below the heading
	Contents      string // what the section has, for the cover
	Columns, Rows int    // pictures on a page
	Entries       []Entry
}

// Entry is a picture of a booklet and what stands above it.
type Entry struct {
	Picture
	Number int    // of the puzzle; 0 for none
	Level  string // of difficulty; "" for none
	Stars  int    // of five; 0 for none
}

// The size of the paper A4, upright.
const (
	A4Width  = 210 * vg.Millimeter
	A4Height = 297 * vg.Millimeter
)

// Paper returns the size of the paper with a name: "a4", "letter" or "a5". It is upright. ok is
// false for another name.
func Paper(name string) (width, height vg.Length, ok bool) {
	switch name {
	case "a4":
		return A4Width, A4Height, true
	case "letter":
		return 8.5 * vg.Inch, 11 * vg.Inch, true
	case "a5":
		return 148 * vg.Millimeter, 210 * vg.Millimeter, true
	}
	return 0, 0, false
}

// The layout of a page of A4. A page is divided into slots, one for each picture. Smaller
// paper has smaller borders.
const (
	pageBorder = 15 * vg.Millimeter // around the page
	pageFoot   = 8 * vg.Millimeter  // the space for the number
	maxCell    = 14 * vg.Millimeter // the largest size of a cell
	slotShare  = 0.94               // the share of a slot's width for its picture, so that pictures do not touch
)

// Sizes of letters, and the heights of lines, in points.
const (
	headingSize, headingLine = 16., 34.
	rulesSize, rulesLine     = 11., 14.
	captionSize, captionLine = 10., 16.
	footSize                 = 9.
	largeLetters             = 1.5 // how much larger letters are in large print
	largeCells               = 1.8
)

// Write writes the booklet as PDF. Pictures of one puzzle that follow each other are on one
// page, if they fit. It fails for puzzles that are not valid, and for puzzle types of other
// packages.
func (b Booklet) Write(w io.Writer, sections ...Section) error {
	for _, s := range sections {
		for _, e := range s.Entries {
			if err := e.check(); err != nil {
				return err
			}
		}
	}
	paper := newPDF(b.Width, b.Height)
	paper.grey = b.Grey
	paper.describe(b.Title, b.Author, b.Subject)
	page := 0
	if b.Cover {
		page++
		paper.newPage()
		b.drawCover(paper, sections)
	}
	for _, s := range sections {
		for entries := s.Entries; len(entries) > 0; {
			n := s.fitting(entries)
			page++
			paper.newPage()
			b.drawPage(paper, page, s, entries[:n])
			entries = entries[n:]
		}
	}
	return paper.write(w)
}

// fitting returns how many of the entries go on the next page.
func (s Section) fitting(entries []Entry) int {
	perPage := s.Columns * s.Rows
	if len(entries) <= perPage {
		return len(entries)
	}
	for n := perPage; n > 0; n-- {
		if entries[n].Puzzle != entries[n-1].Puzzle {
			return n
		}
	}
	return perPage // the puzzle has more pictures than fit on a page
}

// pages returns the number of pages of the section.
func (s Section) pages() int {
	pages := 0
	for entries := s.Entries; len(entries) > 0; pages++ {
		entries = entries[s.fitting(entries):]
	}
	return pages
}

// letters returns how much larger letters are than on a page of A4.
func (b Booklet) letters() float64 {
	size := max(0.8, min(1, float64(min(b.Width, b.Height)/A4Width)))
	if b.Large {
		size *= largeLetters
	}
	return size
}

// border returns the width of the border.
func (b Booklet) border() vg.Length { return pageBorder * min(1, min(b.Width, b.Height)/A4Width) }

// points returns a pen that measures in points from the top of the page.
func (b Booklet) points(canvas canvas) pen {
	return pen{canvas: canvas, origin: vg.Point{Y: b.Height}, unit: 1}
}

// drawPage draws the heading, the pictures and the number of a page.
func (b Booklet) drawPage(canvas canvas, page int, s Section, entries []Entry) {
	points, border, letters := b.points(canvas), b.border(), b.letters()
	middle, wide := float64(b.Width)/2, float64(b.Width-2*border)
	top := float64(border)
	if s.Heading != "" {
		points.text(ink, true, layout.At(middle, top), headingSize*letters, wide, s.Heading)
	}
	top += headingLine * letters
	if s.Rules != "" {
		top -= headingLine * letters / 3
		for _, line := range wrapped(s.Rules, rulesSize*letters, wide) {
			points.text(grey, false, layout.At(middle, top), rulesSize*letters, wide, line)
			top += rulesLine * letters
		}
		top += rulesLine * letters / 3
	}
	points.text(grey, false, layout.At(middle, float64(b.Height-border)), footSize*letters, wide, fmt.Sprint(page))
	slotWide := (b.Width - 2*border) / vg.Length(s.Columns)
	slotHigh := (b.Height - border - pageFoot - vg.Length(top)) / vg.Length(s.Rows)
	for i, e := range entries {
		left := border + slotWide*vg.Length(i%s.Columns)
		b.drawSlot(canvas, e, vg.Rectangle{
			Min: vg.Point{X: left, Y: vg.Length(top) + slotHigh*vg.Length(i/s.Columns)},
			Max: vg.Point{X: left + slotWide, Y: vg.Length(top) + slotHigh*vg.Length(i/s.Columns+1)},
		})
	}
}

// drawSlot draws an entry into a slot, which is measured from the top of the page.
func (b Booklet) drawSlot(canvas canvas, e Entry, slot vg.Rectangle) {
	size := slot.Size()
	head := vg.Length(captionLine * b.letters())
	p := e.Picture
	p.aspect = float64(size.X*slotShare) / float64(size.Y-head)
	p.Title = "" // drawn in points, so that all captions of a page have one size
	width, height := p.Size()
	largest := maxCell
	if b.Large {
		largest *= largeCells
	}
	cell := min(size.X*slotShare/vg.Length(width), (size.Y-head)/vg.Length(height), largest)
	slack := (size.Y - head - cell*vg.Length(height)) / 2
	points := b.points(canvas)
	points.caption(e, layout.At(float64(slot.Min.X+size.X/2), float64(slot.Min.Y+slack+head/2)), captionSize*b.letters(), float64(size.X)*0.95)
	p.draw(canvas, vg.Point{X: slot.Min.X + (size.X-cell*vg.Length(width))/2, Y: b.Height - slot.Min.Y - slack - head}, cell)
}
