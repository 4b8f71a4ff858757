package human

import (
	"errors"
	"math/bits"
	"slices"

	"crosscut/human/internal/say"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// hidokuState is a partly filled Hidoku. Numbers count from 0 here: number k is written
// k+1.
//
// Invariant: c is in the set cells[k] exactly if k may still be on c. cellsLeft[k] and
// numbersLeft[c] count these candidates by number and by cell.
type hidokuState struct {
	*patience
	puzzle     *puzzle.Hidoku
	variant    bool  // there are rules beyond the graph
	apart      []int // for each two cells of the order that follow each other, the steps between them
	n          int
	neighbours [][]int // per cell, the cells that touch it
	cellOf     []int   // per number, its cell or -1
	numberOn   []int   // per cell, its number or -1
	open       int     // number of cells without a number

	words       int      // number of words in a set of cells
	cells       []uint64 // per number, the set of cells that it may be on
	cellsLeft   []int
	numbersLeft []int

	// Per number and cell, the technique that excluded the candidate. It is none if a
	// step has shown it already, or if the cell or the number is placed.
	droppedBy []uint8

	wrong *say.Sentence // why there is no solution; nil if unknown

	clock     int   // grows with every change
	changed   []int // per number, the clock when it last lost a cell
	reachedAt int   // the value of open when reach last ran; 0 or less if it has not run
	bridgedAt []int // per number, the clock when the gap that begins there was last looked at
}

func newHidokuState(p *puzzle.Hidoku) *hidokuState {
	n := p.Board().Len()
	s := &hidokuState{
		patience: new(patience), puzzle: p, variant: p.Closed() || !p.AnyPath(), n: n, neighbours: make([][]int, n), open: n, words: (n + 63) / 64, clock: 1, reachedAt: -1,
		cellOf: slices.Repeat([]int{-1}, n), numberOn: slices.Repeat([]int{-1}, n),
		cellsLeft: slices.Repeat([]int{n}, n), numbersLeft: slices.Repeat([]int{n}, n),
		droppedBy: make([]uint8, n*n), changed: make([]int, n), bridgedAt: make([]int, n),
	}
	s.cells = make([]uint64, n*s.words)
	for c := range n {
		s.cells[c/64] |= 1 << (c % 64)
	}
	for k := 1; k < n; k++ {
		copy(s.cells[k*s.words:], s.cells[:s.words])
	}
	for c := range n {
		s.neighbours[c] = p.Neighbours(c)
	}
	if s.variant {
		s.apart = s.orderSteps()
	}
	for c := range n {
		if k := p.Clue(c); k != puzzle.Empty {
			s.place(k-1, c)
		}
	}
	s.dropUnfit()
	if from, to, steps := space.FarClues(p); steps > 0 {
		template := "hidoku.far"
		if steps == 1 {
			template = "hidoku.apart"
		}
		s.wrong = say.New(template, say.Values{"number": say.Number(p.Clue(from)), "next": say.Number(p.Clue(to)), "count": say.Number(steps)})
	}
	return s
}

// dropUnfit removes what does not fit for other reasons than clues.
func (s *hidokuState) dropUnfit() {
	for c := range s.n {
		for k := range s.n {
			if !s.puzzle.Fits(c, k+1) {
				s.drop(k, c, none)
			}
		}
	}
}

func (s *hidokuState) clone() logic {
	t := *s
	t.cellOf, t.numberOn = slices.Clone(s.cellOf), slices.Clone(s.numberOn)
	t.cells, t.cellsLeft, t.numbersLeft = slices.Clone(s.cells), slices.Clone(s.cellsLeft), slices.Clone(s.numbersLeft)
	t.droppedBy = slices.Clone(s.droppedBy)
	t.changed, t.bridgedAt = slices.Clone(s.changed), slices.Clone(s.bridgedAt)
	return &t
}

func (s *hidokuState) may(k, c int) bool { return s.cells[k*s.words+c/64]>>(c%64)&1 != 0 }

// drop removes the candidate k on c and reports whether it was there.
func (s *hidokuState) drop(k, c int, how Technique) bool {
	if !s.may(k, c) {
		return false
	}
	s.cells[k*s.words+c/64] &^= 1 << (c % 64)
	s.droppedBy[k*s.n+c] = uint8(how)
	s.cellsLeft[k]--
	s.numbersLeft[c]--
	s.clock++
	s.changed[k] = s.clock
	switch {
	case s.wrong != nil:
	case s.cellsLeft[k] == 0:
		s.wrong = say.New("numbers.noCell", say.Values{"number": say.Number(k + 1)})
	case s.numbersLeft[c] == 0:
		s.wrong = say.New("numbers.noNumber", say.Values{"cell": say.Cell(c)})
	}
	return true
}

func (s *hidokuState) place(k, c int) {
	if s.cellOf[k] >= 0 || s.numberOn[c] >= 0 {
		if s.cellOf[k] != c && s.wrong == nil {
			s.wrong = say.New("numbers.impossible", say.Values{"number": say.Number(k + 1), "cell": say.Cell(c)})
		}
		return
	}
	s.cellOf[k], s.numberOn[c] = c, k
	s.open--
	s.clock++
	s.changed[k] = s.clock
	for d := range s.n {
		if d != c {
			s.drop(k, d, none)
		}
	}
	for other := range s.n {
		if other != k {
			s.drop(other, c, none)
		}
	}
	if !s.may(k, c) && s.wrong == nil {
		s.wrong = say.New("numbers.impossible", say.Values{"number": say.Number(k + 1), "cell": say.Cell(c)})
	}
}

func (s *hidokuState) cellsFor(k int) []int {
	list := make([]int, 0, s.cellsLeft[k])
	for w, word := range s.cells[k*s.words : (k+1)*s.words] {
		for ; word != 0; word &= word - 1 {
			list = append(list, 64*w+bits.TrailingZeros64(word))
		}
	}
	return list
}

func (s *hidokuState) numbersFor(c int) []int {
	var numbers []int
	for k := range s.n {
		if s.may(k, c) {
			numbers = append(numbers, k)
		}
	}
	return numbers
}

func (s *hidokuState) touch(c, d int) bool { return slices.Contains(s.neighbours[c], d) }

func (s *hidokuState) solved() bool { return s.open == 0 && s.fault() == nil }

func (s *hidokuState) fault() *say.Sentence {
	if s.wrong == nil {
		s.wrong = s.brokenRule()
	}
	if s.wrong != nil || s.open > 0 {
		return s.wrong
	}
	for k := 1; k < s.n; k++ {
		if !s.touch(s.cellOf[k-1], s.cellOf[k]) {
			return say.New("hidoku.apart", say.Values{"number": say.Number(k), "next": say.Number(k + 1)})
		}
	}
	return nil
}

// brokenRule says that the placed numbers break a rule of a variant, or returns nil.
func (s *hidokuState) brokenRule() *say.Sentence {
	if !s.variant {
		return nil
	}
	var broken *puzzle.Violation
	if err := puzzle.CheckPartial(s.puzzle, s.board()); errors.As(err, &broken) && broken.Cell >= 0 {
		return say.New("hidoku.broken", say.Values{"cell": say.Cell(broken.Cell)})
	}
	return nil
}

func (s *hidokuState) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, s.n)
	for c, k := range s.numberOn {
		if k >= 0 {
			board[c] = k + 1
		}
	}
	return board
}

