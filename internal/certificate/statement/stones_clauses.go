package statement

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// meaning takes the name of a variable. It has one of the forms
//
//	stone A on r1c1 r1c2       a stone of the kind of A lies there
//	corner B                   the first square is black
//	at least 2 of 12 13 14     so many of the places of these variables are used
func (s *stones) meaning(v int, name string) error {
	f := stoneFact{place: -1, corner: -1}
	var known bool
	if colour, ok := strings.CutPrefix(name, "corner "); ok {
		f.corner = strings.Index(string(s.corners), colour)
		known = len(colour) == 1 && f.corner >= 0
	} else if text, ok := strings.CutPrefix(name, "at least "); ok {
		known = s.counts(&f, text)
	} else {
		f.place, known = s.index[name]
	}
	if !known {
		return &NotCoveredError{fmt.Sprintf("variables such as %q", shortened(name))}
	}
	s.facts[v] = f
	return nil
}

// counts reads "2 of 12 13 14" into a fact.
func (s *stones) counts(f *stoneFact, text string) bool {
	value, variables, _ := strings.Cut(text, " of ")
	var err error
	if f.value, err = natural(value); err != nil {
		return false
	}
	for _, text := range strings.Split(variables, " ") {
		v, err := natural(text)
		one, known := s.facts[v]
		if err != nil || !known || one.place < 0 || slices.Contains(f.of, one.place) {
			return false
		}
		f.of = append(f.of, one.place)
	}
	slices.Sort(f.of)
	return true
}

// holds tries the forms of clauses. It remembers clauses that forbid places, because the
// clauses that follow may rest on them.
func (s *stones) holds(clause []int) bool {
	var used, unused, corners []int // places and colours of the first square
	counts, negatedCorners := 0, 0
	for _, l := range clause {
		switch f := s.facts[max(l, -l)]; {
		case f.corner >= 0 && l > 0:
			corners = append(corners, f.corner)
		case f.corner >= 0:
			negatedCorners++
		case f.place < 0:
			counts++
		case l > 0:
			used = append(used, f.place)
		default:
			unused = append(unused, f.place)
		}
	}
	switch {
	case len(corners)+negatedCorners > 0:
		return counts == 0 && s.ofCorners(clause, unused, corners, len(used), negatedCorners)
	case counts > 0:
		return s.ofCounts(clause)
	case len(unused) == 0:
		return s.isComplete(used) || s.ofCounts(clause)
	case len(used) == 0 && len(unused) <= 2:
		return s.forbids(unused[0], unused[len(unused)-1])
	}
	return s.ofCounts(clause)
}

// ofCorners reports whether a clause with colours of the first square holds. It lists all
// colours, or forbids two of them, or says which colour a place needs.
func (s *stones) ofCorners(clause, unused, corners []int, used, negated int) bool {
	slices.Sort(corners)
	switch all := len(slices.Compact(corners)) == len(s.corners); {
	case used > 0:
		return false
	case all && negated == 0:
		return true
	case negated > 0:
		return negated == len(clause) && len(clause) == 2 && s.facts[-clause[0]].corner != s.facts[-clause[1]].corner
	}
	return len(unused) == 1 && len(corners) == 1 && s.places[unused[0]].corners == 1<<corners[0]
}

// isComplete reports whether some of the places are all that are left on a cell, or all of
// a kind.
func (s *stones) isComplete(used []int) bool {
	set := new(big.Int).Set(s.dead)
	for _, i := range used {
		set.SetBit(set, i, 1)
	}
	return s.lacks(set, nil, nil)
}

// lacks reports whether every place of some cell, or of some kind, is in a set. Cells of
// two places that are used do not count, and neither do their kinds.
func (s *stones) lacks(set *big.Int, a, b *place) bool {
	all := func(places []int) bool {
		return !slices.ContainsFunc(places, func(i int) bool { return set.Bit(i) == 0 })
	}
	for c, places := range s.on {
		if (a == nil || !slices.Contains(a.cells, c) && !slices.Contains(b.cells, c)) && all(places) {
			return true
		}
	}
	for i := range s.kinds {
		if (a == nil || a.kind != i && b.kind != i) && all(s.kinds[i].places) {
			return true
		}
	}
	return false
}

