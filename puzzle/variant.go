package puzzle

import (
	"slices"
	"strings"

	"crosscut/internal/base"
)

// Variant says in words what p has beyond the plain rules of its family: "moves: knight,
// walls" of a Hidoku, "a list of lines" of a magic board, "bare cells" of a draughtboard. It
// returns "" for an invalid puzzle, for one of another package, and for a plain one: a Hidato, a Numbrix
// or a Rikudo, a square of different numbers with rows, columns and maybe diagonals, or a draughtboard
// on which every stone is used once, no cell stays bare, and all stones may be turned alike. A command
// that does not know a variant refuses it by these words.
func Variant(p Puzzle) string {
	if Validate(p) != nil {
		return ""
	}
	switch p := p.(type) {
	case *Hidoku:
		return strings.Join(p.variants(), ", ")
	case *Magic:
		return p.variant()
	case *Draughtboard:
		return p.variant()
	}
	return ""
}

// variants returns the headers that make p another puzzle than a plain Hidato, Numbrix or
// Rikudo.
func (p *Hidoku) variants() []string {
	var names []string
	add := func(is bool, name string) {
		if is {
			names = append(names, name)
		}
	}
	add(!p.rules.Moves.onLattice(), "moves: "+string(p.rules.Moves))
	for _, rule := range base.Fields[bool](&p.rules) {
		add(*rule.At, rule.Name)
	}
	for _, rule := range p.rules.pairLists() {
		add(*rule.At != nil, rule.Name)
	}
	switch {
	case p.Ranked():
		add(true, "clues: order")
	case p.rules.Order != nil:
		add(true, "order")
	}
	return names
}

// variant says what the board has that a plain square has not.
func (p *Magic) variant() string {
	if p.isPlain() {
		return ""
	}
	switch p.form {
	case Jodici:
		return "the wheel of a jodici"
	case Equation:
		return "equations"
	case Listed:
		return "a list of lines"
	case Square:
		return "a list of numbers"
	}
	return string(p.form) + " lines"
}

// variant says how the puzzle differs from a plain one.
func (p *Draughtboard) variant() string {
	if p.plain {
		return ""
	}
	var parts []string
	if p.gaps.Most > 0 {
		parts = append(parts, "bare cells")
	}
	if slices.ContainsFunc(p.stocks, func(k Stock) bool { return !k.Count.fixed() }) {
		parts = append(parts, "stones that may be left out")
	}
	if slices.ContainsFunc(p.stocks, func(k Stock) bool { return k.restrictedTo(p.flips) }) {
		parts = append(parts, "stones that turn or flip unlike the others")
	}
	return base.List(parts)
}
