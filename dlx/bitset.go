package dlx

import (
	"math/bits"

	"crosscut/internal/search"
)

// The bitset core. The options that can still be chosen are one bitset, and
// each option has a row, the set of all options that contradict it, itself
// among them. So a move is "live &^ row", and there is nothing to undo: each
// level of the tree keeps its own sets of live options and of open items.
//
// Sets of items hold primary items only. Once the rows exist, the secondary
// items and their colours have said all they have to say.

// block holds the sets of items, each of two words, of 64 options: those whose
// bits are in the same word of a set of options.
type block [64][2]uint64

// bitset is one search of one problem.
type bitset struct {
	run     *search.Run
	primary int
	options int // with at least one primary item
	words   int // of a set of options
	breadth int // words of a set of items: 1 or even

	number []int32  // what the problem calls an option
	rows   []uint64 // per option, which options contradict it
	masks  []uint64 // per primary item, which options have it

	// The primary items of the options: narrow where one word holds a set of them,
	// else in planes of two words, one after the other.
	narrow [][64]uint64
	planes [][]block

	levels []bitLevel // the first depth ones are branched on, the next is the state
	depth  int
	queue  []int32 // stack: the options that the levels are to try
	taken  []int32 // stack: the chosen options, as the problem numbers them
	told   float64 // the share of the tree from which on progress is told

	// What the last sweep found.
	size, item int      // the fewest options that an open item has, and the first such item
	single     []uint64 // if size is 1: the open items with one option

	pairAt int64 // the number of the node at which rows are extended next, 0 for none
	stage  int   // how many times they were

	display display
}

// bitLevel is a state: open primary items, and the options to cover them with.
type bitLevel struct {
	live, open []uint64
	alive      int // how many options are live
	taken      int // how many options were chosen

	from, next int // the options to try are queue[from:], up to the next level
	lo, width  float64
}

// newBitset lays out the tables. Time O(options²/64) for an item of each option
// plus, for each secondary item, the square of the number of its options.
func newBitset(p *Problem, run *search.Run) (*bitset, error) {
	s := &bitset{run: run, primary: p.primary, breadth: 1, number: make([]int32, 0, p.Options())}
	for o := range p.Options() {
		if p.useful(o) {
			s.number = append(s.number, int32(o))
		}
	}
	s.options = len(s.number)
	s.words = (s.options + 63) / 64
	if p.primary > 64 {
		s.breadth = (p.primary + 127) / 128 * 2
	}
	s.masks = make([]uint64, p.primary*s.words)
	s.rows = make([]uint64, s.options*s.words)
	s.single = make([]uint64, s.breadth)
	s.queue = make([]int32, 0, s.options)
	s.taken = make([]int32, 0, p.primary)
	s.display = newDisplay(p.primary, p.Options())
	s.schedule()
	s.fillItems(p)
	if err := s.fillRows(p); err != nil {
		return nil, err
	}
	s.start()
	return s, nil
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

// fillItems says which primary items the options have, and the other way round.
func (s *bitset) fillItems(p *Problem) {
	if s.breadth == 1 {
		s.narrow = make([][64]uint64, s.words)
	} else {
		s.planes = make([][]block, s.breadth/2)
		for k := range s.planes {
			s.planes[k] = make([]block, s.words)
		}
	}
	for o, number := range s.number {
		for _, e := range p.Option(int(number)) {
			i := int(e.Item)
			if i >= s.primary {
				continue
			}
			insert(s.mask(i), o)
			if s.breadth == 1 {
				s.narrow[o>>6][o&63] |= 1 << i
			} else {
				s.planes[i>>7][o>>6][o&63][i>>6&1] |= 1 << (i & 63)
			}
		}
	}
}

// use is an option that has a secondary item.
type use struct{ option, colour int32 }

// secondaryUses returns the uses of all secondary items, item after item, those
// of the k-th one from ends[k-1] (0 for the first) to ends[k].
func (s *bitset) secondaryUses(p *Problem) (uses []use, ends []int32) {
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

// fillRows finds out which options contradict each other.
func (s *bitset) fillRows(p *Problem) error {
	uses, ends := s.secondaryUses(p)
	for o, number := range s.number {
		if err := s.run.Err(); err != nil {
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

// start makes the state in which everything is open.
func (s *bitset) start() {
	s.room()
	top := &s.levels[0]
	for o := range s.options {
		insert(top.live, o)
	}
	for i := range s.primary {
		insert(top.open, i)
	}
	top.alive = s.options
}

// room makes sure that there are levels for the state and one below it.
func (s *bitset) room() {
	for len(s.levels) < s.depth+2 {
		words := make([]uint64, s.words+s.breadth)
		s.levels = append(s.levels, bitLevel{live: words[:s.words:s.words], open: words[s.words:]})
	}
}

func (s *bitset) row(o int) []uint64  { return s.rows[o*s.words:][:s.words] }
func (s *bitset) mask(i int) []uint64 { return s.masks[i*s.words:][:s.words] }

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