func (s *hidokuState) name(c Candidate) say.Sentence { return numberAt(c) }

func (s *hidokuState) undecided() int { return undecided(s.numberOn, s.numbersLeft) }

func (s *hidokuState) effort() int { return 1 + s.n/100 }

func (s *hidokuState) suppose(c Candidate) { s.place(c.Value-1, c.Cells[0]) }

func (s *hidokuState) refute(c Candidate) { s.drop(c.Value-1, c.Cells[0], none) }

func (s *hidokuState) candidate(k, c int) Candidate { return Candidate{Value: k + 1, Cells: []int{c}} }

func (s *hidokuState) choices(limit int) []choice {
	return numberChoices(s, s.cellOf, s.cellsLeft, s.numberOn, s.numbersLeft, limit)
}

// gap is a run of numbers without cells, from+1 to to-1. The numbers from and to have
// cells. From is -1 if the gap begins with the first number, and to is n if it ends with
// the last.
type gap struct{ from, to int }

func (g gap) size() int { return g.to - g.from - 1 }

func (s *hidokuState) gaps() []gap {
	var gaps []gap
	from := -1
	for k := 0; k <= s.n; k++ {
		if k < s.n && s.cellOf[k] < 0 {
			continue
		}
		if k > from+1 {
			gaps = append(gaps, gap{from, k})
		}
		from = k
	}
	return gaps
}

func (g gap) has(k int) bool { return g.from < k && k < g.to }

// ends returns the cells at the ends of a gap: two, one, or none.
func (s *hidokuState) ends(g gap) []int {
	var ends []int
	if g.from >= 0 {
		ends = append(ends, s.cellOf[g.from])
	}
	if g.to < s.n {
		ends = append(ends, s.cellOf[g.to])
	}
	return ends
}

// span names a gap by its ends: "between 36 and 41", "after 97", "before 4".
func (s *hidokuState) span(g gap) say.Sentence {
	switch {
	case g.from < 0 && g.to == s.n:
		return *say.New("hidoku.wholePath", say.Values{})
	case g.from < 0:
		return *say.New("hidoku.before", say.Values{"to": say.Number(g.to + 1)})
	case g.to == s.n:
		return *say.New("hidoku.after", say.Values{"from": say.Number(g.from + 1)})
	}
	return *say.New("hidoku.between", say.Values{"from": say.Number(g.from + 1), "to": say.Number(g.to + 1)})
}
