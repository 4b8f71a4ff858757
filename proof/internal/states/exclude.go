package states

import (
	"fmt"
	"maps"
	"slices"

	"crosscut/puzzle"
	"crosscut/sat"
)

// Literals returns the literals of the variables that decide and that a solution makes true, ascending.
func (p *Problem) Literals(of puzzle.Puzzle, s puzzle.Solution) []sat.Lit {
	number := make(map[string]sat.Lit, len(p.Names))
	for i, name := range p.Names {
		number[name] = sat.Lit(i + 1)
	}
	var lits []sat.Lit
	for _, name := range namesOf(of, s) {
		if l, ok := number[name]; ok {
			lits = append(lits, l)
		}
	}
	return slices.Sorted(slices.Values(lits))
}

// namesOf returns the names of all that a solution has: numbers on cells, or stones, bare cells and both
// colours, of which a formula has one if the colouring is open.
func namesOf(of puzzle.Puzzle, s puzzle.Solution) (names []string) {
	p, ok := of.(*puzzle.Draughtboard)
	if !ok {
		for c, k := range s {
			names = append(names, numberName(of, k, c))
		}
		return names
	}
	at := make(map[int][]int)
	corner := puzzle.Black
	for c, v := range s {
		if v == puzzle.Bare {
			names = append(names, placeName(p, len(p.Stones()), []int{c}))
			continue
		}
		if v < 0 {
			corner = puzzle.White
		}
		at[max(v, -v)] = append(at[max(v, -v)], c)
	}
	for v, cells := range maps.All(at) {
		names = append(names, placeName(p, p.Kinds()[v-1], cells))
	}
	return append(names, cornerName(corner))
}

// numberName returns the name of the variable that number k is on cell c.
func numberName(p puzzle.Puzzle, k, c int) string {
	return fmt.Sprintf("number %d on %s", k, p.Board().Name(c))
}

// placeName names a place of a stone of a kind, or of a bare cell for a kind behind all.
func placeName(p *puzzle.Draughtboard, kind int, cells []int) string {
	name := "bare"
	if kind < len(p.Stones()) {
		name = "stone " + p.Name(kind+1)
	}
	for i, c := range cells {
		name += [2]string{" ", " on "}[max(1-i, 0)] + p.Board().Name(c)
	}
	return name
}

func cornerName(c puzzle.Colour) string { return "corner " + string(rune(c)) }

// Has reports whether a model makes these variables true that decide, and no others.
func (f *Formula) Has(model []bool, lits []sat.Lit) bool {
	if len(model) <= f.Vars {
		return false
	}
	var is []sat.Lit
	for v := 1; v <= f.Vars; v++ {
		if model[v] {
			is = append(is, sat.Lit(v))
		}
	}
	return slices.Equal(is, lits)
}
