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
type Tables struct {
	*Lists
	rows  []uint64 // per option, the set of options that conflict with it, and itself
	Masks []uint64 // per primary item, the set of options that have it
}

// NewTables lays out the tables. Time O(elements·options/64), and O(options/64) for
// each colour of each secondary item.
func NewTables(p *Problem, run *meter.Run) (*Tables, error) {
	s := newMasks(p)
	return s, s.fillRows(run)
}

// newMasks lays out the tables with empty rows.
func newMasks(p *Problem) *Tables {
	s := &Tables{Lists: NewLists(p)}
	s.Masks = make([]uint64, s.Primary*s.Words)
	s.rows = make([]uint64, s.Options*s.Words)
	for o := range s.Options {
		for _, i := range s.ItemsOf(o) {
			Insert(s.Mask(int(i)), o)
		}
	}
	return s
}

// use is an option that has a secondary item.
type use struct{ option, colour int32 }

// secondaryUses returns the uses of all secondary items, item after item. Those of the
// k-th item end before ends[k].
func (s *Tables) secondaryUses() (uses []use, ends []int32) {
	ends = make([]int32, s.problem.Secondary)
	each := func(do func(k int, u use)) {
		for o := range s.Number {
			for _, e := range s.ElementsOf(o) {
				if k := int(e.Item) - s.Primary; k >= 0 {
					do(k, use{int32(o), e.Colour})
				}
			}
		}
	}
	total := int32(0)
	each(func(k int, _ use) { ends[k]++; total++ })
	at := int32(0)
	for k, n := range ends {
		ends[k], at = at, at+n
	}
	uses = make([]use, total)
	each(func(k int, u use) { uses[ends[k]] = u; ends[k]++ })
	return uses, ends
}

// fillRows finds the options that conflict with each other.
func (s *Tables) fillRows(run *meter.Run) error {
	for o := range s.Options {
		if err := run.Err(); err != nil {
			return err
		}
		s.meetPrimary(o)
	}
	uses, ends := s.secondaryUses()
	from, all, others := int32(0), make([]uint64, s.Words), make([]uint64, s.Words)
	for _, end := range ends {
		if err := run.Err(); err != nil {
			return err
		}
		if of := uses[from:end]; len(of) < s.Words {
			s.disagree(of)
		} else {
			s.disagreeByColour(of, all, others)
		}
		from = end
	}
	return nil
}

// meetPrimary puts option o into its row, and those that share a primary item with it.
func (s *Tables) meetPrimary(o int) {
	row := s.Row(o)
	Insert(row, o)
	for _, i := range s.ItemsOf(o) {
		for t, x := range s.Mask(int(i)) {
			row[t] |= x
		}
	}
}

// disagree records the conflicts between options with the same secondary item.
func (s *Tables) disagree(uses []use) {
	for _, a := range uses {
		row := s.Row(int(a.option))
		for _, b := range uses {
			if a.colour == 0 || a.colour != b.colour {
				Insert(row, int(b.option))
			}
		}
	}
}

// disagreeByColour is disagree for an item with more uses than a set has words. All options
// with the same colour of the item conflict with the same set. It orders the uses by colour.
// The two sets are scratch, and empty before and after.
func (s *Tables) disagreeByColour(uses []use, all, others []uint64) {
	base.SortStable(uses, func(a, b use) int { return cmp.Compare(a.colour, b.colour) })
	for _, u := range uses {
		Insert(all, int(u.option))
	}
	for n := 0; len(uses) > 0; uses = uses[n:] {
		colour := uses[0].colour
		copy(others, all)
		for n = 0; n < len(uses) && uses[n].colour == colour; n++ {
			if o := uses[n].option; colour != 0 {
				others[o>>6] &^= 1 << (o & 63)
			}
		}
		for _, u := range uses[:n] {
			row := s.Row(int(u.option))
			for t, x := range others {
				row[t] |= x
			}
		}
	}
	clear(all)
	clear(others)
}

func (s *Tables) Row(o int) []uint64  { return s.rows[o*s.Words:][:s.Words] }
func (s *Tables) Mask(i int) []uint64 { return s.Masks[i*s.Words:][:s.Words] }
