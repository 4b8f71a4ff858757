package human

import (
	"slices"

	"crosscut/puzzle"
)

// magicState is a partly filled magic board. Numbers count from 0 here: number k is
// written k+low.
//
// Invariant: may[c*size+k] is true exactly if k may still be on c. cellsLeft[k] and
// numbersLeft[c] count these candidates by number and by cell.
type magicState struct {
	*patience
	puzzle      *puzzle.Magic
	order       int // number of rows
	size        int // number of cells
	sum         int // the sum of a line, for numbers counted from 0
	lines       []line
	cellOf      []int // per number, its cell or -1
	numberOn    []int // per cell, its number or -1
	open        int
	may         []bool
	cellsLeft   []int
	numbersLeft []int
	wrong       *Sentence

	clock    int   // grows with every change
	changed  []int // per cell, the clock when it last lost a number
	lookedAt []int // per technique of lines and line, the clock when it was last looked at

	supposed bool // the state follows a supposition: nobody reads the words and cells of its steps
}

// line is a row, a column or a diagonal.
type line struct {
	name  Sentence
	cells []int
}

func newMagicState(p *puzzle.Magic) *magicState {
	n := p.Order()
	size := n * n
	s := &magicState{
		patience: new(patience), puzzle: p, order: n, size: size, sum: p.Sum() - n*p.Low(), open: size,
		cellOf: slices.Repeat([]int{-1}, size), numberOn: slices.Repeat([]int{-1}, size),
		may: slices.Repeat([]bool{true}, size*size), cellsLeft: slices.Repeat([]int{size}, size), numbersLeft: slices.Repeat([]int{size}, size),
		clock: 1, changed: slices.Repeat([]int{1}, size),
	}
	for i := range n {
		s.addLine(saying("magic.row", Values{"number": Number(i + 1)}), n*i, 1)
	}
	for i := range n {
		s.addLine(saying("magic.column", Values{"number": Number(i + 1)}), i, n)
	}
	if p.Diagonals() {
		s.addLine(saying("magic.falling", Values{}), 0, n+1)
		s.addLine(saying("magic.rising", Values{}), n-1, n-1)
	}
	s.lookedAt = make([]int, lineTechniques*len(s.lines))
	for c := range size {
		if k := p.Clue(c); k != puzzle.Empty {
			s.place(k-p.Low(), c)
		}
	}
	return s
}

func (s *magicState) addLine(name *Sentence, first, stride int) {
	l := line{name: *name}
	for i := range s.order {
		l.cells = append(l.cells, first+i*stride)
	}
	s.lines = append(s.lines, l)
}

func (s *magicState) clone() logic {
	t := *s
	t.supposed = true
	t.cellOf, t.numberOn = slices.Clone(s.cellOf), slices.Clone(s.numberOn)
	t.changed, t.lookedAt = slices.Clone(s.changed), slices.Clone(s.lookedAt)
	t.may, t.cellsLeft, t.numbersLeft = slices.Clone(s.may), slices.Clone(s.cellsLeft), slices.Clone(s.numbersLeft)
	return &t
}

// drop removes the candidate k on c and reports whether it was there.
func (s *magicState) drop(k, c int) bool {
	if !s.may[c*s.size+k] {
		return false
	}
	s.may[c*s.size+k] = false
	s.cellsLeft[k]--
	s.numbersLeft[c]--
	s.clock++
	s.changed[c] = s.clock
	switch {
	case s.wrong != nil:
	case s.cellsLeft[k] == 0:
		s.wrong = saying("numbers.noCell", Values{"number": Number(s.written(k))})
	case s.numbersLeft[c] == 0:
		s.wrong = saying("numbers.noNumber", Values{"cell": Cell(c)})
	}
	return true
}

// place puts k on c.
func (s *magicState) place(k, c int) {
	if k < 0 || k >= s.size || !s.may[c*s.size+k] || s.cellOf[k] >= 0 || s.numberOn[c] >= 0 {
		if s.wrong == nil {
			s.wrong = saying("numbers.impossible", Values{"number": Number(s.written(k)), "cell": Cell(c)})
		}
		return
	}
	s.cellOf[k], s.numberOn[c] = c, k
	s.open--
	s.clock++
	s.changed[c] = s.clock
	for other := range s.size {
		if other != k {
			s.drop(other, c)
		}
		if other != c {
			s.drop(k, other)
		}
	}
}

func (s *magicState) written(k int) int { return k + s.puzzle.Low() }

func (s *magicState) solved() bool { return s.open == 0 && s.fault() == nil }

func (s *magicState) fault() *Sentence {
	if s.wrong != nil {
		return s.wrong
	}
	for i := range s.lines {
		if open, rest := s.lacks(&s.lines[i]); open == 0 && rest != 0 {
			return saying("magic.wrongSum", Values{"line": s.lines[i].name, "sum": Number(s.puzzle.Sum())})
		}
	}
	return nil
}

// lacks returns the number of open cells of a line, and the sum that they must have as
// numbers counted from 0.
func (s *magicState) lacks(l *line) (open, rest int) {
	rest = s.sum
	for _, c := range l.cells {
		if k := s.numberOn[c]; k >= 0 {
			rest -= k
		} else {
			open++
		}
	}
	return open, rest
}

// missing returns the open cells of a line, and the sum that they must have as numbers
// counted from 0.
func (s *magicState) missing(l *line) (open []int, rest int) {
	count, rest := s.lacks(l)
	open = make([]int, 0, count)
	for _, c := range l.cells {
		if s.numberOn[c] < 0 {
			open = append(open, c)
		}
	}
	return open, rest
}

func (s *magicState) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, s.size)
	for c, k := range s.numberOn {
		if k >= 0 {
			board[c] = s.written(k)
		}
	}
	return board
}

func (s *magicState) name(c Candidate) Sentence { return numberAt(c) }

func (s *magicState) undecided() int { return undecided(s.cellOf, s.cellsLeft) }

func (s *magicState) effort() int { return 1 + s.order/4 }

func (s *magicState) suppose(c Candidate) { s.place(c.Value-s.puzzle.Low(), c.Cells[0]) }

func (s *magicState) refute(c Candidate) { s.drop(c.Value-s.puzzle.Low(), c.Cells[0]) }

func (s *magicState) candidate(k, c int) Candidate {
	return Candidate{Value: s.written(k), Cells: []int{c}}
}

// numbersFor returns the numbers that may be on c, ascending.
func (s *magicState) numbersFor(c int) []int {
	numbers := make([]int, 0, s.numbersLeft[c])
	for k, may := range s.may[c*s.size : (c+1)*s.size] {
		if may {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// cellsFor returns the cells that k may be on.
func (s *magicState) cellsFor(k int) []int {
	var cells []int
	for c := range s.size {
		if s.may[c*s.size+k] {
			cells = append(cells, c)
		}
	}
	return cells
}

func (s *magicState) choices(limit int) []choice {
	var sets []choice
	for _, v := range fewestCandidates(s.cellOf, s.cellsLeft, s.numberOn, s.numbersLeft, limit) {
		var set choice
		if !v.isCell {
			set.question = *saying("numbers.cellsLeft", Values{"number": Number(s.written(v.index)), "count": Number(v.size)})
			for _, c := range s.cellsFor(v.index) {
				set.options = append(set.options, s.candidate(v.index, c))
			}
		} else {
			set.question = *saying("numbers.numbersLeft", Values{"cell": Cell(v.index), "count": Number(v.size)})
			for _, k := range s.numbersFor(v.index) {
				set.options = append(set.options, s.candidate(k, v.index))
			}
		}
		sets = append(sets, set)
	}
	return sets
}
