package dlx

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Validate returns nil when the problem can be solved and written. Otherwise it returns an error that names
// all mistakes, one on each line, with the names of items and colours. These are mistakes:
//
//   - an option that is empty, has an item twice, or has an unknown item;
//   - a colour of a primary item, and a colour below 0;
//   - a multiplicity of a secondary item, and bounds that contradict each other;
//   - a name that is not 1 to 64 bytes of printable UTF-8 without blanks;
//   - a ':' or '|' in the name of an item, and a ':' in the name of a colour, except the
//     name ":";
//   - two items or two colours of the same name, given or by default;
//   - a comment that is not printable UTF-8.
//
// An option without a primary item is valid. As in Knuth's programs it is never chosen.
// Time O(elements), most of it for the names of colours.
func (p *Problem) Validate() error {
	if p == nil {
		return errors.New("dlx: no problem")
	}
	faults := slices.Concat(p.faults, p.wrongItemNames(), p.wrongColourNames())
	for k, line := range p.Comments {
		if at := unreadable(line); at >= 0 {
			faults = append(faults, fmt.Errorf("dlx: comment line %d has %s: it must be printable UTF-8", k+1, describe(line[at:])))
		}
	}
	return errors.Join(faults...)
}

// wrongItemNames checks the names of all items if at least one was given. The default
// names alone are valid.
func (p *Problem) wrongItemNames() (faults []error) {
	if p.itemNames == nil {
		return nil
	}
	owner := make(map[string]int, p.items())
	for i := range p.items() {
		name := p.ItemName(i)
		if what := badName(name, ":|"); what != "" {
			faults = append(faults, fmt.Errorf("dlx: item %d is named %.80q: %s", i, name, what))
		}
		if j, taken := owner[name]; taken {
			faults = append(faults, fmt.Errorf("dlx: items %d and %d are both named %s: names must differ", j, i, name))
		}
		owner[name] = i
	}
	return faults
}

// wrongColourNames checks the names of the colours that are used or named.
func (p *Problem) wrongColourNames() (faults []error) {
	if p.colourNames == nil {
		return nil
	}
	colours := p.colours()
	owner := make(map[string]int, len(colours))
	for _, colour := range colours {
		name := p.ColourName(colour)
		if what := badColour(name); what != "" {
			faults = append(faults, fmt.Errorf("dlx: colour %d is named %.80q: %s", colour, name, what))
		}
		if other, taken := owner[name]; taken {
			faults = append(faults, fmt.Errorf("dlx: colours %d and %d are both named %s: names must differ", other, colour, name))
		}
		owner[name] = colour
	}
	return faults
}

// colours returns the colours that are used or named, ascending.
func (p *Problem) colours() []int {
	seen := map[int]bool{}
	for colour := range p.colourNames {
		seen[colour] = true
	}
	for _, e := range p.data.Elements {
		if e.Colour > 0 {
			seen[int(e.Colour)] = true
		}
	}
	all := make([]int, 0, len(seen))
	for colour := range seen {
		all = append(all, colour)
	}
	slices.Sort(all)
	return all
}

// badColour returns why a text is not the name of a colour, or "". A colon alone is a
// name, since Knuth's programs take any single character. In a longer name it is a typing
// error, as in x:a:b.
func badColour(name string) string {
	if name == ":" {
		return ""
	}
	return badName(name, ":")
}

// badName returns why a text is not a name, or "".
func badName(name, forbidden string) string {
	switch {
	case name == "":
		return "a name needs at least one character"
	case len(name) > maxName:
		return fmt.Sprintf("a name has at most %d bytes", maxName)
	}
	if at := strings.IndexAny(name, forbidden); at >= 0 {
		return fmt.Sprintf("a name here has no '%c'", name[at])
	}
	for _, c := range name {
		if c == utf8.RuneError || !unicode.IsGraphic(c) || unicode.IsSpace(c) {
			return "a name is printable UTF-8 without blanks"
		}
	}
	return ""
}

// unreadable returns the offset of the first character of a line that the text format
// never allows, or -1.
func unreadable(line string) int {
	for at, c := range line {
		if c >= ' ' && c <= '~' {
			continue
		}
		if c == utf8.RuneError && !strings.HasPrefix(line[at:], "\uFFFD") {
			return at
		}
		if c != '\t' && !unicode.IsGraphic(c) {
			return at
		}
	}
	return -1
}

// describe names the character at the start of text, which cannot be shown.
func describe(text string) string {
	c, size := utf8.DecodeRuneInString(text)
	if c == utf8.RuneError && size == 1 {
		return fmt.Sprintf("byte %#02x", text[0])
	}
	return fmt.Sprintf("character %U", c)
}
