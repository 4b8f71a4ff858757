package human

import (
	"slices"

	"crosscut/puzzle"
)

// linedState is a partly filled magic board with any lines and a multiset of numbers. It is
// for boards that are not plain squares. A number is known by its index among the numbers
// that differ, ascending.
//
// Invariant: may[c*n+v] is true exactly if v may still be on c, where n is the number of
// numbers. On a filled cell only its number may be. numbersLeft[c] counts the candidates of
// a cell, and cellsLeft[v] the open cells with the candidate v.
type linedState struct {
	*patience
	puzzle      *puzzle.Magic
	values      []int
	left        []int // per number, how often it may still be placed
	exact       bool  // all numbers that are left must be placed
	lines       []puzzle.Line
	numberOn    []int // per cell, its number or -1
	open        int
	may         []bool
	cellsLeft   []int
	numbersLeft []int
	wrong       *Sentence
	supposed    bool // the state follows a supposition: nobody reads the words and cells of its steps
}

func newLinedState(p *puzzle.Magic) *linedState {
	cells, values := p.Board().Len(), slices.Compact(p.Numbers())
	n := len(values)
	s := &linedState{
		patience: new(patience), puzzle: p, values: values, exact: !p.Free(), lines: p.Lines(), open: cells, numberOn: slices.Repeat([]int{-1}, cells),
		may: slices.Repeat([]bool{true}, cells*n), cellsLeft: slices.Repeat([]int{cells}, n), numbersLeft: slices.Repeat([]int{n}, cells),
	}
	for _, k := range values {
		s.left = append(s.left, p.Uses(k))
	}
	for c := range cells {
		if k := p.Clue(c); k != puzzle.Empty {
			v, _ := slices.BinarySearch(values, k)
			s.place(v, c)
		}
	}
	return s
}

func (s *linedState) clone() logic {
	t := *s
	t.supposed = true
	t.left, t.numberOn, t.may = slices.Clone(s.left), slices.Clone(s.numberOn), slices.Clone(s.may)
	t.cellsLeft, t.numbersLeft = slices.Clone(s.cellsLeft), slices.Clone(s.numbersLeft)
	return &t
}

// drop removes the candidate v on c and reports whether it was there.
func (s *linedState) drop(v, c int) bool {
	if at := c*len(s.values) + v; s.may[at] {
		s.may[at] = false
	} else {
		return false
	}
	s.numbersLeft[c]--
	if s.numberOn[c] < 0 {
		s.cellsLeft[v]--
	}
	switch {
	case s.wrong != nil:
	case s.exact && s.numberOn[c] < 0 && s.cellsLeft[v] < s.left[v]:
		s.wrong = saying("magic.fewCells", Values{"number": Number(s.values[v])})
	case s.numbersLeft[c] == 0:
		s.wrong = saying("numbers.noNumber", Values{"cell": Cell(c)})
	}
	return true
}

// place puts v on c.
func (s *linedState) place(v, c int) {
	if !s.may[c*len(s.values)+v] || s.numberOn[c] >= 0 || s.left[v] == 0 {
		if s.wrong == nil {
			s.wrong = saying("numbers.impossible", Values{"number": Number(s.values[v]), "cell": Cell(c)})
		}
		return
	}
	s.left[v]--
	for other := range s.values {
		if other != v {
			s.drop(other, c)
		}
	}
	s.numberOn[c] = v
	s.cellsLeft[v]--
	s.open--
	if s.left[v] > 0 || !s.exact {
		return
	}
	for d, k := range s.numberOn {
		if k < 0 {
			s.drop(v, d)
		}
	}
}

func (s *linedState) solved() bool { return s.open == 0 && s.fault() == nil }

// common returns the sum of the lines whose sum is not given, if one of them is full.
func (s *linedState) common() (sum int, known bool) {
	board := s.board()
	for i := range s.lines {
		if value, full := s.lines[i].Value(board); full && s.lines[i].Any {
			return value, true
		}
	}
	return 0, false
}

// target returns what a line must add up to, if that is known.
func (s *linedState) target(l *puzzle.Line) (sum int, known bool) {
	if l.Any {
		return s.common()
	}
	return l.Sum, true
}

func (s *linedState) fault() *Sentence {
	if s.wrong != nil {
		return s.wrong
	}
	board := s.board()
	for i := range s.lines {
		l := &s.lines[i]
		value, full := l.Value(board)
		if target, known := s.target(l); full && known && value != target {
			return saying("magic.wrongValue", Values{"line": lineName(l), "value": Number(value), "sum": Number(target)})
		}
	}
	return nil
}

func (s *linedState) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, len(s.numberOn))
	for c, v := range s.numberOn {
		if v >= 0 {
			board[c] = s.values[v]
		}
	}
	return board
}

func (s *linedState) name(c Candidate) Sentence { return numberAt(c) }

func (s *linedState) undecided() (count int) {
	for c, v := range s.numberOn {
		if v < 0 {
			count += s.numbersLeft[c]
		}
	}
	return count
}

func (s *linedState) effort() int { return 2 + len(s.values)/16 }

// number returns the index of the number of a candidate.
func (s *linedState) number(c Candidate) int {
	v, _ := slices.BinarySearch(s.values, c.Value)
	return v
}

func (s *linedState) suppose(c Candidate) { s.place(s.number(c), c.Cells[0]) }

func (s *linedState) refute(c Candidate) { s.drop(s.number(c), c.Cells[0]) }

func (s *linedState) candidate(v, c int) Candidate {
	return Candidate{Value: s.values[v], Cells: []int{c}}
}

// numbersFor returns the numbers that may be on c, ascending.
func (s *linedState) numbersFor(c int) (numbers []int) {
	for v := range s.values {
		if s.may[c*len(s.values)+v] {
			numbers = append(numbers, v)
		}
	}
	return numbers
}

// cellsFor returns the open cells that v may be on.
func (s *linedState) cellsFor(v int) (cells []int) {
	for c, k := range s.numberOn {
		if k < 0 && s.may[c*len(s.values)+v] {
			cells = append(cells, c)
		}
	}
	return cells
}

// choices returns sets of candidates: the numbers of a cell, or the cells of a number that
// must stand once more.
func (s *linedState) choices(limit int) (sets []choice) {
	for c, v := range s.numberOn {
		if v >= 0 {
			continue
		}
		set := choice{question: *saying("numbers.numbersLeft", Values{"cell": Cell(c), "count": Number(s.numbersLeft[c])})}
		for _, k := range s.numbersFor(c) {
			set.options = append(set.options, s.candidate(k, c))
		}
		sets = append(sets, set)
	}
	for v, left := range s.left {
		if !s.exact || left != 1 {
			continue
		}
		set := choice{question: *saying("numbers.cellsLeft", Values{"number": Number(s.values[v]), "count": Number(s.cellsLeft[v])})}
		for _, c := range s.cellsFor(v) {
			set.options = append(set.options, s.candidate(v, c))
		}
		sets = append(sets, set)
	}
	slices.SortStableFunc(sets, func(a, b choice) int { return len(a.options) - len(b.options) })
	return sets[:min(limit, len(sets))]
}
