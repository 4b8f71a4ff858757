package paper

import (
	"fmt"
	"io"

	"crosscut/show"
)

// Booklet is a PDF file of puzzles on pages of paper.
type Booklet struct {
	Title, Author, Subject string // for the cover and for the properties of the file

	Width, Height float64        // of the paper, in points
	Grey          bool           // print without colours
	Large         bool           // print large cells and letters
	Cover         bool           // begin with a page of the title, the author, samples and contents
	Samples       []show.Picture // for the cover
}

// Section is a part of a booklet. It begins on the last page of the section before it, if it fits
// there as a whole.
type Section struct {
	Heading       string // above its pictures on every page
	Rules         string // below the heading
	Contents      string // what the section has, for the cover
	Columns, Rows int    // pictures on a page
	Apart         bool   // it begins on a new page
	Entries       []Entry

	begins bool // in a part of a section on a page: it is the first
}

// Entry is a picture of a booklet and what stands above it.
type Entry struct {
	show.Picture
	Number int    // of the puzzle; 0 for none
	Level  string // of difficulty; "" for none
	Stars  int    // of five; 0 for none
}

// Lengths of paper, in points.
const (
	inch       = 72.
	millimetre = inch / 25.4

	a4Width  = 210 * millimetre // upright
	a4Height = 297 * millimetre
)

// Size returns the size of the paper with a name: "a4", "letter" or "a5". It is upright. ok is
// false for another name.
func Size(name string) (width, height float64, ok bool) {
	switch name {
	case "a4":
		return a4Width, a4Height, true
	case "letter":
		return 8.5 * inch, 11 * inch, true
	case "a5":
		return 148 * millimetre, 210 * millimetre, true
	}
	return 0, 0, false
}

// captionSize and captionLine are the size of letters above a picture, and the height of their line, in points.
const captionSize, captionLine = 10., 16.

// Write writes the booklet as PDF. Pictures of one puzzle that follow each other are on one
// page, if they fit. It fails for puzzles that are not valid, and for puzzle types of other
// packages. It returns the signs that the typeface lacks, as [Write] does.
func (b Booklet) Write(w io.Writer, sections ...Section) (lacking string, err error) {
	for _, s := range sections {
		for _, e := range s.Entries {
			if _, _, err := show.SizeOf([]show.Picture{e.Picture}); err != nil {
				return "", err
			}
		}
	}
	file := newPDF(b.Width, b.Height)
	file.grey = b.Grey
	file.describe(b.Title, b.Author, b.Subject)
	points := newBrush(file, new(letters), point{}, 1)
	number := 0
	if b.Cover {
		number++
		file.newPage()
		b.drawCover(points, sections)
	}
	for _, parts := range pagesOf(sections) {
		number++
		file.newPage()
		b.drawPage(points, number, parts)
	}
	return string(points.lacking), file.write(w)
}

func pagesOf(sections []Section) [][]Section {
	var pages [][]Section
	room := 0. // the share of the last page that has nothing on it
	for _, s := range sections {
		for entries := s.Entries; len(entries) > 0; {
			part := s
			part.Entries = entries[:s.fitting(entries)]
			part.begins = len(entries) == len(s.Entries)
			if whole := len(part.Entries) == len(s.Entries); !whole || s.Apart || part.share() > room+1e-9 { // shares are rounded
				pages, room = append(pages, nil), 1
			}
			last := &pages[len(pages)-1]
			*last = append(*last, part)
			room -= part.share()
			entries = entries[len(part.Entries):]
		}
	}
	return pages
}

// share returns the share of a page that the rows of the entries take.
func (s Section) share() float64 { return float64(s.filledRows()) / float64(s.Rows) }

func (s Section) filledRows() int { return (len(s.Entries) + s.Columns - 1) / s.Columns }

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

// scale returns how much larger letters are than on a page of A4.
func (b Booklet) scale() float64 {
	size := max(0.8, min(1, min(b.Width, b.Height)/a4Width))
	if b.Large {
		size *= 1.5
	}
	return size
}

// border returns the width of the border: 15 mm, and less on paper that is smaller than A4.
func (b Booklet) border() float64 {
	return 15 * millimetre * min(1, min(b.Width, b.Height)/a4Width)
}

// The letters and lines of a heading and of the rules below it, in points.
const headingSize, headingLine, rulesSize, rulesLine = 16., 34., 11., 14.

// drawPage draws the parts and the number of a page. The brush measures in points from the top of
// the page.
func (b Booklet) drawPage(points *brush, number int, parts []Section) {
	border := b.border()
	points.Text(ink(false), show.Words{Middle: point{X: b.Width / 2, Y: b.Height - border}, Size: 9 * b.scale(), Width: b.Width - 2*border, Text: fmt.Sprint(number)})
	top, high := border, b.Height-2*border-8*millimetre
	for i, s := range parts {
		bottom := top + high
		if len(parts) > 1 {
			bottom = top + high*s.share()
			s.Rows = s.filledRows()
		}
		if i > 0 {
			top += headingSize * b.scale() // below the pictures before it
		}
		b.drawPart(points, s, top, bottom)
		top = bottom
	}
}

// drawPart draws the heading and the pictures of a section between two heights of a page.
func (b Booklet) drawPart(points *brush, s Section, top, bottom float64) {
	border, scale := b.border(), b.scale()
	middle, wide := b.Width/2, b.Width-2*border
	if s.Heading != "" {
		points.Text(ink(true), show.Words{Middle: point{X: middle, Y: top}, Size: headingSize * scale, Width: wide, Text: s.Heading})
	}
	top += headingLine * scale
	if s.Rules != "" {
		top -= headingLine * scale / 3
		for _, line := range points.wrapped(s.Rules, rulesSize*scale, wide) {
			points.Text(ink(false), show.Words{Middle: point{X: middle, Y: top}, Size: rulesSize * scale, Width: wide, Text: line})
			top += rulesLine * scale
		}
		top += rulesLine * scale / 3
	}
	slot := slot{wide: wide / float64(s.Columns), high: (bottom - top) / float64(s.Rows)}
	for i, e := range s.Entries {
		slot.at = point{X: border + slot.wide*float64(i%s.Columns), Y: top + slot.high*float64(i/s.Columns)}
		b.drawSlot(points, e, slot)
	}
}

// slot is the space for a picture, measured from the top of the page.
type slot struct {
	at         point
	wide, high float64
}

func (b Booklet) drawSlot(points *brush, e Entry, s slot) {
	const slotShare = 0.94 // the share of a slot's width for its picture, so that pictures do not touch
	head := captionLine * b.scale()
	p := e.Picture
	p.Aspect = s.wide * slotShare / (s.high - head)
	p.Title = "" // drawn in points, so that all captions of a page have one size
	pictures := []show.Picture{p}
	width, height, _ := show.SizeOf(pictures) // it was checked before the first page
	largest := 14 * millimetre
	if b.Large {
		largest *= 1.8
	}
	cell := min(s.wide*slotShare/width, (s.high-head)/height, largest)
	slack := (s.high - head - cell*height) / 2
	points.caption(e, s.at.MovedBy(s.wide/2, slack+head/2), captionSize*b.scale(), s.wide*0.95)
	show.Draw(newBrush(points.surface, points.letters, s.at.MovedBy((s.wide-cell*width)/2, slack+head), cell), pictures)
}
