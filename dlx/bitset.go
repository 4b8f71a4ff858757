package dlx

import "crosscut/internal/search"

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
	*conflictTables
	run     *search.Run
	breadth int // words of a set of items: 1 or even

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

	trial  *trial  // nil for none
	member *member // of the crew that searches together, nil for none
	split  int64   // the number of the node from which on others may help, 0 for never
	pairAt int64   // the number of the node at which rows are extended next, 0 for none
	stage  int     // how many times they were

	order coverOrder
}

// bitLevel is a state: open primary items, and the options to cover them with.
type bitLevel struct {
	live, open []uint64
	alive      int   // how many options are live
	taken      int   // how many options were chosen
	born       int64 // the number of the node

	from, next, end int // the options to try are queue[from:end], the tried ones end before next
	lo, width       float64
}

// newBitset lays out the tables and gets ready to search. Time as for newConflictTables.
func newBitset(p *Problem, run *search.Run) (*bitset, error) {
	t, err := newConflictTables(p, run)
	if err != nil {
		return nil, err
	}
	s := &bitset{conflictTables: t, run: run, breadth: 1}
	if p.primary > 64 {
		s.breadth = (p.primary + 127) / 128 * 2
	}
	s.single = make([]uint64, s.breadth)
	s.queue = make([]int32, 0, s.options)
	s.taken = make([]int32, 0, p.primary)
	s.order = newCoverOrder(p.primary, p.Options())
	if run.Workers() > 1 {
		s.split = splitFrom
	}
	s.schedule()
	s.fillItems(p)
	s.start()
	return s, nil
}

// fillItems says which primary items the options have.
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
			if s.breadth == 1 {
				s.narrow[o>>6][o&63] |= 1 << i
			} else {
				s.planes[i>>7][o>>6][o&63][i>>6&1] |= 1 << (i & 63)
			}
		}
	}
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
