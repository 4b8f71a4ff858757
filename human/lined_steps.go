package human

import (
	"slices"
	"strconv"
	"strings"

	"crosscut/puzzle"
)

// The techniques of magic boards on any lines. They are those of plain squares. A line is
// linear in each of its cells, so the number of its last open cell follows from the others.

// step makes the easiest step: see logic.
func (s *linedState) step(hardest Level) (Step, bool) {
	return easiest(hardest, &s.wrong, []technique{
		{Easy, s.lastCellStep},
		{Medium, s.onlyNumberStep},
		{Medium, s.onlyCellStep},
		{Medium, func() (Step, bool) { return s.fillingsStep(TwoCells, 2, 2) }},
		{Hard, s.lineSumStep},
		{Hard, func() (Step, bool) { return s.fillingsStep(ThreeCells, 3, 3) }},
		{Hard, func() (Step, bool) { return s.fillingsStep(Combination, 4, len(s.numberOn)) }},
	})
}

// placeStep places v on c and returns the step for that. The sentence gets the values number
// and cell.
func (s *linedState) placeStep(how Technique, v, c int, because []int, template string, values Values) (Step, bool) {
	s.place(v, c)
	values["number"], values["cell"] = Number(s.values[v]), Cell(c)
	return Step{
		Technique: how, Place: []Candidate{s.candidate(v, c)}, Sentence: Sentence{template, values},
		Because: slices.DeleteFunc(sortedCells(because), func(d int) bool { return d == c }),
	}, true
}

// numberedLines are the templates of the lines whose names end with a number.
var numberedLines = map[string]string{
	"row": "magic.row", "column": "magic.column", "ring": "magic.ring", "sector": "magic.sector", "line": "magic.line",
}

// lineName returns the name of a line as a sentence.
func lineName(l *puzzle.Line) Sentence {
	what, number, _ := strings.Cut(l.Name, " ")
	n, err := strconv.Atoi(number)
	if template := numberedLines[what]; template != "" && err == nil {
		return *saying(template, Values{"number": Number(n)})
	}
	return *saying("magic.cells", Values{"cells": Cells(l.Cells())})
}

// openOf returns the open cells of a line.
func (s *linedState) openOf(l *puzzle.Line) (open []int) {
	for _, c := range l.Cells() {
		if s.numberOn[c] < 0 {
			open = append(open, c)
		}
	}
	return open
}

// linear returns the factor of a cell of a line, and what factor and cell make together when
// the line has its sum. The other cells of the line have numbers on the board.
func linear(l *puzzle.Line, board []int, last, sum int) (factor, rest int) {
	for _, t := range l.Terms {
		product, hasLast := 1, false
		if t.Minus {
			product = -1
		}
		for _, c := range t.Cells {
			if c == last {
				hasLast = true
			} else {
				product *= board[c]
			}
		}
		if hasLast {
			factor = product
		} else {
			sum -= product
		}
	}
	return factor, sum
}

// lastCellStep looks for a line with one open cell.
func (s *linedState) lastCellStep() (Step, bool) {
	for i := range s.lines {
		l := &s.lines[i]
		open := s.openOf(l)
		sum, known := s.target(l)
		if len(open) != 1 || !known {
			continue
		}
		c := open[0]
		factor, rest := linear(l, s.board(), c, sum)
		if factor == 0 && rest == 0 {
			continue // any number does
		}
		v, found := -1, false
		if factor != 0 && rest%factor == 0 {
			v, found = slices.BinarySearch(s.values, rest/factor)
		}
		if !found || !s.may[c*len(s.values)+v] {
			s.wrong = saying("magic.noLast", Values{"line": lineName(l), "cell": Cell(c), "sum": Number(sum)})
			return Step{}, false
		}
		return s.placeStep(LastCell, v, c, l.Cells(), "magic.lastLined", Values{"line": lineName(l), "sum": Number(sum)})
	}
	return Step{}, false
}

// onlyNumberStep looks for a cell with one number left.
func (s *linedState) onlyNumberStep() (Step, bool) {
	for c, count := range s.numbersLeft {
		if count == 1 && s.numberOn[c] < 0 {
			v := s.numbersFor(c)[0]
			return s.placeStep(OnlyNumber, v, c, nil, "magic.onlyNumber", Values{})
		}
	}
	return Step{}, false
}

// onlyCellStep looks for a number that must be on all cells that are left for it.
func (s *linedState) onlyCellStep() (Step, bool) {
	for v, left := range s.left {
		if !s.exact || left == 0 || s.cellsLeft[v] != left {
			continue
		}
		c := s.cellsFor(v)[0]
		if left == 1 {
			return s.placeStep(OnlyCell, v, c, nil, "magic.onlyCell", Values{})
		}
		return s.placeStep(OnlyCell, v, c, nil, "magic.onlyCells", Values{"count": Number(left)})
	}
	return Step{}, false
}

