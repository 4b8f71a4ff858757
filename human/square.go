package human

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// square is a magic board on its way. Numbers count from 0 here, so that number k is
// written k+low.
//
// Invariant: may[c*size+k] exactly when k may still be on c; left[k] and fits[c] are
// the sizes of these sets by number and by cell.
type square struct {
	p      *puzzle.Magic
	n      int // order
	size   int // n*n
	sum    int // of a line, of numbers counted from 0
	lines  []line
	at     []int // per number its cell, or -1
	number []int // per cell its number, or -1
	open   int
	may    []bool
	left   []int
	fits   []int
	wrong  string

	clock   int   // rises with every change
	changed []int // per cell, when its numbers last became fewer
	looked  []int // per technique of lines and line, the clock when it was last looked at
}

// line is a row, a column or a diagonal.
type line struct {
	name  string
	cells []int
}

func newSquare(p *puzzle.Magic) *square {
	n := p.Order()
	size := n * n
	s := &square{
		p: p, n: n, size: size, sum: p.Sum() - n*p.Low(), open: size,
		at: slices.Repeat([]int{-1}, size), number: slices.Repeat([]int{-1}, size),
		may: slices.Repeat([]bool{true}, size*size), left: slices.Repeat([]int{size}, size), fits: slices.Repeat([]int{size}, size),
		clock: 1, changed: slices.Repeat([]int{1}, size),
	}
	for i := range n {
		s.addLine(fmt.Sprintf("row %d", i+1), n*i, 1)
	}
	for i := range n {
		s.addLine(fmt.Sprintf("column %d", i+1), i, n)
	}
	if p.Diagonals() {
		s.addLine("the falling diagonal", 0, n+1)
		s.addLine("the rising diagonal", n-1, n-1)
	}
	s.looked = make([]int, lineTechniques*len(s.lines))
	for c := range size {
		if k := p.Clue(c); k != puzzle.Empty {
			s.place(k-p.Low(), c)
		}
	}
	return s
}

func (s *square) addLine(name string, first, stride int) {
	l := line{name: name}
	for i := range s.n {
		l.cells = append(l.cells, first+i*stride)
	}
	s.lines = append(s.lines, l)
}

func (s *square) clone() logic {
	t := *s
	t.at, t.number = slices.Clone(s.at), slices.Clone(s.number)
	t.changed, t.looked = slices.Clone(s.changed), slices.Clone(s.looked)
	t.may, t.left, t.fits = slices.Clone(s.may), slices.Clone(s.left), slices.Clone(s.fits)
	return &t
}

// drop takes k from c, if it is there, and reports whether it was.
func (s *square) drop(k, c int) bool {
	if !s.may[c*s.size+k] {
		return false
	}
	s.may[c*s.size+k] = false
	s.left[k]--
	s.fits[c]--
	s.clock++
	s.changed[c] = s.clock
	switch {
	case s.wrong != "":
	case s.left[k] == 0:
		s.wrong = fmt.Sprintf("no cell is left for %d", s.written(k))
	case s.fits[c] == 0:
		s.wrong = fmt.Sprintf("no number is left for %s", s.cell(c))
	}
	return true
}

// place puts k on c.
func (s *square) place(k, c int) {
	if k < 0 || k >= s.size || !s.may[c*s.size+k] || s.at[k] >= 0 || s.number[c] >= 0 {
		if s.wrong == "" {
			s.wrong = fmt.Sprintf("%d cannot be on %s", s.written(k), s.cell(c))
		}
		return
	}
	s.at[k], s.number[c] = c, k
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

func (s *square) cell(c int) string { return s.p.Board().Name(c) }

func (s *square) written(k int) int { return k + s.p.Low() }

func (s *square) solved() bool { return s.open == 0 && s.fault() == "" }

func (s *square) fault() string {
	if s.wrong != "" {
		return s.wrong
	}
	for i := range s.lines {
		if open, rest := s.rest(&s.lines[i]); len(open) == 0 && rest != 0 {
			return fmt.Sprintf("%s has not the sum %d", s.lines[i].name, s.p.Sum())
		}
	}
	return ""
}

// rest returns the open cells of a line, and the sum that is missing on them, of
// numbers counted from 0.
func (s *square) rest(l *line) (open []int, rest int) {
	rest = s.sum
	for _, c := range l.cells {
		if k := s.number[c]; k >= 0 {
			rest -= k
		} else {
			open = append(open, c)
		}
	}
	return open, rest
}

func (s *square) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, s.size)
	for c, k := range s.number {
		if k >= 0 {
			board[c] = s.written(k)
		}
	}
	return board
}

func (s *square) name(c Candidate) string {
	return fmt.Sprintf("%d at %s", c.Value, s.cell(c.Cells[0]))
}

func (s *square) undecided() int { return undecided(s.at, s.left) }

func (s *square) effort() int { return 1 + s.n/4 }

func (s *square) suppose(c Candidate) { s.place(c.Value-s.p.Low(), c.Cells[0]) }

func (s *square) refute(c Candidate) { s.drop(c.Value-s.p.Low(), c.Cells[0]) }

func (s *square) candidate(k, c int) Candidate {
	return Candidate{Value: s.written(k), Cells: []int{c}}
}

// numbersOf returns the numbers that may be on c, ascending.
func (s *square) numbersOf(c int) []int {
	var numbers []int
	for k, may := range s.may[c*s.size : (c+1)*s.size] {
		if may {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

// cellsOf returns the cells that k may be on.
func (s *square) cellsOf(k int) []int {
	var cells []int
	for c := range s.size {
		if s.may[c*s.size+k] {
			cells = append(cells, c)
		}
	}
	return cells
}

func (s *square) choices(limit int) []choice {
	var sets []choice
	for _, v := range fewest(s.at, s.left, s.number, s.fits, limit) {
		var set choice
		if !v.isCell {
			set.of = fmt.Sprintf("%d has %s left", s.written(v.index), counted(v.size, "cell"))
			for _, c := range s.cellsOf(v.index) {
				set.options = append(set.options, s.candidate(v.index, c))
			}
		} else {
			set.of = fmt.Sprintf("%s has %s left", s.cell(v.index), counted(v.size, "number"))
			for _, k := range s.numbersOf(v.index) {
				set.options = append(set.options, s.candidate(k, v.index))
			}
		}
		sets = append(sets, set)
	}
	return sets
}
