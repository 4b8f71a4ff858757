package picture

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"crosscut/internal/layout"
)

// pdf is a canvas whose pages become a PDF file. It is not the one of gonum's
// plot/vg/vgpdf, which embeds one font only and not all of Unicode.
type pdf struct {
	doc  *fpdf.Fpdf
	high vg.Length
	grey bool  // draw without colours
	err  error // the first error of loading fonts
}

// newPDF returns a canvas without pages. Its file has no date, so that the same pictures
// give the same file.
func newPDF(wide, high vg.Length) *pdf {
	c := &pdf{high: high, doc: fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt", Size: fpdf.SizeType{Wd: wide.Points(), Ht: high.Points()},
	})}
	c.doc.SetCreationDate(time.Unix(0, 0).UTC())
	c.doc.SetModificationDate(time.Unix(0, 0).UTC())
	c.doc.SetCatalogSort(true)
	c.doc.SetAutoPageBreak(false, 0)
	c.doc.SetLineCapStyle("round")
	c.doc.SetLineJoinStyle("round")
	for _, bold := range []bool{false, true} {
		var font bytes.Buffer
		if _, err := face(bold, 1).Face.WriteSourceTo(nil, &font); err != nil && c.err == nil {
			c.err = fmt.Errorf("a font for the PDF file: %w", err)
		}
		c.doc.AddUTF8FontFromBytes(fontName, fontStyle(bold), font.Bytes())
	}
	return c
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
func (c *pdf) describe(title, author, subject string) {
	for _, property := range []struct {
		text string
		set  func(text string, isUTF8 bool)
	}{{title, c.doc.SetTitle}, {author, c.doc.SetAuthor}, {subject, c.doc.SetSubject}} {
		if property.text != "" {
			property.set(layout.Printable(property.text), true)
		}
	}
	c.doc.SetCreator("crosscut", true)
}

// newPage begins a page. It must be called before anything is drawn.
func (c *pdf) newPage() { c.doc.AddPage() }

// write writes the file.
func (c *pdf) write(w io.Writer) error {
	if c.err != nil {
		return c.err
	}
	return c.doc.Output(w)
}

// SetColor sets the colour of what is drawn from now on.
func (c *pdf) SetColor(colour color.Color) {
	r, g, b, _ := colour.RGBA()
	red, green, blue := int(r>>8), int(g>>8), int(b>>8)
	if c.grey {
		grey := (299*red + 587*green + 114*blue) / 1000 // as bright as the colour (Rec. 601)
		red, green, blue = grey, grey, grey
	}
	c.doc.SetDrawColor(red, green, blue)
	c.doc.SetFillColor(red, green, blue)
	c.doc.SetTextColor(red, green, blue)
}

// SetLineWidth sets the width of the lines drawn from now on.
func (c *pdf) SetLineWidth(width vg.Length) { c.doc.SetLineWidth(width.Points()) }

// Stroke draws the lines of a path.
func (c *pdf) Stroke(path vg.Path) { c.draw(path, "D") }

// Fill fills the polygon of a path.
func (c *pdf) Fill(path vg.Path) { c.draw(path, "F") }

// draw draws a path.
func (c *pdf) draw(path vg.Path, style string) {
	outline(c.doc, path, func(at vg.Point) (x, y float64) { return at.X.Points(), (c.high - at.Y).Points() })
	c.doc.DrawPath(style)
}

// FillString writes a text that begins at the given point.
func (c *pdf) FillString(f font.Face, at vg.Point, text string) {
	c.doc.SetFont(fontName, fontStyle(f.Font.Weight == stdfont.WeightBold), f.Font.Size.Points())
	c.doc.Text(at.X.Points(), (c.high - at.Y).Points(), text)
}
