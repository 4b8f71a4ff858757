package cubes

import (
	"math"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
)

// magicQuestions asks which number a cell of a magic board holds. The ways are the numbers that are
// left with which every line of the cell can still reach its sum.
//
// A way puts the v-th of the numbers on cell c. It is written v times the number of cells,
// plus c.
type magicQuestions struct {
	puzzle  *puzzle.Magic
	run     *meter.Run
	values  []int // the numbers that differ, ascending
	lines   []questionLine
	linesOf [][]*questionLine // per cell

	board  puzzle.Solution // the clues and the chosen numbers
	left   []int           // per number, how often it may still stand
	bounds []span          // the bounds of the sum of so many numbers that are left
}

// questionLine is a line. If it only adds up, rest and open are what is left for its open cells, and
// how many these are.
type questionLine struct {
	puzzle.Line
	adds       bool
	rest, open int
}

// span is a range of numbers.
type span struct{ least, most int }

func (s *magicQuestions) fresh(run *meter.Run) questions {
	q := &magicQuestions{puzzle: s.puzzle, run: run, values: s.values, linesOf: make([][]*questionLine, s.puzzle.Board().Len())}
	for _, l := range s.puzzle.Lines() {
		other := func(t puzzle.Term) bool { return t.Minus || len(t.Cells) > 1 }
		q.lines = append(q.lines, questionLine{Line: l, adds: !slices.ContainsFunc(l.Terms, other)})
	}
	for i := range q.lines {
		l := &q.lines[i]
		for _, c := range l.Cells() {
			q.linesOf[c] = append(q.linesOf[c], l)
		}
	}
	return q
}

// apply puts the clues and the chosen numbers on the board.
func (s *magicQuestions) apply(chosen []int) {
	n := len(s.linesOf)
	s.board = s.puzzle.Clues()
	for _, way := range chosen {
		s.board[way%n] = s.values[way/n]
	}
	s.left = make([]int, len(s.values))
	var all []int // the numbers that are left, each as often as it may stand on the board
	for v, k := range s.values {
		s.left[v] = s.puzzle.Uses(k)
		for _, other := range s.board {
			if other == k {
				s.left[v]--
			}
		}
		all = append(all, slices.Repeat([]int{k}, max(0, min(s.left[v], n)))...)
	}
	s.bounds = make([]span, len(all)+1)
	for i := range all {
		s.bounds[i+1] = span{s.bounds[i].least + all[i], s.bounds[i].most + all[len(all)-1-i]}
	}
	for i := range s.lines {
		l := &s.lines[i]
		l.rest, l.open = l.Sum, 0
		for _, c := range l.Cells() {
			if s.board[c] == puzzle.Empty {
				l.open++
			} else {
				l.rest -= s.board[c]
			}
		}
	}
}

func (s *magicQuestions) ways(chosen []int) ([]int, bool) {
	s.apply(chosen)
	for i := range s.lines {
		if value, full := s.lines[i].Value(s.board); full && !s.lines[i].Any && value != s.lines[i].Sum {
			return nil, true
		}
	}
	var best []int
	fewest := math.MaxInt
	for c, k := range s.board {
		if k != puzzle.Empty || s.run.Err() != nil {
			continue
		}
		if ways := s.waysOf(c, fewest); len(ways) < fewest {
			best, fewest = ways, len(ways)
		}
	}
	return best, fewest < math.MaxInt
}

// waysOf returns the ways of an open cell, but not more than most.
func (s *magicQuestions) waysOf(c, most int) (ways []int) {
	for v, k := range s.values {
		if s.left[v] <= 0 || len(ways) == most {
			continue
		}
		s.board[c] = k
		if !slices.ContainsFunc(s.linesOf[c], func(l *questionLine) bool { return !s.reaches(l, k) }) {
			ways = append(ways, v*len(s.board)+c)
		}
	}
	s.board[c] = puzzle.Empty
	return ways
}

// reaches reports whether a line can reach its sum with the number k on a cell that was open.
func (s *magicQuestions) reaches(l *questionLine, k int) bool {
	switch {
	case l.Any:
		return true
	case l.adds && l.open == 2:
		v, found := slices.BinarySearch(s.values, l.rest-k)
		return found && (s.left[v] > 1 || s.left[v] == 1 && l.rest-k != k)
	case l.adds && l.open-1 < len(s.bounds):
		others := s.bounds[l.open-1]
		return others.least <= l.rest-k && l.rest-k <= others.most
	}
	return s.spans(l)
}

// spans reports whether bounds for each open cell let a line reach its sum.
func (s *magicQuestions) spans(l *questionLine) bool {
	each := s.bounds[1]
	low, high := 0, 0
	for _, t := range l.Terms {
		from, to := 1, 1
		if t.Minus {
			from, to = -1, -1
		}
		for _, c := range t.Cells {
			least, most := each.least, each.most
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
func (s *magicQuestions) firstWays() (ways []int) {
	s.apply(nil)
	if s.puzzle.Rules().Form == puzzle.Equation {
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

func (s *magicQuestions) image(g puzzle.Symmetry, way int) int {
	n := len(s.linesOf)
	return way/n*n + g.Image[way%n]
}

// cube returns the board with the chosen numbers as additional clues.
func (s *magicQuestions) cube(chosen []int) (puzzle.Puzzle, lifter, error) {
	s.apply(chosen)
	part, err := s.puzzle.WithClues(s.board)
	return part, nil, err
}
