package dlx

import (
	"fmt"

	"crosscut/internal/search"
)

// The core Sparse: its data. The search is in sparse_search.go.
//
// Each item keeps its live options in a sparse set (P. Briggs and L. Torczon, ACM
// Letters on Programming Languages and Systems 2, 1993). Knuth, after an idea of
// Christine Solnon, calls this "dancing cells". It applies to all problems without
// multiplicities. Memory is linear in the elements, plus 4 bytes for each item at each
// level of the search.
//
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

// The sizes of a node and of a cell in bytes.
const (
	nodeSize = 16
	cellSize = 4
)

// live[i] holds the number of live nodes of item i in its low bits, and flags above
// them. The flags make the value huge for items that need not be covered. So one
// comparison answers "is this an open primary item with few options?".
const (
	sizeMask  = 1<<28 - 1
	secondary = 1 << 28 // the item may be covered but need not be
	closed    = 1 << 29 // a chosen option has the item
	done      = 1 << 30 // closed, and its conflicting options are hidden: its cells do not change
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

// sparse is one search of one problem.
type sparse struct {
	run     *search.Run
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

	attached

	spacers []int32 // per option, the spacer after it; nil before the first index
	start   []int32 // live before any choice; nil before the first reset
}

// fits returns an error when the problem has more nodes than can be numbered.
func (p *Problem) fits() error {
	if len(p.elements)+p.Options() > sizeMask {
		return fmt.Errorf("dlx: %d options with %d elements: together at most %d can be solved",
			p.Options(), len(p.elements), sizeMask)
	}
	return nil
}

// newSparse lays out the tables. It leaves out options without a primary item, which
// no cover has. Time and space O(elements + items).
func newSparse(p *Problem, run *search.Run) (*sparse, error) {
	if err := p.fits(); err != nil {
		return nil, err
	}
	size := len(p.elements) + p.Options() + 1
	allocated, err := search.Room(int64(size) * (nodeSize + cellSize))
	if err != nil {
		return nil, err
	}
	s := &sparse{
		run:     run,
		room:    mostBytes / 4,
		primary: p.primary,
		options: p.Options(),
		nodes:   make([]node, 1, size),
		cells:   make([]int32, len(p.elements)),
		base:    make([]int32, p.items()),
		live:    make([]int32, p.items()),
		forced:  make([]int32, 0, p.primary),
		chosen:  make([]int32, 0, min(p.primary, p.Options())),
	}
	s.order = newCoverOrder(p.primary, p.Options())
	allocated()
	s.openAll()
	if run.Workers() > 1 {
		s.split = splitFrom
	}
	for o := range p.Options() {
		if err := run.Err(); err != nil {
			return nil, err
		}
		s.add(o, p.Option(o), p.primary)
	}
	return s, s.fillCells()
}

// openAll makes the list of open items. It has all primary items.
func (s *sparse) openAll() {
	s.items, s.place, s.open = make([]int32, s.primary), make([]int32, s.primary), s.primary
	for i := range s.items {
		s.items[i], s.place[i] = int32(i), int32(i)
	}
}

// add appends the nodes of an option, and counts them in live.
func (s *sparse) add(o int, elements []Element, primary int) {
	useful := false
	for _, e := range elements {
		useful = useful || int(e.Item) < primary
	}
	if !useful {
		return
	}
	for _, e := range elements {
		s.nodes = append(s.nodes, node{item: int32(e.Item), colour: e.Colour})
		s.live[e.Item]++
	}
	s.nodes = append(s.nodes, node{item: -int32(len(elements)), cell: int32(o)})
}

// fillCells gives every item its cells, in the order of the options.
func (s *sparse) fillCells() error {
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
