package link

import (
	"strings"

	"crosscut/puzzle"
)

// Magic boards that are not plain squares. After the family comes the text of the puzzle, as
// [puzzle.Puzzle] gives it, in the symbols of header lines: see headers.go. The symbol of a
// line break is that of its sign.

func (w *bitWriter) lines(p *puzzle.Magic) {
	w.bits(linesFamily, familyBits)
	w.string(p.String())
}

// lines reads what the writer wrote. A text that is of another family, or that the puzzle
// would give in another form, has another link.
func (r *bitReader) lines() (puzzle.Puzzle, error) {
	text := r.string()
	if r.failed {
		return nil, errTooShort
	}
	file, err := puzzle.Read(strings.NewReader(text), "link", "")
	if err != nil {
		return nil, err
	}
	return file.Puzzle, nil
}
