package puzzle

import (
	"slices"
	"strings"
)

// alias is another name of a family, under which people may know its puzzles.
type alias struct {
	name   string
	family Family
	moves  Moves // the moves that the name stands for; "" if it does not say
}

// aliases has the other names, in the order in which help texts list them.
var aliases = []alias{
	{"hidato", FamilyHidoku, King},
	{"numbrix", FamilyHidoku, Rook},
	{"rikudo", FamilyHidoku, Hex},
	{"polyomino", FamilyDraughtboard, ""},
	{"polyominoes", FamilyDraughtboard, ""},
	{"pentominoes", FamilyDraughtboard, ""},
	{"checkerboard", FamilyDraughtboard, ""},
	{"magic square", FamilyMagic, ""},
	{"magic-square", FamilyMagic, ""},
	{string(Jodici), FamilyMagic, ""},
	{string(Equation), FamilyMagic, ""},
}

// FamilyNamed returns the family with this name or this other name, in any case: "hidato",
// "numbrix", "rikudo", "polyomino", "pentominoes", "checkerboard", "magic square", "jodici"
// and "equation" are other names. The last two also say which form a magic board has. moves are those of a Hidoku that the name stands for, or "". ok is false
// for an unknown name.
func FamilyNamed(name string) (family Family, moves Moves, ok bool) {
	name = strings.ToLower(name)
	if rowOf(Family(name)) != nil {
		return Family(name), "", true
	}
	i := slices.IndexFunc(aliases, func(a alias) bool { return a.name == name })
	if i < 0 {
		return "", "", false
	}
	return aliases[i].family, aliases[i].moves, true
}

// Aliases returns the other names of a family, in the order in which help texts list them.
func Aliases(family Family) []string {
	var names []string
	for _, a := range aliases {
		if a.family == family {
			names = append(names, a.name)
		}
	}
	return names
}
