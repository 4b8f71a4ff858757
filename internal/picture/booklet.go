package picture

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Booklet is how pictures are laid out on pages of paper.
type Booklet struct {
	Title         string // on top of every page
	Columns, Rows int    // pictures on a page
	Width, Height vg.Length
}

// A4 is the size of the paper, upright.
const (
	A4Width  = 210 * vg.Millimeter
	A4Height = 297 * vg.Millimeter
)

// The layout of a page. A page is divided into slots, one for each picture.
const (
	pageBorder = 15 * vg.Millimeter // around the page
	pageHead   = 12 * vg.Millimeter // the space for the title
	pageFoot   = 8 * vg.Millimeter  // the space for the number
	maxCell    = 14 * vg.Millimeter // the largest size of a cell
	titleHigh  = 16                 // the space for a title above each picture, in points
	slotShare  = 0.94               // the share of a slot's width for its picture, so that pictures do not touch
)

// Write writes the pictures of each part as PDF. Each part begins on a new page.
// Successive pictures of one puzzle are on one page, if they fit. It fails for puzzles that
// are not valid, and for puzzle types of other packages.
func (b Booklet) Write(w io.Writer, parts ...[]Picture) error {
	for _, p := range slices.Concat(parts...) {
		if err := p.check(); err != nil {
			return err
		}
	}
	paper, page := newPDF(b.Width, b.Height), 0
	for _, part := range parts {
		for len(part) > 0 {
			n := b.fitting(part)
			page++
			paper.newPage()
			b.drawPage(paper, page, part[:n])
			part = part[n:]
		}
	}
	return paper.write(w)
}

// fitting returns how many of the pictures go on the next page.
func (b Booklet) fitting(pictures []Picture) int {
	perPage := b.Columns * b.Rows
	if len(pictures) <= perPage {
		return len(pictures)
	}
	for n := perPage; n > 0; n-- {
		if pictures[n].Puzzle != pictures[n-1].Puzzle {
			return n
		}
	}
	return perPage // the puzzle has more pictures than fit on a page
}

// drawPage draws the title, the pictures and the number of a page.
func (b Booklet) drawPage(canvas canvas, page int, pictures []Picture) {
	points := pen{canvas: canvas, origin: vg.Point{Y: b.Height}, unit: 1} // this pen measures in points from the top
	middle := float64(b.Width) / 2
	wide := float64(b.Width - 2*pageBorder)
	if b.Title != "" {
		points.text(ink, true, point{middle, float64(pageBorder)}, 16, wide, b.Title)
	}
	points.text(grey, false, point{middle, float64(b.Height - pageBorder)}, 9, wide, fmt.Sprint(page))
	slotWide := (b.Width - 2*pageBorder) / vg.Length(b.Columns)
	slotHigh := (b.Height - 2*pageBorder - pageHead - pageFoot) / vg.Length(b.Rows)
	for i, p := range pictures {
		left := pageBorder + slotWide*vg.Length(i%b.Columns)
		top := pageBorder + pageHead + slotHigh*vg.Length(i/b.Columns)
		title := p.Title
		p.aspect = float64(slotWide*slotShare) / float64(slotHigh-titleHigh)
		p.Title = "" // drawn below in points, so that all titles of a page have one size
		width, height := p.Size()
		cell := min(slotWide*slotShare/vg.Length(width), (slotHigh-titleHigh)/vg.Length(height), maxCell)
		slack := (slotHigh - titleHigh - cell*vg.Length(height)) / 2
		points.text(ink, true, point{float64(left + slotWide/2), float64(top + slack + titleHigh/2)}, 10, float64(slotWide)*0.9, title)
		p.draw(canvas, vg.Point{X: left + (slotWide-cell*vg.Length(width))/2, Y: b.Height - top - slack - titleHigh}, cell)
	}
}
