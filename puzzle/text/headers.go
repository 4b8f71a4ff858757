package text

import (
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

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
