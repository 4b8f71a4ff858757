package human

import (
	"slices"

	"crosscut/human/internal/say"
	"crosscut/puzzle"
)

// magicState is a partly filled magic board. A number is known by its index among the numbers
// that differ, ascending.
//
// Invariant: may[c*n+v] is true exactly if v may still be on c, where n is the number of
// numbers. On a filled cell only its number may be. numbersLeft[c] counts the candidates of
// a cell, and cellsLeft[v] the open cells with the candidate v.
type magicState struct {
	*patience
	puzzle      *puzzle.Magic
	values      []int
	left        []int // per number, how often it may still be placed
	exact       bool  // all numbers that are left must be placed
	inRow       bool  // the numbers are at most 64, and differ by 1 from one to the next
	lines       []line
	numberOn    []int // per cell, its number or -1
	open        int
	may         []bool
	cellsLeft   []int
	numbersLeft []int
	wrong       *say.Sentence

	clock    int   // grows with every change
	changed  []int // per cell, the clock when it last lost a number
	lookedAt []int // per technique of lines and line, the clock when it was last looked at

	met      []int // scratch, also of clones: per number, how many of some cells may have it
	supposed bool  // the state follows a supposition: nobody reads the words and cells of its steps
}

// line is a line of the board, with what is asked again and again.
type line struct {
	puzzle.Line
	cells []int
	adds  bool // the line adds up its cells
}

func linesOf(p *puzzle.Magic) (lines []line) {
	for _, l := range p.Lines() {
		lines = append(lines, line{l, l.Cells(), l.IsSum()})
	}
	return lines
}

func newMagicState(p *puzzle.Magic) *magicState {
	cells, values := p.Board().Len(), slices.Compact(p.Numbers())
	n := len(values)
	s := &magicState{
		patience: new(patience), puzzle: p, values: values, exact: p.Rules().Form != puzzle.Equation, open: cells, numberOn: slices.Repeat([]int{-1}, cells),
		may: slices.Repeat([]bool{true}, cells*n), cellsLeft: slices.Repeat([]int{cells}, n), numbersLeft: slices.Repeat([]int{n}, cells),
		clock: 1, changed: slices.Repeat([]int{1}, cells), met: make([]int, n),
	}
	s.inRow = n <= 64 && values[n-1]-values[0] == n-1
	s.lines = linesOf(p)
	s.lookedAt = make([]int, lineTechniques*len(s.lines))
	for _, k := range values {
		s.left = append(s.left, p.Uses(k))
	}
	for c := range cells {
		if k := p.Clue(c); k != puzzle.Empty {
			v, _ := slices.BinarySearch(values, k)
			s.place(v, c)
		}
	}
	if _, fault := wrongLine(s.lines, s.board()); fault != nil {
		s.wrong = fault
	}
	return s
}

func (s *magicState) clone() logic {
	t := *s
	t.supposed = true
	t.left, t.numberOn, t.may = slices.Clone(s.left), slices.Clone(s.numberOn), slices.Clone(s.may)
	t.changed, t.lookedAt = slices.Clone(s.changed), slices.Clone(s.lookedAt)
	t.cellsLeft, t.numbersLeft = slices.Clone(s.cellsLeft), slices.Clone(s.numbersLeft)
	return &t
}

// drop removes the candidate v on c and reports whether it was there.
func (s *magicState) drop(v, c int) bool {
	if at := c*len(s.values) + v; s.may[at] {
		s.may[at] = false
	} else {
		return false
	}
	s.clock++
	s.changed[c] = s.clock
	s.numbersLeft[c]--
	if s.numberOn[c] < 0 {
		s.cellsLeft[v]--
	}
	switch {
	case s.wrong != nil:
	case s.exact && s.numberOn[c] < 0 && s.cellsLeft[v] < s.left[v]:
		template := "magic.fewCells"
		if s.cellsLeft[v] == 0 {
			template = "numbers.noCell"
		}
		s.wrong = say.New(template, say.Values{"number": say.Number(s.values[v])})
	case s.numbersLeft[c] == 0:
		s.wrong = say.New("numbers.noNumber", say.Values{"cell": say.Cell(c)})
	}
	return true
}

