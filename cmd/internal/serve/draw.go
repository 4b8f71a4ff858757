package serve

import (
	"cmp"
	"context"
	"errors"

	"crosscut"
	"crosscut/cmd/internal/link"
	"crosscut/puzzle"
	"crosscut/show"
)

// draw answers a picture of the puzzle, of a board so far, or of a solution. If there are
// several solutions, it is the first one.
func draw(ctx context.Context, t *task) (any, error) {
	boards, err := t.boards(true)
	if err != nil {
		return nil, err
	}
	var filled puzzle.Solution
	if len(boards) > 0 {
		filled = boards[0]
	}
	if t.options.flag("solution") {
		found, err := crosscut.First(ctx, t.engine(), t.file.Puzzle, 1, t.meter)
		if len(found) == 0 {
			return nil, cmp.Or(err, error(&Error{Input, errors.New("the puzzle has no solution")}))
		}
		filled = found[0]
	}
	out := t.buffer()
	err = show.WriteSVG(out, show.Picture{Puzzle: t.file.Puzzle, Filled: filled, Title: t.options.text("title"), Labels: t.file.Labels})
	if err != nil {
		return nil, err
	}
	return document{typeSVG, out.Bytes()}, nil
}

func qrCode(_ context.Context, t *task) (any, error) {
	text, err := link.QRCode(t.options.text("address"))
	if err != nil {
		return nil, &Error{Input, err}
	}
	return document{typeSVG, []byte(text)}, nil
}

// LinkObject is the object of a link.
type LinkObject struct {
	File string `json:"file"`
	Link string `json:"link"` // the part of an address after "#"
}

func linkTo(_ context.Context, t *task) (any, error) {
	text, err := link.Encode(t.file.Text(t.file.Puzzle))
	if err != nil {
		return nil, err
	}
	return LinkObject{t.file.Name, text}, nil
}
