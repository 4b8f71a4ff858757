package human

import (
	"slices"
)

// lineTechniques is the number of techniques that look at a whole line.
const lineTechniques = int(Combination-TwoCells) + 1

// changedSince reports whether a line has changed since the technique last looked at it.
// It notes that the technique looks at it now.
func (s *magicState) changedSince(how Technique, i int) bool {
	looked := &s.lookedAt[int(how-TwoCells)*len(s.lines)+i]
	latest := 0
	for _, c := range s.lines[i].cells {
		latest = max(latest, s.changed[c])
	}
	if latest <= *looked {
		return false
	}
	*looked = s.clock
	return true
}

// step makes the easiest step: see logic.
func (s *magicState) step(hardest Level) (Step, bool) {
	return easiest(hardest, &s.wrong, []technique{
		{Easy, s.lastCellStep},
		{Medium, s.onlyNumberStep},
		{Medium, s.onlyCellStep},
		{Medium, func() (Step, bool) { return s.fillingsStep(TwoCells, 2, 2) }},
		{Hard, s.lineSumStep},
		{Hard, func() (Step, bool) { return s.fillingsStep(ThreeCells, 3, 3) }},
		{Hard, func() (Step, bool) { return s.fillingsStep(Combination, 4, s.order) }}, // the steps above have looked at fewer cells
	})
}

// placeStep places k on c and returns the step for that. The sentence gets the values number
// and cell.
func (s *magicState) placeStep(how Technique, k, c int, because []int, template string, values Values) (Step, bool) {
	s.place(k, c)
	if s.supposed {
		return Step{Technique: how}, true
	}
	values["number"], values["cell"] = Number(s.written(k)), Cell(c)
	return Step{
		Technique: how, Place: []Candidate{s.candidate(k, c)}, Sentence: Sentence{template, values},
		Because: slices.DeleteFunc(sortedCells(because), func(d int) bool { return d == c }),
	}, true
}

// lastCellStep looks for a line with one open cell.
func (s *magicState) lastCellStep() (Step, bool) {
	for i := range s.lines {
		l := &s.lines[i]
		if left, _ := s.lacks(l); left != 1 {
			continue
		}
		open, rest := s.missing(l)
		c := open[0]
		if rest < 0 || rest >= s.size || !s.may[c*s.size+rest] {
			s.wrong = saying("magic.needs", Values{"line": l.name, "number": Number(s.written(rest)), "cell": Cell(c)})
			return Step{}, false
		}
		return s.placeStep(LastCell, rest, c, slices.Clone(l.cells), "magic.lastCell", Values{
			"line": l.name, "others": Number(s.puzzle.Sum() - s.written(rest)), "sum": Number(s.puzzle.Sum()),
		})
	}
	return Step{}, false
}

// onlyNumberStep looks for a cell with one number left.
func (s *magicState) onlyNumberStep() (Step, bool) {
	for c, count := range s.numbersLeft {
		if count == 1 && s.numberOn[c] < 0 {
			k := s.numbersFor(c)[0]
			return s.placeStep(OnlyNumber, k, c, nil, "magic.onlyNumber", Values{})
		}
	}
	return Step{}, false
}

// onlyCellStep looks for a number with one cell left.
func (s *magicState) onlyCellStep() (Step, bool) {
	for k, count := range s.cellsLeft {
		if count == 1 && s.cellOf[k] < 0 {
			c := s.cellsFor(k)[0]
			return s.placeStep(OnlyCell, k, c, nil, "magic.onlyCell", Values{})
		}
	}
	return Step{}, false
}

// removeStep returns the step for candidates of a line that are dropped already. The
// sentence gets the values line and conclusion.
func (s *magicState) removeStep(how Technique, l *line, open []int, dropped []Candidate, template string, values Values) (Step, bool) {
	if s.supposed {
		return Step{Technique: how, Remove: dropped}, true
	}
	var parts Sentences
	for _, c := range open {
		var numbers Numbers
		for _, g := range dropped {
			if g.Cells[0] == c {
				numbers = append(numbers, g.Value)
			}
		}
		if left := s.numbersFor(c); len(numbers) > 4 || len(numbers) > 0 && len(left) <= 4 {
			parts = append(parts, *saying("numbers.canOnlyBe", Values{"cell": Cell(c), "numbers": written(left, s.puzzle.Low())}))
		} else if len(numbers) > 0 {
			parts = append(parts, *saying("numbers.cannotBe", Values{"cell": Cell(c), "numbers": numbers}))
		}
	}
	values["line"], values["conclusion"] = l.name, parts
	return Step{Technique: how, Remove: dropped, Because: slices.Sorted(slices.Values(l.cells)), Sentence: Sentence{template, values}}, true
}
