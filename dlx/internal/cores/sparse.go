package cores

// The core Sparse. This file has its data, search.go the search.
//
// Each item keeps its live options in a sparse set (P. Briggs and L. Torczon, ACM
// Letters on Programming Languages and Systems 2, 1993). Knuth, after an idea of
// Christine Solnon, calls this "dancing cells". It applies to all problems without
// multiplicities. Memory is linear in the elements, plus 4 bytes for each item at each
// level of the search.

import (
	"slices"
	"unsafe"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
)

// The options lie one after the other in nodes. Each element is a node. There is a
// spacer before the first option and after each option. Each item has a range of
// cells that holds its nodes: first the live nodes, then the dead ones. A node dies by
// a swap with the last live one. To bring back all nodes that died since, it is enough
// to restore the number of live ones. For a node n of item i, until i is done:
//
//	cells[nodes[n].cell] == n
//	n is live  ⇔  nodes[n].cell < nodes[n].base + live[i]&sizeMask
type node struct {
	item   int32 // in a spacer: minus the length of the option before it
	cell   int32 // the place of the node in cells; in a spacer: the option's number
	base   int32 // the first cell of the item, kept here for locality
	colour int32
}

// bytesANode is the size of a node and of its cell.
const sparseBytesANode = int64(unsafe.Sizeof(node{}) + unsafe.Sizeof(int32(0)))

// live[i] holds the number of live nodes of item i in its low bits, and flags above
// them. The flags make the value huge for items that need not be covered. So one
// comparison answers "is this an open primary item with few options?".
const (
	sizeMask  = model.MaxElements
	secondary = sizeMask + 1  // the item may be covered but need not be
	closed    = 2 * secondary // a chosen option has the item
	done      = 2 * closed    // and its conflicting options are hidden: its cells do not change
)

// level is a state in which the search branches.
type level struct {
	item   int32   // the item that the search branches on
	next   int32   // the option to try next, counted in the cells of item
	end    int32   // the end of the options to try, counted likewise
	chosen int     // how many options were chosen
	born   int64   // the number of the node
	live   []int32 // the state: a copy of live
	open   int     // the number of open primary items

	lo, width float64 // the tree below the k-th option is [lo+k·width, lo+(k+1)·width) of all
}

// Sparse is one search of one problem.
type Sparse struct {
	run     *meter.Run
	primary int
	options int // of the problem

	nodes []node
	cells []int32
	base  []int32 // where the cells of an item begin
	live  []int32

	// The primary items. The first ones, open in number, are not closed. Those closed last
	// are nearest to open, so that raising open opens them again. place[i] is the index of
	// item i.
	items, place []int32
	open         int

	room   int     // how many numbers the levels may still save
	levels []level // the first depth levels are in use, the others keep their memory
	depth  int
	chosen []int32 // stack: the chosen options
	forced []int32 // stack: primary items that were seen with one option left

	Parts

	spacers []int32 // per option, the spacer after it; nil before the first index
	start   []int32 // live before any choice; nil before the first reset
}

// newSparse lays out the tables. It leaves out options without a primary item, which
// no cover has. Time and space O(elements + items).
func NewSparse(p *model.Problem, run *meter.Run) (*Sparse, error) {
	if err := p.Fits(); err != nil {
		return nil, err
	}
	size := len(p.Elements) + p.Options() + 1
	allocated, err := base.Reserve(int64(size) * sparseBytesANode)
	if err != nil {
		return nil, err
	}
	s := &Sparse{
		run:     run,
		room:    model.MostBytes / int(unsafe.Sizeof(int32(0))),
		primary: p.Primary,
		options: p.Options(),
		nodes:   make([]node, 1, size),
		cells:   make([]int32, len(p.Elements)),
		base:    make([]int32, p.Items()),
		live:    make([]int32, p.Items()),
		forced:  make([]int32, 0, p.Primary),
		chosen:  make([]int32, 0, min(p.Primary, p.Options())),
	}
	s.Order = model.NewCoverOrder(p.Primary, p.Options())
	allocated()
	s.openAll()
	s.MayShare(run)
	for o := range p.Options() {
		if err := run.Err(); err != nil {
			return nil, err
		}
		s.add(o, p.Option(o), p.Primary)
	}
	return s, s.fillCells()
}

// openAll makes the list of open items. It has all primary items.
func (s *Sparse) openAll() {
	s.items, s.place, s.open = make([]int32, s.primary), make([]int32, s.primary), s.primary
	for i := range s.items {
		s.items[i], s.place[i] = int32(i), int32(i)
	}
}

// add appends the nodes of an option, and counts them in live.
func (s *Sparse) add(o int, elements []model.Element, primary int) {
	useful := false
	for _, e := range elements {
		useful = useful || int(e.Item) < primary
	}
	if !useful {
		return
	}
	for _, e := range elements {
		s.nodes = append(s.nodes, node{item: e.Item, colour: e.Colour})
		s.live[e.Item]++
	}
	s.nodes = append(s.nodes, node{item: -int32(len(elements)), cell: int32(o)})
}

