package draughtboard

import (
	"slices"

	"crosscut/internal/search"
	"crosscut/native/internal/crew"
	"crosscut/puzzle"
)

// Cubes of a search by covers (crew.go). The order of the open items breaks ties in the
// choice; so that a cube does not depend on what happened before it, they are put in
// order anew at every state above the cubes, and at the beginning of each.

// draughtCut takes a cube: the state with the stones laid, and with these
// placements live, nil where the sweep goes on.
type draughtCut func(live []uint64, from, part float64)

// draughtCube is a state whose fillings are yet to be found.
type draughtCube struct {
	laid       []laidStone
	live       []uint64 // bits of the first level, or nil for a state of the sweep
	from, part float64
}

// run yields the fillings of the board: a share of part of the whole search,
// before which a share of from is done.
func (v *draughtCover) run(from, part float64) error {
	v.cubePart = part / crew.Subtrees
	if v.tally != nil || !crew.Wanted(v.r) {
		return v.search(0, 0, from, part)
	}
	cubes, err := v.cutAll(from, part)
	for i := 0; err == nil && i < len(cubes); i++ {
		if v.r.Nodes > crew.NodesBefore {
			return v.together(cubes[i:])
		}
		err = v.searchCut(&cubes[i])
	}
	return err
}

// cutAll returns all cubes, having counted the nodes above them.
func (v *draughtCover) cutAll(from, part float64) ([]draughtCube, error) {
	var cubes []draughtCube
	v.cut = func(live []uint64, from, part float64) {
		cubes = append(cubes, draughtCube{laid: slices.Clone(v.laid), live: live, from: from, part: part})
	}
	if v.sweep != nil {
		v.sweep.cut, v.sweep.cubePart = v.cut, v.cubePart
		defer func() { v.sweep.cut = nil }()
	}
	err := v.search(0, 0, from, part)
	v.cut = nil
	return cubes, err
}

// searchCube searches or cuts off the state, which is a cube.
func (v *draughtCover) searchCube(level, depth int, from, part float64) error {
	if v.cut != nil {
		l := &v.levels[level]
		live := make([]uint64, v.levels[0].words)
		for b, o := range l.origin {
			if l.live[depth*l.words+b/64]>>(b%64)&1 != 0 {
				live[o/64] |= 1 << (o % 64)
			}
		}
		v.cut(live, from, part)
		return nil
	}
	v.inCube = true
	err := v.search(level, depth, from, part)
	v.inCube = false
	return err
}

// searchCut searches a cube that was cut off, by this search or by one of the same
// puzzle.
func (v *draughtCover) searchCut(c *draughtCube) error {
	size := v.size
	for _, l := range c.laid {
		v.lay(l.place, l.chosen)
	}
	var err error
	if c.live == nil {
		err = v.sweep.searchItems(v.open[:v.size], c.from, c.part)
	} else {
		copy(v.levels[0].live, c.live)
		v.sortOpen()
		v.inCube = true
		err = v.search(0, 0, c.from, c.part)
		v.inCube = false
	}
	for range c.laid {
		v.takeBack(v.laid[len(v.laid)-1].place, size)
	}
	return err
}

// sortOpen brings the open items into their natural order.
func (v *draughtCover) sortOpen() {
	next := int32(0)
	for i, at := range v.at {
		if int(at) < v.size {
			v.open[next], v.at[i] = int32(i), next
			next++
		}
	}
}

// together searches the cubes with all workers. Of v they only read what never
// changes.
func (v *draughtCover) together(cubes []draughtCube) error {
	join := func(yield func(puzzle.Solution) bool) func(*draughtCube, *search.Run) error {
		s := newDraughts(v.p, v.corner, nil, yield)
		s.marked = v.marked
		own := newDraughtCover(s, v.places)
		return func(c *draughtCube, r *search.Run) error {
			s.r = r
			return own.searchCut(c)
		}
	}
	return crew.Search(v.r, cubes, len(v.values), join, func(c *draughtCube) float64 { return c.from + c.part }, v.yield)
}
