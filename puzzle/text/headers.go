package text

import (
	"slices"
	"strings"

	"crosscut/internal/base"
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

// checkHeaders fails for the first header line that is unknown, and then for the
// first one that puzzles of the family do not have. The family may be "".
func (d *document) checkHeaders(family puzzle.Family) {
	if f := d.unknown; f.line > 0 {
		of := ""
		if family != "" {
			of = " of the family " + string(family)
		}
		d.fail(f, "unknown header %q"+nearestTo(f.text, family)+"; the headers"+of+" are "+strings.Join(Headers(family), ", "), f.text)
	}
	for _, key := range d.keys {
		h := HeaderOf(key)
		if h.Of(family) {
			continue
		}
		d.fail(d.headers[key], "%q is for the family %s, and this puzzle is of the family %s; its headers are "+strings.Join(Headers(family), ", ")+nearestTo(key, family),
			key+":", string(h.Family), string(family))
	}
}

// nearestTo returns a text that suggests the header line with the key nearest to an unknown
// one, in any case. It returns "" if no key is near.
func nearestTo(unknown string, family puzzle.Family) string {
	least, nearest := len(unknown)/2+1, ""
	for _, key := range Headers(family) {
		if len(key)-len(unknown) >= least {
			continue // it has more letters than may differ
		}
		if n := base.Distance(strings.ToLower(base.Shortened(unknown)), key); n < least {
			least, nearest = n, key
		}
	}
	if nearest == "" {
		return ""
	}
	return " (perhaps \"" + nearest + "\")"
}
