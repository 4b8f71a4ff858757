package pathcover

import (
	"math"
	"slices"
)

// The ways with which mending begins: from each clue to the next, disjoint, and no
// longer than the numbers between the two allow. Each way is the cheapest one. A cell of
// another way costs more from round to round, and stays dearer once two ways wanted it
// (McMurchie, Ebeling: PathFinder, a negotiation-based performance-driven router for
// FPGAs, FPGA 1995). The costs at the beginning are random, so that each attempt has other
// ways. The number of rounds bounds it. A way over at most L of n cells takes time O(L·n).

// routes are the ways from clue to clue while they may still cross.
type routes struct {
	*cover
	cells   [][]int32 // by way: the cells between its clues, in order
	history []int     // by cell: the random cost, and how often two ways wanted it
	wanted  []int     // by cell: the number of ways over it
}

// newRoutes returns routes with random costs, and no ways yet.
func (s *cover) newRoutes() *routes {
	s.countLacks()
	r := &routes{
		cover: s, cells: make([][]int32, len(s.clues)+1),
		history: make([]int, len(s.way)), wanted: make([]int, len(s.way)),
	}
	for c := range r.history {
		r.history[c] = s.random.IntN(dearest)
	}
	return r
}

// negotiate draws the ways until they are disjoint. It reports whether each has one, and
// whether they are disjoint.
func (r *routes) negotiate(rounds int) (drawn, disjoint bool, err error) {
	for round := range rounds {
		if drawn, err := r.draw(1 + round); err != nil || !drawn {
			return false, false, err
		}
		if r.disjoint() {
			return true, true, nil
		}
	}
	return true, false, nil
}

// countLacks sets what each way lacks: the number of numbers between its clues. The first
// way ends at the first clue. The last way begins at the last clue. On a closed path it
// leads to the first clue, and the first way is empty.
func (s *cover) countLacks() {
	last := len(s.clues)
	s.lacks = make([]int, last+1)
	s.lacks[0], s.lacks[last] = s.numbers[0]-1, len(s.way)-s.numbers[last-1]
	if s.p.Closed() {
		s.lacks[0], s.lacks[last] = 0, s.lacks[0]+s.lacks[last]
	}
	for i := 1; i < last; i++ {
		s.lacks[i] = s.numbers[i] - s.numbers[i-1] - 1
	}
	s.lacking = len(s.way) - last
	s.mayGrow = make([]bool, last+1)
	for i, lack := range s.lacks {
		s.mayGrow[i] = lack > 0
	}
}

// draw draws each way again, where a cell of another way costs dear more. It reports
// whether there is a way for each.
func (r *routes) draw(dear int) (bool, error) {
	count := len(r.clues) - 1
	if r.p.Closed() {
		count++
	}
	for i := 1; i <= count; i++ {
		for _, c := range r.cells[i] {
			r.wanted[c]--
		}
		r.cells[i] = r.cheapest(r.clues[i-1], r.clues[i%len(r.clues)], r.lacks[i], dear)
		if err := r.run.Err(); err != nil || r.cells[i] == nil {
			return false, err
		}
		for _, c := range r.cells[i] {
			r.wanted[c]++
		}
	}
	return true, nil
}

// disjoint reports whether the ways are disjoint. It makes the cells dearer where they are
// not.
func (r *routes) disjoint() bool {
	disjoint := true
	for c, wanted := range r.wanted {
		if wanted > 1 {
			disjoint = false
			r.history[c]++
		}
	}
	return disjoint
}

// lay puts the ways on the board. It leaves those out that cross one already there, and
// returns them as gaps.
func (r *routes) lay() (gaps []gap) {
	for i, c := range r.clues {
		r.way[c] = int32(i + 1)
	}
	for i, c := range r.clues {
		way := int32(i + 1)
		u := int32(c)
		if slices.ContainsFunc(r.cells[way], func(x int32) bool { return r.way[x] != none }) {
			gaps = append(gaps, gap{u, int32(r.clues[(i+1)%len(r.clues)]), way})
			r.cells[way] = nil
		}
		for _, x := range r.cells[way] {
			r.insert(u, x, none, way)
			u = x
		}
		if i+1 < len(r.clues) || r.p.Closed() {
			r.join(u, int32(r.clues[(i+1)%len(r.clues)]))
		}
	}
	return gaps
}

// reached is the end of a way that has come to a cell.
type reached struct {
	cell   int32
	parent int32 // the index of the end from which it came, none for the clue
	cost   int
}

// cheapest returns the cells of the cheapest way between two clues, or nil if there is
// none or the context has ended. It has at most the given number of cells. Ways of one length
// are looked at together, and a longer way to a cell is kept only if it is cheaper.
func (r *routes) cheapest(from, to, most, dear int) []int32 {
	costs := slices.Repeat([]int{math.MaxInt}, len(r.way))
	all := []reached{{cell: int32(from), parent: none}}
	best, bestCost := none, math.MaxInt
	for length, front := 0, 0; length <= most && front < len(all) && r.run.Err() == nil; length++ {
		end := len(all)
		for ; front < end; front++ {
			at := all[front]
			for _, d := range r.p.Neighbours(int(at.cell)) {
				if d == to && at.cost < bestCost {
					best, bestCost = front, at.cost
				}
				cost := at.cost + 1 + r.history[d] + r.wanted[d]*dear
				if !r.isClue[d] && cost < costs[d] {
					costs[d] = cost
					all = append(all, reached{int32(d), int32(front), cost})
				}
			}
		}
	}
	r.work += len(all) / reachedForWork
	if best == none {
		return nil
	}
	way := []int32{}
	for at := all[best]; at.parent != none; at = all[at.parent] {
		way = append(way, at.cell)
	}
	slices.Reverse(way)
	return way
}
