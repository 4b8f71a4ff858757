package dlx

import (
	"fmt"

	"crosscut/internal/search"
)

// The layout of the data, called "dancing cells" by Knuth.
//
// The options lie one after the other in nodes, one node an element, with a
// spacer after each option and before the first. For every item there is a part
// of cells that holds the nodes of the item. Its live nodes come first and dead
// ones follow, so that a node dies by a swap with the last live one, and all
// nodes that died since come back to life when the number of live ones is set
// back. For a node n of item i, as long as i is not done:
//
//	cells[nodes[n].cell] == n
//	n is live  ⇔  nodes[n].cell < nodes[n].base + live[i]&sizeMask
type node struct {
	item   int32 // in a spacer: minus the length of the option before it
	cell   int32 // where the node is in cells; in a spacer: the option's number
	base   int32 // where the cells of the item begin, kept here for locality
	colour int32
}

// live[i] holds the number of live nodes of item i in its low bits. The flags
// above them make the value huge for every item that needs not be covered, so
// that one comparison answers "is this an open primary item with few options?".
const (
	sizeMask  = 1<<28 - 1
	secondary = 1 << 28 // the item may be covered but need not be
	closed    = 1 << 29 // a chosen option has the item
	done      = 1 << 30 // closed, and its incompatible options are hidden: its cells rest
)

// level is a state in which the search branches.
type level struct {
	item  int32   // what it branches on
	next  int32   // the option to try next, counted in the cells of item
	end   int32   // where those to try end
	taken int     // how many options were chosen
	born  int64   // the number of the node
	live  []int32 // the state: a copy of live

	lo, width float64 // the tree below the k-th option is [lo+k·width, lo+(k+1)·width) of all
}

// maxSaved is how many numbers all levels may hold together in their copies of
// live; they take a GiB. Copies restore a state in one sweep, which was measured to take
// three quarters of the time that undoing step by step takes.
const maxSaved = 1 << 28

// sparse is one search of one problem.
type sparse struct {
	run     *search.Run
	primary int

	nodes []node
	cells []int32
	base  []int32 // where the cells of an item begin
	live  []int32

	room   int     // how many numbers the levels may still save
	levels []level // the first depth ones are in use, the others keep their memory
	depth  int
	taken  []int32 // stack: the chosen options
	forced []int32 // stack: primary items that were seen with one option left

	trial  *trial  // nil for none
	member *member // of the crew that searches together, nil for none
	split  int64   // the number of the node from which on others may help, 0 for never

	// For loading parts; nil until one was.
	spacers []int32 // per option, the spacer after it
	start   []int32 // what live is before anything is chosen

	order coverOrder
}

// fits returns an error when the problem has more nodes than can be numbered.
func (p *Problem) fits() error {
	if len(p.elements)+p.Options() > sizeMask {
		return fmt.Errorf("dlx: %d options with %d elements: together at most %d can be solved",
			p.Options(), len(p.elements), sizeMask)
	}
	return nil
}

// newSparse lays out the tables. Options without a primary item are left out:
// they can never be chosen. Time and space O(elements + items).
func newSparse(p *Problem, run *search.Run) (*sparse, error) {
	if err := p.fits(); err != nil {
		return nil, err
	}
	size := len(p.elements) + p.Options() + 1
	s := &sparse{
		run:     run,
		room:    maxSaved,
		primary: p.primary,
		nodes:   make([]node, 1, size),
		cells:   make([]int32, len(p.elements)),
		base:    make([]int32, p.items()),
		live:    make([]int32, p.items()),
		forced:  make([]int32, 0, p.primary),
		taken:   make([]int32, 0, min(p.primary, p.Options())),
		order: newCoverOrder(p.primary, p.Options()),
	}
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
