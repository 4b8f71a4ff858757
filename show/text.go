package show

import (
	"strings"

	"crosscut/puzzle"
)

// Terminal returns the picture as lines of characters. Colours are 24-bit escape sequences of
// ISO 8613-6. Without colours, clues and marked cells of numbers look like other numbers.
// Marked cells of stones have a star in either case. For a puzzle type of another package
// it returns the values as [puzzle.Format] does.
func (p Picture) Terminal(colours bool) string {
	s := new(screen)
	switch q := p.Puzzle.(type) {
	case *puzzle.Hidoku:
		s.drawHidoku(p, q, newBoard(nil, p))
	case *puzzle.Magic:
		s.drawMagic(p, q)
	case *puzzle.Draughtboard:
		s.drawDraughtboard(p, q)
	default:
		return p.withTitle(puzzle.Format(p.Puzzle, p.Filled))
	}
	text := s.text(colours)
	if p.Puzzle.Family() != puzzle.FamilyDraughtboard {
		text += newBoard(nil, p).labelList()
	}
	if h, isHidoku := p.Puzzle.(*puzzle.Hidoku); isHidoku && puzzle.Variant(h) != "" {
		for line := range strings.Lines(h.String()) {
			if key, _, isHeader := strings.Cut(line, ": "); isHeader && key != "puzzle" {
				text += line
			}
		}
	}
	if !colours {
		text = withoutBlanks(text)
	}
	return p.withTitle(text)
}

func (p Picture) withTitle(text string) string {
	if p.Title == "" {
		return text
	}
	return p.Title + "\n" + text
}

// withoutBlanks removes the blanks at the ends of lines. Only colours make them visible.
func withoutBlanks(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

func cellStyle(g board, cell int) glyph {
	switch {
	case g.isMarked(cell):
		return glyph{ink: fillOf("paper"), back: plainLook.styled("mark", nil).Stroke, bold: g.shown(cell) != puzzle.Empty}
	case g.shown(cell) != puzzle.Empty:
		return glyph{bold: true, ink: fillOf("text"), back: fillOf("cell clue")}
	}
	return glyph{}
}
