package paper

import (
	"encoding/binary"
	"image/color"
	"io"
	"time"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"

	"crosscut/show"
)

// pdf is a surface whose pages become a PDF file.
type pdf struct {
	doc  *fpdf.Fpdf
	grey bool // draw without colours
}

// newPDF returns a surface without pages. Its file has no date, so that the same pictures
// give the same file.
func newPDF(wide, high float64) *pdf {
	p := &pdf{doc: fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: wide, Ht: high}})}
	p.doc.SetCreationDate(time.Unix(0, 0).UTC())
	p.doc.SetModificationDate(time.Unix(0, 0).UTC())
	p.doc.SetCatalogSort(true)
	p.doc.SetAutoPageBreak(false, 0)
	p.doc.SetLineJoinStyle("round")
	for _, bold := range []bool{false, true} {
		p.doc.AddUTF8FontFromBytes(fontName, fontStyle(bold), typeface(bold))
	}
	return p
}

const fontName = "sans"

// fontStyle returns the style of the font in the terms of the PDF library.
func fontStyle(bold bool) string {
	if bold {
		return "B"
	}
	return ""
}

// describe sets the properties of the file. Empty texts set nothing.
func (p *pdf) describe(title, author, subject string) {
	for _, property := range []struct {
		text string
		set  func(text string, isUTF8 bool)
	}{{title, p.doc.SetTitle}, {author, p.doc.SetAuthor}, {subject, p.doc.SetSubject}} {
		if property.text != "" {
			property.set(utf16Text(property.text), false)
		}
	}
	p.doc.SetCreator("crosscut", true)
}

// utf16Text returns a text as PDF files have it: big-endian UTF-16 with a mark (ISO 32000-1, 7.9.2.2). The
// library's own conversion knows no character above U+FFFF.
func utf16Text(text string) string {
	coded := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(text)) {
		coded = binary.BigEndian.AppendUint16(coded, unit)
	}
	return string(coded)
}

// newPage begins a page. It must be called before anything is drawn.
func (p *pdf) newPage() { p.doc.AddPage() }

func (p *pdf) write(w io.Writer) error { return p.doc.Output(w) }

// parts returns the parts of a colour from 0 to 255.
func (p *pdf) parts(c color.NRGBA) (red, green, blue int) {
	red, green, blue = int(c.R), int(c.G), int(c.B)
	if p.grey {
		grey := (299*red + 587*green + 114*blue) / 1000 // as bright as the colour (Rec. 601)
		return grey, grey, grey
	}
	return red, green, blue
}

func (p *pdf) fill(colour color.NRGBA, polygons [][]point) {
	p.doc.SetFillColor(p.parts(colour))
	if colour.A < 0xff {
		p.doc.SetAlpha(float64(colour.A)/0xff, "Normal")
		defer p.doc.SetAlpha(1, "Normal")
	}
	for _, corners := range polygons {
		outline(p.doc, 1, show.Line{Points: corners, Closed: true})
	}
	p.doc.DrawPath("F")
}

func (p *pdf) stroke(l show.Look, lines []show.Line) {
	p.doc.SetDrawColor(p.parts(l.Stroke))
	p.doc.SetLineWidth(l.Width)
	ends := "butt"
	if l.Round {
		ends = "round"
	}
	p.doc.SetLineCapStyle(ends)
	p.doc.SetDashPattern(l.Dash, 0)
	for _, line := range lines {
		outline(p.doc, 1, line)
	}
	p.doc.DrawPath("D")
}

func (p *pdf) text(colour color.NRGBA, bold bool, from point, size float64, text string) {
	p.doc.SetTextColor(p.parts(colour))
	p.doc.SetFont(fontName, fontStyle(bold), size)
	p.doc.Text(from.X, from.Y, text)
}
