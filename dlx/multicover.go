package dlx

import (
	"context"
	"math"
	"math/rand/v2"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// The search for covers with multiplicities.
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
const many = math.MaxInt32

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
	run     *meter.Run
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

	order model.CoverOrder
}

// solveMulti is [Problem.Solve] for problems with multiplicities. With random, any cover
// can be the first.
func solveMulti(ctx context.Context, p *model.Problem, random *rand.Rand, m *meter.Meter, yield func(options []int) bool) error {
	run := meter.Start(ctx, m)
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
func newMulticover(p *model.Problem, run *meter.Run) (*multicover, error) {
	if err := p.Fits(); err != nil {
		return nil, err
	}
	s := &multicover{
		run:     run,
		primary: p.Primary,
		starts:  p.Starts,
		nodes:   make([]place, len(p.Elements)),
		cells:   make([]int32, len(p.Elements)),
		items:   make([]demand, p.Items()),
		trail:   make([]int32, 0, p.Options()),
		taken:   make([]int32, 0, p.Options()),
		forced:  make([]int32, 0, p.Primary),
		width:   1,
		order:   model.NewCoverOrder(p.Options(), p.Options()),
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
func (s *multicover) add(p *model.Problem, o int) {
	for k := p.Starts[o]; k < p.Starts[o+1]; k++ {
		e := p.Elements[k]
		t := &s.items[e.Item]
		s.nodes[k] = place{item: e.Item, cell: t.live, option: int32(o), colour: e.Colour}
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
func (s *multicover) bound(p *model.Problem) {
	for i := range s.items {
		t := &s.items[i]
		if i >= s.primary {
			t.most, t.spare = 1, many
			continue
		}
		b := p.Multiplicity(i)
		t.least, t.most = int32(min(b.Lo, p.Options()+1)), int32(min(b.Hi, p.Options()+1))
		t.spare = t.live - t.least
		if t.least > 0 {
			s.needy++
		}
	}
}

// search yields every cover and returns nil when there are no more.
func (s *multicover) search(yield func([]int) bool) error {
	alive := s.begin()
	for {
		if err := s.run.Err(); err != nil {
			return err
		}
		if alive {
			if i := s.pick(); i >= 0 {
				if err := s.run.Node(2); err != nil {
					return err
				}
				alive = s.branch(i)
				continue
			}
			s.run.Solutions++
			if !yield(s.order.Show(s.taken)) {
				return meter.ErrStopped
			}
		}
		if len(s.forks) == 0 {
			s.run.Share(1)
			return nil
		}
		alive = s.retreat()
	}
}

// begin makes the forced moves of the first state. It returns false when there is no
// cover.
func (s *multicover) begin() bool {
	for i, t := range s.items[:s.primary] {
		switch {
		case t.spare < 0:
			return s.fail()
		case t.spare == 0 && t.live > 0:
			s.forced = append(s.forced, int32(i))
		}
	}
	return s.force()
}

// pick returns a primary item with live options and the smallest branching degree. The
// degree is spare+1: the first of its options to be chosen is one of so many. Among
// several items it picks one with the most live options, as Knuth's program DLX3 does.
// This saves a quarter of the nodes for five queens that dominate a chessboard. Then
// the lowest item wins. pick returns -1 when no option is live.
func (s *multicover) pick() int {
	item, spare, live := -1, int32(many), int32(0)
	for i := range s.items[:s.primary] {
		t := &s.items[i]
		if t.live > 0 && (t.spare < spare || t.spare == spare && t.live > live) {
			item, spare, live = i, t.spare, t.live
		}
	}
	return item
}

// branch makes the state a fork for an option of item i, and enters its first branch. It
// returns false when that branch has no cover.
func (s *multicover) branch(i int) bool {
	t := &s.items[i]
	f := fork{option: s.option(t.base), trail: len(s.trail), taken: len(s.taken)}
	first := s.width / float64(t.spare+1)
	if s.random != nil && s.random.Uint64()&1 != 0 {
		f.chosen, first = true, s.width-first
	}
	f.lo, f.width = s.lo+first, s.width-first
	s.width = first
	s.forks = append(s.forks, f)
	return s.decide(f.option, !f.chosen)
}

// retreat goes back to the last fork and enters its second branch. It returns false when
// that branch has no cover.
func (s *multicover) retreat() bool {
	last := len(s.forks) - 1
	f := s.forks[last]
	s.forks = s.forks[:last]
	s.undo(f.trail)
	s.taken, s.forced = s.taken[:f.taken], s.forced[:0]
	s.order.Drop(f.taken)
	s.lo, s.width = f.lo, f.width
	if f.width >= model.ShareStep {
		s.run.Share(f.lo)
	}
	return s.decide(f.option, f.chosen)
}

// decide chooses or hides an option, and makes the forced moves. It returns false when
// that leaves no cover.
func (s *multicover) decide(o int32, chosen bool) bool {
	if chosen {
		return s.choose(o) && s.force()
	}
	if !s.hide(o) {
		return s.fail()
	}
	return s.force()
}

// force makes the forced moves. It returns false when they leave no cover.
func (s *multicover) force() bool {
	for last := len(s.forced) - 1; last >= 0; last = len(s.forced) - 1 {
		t := &s.items[s.forced[last]]
		s.forced = s.forced[:last]
		for t.live > 0 {
			if !s.choose(s.option(t.base)) {
				return false
			}
		}
	}
	return true
}

// choose takes a live option and hides every option that conflicts with it. When that
// leaves a primary item too few options, it counts a failure and returns false. It does
// so, too, when the context has ended.
func (s *multicover) choose(o int32) bool {
	nodes := s.nodes[s.starts[o]:s.starts[o+1]]
	s.trail = append(s.trail, ^o)
	s.taken = append(s.taken, o)
	s.run.Propagations++
	for k := range nodes {
		t := s.leave(&nodes[k])
		t.taken++
		if t.taken > t.least {
			t.spare--
		}
		if t.taken == t.least {
			s.needy--
		}
	}
	for k := range nodes {
		// A secondary item that was taken before already has the colour of the node.
		n := &nodes[k]
		if t := &s.items[n.item]; t.taken == t.most && !s.settle(t, n.colour) {
			return s.fail()
		}
	}
	return true
}

// settle hides the live options of an item. With a colour it hides only those that give
// the item another colour. It returns false at once when all live options would go and
// some item still needs one. An item that limits how many options are chosen has this.
func (s *multicover) settle(t *demand, colour int32) bool {
	if s.needy > 0 && colour == 0 && int(t.live) == len(s.starts)-1-len(s.trail) {
		return false
	}
	for at := t.base + t.live - 1; at >= t.base; at-- {
		n := &s.nodes[s.cells[at]]
		if colour != 0 && n.colour == colour {
			continue
		}
		if !s.hide(n.option) || len(s.trail)%model.PollEvery == 0 && s.run.Err() != nil {
			return false
		}
	}
	return true
}

// hide removes a live option without choosing it. It returns false when that leaves a
// primary item too few options.
func (s *multicover) hide(o int32) (ok bool) {
	ok = true
	nodes := s.nodes[s.starts[o]:s.starts[o+1]]
	for k := range nodes {
		n := &nodes[k]
		t := s.leave(n)
		if t.spare--; t.spare > 0 {
			continue
		}
		if t.spare < 0 {
			ok = false
		} else if t.live > 0 {
			s.forced = append(s.forced, n.item)
		}
	}
	s.trail = append(s.trail, o)
	s.run.Propagations++
	return ok
}

// leave moves a live node out of the live cells of its item.
func (s *multicover) leave(n *place) *demand {
	t := &s.items[n.item]
	t.live--
	end := t.base + t.live
	m := s.cells[end]
	s.cells[n.cell], s.cells[end] = m, s.cells[n.cell]
	s.nodes[m].cell, n.cell = n.cell, end
	return t
}

// undo goes back to the state in which the trail had the given length.
func (s *multicover) undo(trail int) {
	for k := len(s.trail) - 1; k >= trail; k-- {
		o := s.trail[k]
		chosen := o < 0
		if chosen {
			o = ^o
		}
		nodes := s.nodes[s.starts[o]:s.starts[o+1]]
		for k := range nodes {
			t := &s.items[nodes[k].item]
			t.live++
			if !chosen {
				t.spare++
				continue
			}
			if t.taken > t.least {
				t.spare++
			}
			if t.taken == t.least {
				s.needy++
			}
			t.taken--
		}
	}
	s.trail = s.trail[:trail]
}

// option returns the option that a cell belongs to.
func (s *multicover) option(cell int32) int32 { return s.nodes[s.cells[cell]].option }

func (s *multicover) fail() bool {
	s.run.Failures++
	return false
}
