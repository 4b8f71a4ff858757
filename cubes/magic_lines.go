package cubes

import (
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// lineQuestions asks which number a cell of a magic board with any lines holds. The ways are
// the numbers that are left with which every line of the cell can still reach its sum.
//
// A way puts the v-th of the numbers on cell c. It is written v times the number of cells,
// plus c.
type lineQuestions struct {
	puzzle  *puzzle.Magic
	run     *search.Run
	values  []int // the numbers that differ, ascending
	lines   []puzzle.Line
	linesOf [][]*puzzle.Line // per cell

	board puzzle.Solution // the clues and the chosen numbers
	left  []int           // per number, how often it may still stand
	span  [2]int          // the least and the greatest number that is left
}

func newLineQuestions(p *puzzle.Magic, run *search.Run) *lineQuestions {
	s := &lineQuestions{puzzle: p, run: run, values: slices.Compact(p.Numbers()), lines: p.Lines(), linesOf: make([][]*puzzle.Line, p.Board().Len())}
	for i := range s.lines {
		l := &s.lines[i]
		for _, c := range l.Cells() {
			s.linesOf[c] = append(s.linesOf[c], l)
		}
	}
	return s
}

func (s *lineQuestions) fresh(run *search.Run) questions {
	q := *s // apply makes the rest anew
	q.run = run
	return &q
}

// apply puts the clues and the chosen numbers on the board.
func (s *lineQuestions) apply(chosen []int) {
	n := len(s.linesOf)
	s.board = s.puzzle.Clues()
	for _, way := range chosen {
		s.board[way%n] = s.values[way/n]
	}
	s.left = make([]int, len(s.values))
	s.span = [2]int{s.values[len(s.values)-1], s.values[0]}
	for v, k := range s.values {
		s.left[v] = s.puzzle.Uses(k)
		for _, other := range s.board {
			if other == k {
				s.left[v]--
			}
		}
		if s.left[v] > 0 {
			s.span = [2]int{min(s.span[0], k), max(s.span[1], k)}
		}
	}
}

func (s *lineQuestions) ways(chosen []int) ([]int, bool) {
	s.apply(chosen)
	for i := range s.lines {
		if value, full := s.lines[i].Value(s.board); full && !s.lines[i].Any && value != s.lines[i].Sum {
			return nil, true
		}
	}
	var best []int
	found := false
	for c, k := range s.board {
		if k != puzzle.Empty || s.run.Err() != nil {
			continue
		}
		ways := s.waysOf(c)
		if !found || len(ways) < len(best) {
			found, best = true, ways
		}
	}
	return best, found
}

// waysOf returns the ways of an open cell.
func (s *lineQuestions) waysOf(c int) (ways []int) {
	for v, k := range s.values {
		if s.left[v] <= 0 {
			continue
		}
		s.board[c] = k
		if !slices.ContainsFunc(s.linesOf[c], func(l *puzzle.Line) bool { return !s.reaches(l) }) {
			ways = append(ways, v*len(s.board)+c)
		}
	}
	s.board[c] = puzzle.Empty
	return ways
}

// reaches reports whether bounds for the open cells let a line reach its sum.
func (s *lineQuestions) reaches(l *puzzle.Line) bool {
	if l.Any {
		return true
	}
	low, high := 0, 0
	for _, t := range l.Terms {
		from, to := 1, 1
		if t.Minus {
			from, to = -1, -1
		}
		for _, c := range t.Cells {
			least, most := s.span[0], s.span[1]
			if s.board[c] != puzzle.Empty {
				least, most = s.board[c], s.board[c]
			}
			products := []int{from * least, from * most, to * least, to * most}
			from, to = slices.Min(products), slices.Max(products)
		}
		low, high = low+from, high+to
	}
	return low <= l.Sum && l.Sum <= high
}

// firstWays asks for the cell of a number that stands once. Every symmetry maps its cells
// to each other. A number that stands several times has no one cell to ask for.
func (s *lineQuestions) firstWays() (ways []int) {
	s.apply(nil)
	if s.puzzle.Free() {
		return nil
	}
	for v, k := range s.values {
		if s.puzzle.Uses(k) != 1 || s.left[v] != 1 {
			continue
		}
		for c, other := range s.board {
			if other == puzzle.Empty {
				ways = append(ways, v*len(s.board)+c)
			}
		}
		return ways
	}
	return nil
}

func (s *lineQuestions) image(g puzzle.Symmetry, way int) int {
	n := len(s.linesOf)
	return way/n*n + g.Image()[way%n]
}

// cube returns the board with the chosen numbers as additional clues.
func (s *lineQuestions) cube(chosen []int) (puzzle.Puzzle, lifter, error) {
	s.apply(chosen)
	part, err := s.puzzle.WithClues(s.board)
	return part, nil, err
}
