package text

import (
	"slices"

	"crosscut/puzzle"
)

// Header is a header line that a puzzle file may have.
type Header struct {
	Key    string
	Family puzzle.Family // the family that has it; "" if all have it
	Drawn  bool          // with nothing after the colon, rows follow, up to a line of "="
}

// headers has one row per header line, in the order in which error texts list them. A new
// header line needs a row here, and a row and an example in docs/files.md.
var headers = []Header{
	{Key: "puzzle"},

	{Key: "moves", Family: puzzle.FamilyHidoku},
	{Key: "torus", Family: puzzle.FamilyHidoku},
	{Key: "closed", Family: puzzle.FamilyHidoku},
	{Key: "walls", Family: puzzle.FamilyHidoku},
	{Key: "bridges", Family: puzzle.FamilyHidoku},
	{Key: "links", Family: puzzle.FamilyHidoku},
	{Key: "unlinked", Family: puzzle.FamilyHidoku},
	{Key: "clues", Family: puzzle.FamilyHidoku},
	{Key: "order", Family: puzzle.FamilyHidoku},

	{Key: "board", Family: puzzle.FamilyDraughtboard, Drawn: true},
	{Key: "corner", Family: puzzle.FamilyDraughtboard},
	{Key: "flips", Family: puzzle.FamilyDraughtboard},
	{Key: "stones", Family: puzzle.FamilyDraughtboard},
	{Key: "gaps", Family: puzzle.FamilyDraughtboard},

	{Key: "numbers", Family: puzzle.FamilyMagic},
	{Key: "sum", Family: puzzle.FamilyMagic},
	{Key: "diagonals", Family: puzzle.FamilyMagic},
	{Key: "lines", Family: puzzle.FamilyMagic},

	{Key: "title"},
	{Key: "author"},
	{Key: "labels", Drawn: true},
	{Key: "solutions"},
	{Key: "source"},
}

// HeaderOf returns the row of a header line, nil if there is none.
func HeaderOf(key string) *Header {
	i := slices.IndexFunc(headers, func(h Header) bool { return h.Key == key })
	if i < 0 {
		return nil
	}
	return &headers[i]
}

// Of reports whether puzzles of the family have the header line. With "" it reports true.
func (h *Header) Of(family puzzle.Family) bool {
	return family == "" || h.Family == "" || h.Family == family
}

// Headers returns the keys of the header lines that puzzles of a family may have, in the
// order in which error texts list them. With "" it returns those of all families.
func Headers(family puzzle.Family) []string {
	var keys []string
	for _, h := range headers {
		if h.Of(family) {
			keys = append(keys, h.Key)
		}
	}
	return keys
}
