package cubes

import (
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Cubes of puzzles of numbers are the same puzzle with more clues.
//
// A way puts number k, counted from 0, on cell c. It is written k times the number of
// cells, plus c.

// clueBoard is a board of numbers with its clues and the chosen ways.
type clueBoard struct {
	puzzle   puzzle.Numbered
	low      int
	numberOn []int // per cell, its number counted from 0, or -1
	cellOf   []int // per number counted from 0, its cell, or -1
}

func newClueBoard(p puzzle.Numbered) clueBoard {
	n := p.Board().Len()
	return clueBoard{puzzle: p, low: p.Low(), numberOn: make([]int, n), cellOf: make([]int, n)}
}

// apply puts the clues and the chosen numbers on the board.
func (b *clueBoard) apply(chosen []int) {
	n := len(b.cellOf)
	for i := range n {
		b.numberOn[i], b.cellOf[i] = -1, -1
	}
	for c := range n {
		if k := b.puzzle.Clue(c); k != puzzle.Empty {
			b.numberOn[c], b.cellOf[k-b.low] = k-b.low, c
		}
	}
	for _, way := range chosen {
		b.numberOn[way%n], b.cellOf[way/n] = way/n, way%n
	}
}

func (b *clueBoard) cluesWith(chosen []int) []int {
	b.apply(chosen)
	clues := make([]int, len(b.numberOn))
	for c, k := range b.numberOn {
		if clues[c] = puzzle.Empty; k >= 0 {
			clues[c] = k + b.low
		}
	}
	return clues
}

// waysOf returns the ways to put number k, counted from 0, on an open cell.
func (b *clueBoard) waysOf(k int) []int {
	var ways []int
	for c, number := range b.numberOn {
		if number < 0 {
			ways = append(ways, k*len(b.numberOn)+c)
		}
	}
	return ways
}

func (b *clueBoard) firstWays() []int {
	b.apply(nil)
	for k := range b.cellOf {
		if b.cellOf[k] < 0 {
			return b.waysOf(k)
		}
	}
	return nil
}

func (b *clueBoard) image(s puzzle.Symmetry, way int) int {
	n := len(b.cellOf)
	return way/n*n + s.Image()[way%n]
}

// cube returns the puzzle with the chosen numbers as additional clues. Solutions of the
// cube are solutions of the whole puzzle, so there is no function to convert them.
func (b *clueBoard) cube(chosen []int) (puzzle.Puzzle, lifter, error) {
	part, err := b.puzzle.WithClues(b.cluesWith(chosen))
	return part, nil, err
}

// hidokuQuestions asks where the number before or after a known number stands. The
// ways are the open cells that touch the known number and are near enough to the next
// known number in that direction. If no number is known, it asks where 1 stands.
type hidokuQuestions struct {
	clueBoard
	hidoku *puzzle.Hidoku
	far    map[int][]int // per cell, its distances to all cells in the graph; for boards that are not plain
}

func (s *hidokuQuestions) fresh(*search.Run) questions {
	return &hidokuQuestions{newClueBoard(s.hidoku), s.hidoku, make(map[int][]int)}
}

func (s *hidokuQuestions) ways(chosen []int) ([]int, bool) {
	s.apply(chosen)
	n := len(s.cellOf)
	var best, ways []int
	found, known := false, 0
	try := func(k, beside, end, steps int) {
		ways = ways[:0]
		for _, c := range s.hidoku.Neighbours(s.cellOf[beside]) {
			if s.numberOn[c] < 0 && (end < 0 || s.distance(c, s.cellOf[end]) <= steps) {
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
			if !slices.Contains(s.hidoku.Neighbours(s.cellOf[k]), s.cellOf[last]) {
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

// distance returns a lower bound of the number of moves from one cell to another.
func (s *hidokuQuestions) distance(c, d int) int {
	if !s.hidoku.OnLattice() {
		return s.distancesTo(d)[c]
	}
	row, col := s.hidoku.Board().Pos(c)
	toRow, toCol := s.hidoku.Board().Pos(d)
	rows, cols := toRow-row, toCol-col
	switch s.hidoku.Moves() {
	case puzzle.Rook:
		return abs(rows) + abs(cols)
	case puzzle.Hex: // coordinates along two sloping lines make the moves of all rows alike
		cols -= toRow/2 - row/2
		return max(abs(rows), abs(cols), abs(rows+cols))
	}
	return max(abs(rows), abs(cols))
}

// distancesTo returns the number of moves from each cell to d. It is the number of cells
// where there is no way.
func (s *hidokuQuestions) distancesTo(d int) []int {
	if s.far[d] != nil {
		return s.far[d]
	}
	n := len(s.cellOf)
	distances := slices.Repeat([]int{n}, n)
	distances[d] = 0
	front := []int{d}
	for i := 0; i < len(front); i++ {
		for _, e := range s.hidoku.Neighbours(front[i]) {
			if distances[e] == n {
				distances[e] = distances[front[i]] + 1
				front = append(front, e)
			}
		}
	}
	s.far[d] = distances
	return distances
}

func abs(n int) int { return max(n, -n) }