// lineSumStep looks for a line whose sum excludes a candidate by bounds.
func (s *linedState) lineSumStep() (Step, bool) {
	for i := range s.lines {
		l := &s.lines[i]
		sum, known := s.target(l)
		if s.over() {
			return Step{}, false
		}
		if !known {
			continue
		}
		var dropped []Candidate
		open := s.openOf(l)
		for _, c := range open {
			for _, v := range s.numbersFor(c) {
				if s.over() {
					break
				}
				if low, high := s.bounds(l, c, s.values[v]); (sum < low || sum > high) && s.drop(v, c) {
					dropped = append(dropped, s.candidate(v, c))
				}
			}
			if s.wrong != nil {
				return Step{}, false
			}
		}
		if len(dropped) > 0 {
			return s.removeStep(LineSum, l, open, dropped, "magic.lineBounds", Values{"sum": Number(sum)})
		}
	}
	return Step{}, false
}

// bounds returns the bounds of a line if a cell has the number k.
func (s *linedState) bounds(l *puzzle.Line, cell, k int) (low, high int) {
	for _, t := range l.Terms {
		from, to := 1, 1
		if t.Minus {
			from, to = -1, -1
		}
		for _, c := range t.Cells {
			least, most := k, k
			if c != cell {
				numbers := s.numbersFor(c)
				least, most = s.values[numbers[0]], s.values[numbers[len(numbers)-1]]
			}
			products := []int{from * least, from * most, to * least, to * most}
			from, to = slices.Min(products), slices.Max(products)
		}
		low, high = low+from, high+to
	}
	return low, high
}

// fillingsStep looks for a line whose fillings exclude a candidate. The line has smallest
// to largest open cells. fillingBudget bounds the work on a line.
func (s *linedState) fillingsStep(how Technique, smallest, largest int) (Step, bool) {
	for i := range s.lines {
		if s.over() {
			return Step{}, false
		}
		l := &s.lines[i]
		open := s.openOf(l)
		sum, known := s.target(l)
		if !known || len(open) < smallest || len(open) > largest {
			continue
		}
		f := &linedFillings{linedState: s, line: l, open: open, board: s.board(), used: make([]int, len(s.values)), sum: sum, budget: fillingBudget}
		for range open {
			f.met = append(f.met, make([]bool, len(s.values)))
		}
		if !f.fill(0) {
			continue
		}
		if f.count == 0 {
			s.wrong = saying("magic.noFilling", Values{"line": lineName(l)})
			return Step{}, false
		}
		var dropped []Candidate
		for j, c := range open {
			for _, v := range s.numbersFor(c) {
				if !f.met[j][v] && s.drop(v, c) {
					dropped = append(dropped, s.candidate(v, c))
				}
			}
		}
		if s.wrong != nil {
			return Step{}, false
		}
		if len(dropped) > 0 {
			return s.removeStep(how, l, open, dropped, "magic.fillings", Values{"cells": Number(len(open)), "count": Number(f.count)})
		}
	}
	return Step{}, false
}

// linedFillings goes through the fillings of the open cells of a line.
type linedFillings struct {
	*linedState
	line   *puzzle.Line
	open   []int
	board  []int
	used   []int // per number, how often the filling has it
	met    [][]bool
	sum    int
	count  int
	budget int
}

// fill fills the open cells from the i-th on. It reports whether the budget was enough.
func (f *linedFillings) fill(i int) bool {
	c := f.open[i]
	numbers := f.numbersFor(c)
	if i == len(f.open)-1 {
		factor, rest := linear(f.line, f.board, c, f.sum)
		switch {
		case factor == 0 && rest != 0, factor != 0 && rest%factor != 0:
			numbers = nil
		case factor != 0:
			v, found := slices.BinarySearch(f.values, rest/factor)
			if numbers = nil; found && f.may[c*len(f.values)+v] {
				numbers = []int{v}
			}
		}
	}
	if f.budget -= 1 + len(numbers); f.budget < 0 {
		return false
	}
	for _, v := range numbers {
		if f.exact && f.used[v] == f.left[v] {
			continue
		}
		before := f.count
		f.used[v]++
		f.board[c] = f.values[v]
		ok := true
		if i == len(f.open)-1 {
			f.count++
		} else {
			ok = f.fill(i + 1)
		}
		f.used[v]--
		f.board[c] = puzzle.Empty
		if !ok {
			return false
		}
		f.met[i][v] = f.met[i][v] || f.count > before
	}
	return true
}

// removeStep returns the step for candidates of a line that are dropped already. The
// sentence gets the values line and conclusion.
func (s *linedState) removeStep(how Technique, l *puzzle.Line, open []int, dropped []Candidate, template string, values Values) (Step, bool) {
	if s.supposed {
		return Step{Technique: how, Remove: dropped}, true
	}
	var parts Sentences
	for _, c := range open {
		var numbers, left Numbers
		for _, g := range dropped {
			if g.Cells[0] == c {
				numbers = append(numbers, g.Value)
			}
		}
		for _, v := range s.numbersFor(c) {
			left = append(left, s.values[v])
		}
		if len(numbers) > 4 || len(numbers) > 0 && len(left) <= 4 {
			parts = append(parts, *saying("numbers.canOnlyBe", Values{"cell": Cell(c), "numbers": left}))
		} else if len(numbers) > 0 {
			parts = append(parts, *saying("numbers.cannotBe", Values{"cell": Cell(c), "numbers": numbers}))
		}
	}
	values["line"], values["conclusion"] = lineName(l), parts
	return Step{Technique: how, Remove: dropped, Because: slices.Sorted(slices.Values(l.Cells())), Sentence: Sentence{template, values}}, true
}
