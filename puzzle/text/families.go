package text

// This file has the names of families and of the header lines of puzzle files. Files, commands
// and the formats of other programs share them.

import (
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// alias is another name of a family, under which people may know its puzzles.
type alias struct {
	name   string
	family puzzle.Family
	moves  puzzle.Moves // the moves that the name stands for; "" if it does not say
	known  string       // how people know it, if its rows look like those of other boards of numbers
}

// zip is the name of a Hidoku with rook's moves whose clues are in order.
const zip = "zip"

// aliases has the other names, in the order in which help texts list them.
var aliases = []alias{
	{"hidato", puzzle.FamilyHidoku, puzzle.King, "hidato (8 neighbours)"},
	{"numbrix", puzzle.FamilyHidoku, puzzle.Rook, "numbrix (4 neighbours)"},
	{"rikudo", puzzle.FamilyHidoku, puzzle.Hex, "rikudo (hexagons)"},
	{zip, puzzle.FamilyHidoku, puzzle.Rook, "zip (4 neighbours, 1, 2, 3 … are stations)"},
	{"polyomino", puzzle.FamilyDraughtboard, "", ""},
	{"polyominoes", puzzle.FamilyDraughtboard, "", ""},
	{"pentominoes", puzzle.FamilyDraughtboard, "", ""},
	{"tetrominoes", puzzle.FamilyDraughtboard, "", ""},
	{"hexominoes", puzzle.FamilyDraughtboard, "", ""},
	{"checkerboard", puzzle.FamilyDraughtboard, "", ""},
	{"magic square", puzzle.FamilyMagic, "", ""},
	{"magic-square", puzzle.FamilyMagic, "", ""},
	{string(puzzle.Jodici), puzzle.FamilyMagic, "", ""},
	{string(puzzle.Equation), puzzle.FamilyMagic, "", ""},
}

// Family returns the family with this name or this other name, in any case. The names "jodici" and
// "equation" also say which form a magic board has, and a set of stones says which stones there are.
// moves are those of a Hidoku that the name stands for, or "". ok is false for an unknown name.
func Family(name string) (family puzzle.Family, moves puzzle.Moves, ok bool) {
	name = strings.ToLower(name)
	if slices.Contains(puzzle.Families(), puzzle.Family(name)) {
		return puzzle.Family(name), "", true
	}
	i := slices.IndexFunc(aliases, func(a alias) bool { return a.name == name })
	if i < 0 {
		return "", "", false
	}
	return aliases[i].family, aliases[i].moves, true
}

// Others returns the other names of a family, in the order in which help texts list them.
func Others(family puzzle.Family) []string {
	var names []string
	for _, a := range aliases {
		if a.family == family {
			names = append(names, a.name)
		}
	}
	return names
}

// headers has the keys of the header lines, in the order in which error texts list them, with the family that has them;
// "" if all have them. A new header line needs its key here, and a row and an example in docs/files.md.
var headers = []struct {
	family puzzle.Family
	keys   []string
}{
	{"", []string{"puzzle"}},
	{puzzle.FamilyHidoku, []string{"moves", "torus", "closed", "walls", "bridges", "links", "unlinked", "clues", "order"}},
	{puzzle.FamilyDraughtboard, []string{"board", "corner", "flips", "stones", "gaps"}},
	{puzzle.FamilyMagic, []string{"numbers", "sum", "diagonals", "lines"}},
	{"", []string{"title", "author", "labels", "solutions", "source"}},
}

// headerOf returns the family of a header line, "" if all have it. known is false if there is no such line.
func headerOf(key string) (family puzzle.Family, known bool) {
	for _, h := range headers {
		if slices.Contains(h.keys, key) {
			return h.family, true
		}
	}
	return "", false
}

// plainHeader returns a header line as we write it. Other programs and people write Puzzle: and type = "numbrix".
func plainHeader(text string) string {
	at := strings.IndexAny(text, ":=")
	if at < 0 {
		return text
	}
	key := strings.ToLower(strings.TrimSpace(text[:at]))
	if _, known := headerOf(key); known && text[at] == ':' {
		return strings.ToLower(text[:at]) + text[at:]
	}
	value := strings.Trim(text[at+1:], `="';`+blanks)
	_, _, family := Family(value)
	switch {
	case family && slices.Contains([]string{"puzzle", "type", "kind", "game", "genre"}, key):
		return "puzzle: " + value
	case slices.Contains([]string{"magic sum", "magic constant", "target"}, key) && isDigits(value):
		return "sum: " + value
	case slices.Contains([]string{"title", "author", "source", "moves", "torus", "closed", "sum", "diagonals", "corner", "flips", "gaps"}, key): // no names of lists
		return key + ": " + value
	}
	return text
}

// Headers returns the keys of the header lines that puzzles of a family may have, in the
// order in which error texts list them. With "" it returns those of all families.
func Headers(family puzzle.Family) (keys []string) {
	for _, h := range headers {
		if family == "" || h.family == "" || h.family == family {
			keys = append(keys, h.keys...)
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
		_, _, known := Family(f.text)
		d.failIf(known, f, "%q is no header line; write it as in \"puzzle: %s\"", f.text, strings.ToLower(f.text))
		d.failIf(strings.ContainsAny(f.text, " 0123456789") && nearestTo(f.text, family) == "", f, "%q begins no header line and no row; a note begins with #, and a row has cells, as in 1,_,_,4", f.text)
		d.fail(f, "unknown header %q"+nearestTo(f.text, family)+"; the headers"+of+" are "+strings.Join(Headers(family), ", "), f.text)
	}
	for _, key := range d.keys {
		of, _ := headerOf(key)
		if family != "" && of != "" && of != family {
			d.fail(d.headers[key], "%q is for the family %s, and this puzzle is of the family %s; its headers are "+strings.Join(Headers(family), ", ")+nearestTo(key, family),
				key+":", string(of), string(family))
		}
	}
}

// nearestTo returns a text that suggests the header line with the key nearest to an unknown
// one, in any case. It returns "" if no key is near.
func nearestTo(unknown string, family puzzle.Family) string {
	nearest := base.Nearest(strings.ToLower(base.Shortened(unknown)), Headers(family), len(unknown)/2+1)
	if nearest == "" {
		return ""
	}
	return " (perhaps \"" + nearest + "\")"
}
