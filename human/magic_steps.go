package human

import (
	"fmt"
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
	for _, t := range []struct {
		level Level
		find  func() (Step, bool)
	}{
		{Easy, s.lastCellStep},
		{Medium, s.onlyNumberStep},
		{Medium, s.onlyCellStep},
		{Medium, func() (Step, bool) { return s.fillingsStep(TwoCells, 2, 2) }},
		{Hard, s.lineSumStep},
		{Hard, func() (Step, bool) { return s.fillingsStep(ThreeCells, 3, 3) }},
		{Hard, func() (Step, bool) { return s.fillingsStep(Combination, 4, s.order) }}, // the steps above have looked at fewer cells
	} {
		if t.level > hardest {
			break
		}
		if step, ok := t.find(); ok {
			return step, true
		}
		if s.wrong != "" {
			break
		}
	}
	return Step{}, false
}

// placeStep places k on c and returns the step for that.
func (s *magicState) placeStep(how Technique, k, c int, because []int, format string, args ...any) (Step, bool) {
	s.place(k, c)
	if s.supposed {
		return Step{Technique: how}, true
	}
	slices.Sort(because)
	return Step{
		Technique: how, Place: []Candidate{s.candidate(k, c)}, Text: fmt.Sprintf(format, args...),
		Because: slices.DeleteFunc(slices.Compact(because), func(d int) bool { return d == c }),
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
			s.wrong = fmt.Sprintf("%s needs %d at %s, which cannot be there", l.name, s.written(rest), s.cell(c))
			return Step{}, false
		}
		return s.placeStep(LastCell, rest, c, slices.Clone(l.cells), "%s must be %d: the other cells of %s have the sum %d, and %d is wanted",
			s.cell(c), s.written(rest), l.name, s.puzzle.Sum()-s.written(rest), s.puzzle.Sum())
	}
	return Step{}, false
}

// onlyNumberStep looks for a cell with one number left.
func (s *magicState) onlyNumberStep() (Step, bool) {
	for c, count := range s.numbersLeft {
		if count == 1 && s.numberOn[c] < 0 {
			k := s.numbersFor(c)[0]
			return s.placeStep(OnlyNumber, k, c, nil, "%s must be %d: every other number is used or was ruled out there", s.cell(c), s.written(k))
		}
	}
	return Step{}, false
}

// onlyCellStep looks for a number with one cell left.
func (s *magicState) onlyCellStep() (Step, bool) {
	for k, count := range s.cellsLeft {
		if count == 1 && s.cellOf[k] < 0 {
			c := s.cellsFor(k)[0]
			return s.placeStep(OnlyCell, k, c, nil, "%d must be at %s: it was ruled out on every other open cell", s.written(k), s.cell(c))
		}
	}
	return Step{}, false
}

// candidateList lists numbers, in short for three and more in a row: "3 to 7, 9 or 12".
func (s *magicState) candidateList(numbers []int) string {
	var words []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch j - i {
		case 0, 1:
			words = append(words, fmt.Sprint(s.written(numbers[i])))
			j = i
		default:
			words = append(words, fmt.Sprintf("%d to %d", s.written(numbers[i]), s.written(numbers[j])))
		}
		i = j + 1
	}
	return joined(words, "or")
}

// removeStep returns the step for candidates of a line that are dropped already.
func (s *magicState) removeStep(how Technique, l *line, open []int, dropped []Candidate, reason func() string) (Step, bool) {
	if s.supposed {
		return Step{Technique: how, Remove: dropped}, true
	}
	var parts []string
	for _, c := range open {
		var numbers []string
		for _, g := range dropped {
			if g.Cells[0] == c {
				numbers = append(numbers, fmt.Sprint(g.Value))
			}
		}
		if left := s.numbersFor(c); len(numbers) > 4 || len(numbers) > 0 && len(left) <= 4 {
			parts = append(parts, s.cell(c)+" can only be "+s.candidateList(left))
		} else if len(numbers) > 0 {
			parts = append(parts, s.cell(c)+" cannot be "+joined(numbers, "or"))
		}
	}
	return Step{Technique: how, Remove: dropped, Because: slices.Sorted(slices.Values(l.cells)), Text: reason() + ": " + joined(parts, "and")}, true
}
