package dlx

import (
	"context"
	"math/rand/v2"

	"crosscut/internal/search"
)

// The search for covers with multiplicities: Algorithm M of Knuth, The Art of
// Computer Programming, volume 4B, section 7.2.2.1, on sparse sets instead of
// linked lists and with two branches a node: a node picks an option, looks for
// the covers that have it and then for those that do not. The second branch
// hides the option for good ("tweaking"), so that each set of options comes up
// once, in one order.
//
// An option that is hidden or chosen leaves the cells of all its items. Live
// cells come first, so whatever left comes back when the number of live ones
// grows again, in the opposite order. One trail of options is all there is to
// undo, which keeps the memory linear however deep the tree.

// demand is the state of an item.
type demand struct {
	base  int32 // where the cells of the item begin
	live  int32 // how many live options have it; their nodes are cells[base:base+live]
	taken int32 // how many chosen options have it
	least int32 // how many chosen options must have it
	most  int32 // and how many may; for a secondary item 1, after which only its colour may
	spare int32 // live - max(least-taken, 0): how many live options can be missed; secondary: many
}

// many is the spare of a secondary item: it can miss all its options.
const many = 1 << 30

// place is an element of an option: nodes[p.starts[o]:p.starts[o+1]] are those of
// option o.
type place struct{ item, cell, option, colour int32 }

// fork is a node of the tree whose second branch is still to be searched.
type fork struct {
	option int32
	chosen bool // the second branch has the option, the first has not
	trail  int  // the lengths of the stacks at the node
	taken  int

	lo, width float64 // the second branch is [lo, lo+width) of the tree
}

// multicover is one search of one problem.
type multicover struct {
	run     *search.Run
	primary int
	random  *rand.Rand // which branch of a node comes first; nil if always that with the option

	starts []int
	nodes  []place
	cells  []int32
	items  []demand
	needy  int // how many primary items still need an option: those with taken < least

	forks  []fork
	trail  []int32 // stack: the options that are not live: o if hidden, ^o if chosen
	taken  []int32 // stack: the chosen options
	forced []int32 // stack: primary items that were seen to need all their live options

	lo, width float64 // the state is [lo, lo+width) of the tree

	order coverOrder
}

// solveMulti is [Problem.Solve] for problems with multiplicities. With random, the
// first cover can be any.
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

// newMulticover lays out the tables. Options without a primary item are there to
// be hidden, and nothing chooses them. Time and space O(elements + items).
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

// bound enters the multiplicities. More than there are options is as good as any
// number above that.
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
