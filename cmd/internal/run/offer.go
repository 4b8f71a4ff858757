package run

import (
	"cmp"
	"container/heap"
	"strconv"
)

// Offer returns up to n open cubes, and counts them as offered. Cubes with the longest
// forecast come first, and cubes without a forecast before all others. Time is O(log cubes)
// for each cube.
func (s *State) Offer(n int) []string {
	var paths []string
	for len(paths) < n && len(s.ready) > 0 {
		at := s.ready[0]
		for at.next < len(at.children) && at.children[at.next].is != open {
			at.next++
		}
		if at.next == len(at.children) {
			s.unready(at)
			continue
		}
		at.children[at.next].is = offered
		s.count.Open--
		s.count.Offered++
		paths = append(paths, pathOf(at, at.next))
	}
	return paths
}

// Again makes an offered cube open again. It leaves others as they are.
func (s *State) Again(path string) {
	if at, i, verdict, err := s.find(path); err == nil && verdict == Known && at.children[i].is == offered {
		s.open(at, i)
	}
}

// Holds reports whether a cube is known and still needs an outcome.
func (s *State) Holds(path string) bool {
	at, i, verdict, err := s.find(path)
	return err == nil && verdict == Known && at.children[i].is <= offered
}

// Left returns the estimated time for all cubes that are neither finished nor cut, in
// seconds for one worker. It reports how many cubes have no forecast. Time is O(cubes in
// memory).
func (s *State) Left() (seconds float64, unknown int) {
	return left(&s.top)
}

func left(n *node) (seconds float64, unknown int) {
	alone := 0
	for i := range n.children {
		switch c := &n.children[i]; c.is {
		case open, offered:
			alone++
		case cut:
			below, more := left(c.node)
			seconds += below
			unknown += more
		}
	}
	if n.each == 0 {
		return seconds, unknown + alone
	}
	return seconds + n.each*float64(alone), unknown
}

// open makes an offered cube open.
func (s *State) open(at *node, i int) {
	at.children[i].is = open
	s.count.Offered--
	s.count.Open++
	if at.next = min(at.next, i); at.at < 0 {
		heap.Push(&s.ready, at)
	}
}

// unready takes a node off the heap.
func (s *State) unready(n *node) {
	if n.at >= 0 {
		heap.Remove(&s.ready, n.at)
	}
}

// pathOf returns the path of a child.
func pathOf(at *node, i int) string {
	if at.parent == nil {
		return ""
	}
	var steps [maxDepth + 1]int
	n := 0
	for ; at.parent != nil; at = at.parent {
		steps[n] = i
		n, i = n+1, at.index
	}
	path := make([]byte, 0, 4*n)
	for n--; n >= 0; n-- {
		path = strconv.AppendInt(path, int64(steps[n]), 10)
		if n > 0 {
			path = append(path, '.')
		}
	}
	return string(path)
}

// nodes is a heap of nodes: first those without a forecast, then the longest forecast, then
// the oldest.
type nodes []*node

func (h nodes) Len() int { return len(h) }

func (h nodes) Less(i, j int) bool {
	a, b := h[i], h[j]
	if (a.each == 0) != (b.each == 0) {
		return a.each == 0
	}
	return cmp.Or(cmp.Compare(b.each, a.each), cmp.Compare(a.born, b.born)) < 0
}

func (h nodes) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

// Push adds a node at the end, for container/heap.
func (h *nodes) Push(x any) {
	n := x.(*node)
	n.at = len(*h)
	*h = append(*h, n)
}

// Pop removes the last node, for container/heap.
func (h *nodes) Pop() any {
	last := len(*h) - 1
	n := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	n.at = -1
	return n
}
