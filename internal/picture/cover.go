package picture

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"crosscut/internal/layout"
)

// Sizes of letters on the cover, in points.
const (
	coverTitle  = 36.
	coverAuthor = 16.
	coverLine   = 12.
)

// drawCover draws the first page: the title, the author, the samples and the contents.
func (b Booklet) drawCover(canvas canvas, sections []Section) {
	points, letters := b.points(canvas), b.letters()
	high, middle, wide := float64(b.Height), float64(b.Width)/2, float64(b.Width-2*b.border())
	y := 0.16 * high
	for _, line := range wrapped(b.Title, coverTitle*letters, wide) {
		points.text(ink, true, layout.At(middle, y), coverTitle*letters, wide, line)
		y += 1.25 * coverTitle * letters
	}
	if b.Author != "" {
		points.text(grey, false, layout.At(middle, y), coverAuthor*letters, wide, b.Author)
		y += 2 * coverAuthor * letters
	}
	line := 1.7 * coverLine * letters
	contents := high - float64(b.border()) - line*float64(len(sections)+1)
	b.drawSamples(canvas, y, contents-line)
	b.drawContents(points, contents, line, sections)
}

// drawSamples draws the samples in rows between two heights, which are measured from the top.
func (b Booklet) drawSamples(canvas canvas, top, bottom float64) {
	n := len(b.Samples)
	if n == 0 || bottom-top < 20 {
		return
	}
	width, height := b.Width-2*b.border(), vg.Length(bottom-top)
	columns := max(1, min(n, int(math.Round(math.Sqrt(float64(n)*float64(width/height))))))
	rows := (n + columns - 1) / columns
	slotWide, slotHigh := width/vg.Length(columns), height/vg.Length(rows)
	for i, p := range b.Samples {
		left, from := b.border()+slotWide*vg.Length(i%columns), vg.Length(top)+slotHigh*vg.Length(i/columns)
		if inLast := n - (rows-1)*columns; i/columns == rows-1 { // the last row is in the middle
			left += slotWide * vg.Length(columns-inLast) / 2
		}
		p.Title = ""
		b.drawSlot(canvas, Entry{Picture: p}, vg.Rectangle{
			Min: vg.Point{X: left, Y: from}, Max: vg.Point{X: left + slotWide, Y: from + slotHigh},
		})
	}
}

// drawContents lists the sections, what they have and where they begin, from a height on.
func (b Booklet) drawContents(points pen, y, line float64, sections []Section) {
	size, left, right := coverLine*b.letters(), float64(b.border()), float64(b.Width-b.border())
	const headingShare, pageShare = 0.33, 0.08 // of the width
	wide := right - left
	page := 2 // the cover is the first
	for _, s := range sections {
		if len(s.Entries) == 0 {
			continue
		}
		points.textFrom(true, layout.At(left, y), size, wide*headingShare*0.95, s.Heading)
		points.textFrom(false, layout.At(left+wide*headingShare, y), size, wide*(1-headingShare-pageShare)*0.97, s.Contents)
		number := fmt.Sprintf("%d", page)
		points.textFrom(false, layout.At(right-textWide(false, size, number), y), size, wide*pageShare, number)
		y += line
		page += s.pages()
	}
}

// textFrom writes a text that begins at a point. Letters are smaller if it would be wider than
// width.
func (d pen) textFrom(bold bool, from point, size, width float64, text string) {
	text = layout.Printable(text)
	wide := min(textWide(bold, size, text), width)
	d.text(ink, bold, from.MovedBy(wide/2, 0), size, width, text)
}
