package dlx

import (
	"slices"

	"crosscut/internal/search"
)

// The core Bitset: its data. The search is in bitset_search.go.
//
// The options that can still be chosen are one bitset. Each option has a row: the set
// of all options that conflict with it, and itself. So a move is "live &^ row". Nothing
// needs to be undone: each level of the tree keeps its own sets of live options and open
// items.
//
// It applies where the rows fit into memory: a bit for each pair of options. Sets of
// items hold primary items only. Secondary items and colours are needed only to make
// the rows.

// block holds the sets of items of 64 options, two words each. The bits of these options
// are in the same word of a set of options.
type block [64][2]uint64

// bitset is one search of one problem.
type bitset struct {
	*conflictTables
	thin
	run     *search.Run
	breadth int // number of words of a set of items: 1 or an even number

	// The primary items of the options. They are in narrow if a set of them fits into
	// one word. Otherwise they are in planes, each of which holds two words of every
	// set.
	narrow [][64]uint64
	planes [][]block

	levels []bitLevel // the search branches at the first depth levels; the next is the state
	depth  int
	queue  []int32 // stack: the options that the levels are to try
	chosen []int32 // stack: the chosen options, as the problem numbers them
	told   float64 // the share of the tree at which progress is published next

	// What the last sweep found.
	size, item int      // the fewest options of an open item, and the first such item
	twos       bool     // all open items have two options
	single     []uint64 // if size is 1: the open items with one option

	attached
	pairAt int64 // the number of the node at which rows are extended next, 0 for never
	stage  int   // how many times rows were extended
}

// bitLevel is a state: the open primary items, and the live options to cover them.
type bitLevel struct {
	live, open []uint64
	left       []uint32 // per item, what is left of it: see oneLeft; nil where sweeps count
	alive      int      // how many options are live
	chosen     int      // how many options were chosen
	item       uint16   // with thin rows: the item to branch on
	born       int64    // number of the node of this state

	from, next, end int // the options to try are queue[from:end]; those before next were tried
	lo, width       float64
}

// newBitset lays out the tables and the first state. Time as for newConflictTables.
func newBitset(p *Problem, run *search.Run) (*bitset, error) {
	t, err := newConflictTables(p, run)
	if err != nil {
		return nil, err
	}
	return newBitsetWith(t, p, run), nil
}

// newLateBitset is newBitset for a search. It leaves rows to be filled by the search if
// there are many.
func newLateBitset(p *Problem, run *search.Run) (*bitset, error) {
	if p.Options() < lateFrom || !lateRowsFill.On() {
		return newBitset(p, run)
	}
	if err := run.Err(); err != nil {
		return nil, err
	}
	return newBitsetWith(newLateTables(p), p, run), nil
}

// newBitsetWith lays out the first state, and what else the search needs besides the tables.
func newBitsetWith(t *conflictTables, p *Problem, run *search.Run) *bitset {
	s := &bitset{conflictTables: t, run: run, breadth: 1}
	if p.primary > 64 {
		s.breadth = (p.primary + 127) / 128 * 2
	}
	s.single = make([]uint64, s.breadth)
	s.queue = make([]int32, 0, s.options)
	s.chosen = make([]int32, 0, p.primary)
	s.order = newCoverOrder(p.primary, p.Options())
	if workStealing.On() && run.Workers() > 1 {
		s.split = splitFrom
	}
	s.schedule()
	s.fillItems(p)
	if s.thinRows() {
		s.fillThin(p)
	}
	s.start()
	return s
}

// fillItems records the primary items of the options.
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

// start makes the state in which all items are open.
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

// room makes levels for the state and for one below it.
func (s *bitset) room() {
	for len(s.levels) < s.depth+2 {
		words := make([]uint64, s.words+s.breadth)
		l := bitLevel{live: words[:s.words:s.words], open: words[s.words:]}
		if s.starts != nil {
			l.left = make([]uint32, s.primary)
		}
		s.levels = append(s.levels, l)
	}
}

// A search by Bitset as a worker of a crew: see crew.go. All workers use the same
// tables. Rows are extended for the last time before the search splits.

// bitsetRest is a level and its untried options.
type bitsetRest struct {
	live, open []uint64
	alive      int
	chosen     []int32
	options    []int32
	lo, width  float64
}

func (s *bitset) join(m *member, run *search.Run) {
	s.member, s.run, s.split, s.told, s.restart = m, run, 0, 0, nil
}

func (s *bitset) clone() workerSearch {
	c := &bitset{
		thin:           thin{items: s.items, starts: s.starts, forced: s.roomForForced()},
		conflictTables: s.conflictTables, breadth: s.breadth, narrow: s.narrow, planes: s.planes,
		single: make([]uint64, s.breadth),
	}
	c.order = newCoverOrder(s.primary, int(s.number[s.options-1])+1)
	c.weighing = s.weighing
	c.order.unread = s.order.unread
	return c
}

func (s *bitset) handOver() untried {
	for k := range s.levels[:s.depth] {
		top := &s.levels[k]
		if top.next == top.end {
			continue
		}
		p := &bitsetRest{
			live: slices.Clone(top.live), open: slices.Clone(top.open), alive: top.alive,
			chosen: slices.Clone(s.chosen[:top.chosen]), options: slices.Clone(s.queue[top.next:top.end]),
			lo: top.lo + float64(top.next-top.from)*top.width, width: top.width,
		}
		top.end = top.next
		return p
	}
	return nil
}

func (s *bitset) takeOver(what untried) {
	p := what.(*bitsetRest)
	s.depth = 1
	s.room()
	top := &s.levels[0]
	copy(top.live, p.live)
	copy(top.open, p.open)
	if s.starts != nil {
		s.countAll(top)
		s.known = false
	}
	top.alive, top.chosen = p.alive, len(p.chosen)
	top.from, top.next, top.end = 0, 0, len(p.options)
	top.lo, top.width, top.born = p.lo, p.width, 0
	s.chosen = append(s.chosen[:0], p.chosen...)
	s.queue = append(s.queue[:0], p.options...)
	s.order.drop(0)
}
