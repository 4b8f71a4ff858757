package dlx

import (
	"fmt"
	"math"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
)

// The core Links: dancing links, with colours and secondary items.
//
// This is Algorithm C of Donald E. Knuth, The Art of Computer Programming, volume
// 4B, section 7.2.2.1, as published. Steps and fields have the book's names. Colour 0
// means no colour. Colour -1 marks an element whose item has that colour already.
//
// It applies to all problems without multiplicities. It can be read beside the book,
// and it is the reference for the other cores. Memory: 16 bytes for each item, element
// and option.

// linkNode is the header of an item, an element of an option, or a spacer.
type linkNode struct {
	top          int32 // TOP, the item; in a header LEN, the length of the list; after option o -1-o
	ulink, dlink int32 // in a spacer: the first element of the option before, the last of that after
	colour       int32
}

// linkLevel is a level of the search.
type linkLevel struct {
	x         int32   // the element of the item that is tried
	lo, width float64 // the subtree of x is [lo, lo+width) of the whole tree
}

// links is one search of one problem. Its items are one higher than the problem's.
// Item 0 heads the list of open primary items, the last item that of secondary ones.
type links struct {
	run          *search.Run
	llink, rlink []int32
	nodes        []linkNode
	levels       []linkLevel
	chosen       []int32 // the options of all levels
	steps        int     // how many options were hidden or restored
	order        model.CoverOrder
}

// newLinks is step C1. It leaves out options without a primary item, which no cover
// has. Time and space O(elements + items).
func newLinks(p *model.Problem, run *search.Run) (*links, error) {
	n, size := int32(p.Items()), p.Items()+len(p.Elements)+p.Options()+3
	if size > math.MaxInt32 {
		return nil, &CoreError{Links, fmt.Sprintf("%d nodes are too many: at most %d can be numbered", size, math.MaxInt32)}
	}
	s := &links{
		run: run, llink: make([]int32, n+2), rlink: make([]int32, n+2), nodes: make([]linkNode, n+2, size),
		order: model.NewCoverOrder(p.Primary, p.Options()),
	}
	for i := range n + 1 {
		s.rlink[i], s.llink[i+1] = i+1, i
		s.nodes[i].ulink, s.nodes[i].dlink = i, i
	}
	last := int32(p.Primary)
	s.llink[0], s.rlink[last] = last, 0
	s.llink[last+1], s.rlink[n+1] = n+1, last+1
	for o := 0; o < p.Options() && run.Err() == nil; o++ {
		if p.Useful(o) {
			s.add(o, p.Option(o))
		}
	}
	return s, nil
}

// add appends an option, each element at the end of the list of its item, and the
// spacer after it.
func (s *links) add(o int, elements []model.Element) {
	spacer := int32(len(s.nodes) - 1)
	for _, e := range elements {
		q, i := int32(len(s.nodes)), int32(e.Item)+1
		up := s.nodes[i].ulink
		s.nodes = append(s.nodes, linkNode{top: i, ulink: up, dlink: i, colour: e.Colour})
		s.nodes[up].dlink, s.nodes[i].ulink = q, q
		s.nodes[i].top++
	}
	s.nodes[spacer].dlink = spacer + int32(len(elements))
	s.nodes = append(s.nodes, linkNode{top: int32(-1 - o), ulink: spacer + 1})
}

