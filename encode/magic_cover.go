package encode

import (
	"fmt"
	"slices"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
)

// coverMagic returns p as an exact cover problem. An option is a number on a cell, or says what two
// or three amounts have together. An amount is the number on a cell, a sum or a product of others, or
// the sum of the lines whose sum is not known. The families of items are
//
//	lines    primary: each line has its sum
//	parts    primary: each sum and each product in a line is that of its two parts
//	filled   primary: each cell has a number
//	numbers  primary, with multiplicities: each number stands as often as it must
//	cells    secondary, coloured with the number on the cell: the options agree
//	amounts  secondary, coloured with the other amounts
//
// If numbers may stand any number of times, nothing counts them, and there are no items filled and
// numbers.
//
// A line of up to three amounts has an option for each way to fill it. In a longer line, two amounts make
// a new one until three are left. So there are at most as many options as pairs of numbers, where
// fillings of a whole line are as many as their permutations. Lines share amounts: see magic_lines.go.
func coverMagic(run *meter.Run, p *puzzle.Magic, only puzzle.Solution) (*Cover, error) {
	m, err := cutMagicDomains(run, p)
	if err != nil {
		return nil, err
	}
	return m.cover(run, only)
}

// cover is coverMagic with given domains.
func (m *magicDomains) cover(run *meter.Run, only puzzle.Solution) (*Cover, error) {
	s, err := m.sums(run)
	if err != nil {
		return nil, err
	}
	x := s.newCover(run)
	x.only = only
	if m.p.Rules().Form != puzzle.Equation {
		if err := x.addNumbers(); err != nil {
			return nil, err
		}
	}
	for i, j := range s.joints() {
		if err := x.addJoint(i, &j); err != nil {
			return nil, err
		}
	}
	return &Cover{Problem: x.Problem, Decode: x.decode, families: x.Families}, nil
}

// magicCover is a magic board as an exact cover problem that is being written.
type magicCover struct {
	*write.Cover
	*lineSums
	only                   puzzle.Solution // see coverOf
	filled, numbers, cells int             // the first items of families; an amount has the item of its index after that of cells
}

func (s *lineSums) newCover(run *meter.Run) *magicCover {
	cells, counted := len(s.domains), len(s.values)
	filled := cells
	if s.p.Rules().Form == puzzle.Equation {
		filled, counted = 0, 0
	}
	x, first := write.NewCover(run,
		[]write.ItemFamily{
			{Name: "lines", Count: len(s.whole), Label: func(i int) string { return s.whole[i].name }},
			{Name: "parts", Count: len(s.made), Label: func(i int) string { return s.made[i].name }},
			{Name: "filled", Count: filled, Label: func(c int) string { return "on_" + s.p.Board().Name(c) }},
			{Name: "numbers", Count: counted, Label: func(i int) string { return fmt.Sprintf("n%d", s.values[i]) }},
		},
		[]write.ItemFamily{
			{Name: "cells", Count: cells, Label: s.p.Board().Name},
			{Name: "amounts", Count: len(s.amounts) - cells, Label: func(i int) string { return s.amounts[cells+i].name }},
		},
	)
	x.Comments = append(x.Comments, "row1, column1, diagonal1, line1: a line has its sum; is_s1: the amount s1 is what its parts make; on_r1c2: a cell has a number; n7: 7 stands as often as it must; r1c2: a cell, its colour is its number")
	x.Comments = append(x.Comments, fmt.Sprintf("the lowest number, %d, is colour 1, the next one that is there is 2, and so on; so it is with the values of each amount", s.values[0]), write.ColourLegend)
	for _, a := range s.amounts[cells:] {
		x.Comments = append(x.Comments, a.name+" is "+a.means)
	}
	for i := range counted {
		if uses := s.p.Uses(s.values[i]); uses > 1 {
			x.SetMultiplicity(first[3]+i, uses, uses)
		}
	}
	return &magicCover{Cover: x, lineSums: s, filled: first[2], numbers: first[3], cells: first[4]}
}

// element is the item of an amount, with its value as colour.
func (x *magicCover) element(a, value int) dlx.Element {
	scale := x.amounts[a].values
	if a < len(x.domains) {
		scale = x.values
	}
	i, _ := slices.BinarySearch(scale, value)
	return dlx.Element{Item: x.cells + a, Colour: i + 1}
}

func (x *magicCover) addNumbers() error {
	for c := range x.domains {
		for _, k := range x.amounts[c].values {
			if !x.may(c, k) {
				continue
			}
			if err := x.AddOption(dlx.Element{Item: x.filled + c}, dlx.Element{Item: x.numbers + x.index(k)}, x.element(c, k)); err != nil {
				return err
			}
		}
	}
	return nil
}

// may reports whether an option may say that an amount has a value: see coverOf.
func (x *magicCover) may(amount, value int) bool {
	return x.only == nil || amount >= len(x.domains) || x.only[amount] == value
}

// addJoint adds an option for each way in which the amounts of a joint go together.
func (x *magicCover) addJoint(i int, j *joint) error {
	return x.each(j, func(values []int) error {
		option := append(x.Scratch[:0], dlx.Element{Item: i})
		for p, v := range values {
			if !x.may(j.parts[p].amount, v) {
				return nil
			}
			option = append(option, x.element(j.parts[p].amount, v))
		}
		x.Scratch = option
		return x.AddOption(option...)
	})
}

// decode reads the numbers off the colours. A cell without colour is empty. The result is nil if the
// problem does not have all of the options.
func (x *magicCover) decode(options []int) puzzle.Solution {
	s := make(puzzle.Solution, len(x.domains))
	for c, domain := range x.domains {
		if s[c] = puzzle.Empty; len(domain) == 1 {
			s[c] = domain[0] // it may be in no option
		}
	}
	known := x.EachColour(options, x.cells, len(s), func(c, colour int) {
		if colour >= 1 && colour <= len(x.values) {
			s[c] = x.values[colour-1]
		}
	})
	if !known {
		return nil
	}
	return s
}
