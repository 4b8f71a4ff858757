package text

import (
	"strings"
	"unicode/utf8"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Notes are what a puzzle file says to people beside the puzzle. They do not change its solutions.
type Notes struct {
	Title  string // from "title:"
	Author string // from "author:"

	// Labels has a text for each square of the board, row by row, holes included. A text
	// is "" where there is none. Labels is nil if the file has none.
	Labels []string
}

// maxLabel is the largest number of characters of a label. A longer one could not be read in a picture of a cell.
const maxLabel = 12

func (d *document) notes(board *puzzle.Board) Notes {
	n := Notes{Title: d.headers["title"].text, Author: d.headers["author"].text}
	f, said := d.headers["labels"]
	switch {
	case !said:
		return n
	case len(d.labels) == 0:
		d.fail(f, "no labels below; write a row for each row of the board, and then a line of =")
	case len(d.labels) != board.Height():
		last := d.labels[len(d.labels)-1].first()
		d.fail(last, "%s of labels, and the board has %d", base.Plural(len(d.labels), "row"), board.Height())
	}
	n.Labels = make([]string, 0, board.Width()*board.Height())
	for r, line := range d.labels {
		for n := len(line.fields); n > board.Width() && line.fields[n-1].text == ""; n-- { // of a sheet
			line.fields = line.fields[:n-1]
		}
		if got := len(line.fields); got != board.Width() {
			d.fail(line.fields[min(got, board.Width()+1)-1], "%s in a row, and the board has %s", base.Plural(got, "label"), base.Plural(board.Width(), "column"))
		}
		for c, f := range line.fields {
			n.Labels = append(n.Labels, d.label(f, board.Cell(r, c) >= 0))
		}
	}
	return n
}

// label reads the label of a cell or of a hole. It is "" if the field stands for no label.
func (d *document) label(f field, cell bool) string {
	switch {
	case isRun(f.text, '#') && cell:
		d.fail(f, "a hole among the labels, where the board has a cell; write _ for no label")
	case f.text == "", isRun(f.text, '#'), isRun(f.text, '_'):
		return ""
	case utf8.RuneCountInString(f.text) > maxLabel:
		d.fail(f, "the label %q has more than %d characters", f.text, maxLabel)
	}
	return f.text
}

// Text returns the text of p with header lines for the notes. [Read] reads back both, if the notes come from a file with a
// board of this size. Notes on another board lose their labels.
func (n Notes) Text(p puzzle.Puzzle) string {
	if puzzle.Validate(p) != nil {
		return ""
	}
	var text strings.Builder
	for _, h := range [][2]string{{"title", n.Title}, {"author", n.Author}} {
		if h[1] != "" {
			text.WriteString(h[0] + ": " + h[1] + "\n")
		}
	}
	if len(n.Labels) > 0 && len(n.Labels) == p.Board().Width()*p.Board().Height() {
		text.WriteString("labels:\n" + drawLabels(p.Board(), n.Labels) + "=\n")
	}
	first, rest, more := strings.Cut(p.String(), "\n")
	if !more { // a type of another package
		return first
	}
	return first + "\n" + text.String() + rest
}

// drawLabels returns aligned rows of labels. A cell without one is "_" and such a hole "#".
func drawLabels(b *puzzle.Board, labels []string) string {
	squares, err := puzzle.NewBoard(b.Width(), b.Height(), nil)
	if err != nil {
		return "" // a board has at most as many cells as squares may be
	}
	return squares.Draw(func(square int) string {
		switch label := labels[square]; {
		case label != "":
			return quoted(label)
		case b.Cell(square/b.Width(), square%b.Width()) < 0:
			return "#"
		}
		return "_"
	})
}

// quoted returns a label in quotes, as in a sheet, if it would be read as something else without them.
func quoted(label string) string {
	if !strings.HasPrefix(label, `"`) && !strings.Contains(label, ",") {
		return label
	}
	return `"` + strings.ReplaceAll(label, `"`, `""`) + `"`
}
