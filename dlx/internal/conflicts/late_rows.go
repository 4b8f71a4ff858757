package conflicts

import (
	"cmp"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
)

// Late rows: the core Bitset begins before all rows of conflicts are filled.
//
// A first cover often takes a hundred nodes. Then the search looks at few rows, and to fill
// all of them takes ten times as long as the search. So a row is filled when the search
// first looks at it. The others are filled at node lateNodes, or before the rows are
// extended. No row is filled twice. The search sees the same rows as without this, so it
// takes the same steps.
//
// A count through the tree does the same. With thin rows it fills the others only before rows are
// extended, because nothing else needs them. Matching edges of 11×11 took half of the time and of
// the memory.
//
// It applies to lateFrom options or more. It is bounded by the rows that thinRows looks at,
// about a thousand.

// lateRows are the rows that are filled one by one.
type lateRows struct {
	problem *model.Problem
	filled  []uint64 // the set of options whose rows are filled

	uses [][]use    // per secondary item, its uses
	all  [][]uint64 // per secondary item with many uses, the options that have it; nil until it is needed

	others []uint64 // scratch of conflicts
}

// NewLate lays out the tables without the rows. They are filled by LateRow and
// FillRest. Time O(elements), space as for New.
func NewLate(p *model.Problem) *Tables {
	s := newMasks(p)
	l := &lateRows{problem: p, filled: make([]uint64, s.Words), others: make([]uint64, s.Words)}
	l.all = make([][]uint64, p.Secondary)
	uses, ends := s.secondaryUses(p)
	from := int32(0)
	for _, end := range ends {
		l.uses = append(l.uses, uses[from:end])
		from = end
	}
	s.late = l
	return s
}

// LateRow is row for tables whose rows may be late.
func (s *Tables) LateRow(o int) []uint64 {
	if s.late != nil {
		s.fillLate(o)
	}
	return s.Row(o)
}

// fillLate fills the row of option o, unless it is filled.
func (s *Tables) fillLate(o int) {
	l := s.late
	if Contains(l.filled, o) {
		return
	}
	s.meetPrimary(l.problem, o)
	row := s.Row(o)
	for _, e := range l.problem.Option(int(s.Number[o])) {
		if k := int(e.Item) - s.Primary; k >= 0 {
			l.disagree(row, k, e.Colour)
		}
	}
	Insert(l.filled, o)
}

// disagree adds to a row the options that do not agree on that colour of the k-th secondary
// item.
func (l *lateRows) disagree(row []uint64, k int, colour int32) {
	uses := l.uses[k]
	if len(uses) < len(row) {
		for _, u := range uses {
			if colour == 0 || colour != u.colour {
				Insert(row, int(u.option))
			}
		}
		return
	}
	if l.all[k] == nil {
		l.all[k] = make([]uint64, len(row))
		for _, u := range uses {
			Insert(l.all[k], int(u.option))
		}
		sortByColour(uses)
	}
	copy(l.others, l.all[k])
	if colour != 0 {
		at, _ := slices.BinarySearchFunc(uses, colour, func(u use, c int32) int { return cmp.Compare(u.colour, c) })
		for ; at < len(uses) && uses[at].colour == colour; at++ {
			o := uses[at].option
			l.others[o>>6] &^= 1 << (o & 63)
		}
	}
	for t, x := range l.others {
		row[t] |= x
	}
}

// FillRest fills the rows that are not filled yet. Time as for New.
func (s *Tables) FillRest(run *search.Run) error {
	if s.late == nil {
		return nil
	}
	if err := s.fillRows(s.late.problem, run); err != nil {
		return err
	}
	s.late = nil
	return nil
}

// isLate reports whether fillRows must fill the row of option o.
func (s *Tables) isLate(o int) bool { return s.late == nil || !Contains(s.late.filled, o) }
