package text

import (
	"slices"
	"strings"

	"crosscut/internal/wording"
	"crosscut/puzzle"
)

// The header lines of puzzle files: which there are, and what to write instead of one that
// is unknown.

// header is a header line that a puzzle file may have.
type header struct {
	key    string
	family puzzle.Family // the family that has it; "" if all have it
	drawn  bool          // with nothing after the colon, rows follow, up to a line of "="
}

// headers has one row per header line, in the order in which error texts list them. A new
// header line needs a row here, and a row and an example in docs/files.md.
var headers = []header{
	{key: "puzzle"},

	{key: "moves", family: puzzle.FamilyHidoku},
	{key: "torus", family: puzzle.FamilyHidoku},
	{key: "closed", family: puzzle.FamilyHidoku},
	{key: "walls", family: puzzle.FamilyHidoku},
	{key: "bridges", family: puzzle.FamilyHidoku},
	{key: "links", family: puzzle.FamilyHidoku},
	{key: "unlinked", family: puzzle.FamilyHidoku},
	{key: "clues", family: puzzle.FamilyHidoku},
	{key: "order", family: puzzle.FamilyHidoku},

	{key: "board", family: puzzle.FamilyDraughtboard, drawn: true},
	{key: "corner", family: puzzle.FamilyDraughtboard},
	{key: "flips", family: puzzle.FamilyDraughtboard},
	{key: "stones", family: puzzle.FamilyDraughtboard},
	{key: "gaps", family: puzzle.FamilyDraughtboard},

	{key: "numbers", family: puzzle.FamilyMagic},
	{key: "sum", family: puzzle.FamilyMagic},
	{key: "diagonals", family: puzzle.FamilyMagic},
	{key: "lines", family: puzzle.FamilyMagic},

	{key: "title"},
	{key: "author"},
	{key: "labels", drawn: true},
	{key: "solutions"},
	{key: "source"},
}

// headerOf returns the row of a header line, nil if there is none.
func headerOf(key string) *header {
	i := slices.IndexFunc(headers, func(h header) bool { return h.key == key })
	if i < 0 {
		return nil
	}
	return &headers[i]
}

// of reports whether puzzles of the family have the header line. With "" it reports true.
func (h *header) of(family puzzle.Family) bool {
	return family == "" || h.family == "" || h.family == family
}

// HeaderKeys returns the keys of the header lines that puzzles of a family may have, in the
// order in which error texts list them. With "" it returns those of all families.
func HeaderKeys(family puzzle.Family) []string {
	var keys []string
	for _, h := range headers {
		if h.of(family) {
			keys = append(keys, h.key)
		}
	}
	return keys
}

// checkHeaders returns an error for the first header line that is unknown, and then for the
// first one that puzzles of the family do not have. The family may be "".
func (d *document) checkHeaders(family puzzle.Family) error {
	if f := d.unknown; f.line > 0 {
		of := ""
		if family != "" {
			of = " of the family " + string(family)
		}
		return d.fail(f, "unknown header %q"+nearestTo(f.text, family)+"; the headers"+of+" are "+strings.Join(HeaderKeys(family), ", "), f.text)
	}
	for _, key := range d.keys {
		h := headerOf(key)
		if h.of(family) {
			continue
		}
		return d.fail(d.headers[key], "%q is for the family %s, and this puzzle is of the family %s; its headers are "+strings.Join(HeaderKeys(family), ", ")+nearestTo(key, family),
			key+":", string(h.family), string(family))
	}
	return nil
}

// nearestTo returns a text that suggests the header line with the key nearest to an unknown
// one, in any case. It returns "" if no key is near.
func nearestTo(unknown string, family puzzle.Family) string {
	least, nearest := len(unknown)/2+1, ""
	for _, key := range HeaderKeys(family) {
		if n := wording.Distance(strings.ToLower(wording.Shortened(unknown)), key); n < least {
			least, nearest = n, key
		}
	}
	if nearest == "" {
		return ""
	}
	return " (perhaps \"" + nearest + "\")"
}
