package paths

import (
	"cmp"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// route is what clues and an order say of the course of a path. The cells that they name divide the
// path into gaps. Each such cell ends the gap before it and begins the gap after it. Gaps with no
// clue between them are a stretch, of which the number of cells is known.
//
// Every end of a gap is a vertex of its own with one step. So a path of the board is a set of paths
// that cover all vertices, one for each gap. The gap before the first named cell has an
// end that may be anywhere, and so has the gap after the last. On a closed path these two are one gap.
type route struct {
	each      int64   // fillings for each set of paths
	cycle     bool    // there is no gap, and the path is a cycle
	ends      [][]end // per cell, the ends of gaps that it is
	free      []int   // per gap, how many of its ends may be anywhere
	inside    []int   // per stretch, its cells that end no gap
	freeAt    [2]int  // the stretches that begin and that end with a free end, or -1
	anyInside int     // the stretch that all gaps without cells share, or -1
}

// end is a cell as an end of a gap.
type end struct{ gap, stretch int }

// newRoute returns the route of p. It returns nil where the clues and the order do not say in which
// order the path takes the named cells, where no filling can keep them, and where more than clues says which
// numbers fit a cell.
func newRoute(p *puzzle.Hidoku) *route {
	n := p.Board().Len()
	named, ok := namedCells(p)
	if !ok || n <= 2 || !space.CluesAlone(p) {
		return nil
	}
	r := &route{each: 1, ends: make([][]end, n), freeAt: [2]int{-1, -1}, anyInside: -1}
	if p.Closed() && len(named) < 2 {
		r.cycle, r.each, r.inside = true, 2, []int{n}
		if len(named) == 0 {
			r.each = int64(2 * n)
		}
		return r
	}
	if p.Closed() && (p.Clue(named[0]) == puzzle.Empty || p.Clue(named[len(named)-1]) == puzzle.Empty) {
		return nil // 1 may be anywhere between the last named cell and the first
	}
	if len(named) == 0 {
		r.each = 2
	}
	if !r.divide(p, named) {
		return nil
	}
	return r
}

// divide makes the gaps between the named cells. It reports whether no stretch has less cells than none.
func (r *route) divide(p *puzzle.Hidoku, named []int) bool {
	n := p.Board().Len()
	var at, first end // the gap and the stretch that begin at the cell before, and those of the whole path
	switch {
	case p.Closed():
		first = end{r.newGap(), r.newStretch(n-1-(p.Clue(named[len(named)-1])-p.Clue(named[0])), true)}
		at = first
	case len(named) == 0 || p.Clue(named[0]) != 1:
		at = end{r.newGap(), r.newStretch(cellsAfter(p, named, -1), false)}
		r.free[at.gap]++
		r.freeAt[0] = at.stretch
	default:
		at.gap = -1
	}
	for i, c := range named {
		if at.gap >= 0 {
			r.ends[c] = append(r.ends[c], at)
		}
		if p.Closed() && i == len(named)-1 {
			r.ends[c] = append(r.ends[c], first)
			break
		}
		if at.gap = -1; p.Clue(c) == n {
			break
		}
		at.gap = r.newGap()
		if p.Clue(c) != puzzle.Empty {
			at.stretch = r.newStretch(cellsAfter(p, named, i), slices.ContainsFunc(named[i+1:], func(d int) bool { return p.Clue(d) != puzzle.Empty }))
		}
		r.ends[c] = append(r.ends[c], at)
	}
	if at.gap >= 0 && !p.Closed() {
		r.free[at.gap]++
		r.freeAt[1] = at.stretch
	}
	return !slices.ContainsFunc(r.inside, func(cells int) bool { return cells < 0 })
}

func (r *route) newGap() int {
	r.free = append(r.free, 0)
	return len(r.free) - 1
}

// newStretch returns a stretch with so many cells inside. Stretches without cells and without a free end are
// one.
func (r *route) newStretch(inside int, fixed bool) int {
	if fixed && inside == 0 && r.anyInside >= 0 {
		return r.anyInside
	}
	r.inside = append(r.inside, inside)
	if fixed && inside == 0 {
		r.anyInside = len(r.inside) - 1
	}
	return len(r.inside) - 1
}

// cellsAfter returns how many cells without a name come after the clue on named[i], up to the next clue or
// the end of the path. If i is -1, it counts from the start of the path.
func cellsAfter(p *puzzle.Hidoku, named []int, i int) int {
	low, next := 0, p.Board().Len()+1
	if i >= 0 {
		low = p.Clue(named[i])
	}
	j := i + 1
	for ; j < len(named); j++ {
		if k := p.Clue(named[j]); k != puzzle.Empty {
			next = k
			break
		}
	}
	return next - low - 1 - (j - i - 1)
}

// namedCells returns the cells with clues and those of the order, as the path takes them. ok is false if that
// does not follow from the puzzle.
func namedCells(p *puzzle.Hidoku) (named []int, ok bool) {
	for c := range p.Board().Len() {
		if p.Clue(c) != puzzle.Empty {
			named = append(named, c)
		}
	}
	base.SortStable(named, func(c, d int) int { return cmp.Compare(p.Clue(c), p.Clue(d)) })
	order := p.Ascending()
	if len(order) < 2 {
		return named, true
	}
	after := 0 // the place of the next cell among the named cells
	if len(named) > 0 && p.Clue(named[0]) == 1 {
		after = 1
	}
	for i, c := range order {
		if p.Clue(c) == puzzle.Empty {
			named = slices.Insert(named, after, c)
			after++
			continue
		}
		at := slices.Index(named, c)
		if i > 0 && at != after && (p.Clue(order[i-1]) == puzzle.Empty || at < after) {
			return nil, false
		}
		after = at + 1
	}
	last := len(named) - 1
	end := slices.IndexFunc(named, func(c int) bool { return p.Clue(c) == p.Board().Len() })
	if end >= 0 && end < last {
		return nil, false
	}
	return named, p.Clue(order[len(order)-1]) != puzzle.Empty || after > last || after == end
}
