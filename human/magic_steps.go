package human

import (
	"slices"
	"strconv"
	"strings"

	"crosscut/human/internal/say"
	"crosscut/puzzle"
)

// The techniques of magic boards that place a number. A line is linear in each of its cells, so
// the number of its last open cell follows from the others.

func (s *magicState) step(hardest Level) (Step, bool) {
	return s.easiest(hardest, &s.wrong, s.techniques())
}

func (s *magicState) techniques() []technique {
	return []technique{
		{Easy, s.lastCellStep},
		{Medium, s.onlyNumberStep},
		{Medium, s.onlyCellStep},
		{Medium, func() (Step, bool) { return s.fillingsStep(byTwoCells, 2, 2) }},
		{Hard, s.lineSumStep},
		{Hard, func() (Step, bool) { return s.fillingsStep(byThreeCells, 3, 3) }},
		{Hard, func() (Step, bool) { return s.fillingsStep(byCombination, 4, len(s.numberOn)) }}, // the steps above have looked at fewer cells
	}
}

// placeStep places v on c and returns the step for that. The sentence gets the values number
// and cell.
func (s *magicState) placeStep(how Technique, v, c int, because []int, template string, values say.Values) (Step, bool) {
	s.place(v, c)
	if s.supposed {
		return Step{Technique: how}, true
	}
	values["number"], values["cell"] = say.Number(s.values[v]), say.Cell(c)
	return Step{
		Technique: how, Place: []Candidate{s.candidate(v, c)}, said: *say.New(template, values),
		Because: slices.DeleteFunc(sortedCells(because), func(d int) bool { return d == c }),
	}, true
}

// numberedLines are the templates of the lines whose names end with a number.
var numberedLines = map[string]string{
	"row": "magic.row", "column": "magic.column", "ring": "magic.ring", "sector": "magic.sector", "line": "magic.line",
}

func lineName(l *line) say.Sentence {
	switch l.Name {
	case "the falling diagonal":
		return *say.New("magic.falling", say.Values{})
	case "the rising diagonal":
		return *say.New("magic.rising", say.Values{})
	}
	what, number, _ := strings.Cut(l.Name, " ")
	n, err := strconv.Atoi(number)
	if template := numberedLines[what]; template != "" && err == nil {
		return *say.New(template, say.Values{"number": say.Number(n)})
	}
	return *say.New("magic.cells", say.Values{"cells": say.Cells(l.cells)})
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

// lastNumber returns the number that a cell must have when all others of its line have theirs on
// the board. It is -1 if there is none. any reports that every number does.
func (s *magicState) lastNumber(l *line, board []int, c, sum int) (v int, any bool) {
	factor, rest := linear(&l.Line, board, c, sum)
	switch {
	case factor == 0:
		return -1, rest == 0
	case rest%factor != 0:
		return -1, false
	}
	v, found := slices.BinarySearch(s.values, rest/factor)
	if !found || !s.may[c*len(s.values)+v] {
		return -1, false
	}
	return v, false
}

func (s *magicState) lastCellStep() (Step, bool) {
	for i := range s.lines {
		l := &s.lines[i]
		if s.openOn(l) != 1 {
			continue
		}
		sum, known := s.target(l)
		if !known {
			continue
		}
		c := s.openOf(l)[0]
		v, any := s.lastNumber(l, s.board(), c, sum)
		switch {
		case any:
			continue
		case v < 0:
			s.wrong = say.New("magic.noLast", say.Values{"line": lineName(l), "cell": say.Cell(c), "sum": say.Number(sum)})
			return Step{}, false
		}
		values := say.Values{"line": lineName(l), "sum": say.Number(sum)}
		if !l.adds {
			return s.placeStep(byLastCell, v, c, slices.Clone(l.cells), "magic.lastLined", values)
		}
		values["others"] = say.Number(sum - s.values[v])
		return s.placeStep(byLastCell, v, c, slices.Clone(l.cells), "magic.lastCell", values)
	}
	return Step{}, false
}

func (s *magicState) onlyNumberStep() (Step, bool) {
	for c, count := range s.numbersLeft {
		if count == 1 && s.numberOn[c] < 0 {
			v := s.numbersFor(c)[0]
			return s.placeStep(byOnlyNumber, v, c, nil, "magic.onlyNumber", say.Values{})
		}
	}
	return Step{}, false
}

// onlyCellStep looks for a number that must be on all cells that are left for it.
func (s *magicState) onlyCellStep() (Step, bool) {
	for v, left := range s.left {
		if !s.exact || left == 0 || s.cellsLeft[v] != left {
			continue
		}
		c := s.cellsFor(v)[0]
		if left == 1 {
			return s.placeStep(byOnlyCell, v, c, nil, "magic.onlyCell", say.Values{})
		}
		return s.placeStep(byOnlyCell, v, c, nil, "magic.onlyCells", say.Values{"count": say.Number(left)})
	}
	return Step{}, false
}

// removeStep returns the step for candidates of a line that are dropped already. The
// sentence gets the values line and conclusion.
func (s *magicState) removeStep(how Technique, l *line, open []int, dropped []Candidate, template string, values say.Values) (Step, bool) {
	if s.supposed {
		return Step{Technique: how, Remove: dropped}, true
	}
	var parts say.Sentences
	for _, c := range open {
		var numbers, left say.Numbers
		for _, g := range dropped {
			if g.Cells[0] == c {
				numbers = append(numbers, g.Value)
			}
		}
		for _, v := range s.numbersFor(c) {
			left = append(left, s.values[v])
		}
		if len(numbers) > 4 || len(numbers) > 0 && len(left) <= 4 {
			parts = append(parts, *say.New("numbers.canOnlyBe", say.Values{"cell": say.Cell(c), "numbers": left}))
		} else if len(numbers) > 0 {
			parts = append(parts, *say.New("numbers.cannotBe", say.Values{"cell": say.Cell(c), "numbers": numbers}))
		}
	}
	values["line"], values["conclusion"] = lineName(l), parts
	return Step{Technique: how, Remove: dropped, Because: slices.Sorted(slices.Values(l.cells)), said: *say.New(template, values)}, true
}
