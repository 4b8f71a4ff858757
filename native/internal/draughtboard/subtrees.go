package draughtboard

import (
	"slices"

	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Subtrees of a coverSearch, for several workers: see package crew. A subtree must not
// depend on what happened before it. But the order of the open items breaks ties in the
// choice. So the items are sorted at every state above the subtrees and at the root of
// each.

// cutFunc takes a subtree: the state with the stones laid and with these placements
// live. live is nil where the sweep goes on.
type cutFunc func(live []uint64, from, part float64)

// subtree is a state whose fillings are yet to be found.
type subtree struct {
	laid       []laidStone
	live       []uint64 // the live placements, or nil for a state of the sweep
	from, part float64
}

// run yields the fillings of the board. Their share of the whole search begins at from
// and is part long.
func (v *coverSearch) run(from, part float64) error {
	v.subtreePart = part / counting.Subtrees
	if v.count != nil || !counting.Wanted(v.r) {
		return v.search(0, from, part)
	}
	subtrees, err := v.cutSubtrees(from, part)
	for i := 0; err == nil && i < len(subtrees); i++ {
		if v.r.Nodes > counting.NodesBefore {
			return v.searchTogether(subtrees[i:])
		}
		err = v.searchSubtree(&subtrees[i])
	}
	return err
}

// cutSubtrees returns all subtrees, having counted the nodes above them.
func (v *coverSearch) cutSubtrees(from, part float64) ([]subtree, error) {
	var subtrees []subtree
	v.cut = func(live []uint64, from, part float64) {
		subtrees = append(subtrees, subtree{laid: slices.Clone(v.laid), live: live, from: from, part: part})
	}
	if v.sweep != nil {
		v.sweep.cut, v.sweep.subtreePart = v.cut, v.subtreePart
		defer func() { v.sweep.cut = nil }()
	}
	err := v.search(0, from, part)
	v.cut = nil
	return subtrees, err
}

// enterSubtree searches the state, which is the root of a subtree, or cuts it off.
func (v *coverSearch) enterSubtree(depth int, from, part float64) error {
	if v.cut != nil {
		v.cut(slices.Clone(v.liveAt(depth)), from, part)
		return nil
	}
	v.inSubtree = true
	err := v.search(depth, from, part)
	v.inSubtree = false
	return err
}

// searchSubtree searches a subtree that was cut off by this search, or by another one
// of the same puzzle.
func (v *coverSearch) searchSubtree(c *subtree) error {
	size := v.size
	for _, l := range c.laid {
		v.lay(l.placement, l.chosen)
	}
	var err error
	if c.live == nil {
		err = v.sweep.searchItems(v.open[:v.size], c.from, c.part)
	} else {
		copy(v.live, c.live)
		v.sortOpen()
		v.inSubtree = true
		err = v.search(0, c.from, c.part)
		v.inSubtree = false
	}
	for range c.laid {
		v.takeBack(v.laid[len(v.laid)-1].placement, size)
	}
	return err
}

// sortOpen brings the open items into their natural order.
func (v *coverSearch) sortOpen() {
	next := int32(0)
	for i, at := range v.at {
		if int(at) < v.size {
			v.open[next], v.at[i] = int32(i), next
			next++
		}
	}
}

// searchTogether searches the subtrees with all workers. They share only the parts of v
// that never change.
func (v *coverSearch) searchTogether(subtrees []subtree) error {
	join := func(yield func(puzzle.Solution) bool) func(*subtree, *meter.Run) error {
		s := newColouring(v.p, v.corner, nil, yield)
		s.marked = v.marked
		own := newCoverSearch(s, v.places, newSweepSearch(s, v.places))
		return func(c *subtree, r *meter.Run) error {
			s.r = r
			return own.searchSubtree(c)
		}
	}
	return counting.Search(v.r, subtrees, len(v.values), join, func(c *subtree) float64 { return c.from + c.part }, v.yield)
}
