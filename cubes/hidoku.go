package cubes

import (
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Cubes of Hidokus are the same puzzle with more clues.
//
// A way puts number k, counted from 0, on cell c. It is written k times the number of
// cells, plus c.

// hidokuQuestions asks where the number before or after a known number stands. The
// ways are the open cells that touch the known number and are near enough to the next
// known number in that direction. If no number is known, it asks where 1 stands.
type hidokuQuestions struct {
	puzzle   *puzzle.Hidoku
	numberOn []int         // per cell, its number counted from 0, or -1
	cellOf   []int         // per number counted from 0, its cell, or -1
	far      map[int][]int // per cell, its distances to all cells in the graph
}

func newHidokuQuestions(p *puzzle.Hidoku) *hidokuQuestions {
	n := p.Board().Len()
	return &hidokuQuestions{puzzle: p, numberOn: make([]int, n), cellOf: make([]int, n), far: make(map[int][]int)}
}

func (s *hidokuQuestions) fresh(*meter.Run) questions { return newHidokuQuestions(s.puzzle) }

// apply puts the clues and the chosen numbers on the board.
func (s *hidokuQuestions) apply(chosen []int) {
	n := len(s.cellOf)
	for i := range n {
		s.numberOn[i], s.cellOf[i] = -1, -1
	}
	for c := range n {
		if k := s.puzzle.Clue(c); k != puzzle.Empty {
			s.numberOn[c], s.cellOf[k-1] = k-1, c
		}
	}
	for _, way := range chosen {
		s.numberOn[way%n], s.cellOf[way/n] = way/n, way%n
	}
}

// waysOf returns the ways to put number k, counted from 0, on an open cell.
func (s *hidokuQuestions) waysOf(k int) []int {
	var ways []int
	for c, number := range s.numberOn {
		if number < 0 && s.puzzle.Fits(c, k+1) {
			ways = append(ways, k*len(s.numberOn)+c)
		}
	}
	return ways
}

func (s *hidokuQuestions) firstWays() []int {
	s.apply(nil)
	for k := range s.cellOf {
		if s.cellOf[k] < 0 {
			return s.waysOf(k)
		}
	}
	return nil
}

func (s *hidokuQuestions) image(g puzzle.Symmetry, way int) int {
	n := len(s.cellOf)
	return way/n*n + g.Image[way%n]
}

// cube returns the puzzle with the chosen numbers as additional clues. Solutions of the
// cube are solutions of the whole puzzle, so there is no function to convert them.
func (s *hidokuQuestions) cube(chosen []int) (puzzle.Puzzle, lifter, error) {
	s.apply(chosen)
	clues := make([]int, len(s.numberOn))
	for c, k := range s.numberOn {
		if clues[c] = puzzle.Empty; k >= 0 {
			clues[c] = k + 1
		}
	}
	part, err := s.puzzle.WithClues(clues)
	return part, nil, err
}

func (s *hidokuQuestions) ways(chosen []int) ([]int, bool) {
	s.apply(chosen)
	n := len(s.cellOf)
	var best, ways []int
	found, known := false, 0
	try := func(k, beside, end, steps int) {
		ways = ways[:0]
		for _, c := range s.puzzle.Neighbours(s.cellOf[beside]) {
			if s.numberOn[c] < 0 && s.puzzle.Fits(c, k+1) && (end < 0 || s.distance(c, s.cellOf[end]) <= steps) {
				ways = append(ways, k*n+c)
			}
		}
		if !found || len(ways) < len(best) {
			found, best = true, append(best[:0], ways...)
		}
	}
	last := -1 // the last known number before k, or -1
	for k := range s.cellOf {
		if s.cellOf[k] < 0 {
			continue
		}
		known++
		if last >= 0 && k == last+1 {
			if !slices.Contains(s.puzzle.Neighbours(s.cellOf[k]), s.cellOf[last]) {
				return nil, true
			}
		} else {
			if last >= 0 {
				try(last+1, last, k, k-last-1)
			}
			if k > 0 {
				try(k-1, k, last, k-1-last)
			}
		}
		last = k
	}
	switch {
	case known == n:
		return nil, false
	case last < 0:
		return s.waysOf(0), true
	case last < n-1:
		try(last+1, last, -1, 0)
	}
	return best, true
}

// distance returns the number of moves from one cell to another. It is the number of cells where
// there is no way.
func (s *hidokuQuestions) distance(c, d int) int {
	n := len(s.cellOf)
	if s.far[d] == nil {
		s.far[d] = space.DistanceFrom(s.puzzle, d, n, func(int) bool { return true })
	}
	if s.far[d][c] < 0 {
		return n
	}
	return s.far[d][c]
}
