package draughtboard

import "math"

// gridSearch is the search for boards with too many placements to list. It looks at the
// board itself, and finds the stones that can cover a cell when asked. What bounds it
// is time: it prunes less than coverSearch, at a higher cost for each node.
//
// After each stone it counts the placements on the first open cell of the board and the
// open cells around the stone. It branches on the cell with fewest placements. Branching on any
// open cell misses no filling, since a filling covers each cell exactly once. The cells
// around the stone are the ones that just lost placements. Stones of a kind are not told
// apart, so no filling comes twice.
type gridSearch struct {
	*colouring
	covered []bool
	cells   []int32 // cells of all stones laid, in the order of laying
}

func newGridSearch(s *colouring) *gridSearch {
	n := s.board.Len()
	return &gridSearch{colouring: s, covered: make([]bool, n), cells: make([]int32, 0, n)}
}

// gridPlacement is a placement on a cell: the stone of a kind in a shape, with one of its
// squares on the cell.
type gridPlacement struct{ kind, shape, square int }

// next moves w on to the next placement that fits, and pushes its cells onto g.cells. From
// the placement with square −1 it moves to the first one. It returns false when there are no
// more. w.square is −1 whenever the shape changes.
func (g *gridSearch) next(cell int32, w *gridPlacement) bool {
	row, col := g.board.Pos(int(cell))
	for ; w.kind < len(g.kinds); w.kind, w.shape = w.kind+1, 0 {
		if g.left[w.kind] == 0 {
			continue
		}
		for shapes := g.kinds[w.kind].shapes; w.shape < len(shapes); w.shape, w.square = w.shape+1, -1 {
			shape := &shapes[w.shape]
			for w.square++; w.square < len(shape.squares); w.square++ {
				q := shape.squares[w.square]
				var fits bool
				if g.cells, fits = g.place(shape, row-q.Row, col-q.Col, g.covered, g.cells); fits {
					return true
				}
			}
		}
	}
	return false
}

// alternatives returns how many placements cover cell, or limit if there are at least
// that many.
func (g *gridSearch) alternatives(cell int32, limit int) int {
	size, count := len(g.cells), 0
	for w := (gridPlacement{square: -1}); count < limit && g.next(cell, &w); count++ {
		g.cells = g.cells[:size]
	}
	g.cells = g.cells[:size]
	return count
}

// choose returns the cell to branch on and the number of placements on it. first is the
// first open cell.
func (g *gridSearch) choose(first int32) (cell int32, branches int) {
	cell, branches = first, g.alternatives(first, math.MaxInt)
	if len(g.laid) == 0 {
		return cell, branches
	}
	for _, c := range g.laid[len(g.laid)-1].cells {
		row, col := g.board.Pos(int(c))
		for _, d := range [4]int{
			g.board.Cell(row-1, col), g.board.Cell(row, col-1),
			g.board.Cell(row, col+1), g.board.Cell(row+1, col),
		} {
			if d >= 0 && !g.covered[d] && branches > 1 {
				if n := g.alternatives(int32(d), branches); n < branches {
					cell, branches = int32(d), n
				}
			}
		}
	}
	return cell, branches
}

// search yields the fillings of the state, in which all cells below first are covered.
// Its share of the whole search begins at from and is part long.
func (g *gridSearch) search(first int32, from, part float64) error {
	for int(first) < len(g.covered) && g.covered[first] {
		first++
	}
	if int(first) == len(g.covered) {
		if !g.enough() {
			g.r.Failures++
			return nil
		}
		return g.found()
	}
	cell, branches := g.choose(first)
	if err := g.enter(branchItem{cell: cell, kind: -1}, branches); err != nil || branches == 0 {
		return err
	}
	part /= float64(branches)
	size := len(g.cells)
	var err error
	for w := (gridPlacement{square: -1}); err == nil && g.next(cell, &w); from += part {
		g.r.Share(from)
		g.lay(laidStone{kind: int32(w.kind), cells: g.cells[size:], chosen: branches > 1})
		g.traceLaid(branchItem{cell: cell, kind: -1}, branches)
		err = g.search(first, from, part)
		g.takeBack()
		g.cells = g.cells[:size]
	}
	return err
}

func (g *gridSearch) lay(l laidStone) {
	for _, c := range l.cells {
		g.covered[c] = true
	}
	g.left[l.kind]--
	g.laid = append(g.laid, l)
}

func (g *gridSearch) takeBack() {
	last := g.laid[len(g.laid)-1]
	g.laid = g.laid[:len(g.laid)-1]
	g.left[last.kind]++
	for _, c := range last.cells {
		g.covered[c] = false
	}
}