func (s *magicState) place(v, c int) {
	if !s.may[c*len(s.values)+v] || s.numberOn[c] >= 0 || s.left[v] == 0 {
		if s.wrong == nil {
			s.wrong = say.New("numbers.impossible", say.Values{"number": say.Number(s.values[v]), "cell": say.Cell(c)})
		}
		return
	}
	s.left[v]--
	for other := range s.values {
		if other != v {
			s.drop(other, c)
		}
	}
	s.clock++
	s.changed[c] = s.clock
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

func (s *magicState) solved() bool { return s.open == 0 && s.fault() == nil }

// target returns what a line must add up to, if that is known. The sum of the lines without a
// given one is known when one of them is full.
func (s *magicState) target(l *line) (sum int, known bool) {
	if !l.Any {
		return l.Sum, true
	}
	board := s.board()
	for i := range s.lines {
		if value, full := s.lines[i].Value(board); full && s.lines[i].Any {
			return value, true
		}
	}
	return 0, false
}

func (s *magicState) fault() *say.Sentence {
	if s.wrong != nil {
		return s.wrong
	}
	_, fault := wrongLine(s.lines, s.board())
	return fault
}

func (s *magicState) openOn(l *line) (count int) {
	for _, c := range l.cells {
		if s.numberOn[c] < 0 {
			count++
		}
	}
	return count
}

func (s *magicState) openOf(l *line) []int {
	open := make([]int, 0, len(l.cells))
	for _, c := range l.cells {
		if s.numberOn[c] < 0 {
			open = append(open, c)
		}
	}
	return open
}

// rest returns what the open cells of a line that adds up must have together.
func (s *magicState) rest(l *line, sum int) int {
	for _, c := range l.cells {
		if v := s.numberOn[c]; v >= 0 {
			sum -= s.values[v]
		}
	}
	return sum
}

func (s *magicState) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, len(s.numberOn))
	for c, v := range s.numberOn {
		if v >= 0 {
			board[c] = s.values[v]
		}
	}
	return board
}

func (s *magicState) name(c Candidate) say.Sentence { return numberAt(c) }

func (s *magicState) undecided() int { return undecided(s.numberOn, s.numbersLeft) }

func (s *magicState) effort() int {
	longest := 0
	for i := range s.lines {
		longest = max(longest, len(s.lines[i].cells))
	}
	return 1 + longest/4
}

func (s *magicState) number(c Candidate) int {
	v, _ := slices.BinarySearch(s.values, c.Value)
	return v
}

func (s *magicState) suppose(c Candidate) { s.place(s.number(c), c.Cells[0]) }

func (s *magicState) refute(c Candidate) { s.drop(s.number(c), c.Cells[0]) }

func (s *magicState) candidate(v, c int) Candidate {
	return Candidate{Value: s.values[v], Cells: []int{c}}
}

func (s *magicState) numbersFor(c int) []int {
	n := len(s.values)
	numbers := make([]int, 0, s.numbersLeft[c])
	for v, may := range s.may[c*n : (c+1)*n] {
		if may {
			numbers = append(numbers, v)
		}
	}
	return numbers
}

func (s *magicState) cellsFor(v int) (cells []int) {
	for c, k := range s.numberOn {
		if k < 0 && s.may[c*len(s.values)+v] {
			cells = append(cells, c)
		}
	}
	return cells
}

// choices returns sets of candidates: the cells of a number that must stand once more, or the
// numbers of a cell.
func (s *magicState) choices(limit int) []choice {
	once := make([]int, len(s.left))
	for v, left := range s.left {
		if s.exact && left == 1 {
			once[v] = -1
		}
	}
	return numberChoices(s, once, s.cellsLeft, s.numberOn, s.numbersLeft, limit)
}
