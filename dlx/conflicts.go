package dlx

import (
	"cmp"
	"math/bits"
	"slices"

	"crosscut/internal/search"
)

// conflictTables record which options conflict with each other, and which have an item.
// Bitset and Ahead search with them. Two options conflict when no cover has both: they
// share a primary item, or a secondary one on whose colour they do not agree. Sets of
// options are bitsets. Memory is a bit for each pair of options.
type conflictTables struct {
	primary int
	options int // the number of options with a primary item; others are left out
	words   int // the length of a set of options

	number []int32  // the number of each option in the problem; ascending
	rows   []uint64 // per option, the set of options that conflict with it, and itself
	masks  []uint64 // per primary item, the set of options that have it

	late *lateRows // the rows that are still empty; nil when all are filled
}

// newConflictTables lays out the tables. Time O(elements·options/64), and O(options/64) for
// each colour of each secondary item.
func newConflictTables(p *Problem, run *search.Run) (*conflictTables, error) {
	s := newMasks(p)
	return s, s.fillRows(p, run)
}

// newMasks lays out the tables with empty rows.
func newMasks(p *Problem) *conflictTables {
	s := &conflictTables{primary: p.primary, number: make([]int32, 0, p.Options())}
	for o := range p.Options() {
		if p.useful(o) {
			s.number = append(s.number, int32(o))
		}
	}
	s.options = len(s.number)
	s.words = (s.options + 63) / 64
	s.masks = make([]uint64, p.primary*s.words)
	s.rows = make([]uint64, s.options*s.words)
	for o, number := range s.number {
		for _, e := range p.Option(int(number)) {
			if int(e.Item) < s.primary {
				insert(s.mask(int(e.Item)), o)
			}
		}
	}
	return s
}

// useful reports whether option o has a primary item.
func (p *Problem) useful(o int) bool {
	for _, e := range p.Option(o) {
		if int(e.Item) < p.primary {
			return true
		}
	}
	return false
}

// use is an option that has a secondary item.
type use struct{ option, colour int32 }

// secondaryUses returns the uses of all secondary items, item after item. Those of the
// k-th item end before ends[k].
func (s *conflictTables) secondaryUses(p *Problem) (uses []use, ends []int32) {
	ends = make([]int32, p.secondary)
	each := func(do func(k int, u use)) {
		for o, number := range s.number {
			for _, e := range p.Option(int(number)) {
				if k := int(e.Item) - s.primary; k >= 0 {
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

// fillRows finds the options that conflict with each other. It leaves out rows that are
// filled.
func (s *conflictTables) fillRows(p *Problem, run *search.Run) error {
	for o := range s.options {
		if err := run.Err(); err != nil {
			return err
		}
		if s.isLate(o) {
			s.meetPrimary(p, o)
		}
	}
	uses, ends := s.secondaryUses(p)
	from, all, others := int32(0), make([]uint64, s.words), make([]uint64, s.words)
	for _, end := range ends {
		if err := run.Err(); err != nil {
			return err
		}
		if of := uses[from:end]; len(of) < s.words {
			s.disagree(of)
		} else {
			s.disagreeByColour(of, all, others)
		}
		from = end
	}
	return nil
}

// meetPrimary puts option o into its row, and those that share a primary item with it.
func (s *conflictTables) meetPrimary(p *Problem, o int) {
	row := s.row(o)
	insert(row, o)
	for _, e := range p.Option(int(s.number[o])) {
		if int(e.Item) < s.primary {
			for t, x := range s.mask(int(e.Item)) {
				row[t] |= x
			}
		}
	}
}

// disagree records the conflicts between options with the same secondary item.
func (s *conflictTables) disagree(uses []use) {
	for _, a := range uses {
		if !s.isLate(int(a.option)) {
			continue
		}
		row := s.row(int(a.option))
		for _, b := range uses {
			if a.colour == 0 || a.colour != b.colour {
				insert(row, int(b.option))
			}
		}
	}
}

// disagreeByColour is disagree for an item with more uses than a set has words. All options
// with the same colour of the item conflict with the same set. It orders the uses by colour.
// The two sets are scratch, and empty before and after.
func (s *conflictTables) disagreeByColour(uses []use, all, others []uint64) {
	sortByColour(uses)
	for _, u := range uses {
		insert(all, int(u.option))
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
			if !s.isLate(int(u.option)) {
				continue
			}
			row := s.row(int(u.option))
			for t, x := range others {
				row[t] |= x
			}
		}
	}
	clear(all)
	clear(others)
}

// sortByColour orders uses by colour, and those of a colour by option.
func sortByColour(uses []use) {
	slices.SortStableFunc(uses, func(a, b use) int { return cmp.Compare(a.colour, b.colour) })
}

func (s *conflictTables) row(o int) []uint64  { return s.rows[o*s.words:][:s.words] }
func (s *conflictTables) mask(i int) []uint64 { return s.masks[i*s.words:][:s.words] }

func insert(set []uint64, k int)        { set[k>>6] |= 1 << (k & 63) }
func contains(set []uint64, k int) bool { return set[k>>6]>>(k&63)&1 != 0 }

// first returns the first element of a & b, or -1.
func first(a, b []uint64) int {
	b = b[:len(a)]
	for k, x := range a {
		if x &= b[k]; x != 0 {
			return k<<6 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

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
