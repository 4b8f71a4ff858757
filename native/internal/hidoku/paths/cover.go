package paths

import (
	"math"
	"math/rand/v2"

	"crosscut/meter"
	"crosscut/puzzle"
)

// Local search over path covers. A path cover is a set of disjoint ways between the clues, with some
// cells on no way. The short ways of redraw.go join the clues. Then random changes make them
// longer, until they cover the board. Each change keeps them disjoint:
//
//   - a free cell, or two, come between two cells that follow each other on a way;
//   - a cell or two move to another place of the same way or of another one;
//   - a free cell takes the place of a cell;
//   - a cell or two become free. This becomes rarer and rarer.
//
// The last change is simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by simulated
// annealing, Science 220, 1983). The other changes are those with which walks on lattices are
// sampled (Sokal: Monte Carlo methods for the self-avoiding walk, Nuclear Physics B Supplement 47,
// 1996). They work on any graph and on closed paths, but not with rules for pairs of cells. With
// the same puzzle the search always does the same.

// cover is the ways of a board in the making. Cells are those of the board, and free cells
// are those on no way.
//
// Invariant: after and before lead along all ways from the first cell to the last. The way
// after a clue leads to the next clue.
type cover struct {
	p             *puzzle.Hidoku
	run           *meter.Run
	random        *rand.Rand
	after, before []int32
	way           []int32 // cell to its way, none if no way covers it; a clue belongs to the way after it
	isClue        []bool
	lacks         []int      // way to the number of missing cells, negative if the way is too long
	lacking       int        // how many cells are missing on all ways that are too short
	mayGrow       []bool     // way to whether it is to have cells at all
	clues         []int      // the cells of the clues, by number
	numbers       []int      // their numbers
	work          int        // what was done, in candidates that a search removes in the same time
	chance        [3]float64 // the chance of a change after which so many cells more are lacking
}

// anneal makes random changes at some cells while it cools down from a temperature: so many for each
// cell. The error is the context's.
func (s *cover) anneal(cells []int32, changes int, hottest float64) error {
	s.work += changes * len(cells) / changesForWork
	for step := range coolingSteps {
		heat := hottest * math.Pow(coldest/hottest, float64(step)/(coolingSteps-1))
		s.chance[1], s.chance[2] = math.Exp(-1/heat), math.Exp(-2/heat)
		for i := range changes * len(cells) / coolingSteps {
			if s.lacking == 0 {
				return nil
			}
			if i%1024 == 0 {
				if err := s.run.Err(); err != nil {
					return err
				}
			}
			s.change(cells[s.random.IntN(len(cells))])
		}
	}
	return nil
}

// newCover returns the path cover without ways for the clues in cellOf: by number, the cell of its clue counted
// from 1, or 0.
func newCover(p *puzzle.Hidoku, r *meter.Run, seed uint64, cellOf []int) *cover {
	n := p.Board().Len()
	s := &cover{
		p: p, run: r, random: rand.New(rand.NewPCG(seed, 0)), after: make([]int32, n), before: make([]int32, n),
		way: make([]int32, n), isClue: make([]bool, n),
	}
	for c := range n {
		s.after[c], s.before[c], s.way[c] = none, none, none
	}
	for k, c := range cellOf {
		if c > 0 {
			s.isClue[c-1] = true
			s.clues, s.numbers = append(s.clues, c-1), append(s.numbers, k)
		}
	}
	return s
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

// Cells returns the cell of each number.
func (s *cover) Cells() []int32 {
	c := int32(s.clues[0])
	for range s.numbers[0] - 1 {
		c = s.before[c]
	}
	cells := make([]int32, len(s.way))
	for k := range cells {
		cells[k] = c
		c = s.after[c]
	}
	return cells
}
