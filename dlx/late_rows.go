package dlx

import (
	"cmp"
	"slices"

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
	problem *Problem
	filled  []uint64 // the set of options whose rows are filled

	uses [][]use    // per secondary item, its uses
	all  [][]uint64 // per secondary item with many uses, the options that have it; nil until it is needed

	others []uint64 // scratch of conflicts
}

// newLateTables lays out the tables without the rows. They are filled by lateRow and
// fillRest. Time O(elements), space as for newConflictTables.
func newLateTables(p *Problem) *conflictTables {
	s := newMasks(p)
	l := &lateRows{problem: p, filled: make([]uint64, s.words), others: make([]uint64, s.words)}
	l.all = make([][]uint64, p.secondary)
	uses, ends := s.secondaryUses(p)
	from := int32(0)
	for _, end := range ends {
		l.uses = append(l.uses, uses[from:end])
		from = end
	}
	s.late = l
	return s
}

// lateRow is row for tables whose rows may be late.
func (s *conflictTables) lateRow(o int) []uint64 {
	if s.late != nil {
		s.fillLate(o)
	}
	return s.row(o)
}

// fillLate fills the row of option o, unless it is filled.
func (s *conflictTables) fillLate(o int) {
	l := s.late
	if contains(l.filled, o) {
		return
	}
	s.meetPrimary(l.problem, o)
	row := s.row(o)
	for _, e := range l.problem.Option(int(s.number[o])) {
		if k := int(e.Item) - s.primary; k >= 0 {
			l.disagree(row, k, e.Colour)
		}
	}
	insert(l.filled, o)
}

// disagree adds to a row the options that do not agree on that colour of the k-th secondary
// item.
func (l *lateRows) disagree(row []uint64, k int, colour int32) {
	uses := l.uses[k]
	if len(uses) < len(row) {
		for _, u := range uses {
			if colour == 0 || colour != u.colour {
				insert(row, int(u.option))
			}
		}
		return
	}
	if l.all[k] == nil {
		l.all[k] = make([]uint64, len(row))
		for _, u := range uses {
			insert(l.all[k], int(u.option))
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

// fillRest fills the rows that are not filled yet. Time as for newConflictTables.
func (s *conflictTables) fillRest(run *search.Run) error {
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
func (s *conflictTables) isLate(o int) bool { return s.late == nil || !contains(s.late.filled, o) }