// fillCells gives every item its cells, in the order of the options.
func (s *Sparse) fillCells() error {
	at := int32(0)
	for i, n := range s.live {
		s.base[i], s.live[i] = at, 0
		at += n
	}
	s.cells = s.cells[:at]
	for n := 1; n < len(s.nodes); n++ {
		at := &s.nodes[n]
		i := at.item
		if i < 0 {
			if err := s.run.Err(); err != nil {
				return err
			}
			continue
		}
		at.base = s.base[i]
		at.cell = at.base + s.live[i]
		s.cells[at.cell] = int32(n)
		s.live[i]++
	}
	for i := s.primary; i < len(s.live); i++ {
		s.live[i] |= secondary
	}
	return nil
}

// A search by Sparse as a worker of a crew: see package tree. Each worker has nodes and cells
// of its own. What one worker hands over has the options that were chosen above it. The
// other worker chooses them again.

// sparseRest is a level and its untried options.
type sparseRest struct {
	chosen    []int32 // the options chosen above the level
	item      int32
	next, end int32
	lo, width float64
}

func (s *Sparse) Join(m *member, run *meter.Run) {
	s.Member, s.run, s.Split, s.Restart = m, run, 0, nil
}

func (s *Sparse) Clone() WorkerSearch { return s.copyFor(nil) }

// copyFor is Clone for a search by run, which may be nil. A large copy stops in the middle
// when the context has ended. Then the copy must not be used.
func (s *Sparse) copyFor(run *meter.Run) *Sparse {
	t := &Sparse{
		run: run, room: s.room + len(s.levels)*len(s.live), primary: s.primary, options: s.options, base: s.base, live: make([]int32, len(s.live)),
		nodes: copied(run, s.nodes), cells: copied(run, s.cells),
	}
	t.Order = model.NewCoverOrder(s.primary, s.options)
	t.Weighing, t.Order.Unread = s.Weighing, s.Order.Unread
	t.openAll()
	return t
}

// copied returns a copy of a, or a part of it when the context of run has ended.
func copied[T any](run *meter.Run, a []T) []T {
	b := make([]T, len(a))
	for from := 0; from < len(a) && !ended(run); from += model.PollEvery {
		copy(b[from:], a[from:min(from+model.PollEvery, len(a))])
	}
	return b
}

func ended(run *meter.Run) bool { return run != nil && run.Err() != nil }

func (s *Sparse) HandOver() untried {
	for k := range s.levels[:s.depth] {
		top := &s.levels[k]
		if top.next == top.end {
			continue
		}
		p := &sparseRest{
			chosen: slices.Clone(s.chosen[:top.chosen]), item: top.item,
			next: top.next, end: top.end, lo: top.lo, width: top.width,
		}
		top.end = top.next
		return p
	}
	return nil
}

func (s *Sparse) TakeOver(what untried) {
	p := what.(*sparseRest)
	s.index()
	s.reset()
	for _, o := range p.chosen {
		s.replay(s.spacers[o])
	}
	// The state had this level before, so there is room for it.
	_ = s.branch(p.item, s.live[p.item]&sizeMask)
	top := &s.levels[0]
	top.next, top.end = p.next, p.end
	top.lo, top.width = p.lo, p.width
}

// reset goes back to the state in which nothing is chosen. The cells may be in any order.
func (s *Sparse) reset() {
	if s.start == nil {
		s.start = s.sizes()
	}
	copy(s.live, s.start)
	s.open = s.primary
	s.depth, s.chosen, s.forced = 0, s.chosen[:0], s.forced[:0]
	s.Order.Drop(0)
}

// sizes returns live before any choice.
func (s *Sparse) sizes() []int32 {
	sizes := make([]int32, len(s.live))
	end := int32(len(s.cells))
	for i := len(sizes) - 1; i >= 0; i-- {
		sizes[i], end = end-s.base[i], s.base[i]
		if i >= s.primary {
			sizes[i] |= secondary
		}
	}
	return sizes
}

// index finds where options end. It stops when the context has ended, and so does the search
// then.
func (s *Sparse) index() {
	if s.spacers != nil {
		return
	}
	s.spacers = make([]int32, s.options)
	for n := 1; n < len(s.nodes); n++ {
		if n%model.PollEvery == 0 && ended(s.run) {
			return
		}
		if at := &s.nodes[n]; at.item < 0 {
			s.spacers[at.cell] = int32(n)
		}
	}
}

// replay chooses the option before a spacer, in a state in which this cannot fail.
func (s *Sparse) replay(spacer int32) {
	first := spacer + s.nodes[spacer].item
	s.chosen = append(s.chosen, s.nodes[spacer].cell)
	for n := first; n < spacer; n++ {
		s.close(s.nodes[n].item)
	}
	for n := first; n < spacer; n++ {
		if i := s.nodes[n].item; s.live[i]&done == 0 {
			s.settle(i, s.nodes[n].colour, false)
		}
	}
}
