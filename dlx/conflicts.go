package dlx

import (
	"math/bits"

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
}

// newConflictTables lays out the tables. Time O(elements·options/64), plus the square of
// the number of options for each secondary item.
func newConflictTables(p *Problem, run *search.Run) (*conflictTables, error) {
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
	return s, s.fillRows(p, run)
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

// fillRows finds the options that conflict with each other.
func (s *conflictTables) fillRows(p *Problem, run *search.Run) error {
	uses, ends := s.secondaryUses(p)
	for o, number := range s.number {
		if err := run.Err(); err != nil {
			return err
		}
		row := s.row(o)
		insert(row, o)
		for _, e := range p.Option(int(number)) {
			k := int(e.Item) - s.primary
			if k < 0 {
				for t, x := range s.mask(int(e.Item)) {
					row[t] |= x
				}
				continue
			}
			from := int32(0)
			if k > 0 {
				from = ends[k-1]
			}
			for _, u := range uses[from:ends[k]] {
				if e.Colour == 0 || e.Colour != u.colour {
					insert(row, int(u.option))
				}
			}
		}
	}
	return nil
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
