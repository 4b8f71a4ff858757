package text

// This file has the names of families and of the header lines of puzzle files. Files, commands
// and the formats of other programs share them.

import (
	"slices"
	"strings"

	"crosscut/puzzle"
)

// alias is another name of a family, under which people may know its puzzles.
type alias struct {
	name   string
	family puzzle.Family
	moves  puzzle.Moves // the moves that the name stands for; "" if it does not say
	known  string       // how people know it, if its rows look like those of other boards of numbers
}

// Zip is the name of a Hidoku with rook's moves whose clues are in order.
const Zip = "zip"

// aliases has the other names, in the order in which help texts list them.
var aliases = []alias{
	{"hidato", puzzle.FamilyHidoku, puzzle.King, "hidato (8 neighbours)"},
	{"numbrix", puzzle.FamilyHidoku, puzzle.Rook, "numbrix (4 neighbours)"},
	{"rikudo", puzzle.FamilyHidoku, puzzle.Hex, "rikudo (hexagons)"},
	{Zip, puzzle.FamilyHidoku, puzzle.Rook, "zip (4 neighbours, 1, 2, 3 … are stations)"},
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
