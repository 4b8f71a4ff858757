package cores

// The core Bitset, and counts through its tree. This file has the data of the core, bitset_search.go the
// search.
//
// The options that can still be chosen are one bitset. Each option has a row: the set
// of all options that conflict with it, and itself. So a move is "live &^ row". Nothing
// needs to be undone: each level of the tree keeps its own sets of live options and open
// items.
//
// It applies where the rows fit into memory: a bit for each pair of options. Sets of
// items hold primary items only. Secondary items and colours are needed only to make
// the rows.

import (
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// Bitset is one search of one problem.
type Bitset struct {
	*model.Tables
	model.ItemSets
	thin
	run *meter.Run

	levels []bitLevel // the search branches at the first depth levels; the next is the state
	depth  int
	queue  []int32 // stack: the options that the levels are to try
	chosen []int32 // stack: the chosen options, as the problem numbers them
	told   float64 // the share of the tree at which progress is published next

	// What the last sweep found.
	size, item int         // the fewest options of an open item, and the first such item
	single     []uint64    // if size is 1: the open items with one option
	sets       [][2]uint64 // scratch of fewest

	Parts
	PairAt int64 // the number of the node at which rows are extended next, 0 for never
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

// NewBitset lays out the tables and the first state. Time as for [model.NewTables].
func NewBitset(p *model.Problem, run *meter.Run) *Bitset {
	t := model.NewTables(p)
	s := &Bitset{Tables: t, ItemSets: model.NewItemSets(t), run: run}
	s.single = make([]uint64, s.Breadth)
	s.queue = make([]int32, 0, s.Options)
	s.chosen = make([]int32, 0, p.Primary)
	s.Order = model.NewCoverOrder(p.Primary, p.Options())
	s.MayShare(run)
	s.schedule()
	s.start()
	if s.thinRows() {
		s.CountDown()
	}
	return s
}

// start makes the state in which all items are open.
func (s *Bitset) start() {
	s.room()
	top := &s.levels[0]
	for o := range s.Options {
		model.Insert(top.live, o)
	}
	for i := range s.Primary {
		model.Insert(top.open, i)
	}
	top.alive = s.Options
}

// room makes levels for the state and for one below it.
func (s *Bitset) room() {
	for len(s.levels) < s.depth+2 {
		words := make([]uint64, s.Words+s.Breadth)
		l := bitLevel{live: words[:s.Words:s.Words], open: words[s.Words:]}
		if s.counters {
			l.left = make([]uint32, s.Primary)
		}
		s.levels = append(s.levels, l)
	}
}

// A search by Bitset as a worker of a crew: see package tree. All workers use the same
// tables. Rows are extended for the last time before the search splits.

// bitsetRest is a level and its untried options.
type bitsetRest struct {
	live, open []uint64
	alive      int
	chosen     []int32
	options    []int32
	lo, width  float64
}

func (s *Bitset) Join(m *member, run *meter.Run) {
	s.Member, s.run, s.Split, s.told, s.Restart = m, run, 0, 0, nil
}

func (s *Bitset) Clone() WorkerSearch {
	c := &Bitset{
		thin:   thin{counters: s.counters, forced: s.roomForForced()},
		Tables: s.Tables, ItemSets: s.ItemSets, single: make([]uint64, s.Breadth),
	}
	c.Order = model.NewCoverOrder(s.Primary, int(s.Number[s.Options-1])+1)
	c.Weighing = s.Weighing
	c.Order.Unread = s.Order.Unread
	return c
}

func (s *Bitset) HandOver() untried {
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

func (s *Bitset) TakeOver(what untried) {
	p := what.(*bitsetRest)
	s.depth = 1
	s.room()
	top := &s.levels[0]
	copy(top.live, p.live)
	copy(top.open, p.open)
	if s.counters {
		s.countAll(top)
		s.known = false
	}
	top.alive, top.chosen = p.alive, len(p.chosen)
	top.from, top.next, top.end = 0, 0, len(p.options)
	top.lo, top.width, top.born = p.lo, p.width, 0
	s.chosen = append(s.chosen[:0], p.chosen...)
	s.queue = append(s.queue[:0], p.options...)
	s.Order.Drop(0)
}
