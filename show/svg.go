package show

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"crosscut/internal/base"
)

// cellSize is the size of a cell in user units of SVG. The style sheet measures in these too.
const cellSize = 40

// WriteSVG writes one picture, or several side by side. The same pictures give the same bytes.
func WriteSVG(w io.Writer, pictures ...Picture) error {
	w = base.Writer(w)
	width, height, err := SizeOf(pictures)
	if err != nil {
		return err
	}
	var titles []string
	var body svg
	for _, p := range pictures {
		titles = append(titles, p.name())
	}
	drawAll(&body, pictures)
	width, height = width*cellSize, height*cellSize
	const maxSide = 3200 // a picture that would be larger is shown with smaller cells
	scale := min(1, maxSide/max(width, height, 1))
	var head svg
	head.add(`<svg xmlns="http://www.w3.org/2000/svg" class="crosscut" role="img" viewBox="0 0 %s %s" width="%s" height="%s">`+"\n",
		number(width), number(height), number(width*scale), number(height*scale))
	head.add("<title>%s</title>\n<style>\n%s</style>\n", escaped(strings.Join(titles, "; ")), sheet)
	head.add(`<rect class="paper" width="%s" height="%s"/>`+"\n", number(width), number(height))
	_, err = io.WriteString(w, head.String()+body.String()+"</svg>\n")
	return err
}

// svg is a canvas whose text is the body of a picture in SVG.
type svg struct{ strings.Builder }

func (s *svg) add(format string, args ...any) { fmt.Fprintf(&s.Builder, format, args...) }

func (s *svg) Group(class, data string, at Point) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	if at != (Point{}) {
		data += ` transform="translate(` + place(at) + `)"`
	}
	s.add("<g%s%s>\n", class, data)
}

func (s *svg) End() { s.add("</g>\n") }

func (s *svg) Path(class, data string, lines ...Line) {
	var path strings.Builder
	for _, line := range lines {
		for i, p := range line.Points {
			path.WriteString("ML"[min(i, 1):min(i, 1)+1] + place(p))
		}
		if line.Closed {
			path.WriteString("z")
		}
	}
	s.add(`<path class="%s"%s d="%s"/>`+"\n", class, data, path.String())
}

func (s *svg) Circle(class string, middle Point, radius float64) {
	s.add(`<circle class="%s" cx="%s" cy="%s" r="%s"/>`+"\n", class, number(middle.X*cellSize), number(middle.Y*cellSize), number(radius*cellSize))
}

func (s *svg) Text(class, data string, w Words) {
	w.Text, w.Size = printable(w.Text), fitted(w.Text, w.Size, w.Width)
	s.add(`<text class="%s"%s x="%s" y="%s" font-size="%s">%s</text>`+"\n",
		class, data, number(w.Middle.X*cellSize), number((w.Middle.Y+w.Size*CapShare/2)*cellSize), number(w.Size*cellSize), escaped(w.Text))
}

// fitted returns the size of a font for a text: less than size where it would be wider than
// width, as far as one can tell without knowing the font.
func fitted(text string, size, width float64) float64 {
	if wide := textWidth(text) * size; wide > width {
		return size * width / wide
	}
	return size
}

// textWidth estimates the width of a text in sizes of its font, without knowing the font.
// In common fonts without serifs a digit is 0.56 wide, and letters are about as wide.
func textWidth(text string) float64 {
	wide := 0.0
	for _, r := range text {
		if r < utf8.RuneSelf {
			wide += 0.58
		} else { // signs of other scripts may be as wide as high
			wide++
		}
	}
	return wide
}

func place(p Point) string { return number(p.X*cellSize) + " " + number(p.Y*cellSize) }

// number returns a number with at most two decimals.
func number(x float64) string {
	text := fmt.Sprintf("%.2f", x)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(printable(text))
}
