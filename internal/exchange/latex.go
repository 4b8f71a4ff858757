package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"crosscut/internal/layout"
	"crosscut/internal/link"
	"crosscut/puzzle"
)

// LaTeX: a document that draws the puzzle with TikZ. The board of a draughtboard comes
// first, and its stones follow. A comment has the link of the puzzle, and from there it is
// read back.

const latexMark = "% puzzle: " + link.Prefix

func writeLaTeX(e *Entry) ([]byte, error) {
	code, err := linkOf(e)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s%s\n", latexMark, code)
	text.WriteString("\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage[margin=15mm]{geometry}\n\\usepackage{tikz}\n\\pagestyle{empty}\n\\begin{document}\n\\begin{center}\n")
	if title := e.header("title"); title != "" {
		fmt.Fprintf(&text, "{\\Large %s}\\par\n", latexText(title))
	}
	if author := e.header("author"); author != "" {
		fmt.Fprintf(&text, "%s\\par\n", latexText(author))
	}
	wide, high := layout.Of(e.Puzzle).Size()
	side := min(0.9, 17/wide, 24/high)
	fmt.Fprintf(&text, "\\medskip\n\\begin{tikzpicture}[x=%.3fcm,y=-%.3fcm,every node/.style={font=\\sffamily}]\n", side, side)
	switch p := e.Puzzle.(type) {
	case *puzzle.Draughtboard:
		latexBoard(&text, p)
	case puzzle.Numbered:
		if !puzzle.Plain(p) {
			latexVariant(&text, p)
		} else {
			latexNumbers(&text, p)
		}
	default:
		return nil, cannotHave("latex", "a puzzle of the type %T", e.Puzzle)
	}
	latexLabels(&text, e)
	text.WriteString("\\end{tikzpicture}\n")
	switch p := e.Puzzle.(type) {
	case *puzzle.Draughtboard:
		latexStones(&text, p, side)
	case puzzle.Numbered:
		if !puzzle.Plain(p) {
			latexRules(&text, p)
		}
	}
	text.WriteString("\\end{center}\n\\end{document}\n")
	return []byte(text.String()), nil
}

// latexNumbers draws the cells of a board of numbers. y grows downwards.
func latexNumbers(text *strings.Builder, p puzzle.Numbered) {
	board := p.Board()
	h, isHidoku := p.(*puzzle.Hidoku)
	hex := isHidoku && h.Moves() == puzzle.Hex
	for c := range board.Len() {
		row, col := board.Pos(c)
		x, y := float64(col)+0.5, float64(row)+0.5
		if hex {
			x, y = x+float64(row%2)/2, 0.866*float64(row)+0.5
			fmt.Fprintf(text, "\\draw (%.3f,%.3f) -- ++(0.5,0.289) -- ++(0,0.577) -- ++(-0.5,0.289) -- ++(-0.5,-0.289) -- ++(0,-0.577) -- cycle;\n", x, y-0.577)
		} else {
			fmt.Fprintf(text, "\\draw (%d,%d) rectangle ++(1,1);\n", col, row)
		}
		if k := p.Clue(c); k != puzzle.Empty {
			fmt.Fprintf(text, "\\node at (%.3f,%.3f) {%s};\n", x, y, strconv.Itoa(k))
		}
	}
}

// latexLabels draws the labels of squares in their upper left corners.
func latexLabels(text *strings.Builder, e *Entry) {
	h, isHidoku := e.Puzzle.(*puzzle.Hidoku)
	hex := isHidoku && h.Moves() == puzzle.Hex
	width := e.Puzzle.Board().Width()
	for square, label := range e.labels() {
		if label == "" {
			continue
		}
		x, y := float64(square%width), float64(square/width)
		switch {
		case !puzzle.Plain(e.Puzzle) && e.Puzzle.Family() != puzzle.FamilyDraughtboard:
			m := layout.Of(e.Puzzle).MiddleAt(square/width, square%width)
			x, y = m.X-0.4, m.Y-0.5
		case hex:
			x, y = x+0.2+float64(square/width%2)/2, 0.866*y
		}
		fmt.Fprintf(text, "\\node[anchor=north west,inner sep=1pt,font=\\sffamily\\tiny] at (%.3f,%.3f) {%s};\n", x, y, latexText(label))
	}
}

// latexFill is the fill of a square by its colour.
var latexFill = map[puzzle.Colour]string{puzzle.Black: "black!45", puzzle.White: "white", puzzle.AnyColour: "black!15"}

// latexBoard draws the squares of a draughtboard, in colours if they are known.
func latexBoard(text *strings.Builder, p *puzzle.Draughtboard) {
	board := p.Board()
	for c := range board.Len() {
		row, col := board.Pos(c)
		fill := "white"
		if p.Corner() != puzzle.AnyColour {
			fill = latexFill[p.ColourAt(c, p.Corner())]
		}
		fmt.Fprintf(text, "\\filldraw[fill=%s] (%d,%d) rectangle ++(1,1);\n", fill, col, row)
	}
}

// latexStones draws the stones, each as a picture of its own.
func latexStones(text *strings.Builder, p *puzzle.Draughtboard, side float64) {
	text.WriteString("\\par\\bigskip\n")
	for i, s := range p.Stones() {
		if !p.Plain() && p.Kinds()[i] != i {
			continue // the first one says how many there are
		}
		fmt.Fprintf(text, "\\begin{tikzpicture}[x=%.3fcm,y=-%.3fcm]\n", 0.7*side, 0.7*side)
		for _, c := range s.Cells() {
			fmt.Fprintf(text, "\\filldraw[fill=%s] (%d,%d) rectangle ++(1,1);\n", latexFill[c.Colour], c.Col, c.Row)
		}
		text.WriteString("\\end{tikzpicture}")
		if use := p.Use(i); use != "" && !p.Plain() {
			fmt.Fprintf(text, " {\\sffamily\\small %s}", latexText(use))
		}
		text.WriteString("\\quad\n")
	}
	text.WriteString("\\par\n")
	if note := p.GapsInWords(); note != "" {
		fmt.Fprintf(text, "{\\sffamily\\small %s}\\par\n", latexText(note))
	}
}

// latexText escapes the characters that LaTeX takes for its own.
func latexText(text string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`,
		`_`, `\_`, `^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `"`, `\textquotedbl{}`, `×`, `$\times$`).Replace(text)
}

// readLaTeX finds the link in a document that writeLaTeX has written.
func readLaTeX(s *Source) ([]*Entry, error) {
	return s.marked(latexMark, "\n", "a document of crosscut begins with a comment that has its puzzle")
}
