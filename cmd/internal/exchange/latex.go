package exchange

import (
	"fmt"
	"image/color"
	"strings"

	"crosscut/cmd/internal/link"
	"crosscut/puzzle"
	"crosscut/show"
)

// LaTeX: a document with the drawing of the puzzle for TikZ. A comment has the link of the
// puzzle, and from there it is read back. What a drawing cannot show of a variant stands below it,
// as in a puzzle file.

const latexMark = "% puzzle: " + link.Prefix

func writeLaTeX(e *Entry) ([]byte, error) {
	code, err := linkOf(e)
	if err != nil {
		return nil, err
	}
	pictures := []show.Picture{{Puzzle: e.Puzzle, Labels: e.labels()}}
	wide, high, err := show.SizeOf(pictures)
	if err != nil {
		return nil, err
	}
	t := &tikz{side: min(0.9, 17/wide, 24/high), look: show.PlainLook}
	t.add("%s%s\n", latexMark, code)
	t.add("\\RequirePackage{fix-cm}\n\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage[margin=15mm]{geometry}\n\\usepackage{tikz}\n\\pagestyle{empty}\n\\begin{document}\n\\begin{center}\n")
	if e.Title != "" {
		t.add("{\\Large %s}\\par\n", latexText(e.Title))
	}
	if e.Author != "" {
		t.add("%s\\par\n", latexText(e.Author))
	}
	t.add("\\medskip\n\\begin{tikzpicture}[x=%.3fcm,y=-%.3fcm,line join=round,every node/.style={inner sep=0pt}]\n", t.side, t.side)
	show.Draw(t, pictures)
	t.add("\\end{tikzpicture}\\par\n")
	if puzzle.Variant(e.Puzzle) != "" {
		t.rules(e.Puzzle)
	}
	t.add("\\end{center}\n\\end{document}\n")
	return []byte(t.String()), nil
}

// tikz is a canvas of a document. y grows downwards.
type tikz struct {
	strings.Builder
	side   float64 // of a cell, in centimetres
	look   show.Look
	around []string // classes of the groups
	above  []group  // the groups around this one
}

// group is what a group has that ends at its end.
type group struct {
	look    show.Look
	classes int // that were around it
	shifted bool
}

func (t *tikz) add(format string, args ...any) { fmt.Fprintf(&t.Builder, format, args...) }

// Group implements [show.Canvas].
func (t *tikz) Group(class, _ string, at show.Point) {
	last := group{t.look, len(t.around), at != show.Point{}}
	t.above = append(t.above, last)
	t.look = t.look.Styled(class, t.around)
	t.around = append(t.around, strings.Fields(class)...)
	if last.shifted {
		t.add("\\begin{scope}[shift={(%.3f,%.3f)}]\n", at.X, at.Y)
	}
}

// End implements [show.Canvas].
func (t *tikz) End() {
	last := t.above[len(t.above)-1]
	t.above = t.above[:len(t.above)-1]
	t.look, t.around = last.look, t.around[:last.classes]
	if last.shifted {
		t.add("\\end{scope}\n")
	}
}

// Path implements [show.Canvas].
func (t *tikz) Path(class, _ string, lines ...show.Line) {
	var path strings.Builder
	for _, line := range lines {
		for i, p := range line.Points {
			path.WriteString([]string{" ", " -- "}[min(i, 1)])
			fmt.Fprintf(&path, "(%.3f,%.3f)", p.X, p.Y)
		}
		if line.Closed {
			path.WriteString(" -- cycle")
		}
	}
	t.draw(class, path.String())
}

// Circle implements [show.Canvas].
func (t *tikz) Circle(class string, middle show.Point, radius float64) {
	t.draw(class, fmt.Sprintf(" (%.3f,%.3f) circle [radius=%.3f]", middle.X, middle.Y, radius))
}

func (t *tikz) draw(class, path string) {
	look := t.look.Styled(class, t.around)
	options := []string{fmt.Sprintf("line width=%.2fpt", t.points(look.Width/show.CellSize))}
	for _, option := range []struct {
		used bool
		text string
	}{
		{look.Fill.A > 0, "fill=" + latexColour(look.Fill)},
		{look.Fill.A > 0 && look.Fill.A < 0xff, fmt.Sprintf("fill opacity=%.2f", float64(look.Fill.A)/0xff)},
		{look.Stroke.A > 0, "draw=" + latexColour(look.Stroke)},
		{look.Round, "line cap=round"},
		{len(look.Dash) > 0, "dash pattern=" + t.dashes(look.Dash)},
	} {
		if option.used {
			options = append(options, option.text)
		}
	}
	if path != "" && max(look.Fill.A, look.Stroke.A) > 0 {
		t.add("\\path[%s]%s;\n", strings.Join(options, ","), path)
	}
}

func (t *tikz) dashes(lengths []float64) string {
	var pattern strings.Builder
	for i, length := range lengths {
		fmt.Fprintf(&pattern, "%s %.2fpt ", []string{"on", "off"}[i%2], t.points(length/show.CellSize))
	}
	return strings.TrimSpace(pattern.String())
}

// Text implements [show.Canvas].
func (t *tikz) Text(class, _ string, w show.Words) {
	look := t.look.Styled("text "+class, t.around)
	weight := ""
	if look.Bold {
		weight = "\\bfseries"
	}
	points := t.points(show.Fitted(w.Text, w.Size, w.Width))
	t.add("\\node[text=%s,font=\\sffamily%s\\fontsize{%.1f}{%.1f}\\selectfont] at (%.3f,%.3f) {%s};\n",
		latexColour(look.Fill), weight, points, points, w.Middle.X, w.Middle.Y, latexText(show.Printable(w.Text)))
}

// points returns a length in cells as printers' points.
func (t *tikz) points(cells float64) float64 { return cells * t.side * 72.27 / 2.54 }

func latexColour(c color.NRGBA) string {
	return fmt.Sprintf("{rgb,255:red,%d;green,%d;blue,%d}", c.R, c.G, c.B)
}

// rules writes the header lines of a puzzle.
func (t *tikz) rules(p puzzle.Puzzle) {
	for line := range strings.Lines(p.String()) {
		key, value, isHeader := strings.Cut(strings.TrimSpace(line), ": ")
		if !isHeader {
			return // the rows
		}
		if key != "puzzle" {
			t.add("{\\sffamily\\small %s: %s\\par}\n", key, latexText(value))
		}
	}
}

func latexText(text string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`,
		`_`, `\_`, `^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `"`, `\textquotedbl{}`, `×`, `$\times$`, `−`, `$-$`).Replace(text)
}

func readLaTeX(s *Source) ([]*Entry, error) {
	text := string(s.Data)
	at := strings.Index(text, latexMark)
	if at < 0 {
		return nil, s.fail(0, 0, "no puzzle in it; a document of crosscut begins with a comment that has its puzzle")
	}
	at += len(latexMark)
	code, _, _ := strings.Cut(text[at:], "\n")
	entries, err := s.linked(code)
	if err != nil {
		return nil, s.failAt(text, at, "%v", err)
	}
	return entries, nil
}