// solve yields every cover and returns nil when there are no more.
func (s *links) solve(yield func([]int) bool) error {
	i, top, lo, width := int32(0), &linkLevel{}, 0.0, 1.0

C2: // Enter level l.
	if err := s.run.Err(); err != nil {
		return err
	}
	if s.rlink[0] == 0 {
		if s.run.Solutions++; !yield(s.order.Show(s.chosen)) {
			return search.ErrStopped
		}
		goto C8
	}

	// C3: Choose i.
	i = s.choose()
	switch size := s.nodes[i].top; {
	case size == 0:
		s.run.Failures++
	case size > 1:
		if err := s.run.Node(int(size)); err != nil {
			return err
		}
		width /= float64(size)
	}

	// C4: Cover i.
	s.cover(i)
	s.levels = append(s.levels, linkLevel{s.nodes[i].dlink, lo, width})

C5: // Try x.
	top = &s.levels[len(s.levels)-1]
	if top.x == i {
		goto C7
	}
	if lo, width = top.lo, top.width; width >= model.ShareStep {
		s.run.Share(lo)
	}
	for p := top.x + 1; p != top.x; p++ {
		switch n := s.nodes[p]; { // commit(p, TOP(p))
		case n.top <= 0:
			s.chosen = append(s.chosen, -1-n.top)
			p = n.ulink - 1
		case n.colour == 0:
			s.cover(n.top)
		case n.colour > 0:
			s.purify(p)
		}
	}
	goto C2

C6: // Try again.
	top = &s.levels[len(s.levels)-1]
	for p := top.x - 1; p != top.x; p-- {
		switch n := s.nodes[p]; { // uncommit(p, TOP(p))
		case n.top <= 0:
			p = n.dlink + 1
		case n.colour == 0:
			s.uncover(n.top)
		case n.colour > 0:
			s.unpurify(p)
		}
	}
	s.chosen = s.chosen[:len(s.levels)-1]
	s.order.Drop(len(s.chosen))
	i, top.x = s.nodes[top.x].top, s.nodes[top.x].dlink
	top.lo += top.width
	goto C5

C7: // Backtrack.
	s.uncover(i)
	s.levels = s.levels[:len(s.levels)-1]

C8: // Leave level l.
	if err := s.run.Err(); err != nil || len(s.levels) == 0 {
		return err
	}
	goto C6
}

// choose returns the open primary item with the fewest options, the first of several:
// the MRV heuristic, exercise 7.2.2.1-9.
func (s *links) choose() (i int32) {
	least := int32(math.MaxInt32)
	for p := s.rlink[0]; p != 0 && least > 0; p = s.rlink[p] {
		if size := s.nodes[p].top; size < least {
			i, least = p, size
		}
	}
	return i
}

// goOn counts a step. It returns false when the context has ended. The lists may then
// be left half done: only the error follows.
func (s *links) goOn() bool {
	s.steps++
	return s.steps%model.PollEvery != 0 || s.run.Err() == nil
}

func (s *links) cover(i int32) {
	for p := s.nodes[i].dlink; p != i && s.goOn(); p = s.nodes[p].dlink {
		s.hide(p)
	}
	l, r := s.llink[i], s.rlink[i]
	s.rlink[l], s.llink[r] = r, l
}

func (s *links) uncover(i int32) {
	l, r := s.llink[i], s.rlink[i]
	s.rlink[l], s.llink[r] = i, i
	for p := s.nodes[i].ulink; p != i && s.goOn(); p = s.nodes[p].ulink {
		s.unhide(p)
	}
}

// hide takes the option of p out of the lists of its other items.
func (s *links) hide(p int32) {
	s.run.Propagations++
	for q := p + 1; q != p; q++ {
		switch n := &s.nodes[q]; {
		case n.top <= 0:
			q = n.ulink - 1
		case n.colour >= 0:
			s.nodes[n.ulink].dlink, s.nodes[n.dlink].ulink = n.dlink, n.ulink
			s.nodes[n.top].top--
		}
	}
}

func (s *links) unhide(p int32) {
	for q := p - 1; q != p; q-- {
		switch n := &s.nodes[q]; {
		case n.top <= 0:
			q = n.dlink + 1
		case n.colour >= 0:
			s.nodes[n.ulink].dlink, s.nodes[n.dlink].ulink = q, q
			s.nodes[n.top].top++
		}
	}
}

// purify hides the options that give the item of p another colour than p does.
func (s *links) purify(p int32) {
	c, i := s.nodes[p].colour, s.nodes[p].top
	for q := s.nodes[i].dlink; q != i && s.goOn(); q = s.nodes[q].dlink {
		if s.nodes[q].colour == c {
			s.nodes[q].colour = -1
		} else {
			s.hide(q)
		}
	}
}

func (s *links) unpurify(p int32) {
	c, i := s.nodes[p].colour, s.nodes[p].top
	for q := s.nodes[i].ulink; q != i && s.goOn(); q = s.nodes[q].ulink {
		if s.nodes[q].colour < 0 {
			s.nodes[q].colour = c
		} else {
			s.unhide(q)
		}
	}
}
