package model

// This file has the tables of which options exclude each other, as sets of bits.

import (
	"cmp"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
)

// Lists are the options of a problem that may be chosen, in ascending order. Ahead makes its conflicts
// from them. Two options conflict when no cover has both: they
// share a primary item, or a secondary one on whose colour they do not agree.
type Lists struct {
	Primary int
	Options int // the number of options with a primary item; others are left out
	Words   int // the length of a set of options

	Number []int32 // the number of each option in the problem; ascending

	problem *Problem
	items   []int32 // the primary items of the options, one option after the other
	starts  []int32 // the items of option o are items[starts[o]:starts[o+1]]
}

// NewLists lays out the lists. Time and space O(elements + items).
func NewLists(p *Problem) *Lists {
	s := &Lists{Primary: p.Primary, Number: make([]int32, 0, p.Options()), problem: p}
	for o := range p.Options() {
		if p.Useful(o) {
			s.Number = append(s.Number, int32(o))
		}
	}
	s.Options = len(s.Number)
	s.Words = (s.Options + 63) / 64
	s.starts = make([]int32, 1, s.Options+1)
	for o := range s.Number {
		for _, e := range s.ElementsOf(o) {
			if int(e.Item) < s.Primary {
				s.items = append(s.items, e.Item)
			}
		}
		s.starts = append(s.starts, int32(len(s.items)))
	}
	return s
}

// ElementsOf returns all elements of option o.
func (s *Lists) ElementsOf(o int) []Element { return s.problem.Option(int(s.Number[o])) }

// ItemsOf returns the primary items of option o.
func (s *Lists) ItemsOf(o int) []int32 { return s.items[s.starts[o]:s.starts[o+1]] }

// Elements returns the number of primary items of all options.
func (s *Lists) Elements() int { return len(s.items) }

// OnlyPrimary reports whether the problem has no secondary items.
func (s *Lists) OnlyPrimary() bool { return s.problem.Secondary == 0 }

// Inside returns options by their numbers in the lists.
func (s *Lists) Inside(options []int32) []int32 {
	in := make([]int32, len(options))
	for k, o := range options {
		at, _ := slices.BinarySearch(s.Number, o)
		in[k] = int32(at)
	}
	return in
}

// Tables record which options conflict with each other, and which have an item.
// Bitset searches with them. Sets of options are bitsets. Memory is a bit for each pair of options.
//
// A row is filled when a search first asks for it: a first cover often takes fewer nodes than there are rows.
// Before several workers search, all rows must be filled.
type Tables struct {
	*Lists
	Masks []uint64 // per primary item, the set of options that have it

	rows   []uint64   // per option, the set of options that conflict with it, and itself
	empty  []uint64   // the options whose rows are not filled; nil when all are
	uses   [][]use    // per secondary item, its uses
	users  [][]uint64 // per secondary item, the set of options that have it; nil before it is needed
	others []uint64   // scratch of disagree
}

// use is an option that has a secondary item.
type use struct{ option, colour int32 }

// NewTables lays out the tables. Time O(elements).
func NewTables(p *Problem) *Tables {
	s := &Tables{Lists: NewLists(p), uses: make([][]use, p.Secondary), users: make([][]uint64, p.Secondary)}
	s.Masks = make([]uint64, s.Primary*s.Words)
	s.rows = make([]uint64, s.Options*s.Words)
	s.others, s.empty = make([]uint64, s.Words), make([]uint64, s.Words)
	for o := range s.Options {
		Insert(s.empty, o)
		for _, e := range s.ElementsOf(o) {
			if k := int(e.Item) - s.Primary; k < 0 {
				Insert(s.Mask(int(e.Item)), o)
			} else {
				s.uses[k] = append(s.uses[k], use{int32(o), e.Colour})
			}
		}
	}
	return s
}

// Fill fills the rows that no search has asked for. Time O(elements·options/64).
func (s *Tables) Fill(run *meter.Run) error {
	for o := range s.Options {
		if err := run.Err(); err != nil {
			return err
		}
		s.Row(o)
	}
	s.empty = nil
	return nil
}

// Row returns the set of options that conflict with option o, and itself.
func (s *Tables) Row(o int) []uint64 {
	if s.empty != nil {
		s.fill(o)
	}
	return s.rows[o*s.Words:][:s.Words]
}

// fill fills the row of option o if it is empty.
func (s *Tables) fill(o int) {
	if !Contains(s.empty, o) {
		return
	}
	s.empty[o>>6] &^= 1 << (o & 63)
	row := s.Row(o)
	Insert(row, o)
	for _, e := range s.ElementsOf(o) {
		if k := int(e.Item) - s.Primary; k >= 0 {
			s.disagree(row, k, e.Colour)
			continue
		}
		for t, x := range s.Mask(int(e.Item)) {
			row[t] |= x
		}
	}
}

// disagree adds to a row the options that do not agree on that colour of the k-th secondary item. Where an item
// has more uses than a set has words, it orders them by colour, and works with sets.
func (s *Tables) disagree(row []uint64, k int, colour int32) {
	uses := s.uses[k]
	if len(uses) < len(row) {
		for _, u := range uses {
			if colour == 0 || colour != u.colour {
				Insert(row, int(u.option))
			}
		}
		return
	}
	if s.users[k] == nil {
		s.users[k] = make([]uint64, len(row))
		for _, u := range uses {
			Insert(s.users[k], int(u.option))
		}
		base.SortStable(uses, func(a, b use) int { return cmp.Compare(a.colour, b.colour) })
	}
	copy(s.others, s.users[k])
	if colour != 0 {
		at, _ := slices.BinarySearchFunc(uses, colour, func(u use, c int32) int { return cmp.Compare(u.colour, c) })
		for ; at < len(uses) && uses[at].colour == colour; at++ {
			o := uses[at].option
			s.others[o>>6] &^= 1 << (o & 63)
		}
	}
	for t, x := range s.others {
		row[t] |= x
	}
}

// Mask returns the set of options that have a primary item.
func (s *Tables) Mask(i int) []uint64 { return s.Masks[i*s.Words:][:s.Words] }
