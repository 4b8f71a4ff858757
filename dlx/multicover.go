package dlx

import (
	"context"
	"math/rand/v2"

	"crosscut/internal/search"
)

// The search for covers with multiplicities: its data. The search is in
// multicover_search.go.
//
// This is Algorithm M of Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1, on sparse sets instead of linked lists, with two branches at each node. A node
// picks an option. The first branch has the covers with the option, the second branch
// those without it. The second branch hides the option for good ("tweaking"). So each set
// of options comes up once, in one order.
//
// It applies to all problems, and is used for those with multiplicities. A hidden or
// chosen option leaves the cells of all its items. Live cells come first. So options
// come back in the opposite order when the number of live cells grows again. Only a
// trail of options is needed to undo moves. Memory is linear, however deep the tree.

// demand is the state of an item.
type demand struct {
	base  int32 // where the cells of the item begin
	live  int32 // how many live options have it; their nodes are cells[base:base+live]
	taken int32 // how many chosen options have it
	least int32 // how many chosen options must have it
	most  int32 // how many chosen options may have it; for a secondary item 1, then only its colour may follow
	spare int32 // live - max(least-taken, 0): how many live options it can lose; secondary: many
}

// many is the spare of a secondary item: it can lose all its options.
const many = 1 << 30

// place is an element of an option. Those of option o are
// nodes[p.starts[o]:p.starts[o+1]].
type place struct{ item, cell, option, colour int32 }

// fork is a node of the tree whose second branch is still to be searched.
type fork struct {
	option int32
	chosen bool // whether the second branch is the one with the option
	trail  int  // the length of the stack trail at the node
	taken  int  // the length of the stack taken at the node

	lo, width float64 // the second branch is [lo, lo+width) of the tree
}

// multicover is one search of one problem.
type multicover struct {
	run     *search.Run
	primary int
	random  *rand.Rand // draws the branch that comes first; nil for the one with the option

	starts []int
	nodes  []place
	cells  []int32
	items  []demand
	needy  int // the number of primary items with taken < least

	forks  []fork
	trail  []int32 // stack: the options that are not live: o if hidden, ^o if chosen
	taken  []int32 // stack: the chosen options
	forced []int32 // stack: primary items that needed all their live options when seen

	lo, width float64 // the state is [lo, lo+width) of the tree

	order coverOrder
}

// solveMulti is [Problem.Solve] for problems with multiplicities. With random, any cover
// can be the first.
func (p *Problem) solveMulti(ctx context.Context, random *rand.Rand, m *Meter, yield func(options []int) bool) error {
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := newMulticover(p, run)
	if err != nil {
		return err
	}
	s.random = random
	run.Use("multiplicities")
	return s.search(yield)
}

// newMulticover lays out the tables. Options without a primary item are in them, but
// nothing chooses these. Time and space O(elements + items).
func newMulticover(p *Problem, run *search.Run) (*multicover, error) {
	if err := p.fits(); err != nil {
		return nil, err
	}
	s := &multicover{
		run:     run,
		primary: p.primary,
		starts:  p.starts,
		nodes:   make([]place, len(p.elements)),
		cells:   make([]int32, len(p.elements)),
		items:   make([]demand, p.items()),
		trail:   make([]int32, 0, p.Options()),
		taken:   make([]int32, 0, p.Options()),
		forced:  make([]int32, 0, p.primary),
		width:   1,
		order:   newCoverOrder(p.Options(), p.Options()),
	}
	for o := range p.Options() {
		if err := run.Err(); err != nil {
			return nil, err
		}
		s.add(p, o)
	}
	s.fillCells()
	s.bound(p)
	return s, nil
}

// add makes the nodes of an option, and counts them in live.
func (s *multicover) add(p *Problem, o int) {
	for k := p.starts[o]; k < p.starts[o+1]; k++ {
		e := p.elements[k]
		t := &s.items[e.Item]
		s.nodes[k] = place{item: int32(e.Item), cell: t.live, option: int32(o), colour: e.Colour}
		t.live++
	}
}

// fillCells gives every item its cells, in the order of the options.
func (s *multicover) fillCells() {
	at := int32(0)
	for i := range s.items {
		t := &s.items[i]
		t.base, at = at, at+t.live
	}
	for k := range s.nodes {
		n := &s.nodes[k]
		n.cell += s.items[n.item].base
		s.cells[n.cell] = int32(k)
	}
}

// bound sets the multiplicities. All numbers above that of the options mean the same.
func (s *multicover) bound(p *Problem) {
	for i := range s.items {
		t := &s.items[i]
		if i >= s.primary {
			t.most, t.spare = 1, many
			continue
		}
		lo, hi := p.Multiplicity(Item(i))
		t.least, t.most = int32(min(lo, p.Options()+1)), int32(min(hi, p.Options()+1))
		t.spare = t.live - t.least
		if t.least > 0 {
			s.needy++
		}
	}
}
