package paper

import (
	"fmt"
	"math"

	"crosscut/show"
)

// coverLine is the size of letters of the contents, in points.
const coverLine = 12.

// drawCover draws the first page: the title, the author, the samples and the contents.
func (b Booklet) drawCover(points *brush, sections []Section) {
	scale := b.scale()
	middle, wide := b.Width/2, b.Width-2*b.border()
	y, title, author := 0.16*b.Height, 36*scale, 16*scale
	for _, line := range points.wrapped(b.Title, title, wide) {
		points.Text(ink(true), show.Words{Middle: point{X: middle, Y: y}, Size: title, Width: wide, Text: line})
		y += 1.25 * title
	}
	if b.Author != "" {
		points.Text(ink(false), show.Words{Middle: point{X: middle, Y: y}, Size: author, Width: wide, Text: b.Author})
		y += 2 * author
	}
	line := 1.7 * coverLine * scale
	contents := b.Height - b.border() - line*float64(len(sections)+1)
	b.drawSamples(points, y, contents-line)
	b.drawContents(points, contents, line, sections)
}

// drawSamples draws the samples in rows between two heights, which are measured from the top.
func (b Booklet) drawSamples(points *brush, top, bottom float64) {
	n := len(b.Samples)
	if n == 0 || bottom-top < 20 {
		return
	}
	width, height := b.Width-2*b.border(), bottom-top
	columns := max(1, min(n, int(math.Round(math.Sqrt(float64(n)*width/height)))))
	rows := (n + columns - 1) / columns
	slot := slot{wide: width / float64(columns), high: height / float64(rows)}
	for i, p := range b.Samples {
		slot.at = point{X: b.border() + slot.wide*float64(i%columns), Y: top + slot.high*float64(i/columns)}
		if inLast := n - (rows-1)*columns; i/columns == rows-1 { // the last row is in the middle
			slot.at.X += slot.wide * float64(columns-inLast) / 2
		}
		p.Title = ""
		b.drawSlot(points, Entry{Picture: p}, slot)
	}
}

// drawContents lists the sections, what they have and where they begin, from a height on.
func (b Booklet) drawContents(points *brush, y, line float64, sections []Section) {
	size, left, right := coverLine*b.scale(), b.border(), b.Width-b.border()
	const headingShare, pageShare = 0.33, 0.08 // of the width
	wide := right - left
	for i, parts := range pagesOf(sections) {
		number := fmt.Sprint(i + 2) // the cover is the first page
		for _, s := range parts {
			if !s.begins {
				continue
			}
			points.textFrom(true, point{X: left, Y: y}, size, wide*headingShare*0.95, s.Heading)
			points.textFrom(false, point{X: left + wide*headingShare, Y: y}, size, wide*(1-headingShare-pageShare)*0.97, s.Contents)
			points.textFrom(false, point{X: right - points.width(false, size, number), Y: y}, size, wide*pageShare, number)
			y += line
		}
	}
}

// textFrom writes a text that begins at a point. Letters are smaller if it would be wider than
// width.
func (b *brush) textFrom(bold bool, from point, size, width float64, text string) {
	wide := min(b.width(bold, size, text), width)
	b.Text(ink(bold), show.Words{Middle: from.MovedBy(wide/2, 0), Size: size, Width: width, Text: text})
}