// forbids reports whether two places, perhaps the same, cannot be used together, and
// remembers it. They clash, or they leave some cell or kind without a place.
func (s *stones) forbids(i, j int) bool {
	if s.clash[i].Bit(j) == 1 {
		return true
	}
	out := new(big.Int).Or(s.clash[i], s.clash[j])
	out.Or(out, s.dead)
	if !s.lacks(out, &s.places[i], &s.places[j]) {
		return false
	}
	if i == j {
		s.dead.SetBit(s.dead, i, 1)
	} else {
		s.clash[i].SetBit(s.clash[i], j, 1)
		s.clash[j].SetBit(s.clash[j], i, 1)
	}
	return true
}

// ofCounts reports whether the number of stones of a kind implies a clause. The clause
// bounds how many of some places of one kind are used.
func (s *stones) ofCounts(clause []int) bool {
	b := make(bounds)
	kind := -1
	for _, l := range clause {
		f := s.facts[max(l, -l)]
		if f.place >= 0 {
			f.of, f.value = []int{f.place}, 1
		}
		for _, i := range f.of {
			if kind >= 0 && s.places[i].kind != kind {
				return false
			}
			kind = s.places[i].kind
		}
		b.deny(f.of, f.value, l < 0)
	}
	if kind < 0 {
		return false
	}
	k := &s.kinds[kind]
	upTo := func(places []int) []int { // how many of the places can be used
		values := make([]int, min(len(places), k.stones)+1)
		for v := range values {
			values[v] = v
		}
		return values
	}
	return b.impossible(k.places, k.stones, upTo)
}

// listed reads a listed board.
func (s *stones) listed(rows [][]string) ([]string, error) {
	labels, err := s.values(rows)
	if err != nil {
		return nil, err
	}
	corner, err := s.cornerOf(labels)
	if err != nil {
		return nil, err
	}
	cells := make(map[string][]int) // per stone
	for c, label := range labels {
		name := strings.ToUpper(label)
		if label != name && label != strings.ToLower(name) {
			return nil, fmt.Errorf("%s: %q is no stone", s.cells[c].name(), shortened(label))
		}
		if small := label != name; small != (s.coloured && colourAt(s.cells[c], s.corners[corner]) == 'W') {
			return nil, fmt.Errorf("%s: %s has the colour of another square", s.cells[c].name(), label)
		}
		cells[name] = append(cells[name], c)
	}
	names, err := s.placesOf(cells, corner)
	if err != nil {
		return nil, err
	}
	if len(s.corners) > 1 {
		names = append(names, "corner "+string(s.corners[corner]))
	}
	slices.Sort(names)
	return names, nil
}

// cornerOf returns the index of the colour that the first square has on a board.
func (s *stones) cornerOf(labels []string) (int, error) {
	for i, corner := range s.corners {
		white := s.coloured && colourAt(s.cells[0], corner) == 'W'
		if small := labels[0] != strings.ToUpper(labels[0]); small == white {
			return i, nil
		}
	}
	return 0, errors.New("the board has no colouring of the puzzle")
}

// placesOf returns the names of the places of a board. Each stone must be there once.
func (s *stones) placesOf(cells map[string][]int, corner int) ([]string, error) {
	var names []string
	for name, at := range cells {
		kind, known := s.kindOf[name]
		if !known {
			return nil, fmt.Errorf("the puzzle has no stone %s", shortened(name))
		}
		place := s.nameOf(kind, at)
		i, fits := s.index[place]
		if !fits || s.places[i].corners>>corner&1 == 0 {
			return nil, fmt.Errorf("stone %s does not fit there", name)
		}
		names = append(names, place)
	}
	all := 0
	for _, k := range s.kinds {
		all += k.stones
	}
	if len(names) != all {
		return nil, fmt.Errorf("%d stones; the puzzle has %d", len(names), all)
	}
	return names, nil
}
