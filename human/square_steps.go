package human

import (
	"fmt"
	"slices"
)

// combinations bounds the ways tried to fill the open cells of a line.
const combinations = 20000

// lineTechniques is how many techniques there are that look at a whole line.
const lineTechniques = int(Combination-TwoCells) + 1

// news reports whether a line has changed since the technique last looked at it, and
// notes that it looks at it now.
func (s *square) news(how Technique, i int) bool {
	looked := &s.looked[int(how-TwoCells)*len(s.lines)+i]
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

// step makes the easiest step there is: see logic.
func (s *square) step(most Level) (Step, bool) {
	for _, t := range []struct {
		level Level
		find  func() (Step, bool)
	}{
		{Easy, s.lastCell},
		{Medium, s.onlyNumber},
		{Medium, s.onlyCell},
		{Medium, func() (Step, bool) { return s.fillings(TwoCells, 2, 2) }},
		{Hard, s.lineSum},
		{Hard, func() (Step, bool) { return s.fillings(ThreeCells, 3, 3) }},
		{Hard, func() (Step, bool) { return s.fillings(Combination, 4, s.n) }},
	} {
		if t.level > most {
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

// placed makes the step that k is on c.
func (s *square) placed(how Technique, k, c int, because []int, format string, args ...any) (Step, bool) {
	s.place(k, c)
	slices.Sort(because)
	return Step{
		Technique: how, Place: []Candidate{s.candidate(k, c)}, Text: fmt.Sprintf(format, args...),
		Because: slices.DeleteFunc(slices.Compact(because), func(d int) bool { return d == c }),
	}, true
}

// lastCell looks for a line with one open cell.
func (s *square) lastCell() (Step, bool) {
	for i := range s.lines {
		l := &s.lines[i]
		open, rest := s.rest(l)
		if len(open) != 1 {
			continue
		}
		c := open[0]
		if rest < 0 || rest >= s.size || !s.may[c*s.size+rest] {
			s.wrong = fmt.Sprintf("%s needs %d at %s, which cannot be there", l.name, s.written(rest), s.cell(c))
			return Step{}, false
		}
		return s.placed(LastCell, rest, c, slices.Clone(l.cells), "%s must be %d: the other cells of %s have the sum %d, and %d is wanted",
			s.cell(c), s.written(rest), l.name, s.p.Sum()-s.written(rest), s.p.Sum())
	}
	return Step{}, false
}

// onlyNumber looks for a cell with one number left.
func (s *square) onlyNumber() (Step, bool) {
	for c, count := range s.fits {
		if count == 1 && s.number[c] < 0 {
			k := s.numbersOf(c)[0]
			return s.placed(OnlyNumber, k, c, nil, "%s must be %d: every other number is used or was ruled out there", s.cell(c), s.written(k))
		}
	}
	return Step{}, false
}

// onlyCell looks for a number with one cell left.
func (s *square) onlyCell() (Step, bool) {
	for k, count := range s.left {
		if count == 1 && s.at[k] < 0 {
			c := s.cellsOf(k)[0]
			return s.placed(OnlyCell, k, c, nil, "%d must be at %s: it was ruled out on every other open cell", s.written(k), s.cell(c))
		}
	}
	return Step{}, false
}

// lineSum looks for a number with which a line could not come to its sum: because the
// smallest numbers left for its other cells are too large together, or the largest
// too small. The numbers of a line are different, and used nowhere else.
func (s *square) lineSum() (Step, bool) {
	for i := range s.lines {
		if !s.news(LineSum, i) {
			continue
		}
		l := &s.lines[i]
		open, rest := s.rest(l)
		var gone []Candidate
		for _, c := range open {
			least, most := s.bounds(open, c)
			for _, k := range s.numbersOf(c) {
				if (k+least > rest || k+most < rest) && s.drop(k, c) {
					gone = append(gone, s.candidate(k, c))
				}
			}
		}
		if s.wrong != "" {
			return Step{}, false
		}
		if len(gone) > 0 {
			return s.removed(LineSum, l, open, gone, fmt.Sprintf("%s lacks %d on %s, out of reach otherwise",
				l.name, rest+len(open)*s.p.Low(), counted(len(open), "cell")))
		}
	}
	return Step{}, false
}

// bounds returns bounds of the sum of the open cells of a line apart from c: by the
// numbers that each may have, and by as many different unused numbers.
func (s *square) bounds(open []int, c int) (least, most int) {
	met := make([]bool, s.size)
	low, high := 0, 0
	for _, d := range open {
		if d == c {
			continue
		}
		numbers := s.numbersOf(d)
		for _, k := range numbers {
			met[k] = true
		}
		if len(numbers) > 0 {
			low, high = low+numbers[0], high+numbers[len(numbers)-1]
		}
	}
	count, up := 0, 0
	for k := 0; k < s.size && count < len(open)-1; k++ {
		if met[k] {
			up += k
			count++
		}
	}
	count, down := 0, 0
	for k := s.size - 1; k >= 0 && count < len(open)-1; k-- {
		if met[k] {
			down += k
			count++
		}
	}
	return max(low, up), min(high, down)
}

// fillings looks for a line with few open cells of which no filling has some number
// somewhere.
func (s *square) fillings(how Technique, fewest, most int) (Step, bool) {
	for count := fewest; count <= most; count++ {
		for i := range s.lines {
			l := &s.lines[i]
			open, rest := s.rest(l)
			if len(open) != count || !s.news(how, i) {
				continue
			}
			f := &filling{square: s, open: open, used: make([]bool, s.size*len(open)), budget: combinations, value: make([]int, len(open))}
			if !f.fill(0, rest) {
				continue
			}
			if step, ok := s.unused(how, l, f); ok || s.wrong != "" {
				return step, ok
			}
		}
	}
	return Step{}, false
}

// unused removes what no filling uses.
func (s *square) unused(how Technique, l *line, f *filling) (Step, bool) {
	if f.count == 0 {
		s.wrong = fmt.Sprintf("%s cannot come to its sum", l.name)
		return Step{}, false
	}
	var gone []Candidate
	for i, c := range f.open {
		for _, k := range s.numbersOf(c) {
			if !f.used[i*s.size+k] && s.drop(k, c) {
				gone = append(gone, s.candidate(k, c))
			}
		}
	}
	if len(gone) == 0 || s.wrong != "" {
		return Step{}, false
	}
	return s.removed(how, l, f.open, gone, fmt.Sprintf("the %d open cells of %s have %s",
		len(f.open), l.name, counted(f.count, "filling")))
}

// removed makes the step that candidates of a line, which are gone already, are not
// right.
func (s *square) removed(how Technique, l *line, open []int, gone []Candidate, reason string) (Step, bool) {
	var parts []string
	for _, c := range open {
		var numbers []string
		for _, g := range gone {
			if g.Cells[0] == c {
				numbers = append(numbers, fmt.Sprint(g.Value))
			}
		}
		if left := s.numbersOf(c); len(numbers) > 0 && len(left) <= 4 {
			var words []string
			for _, k := range left {
				words = append(words, fmt.Sprint(s.written(k)))
			}
			parts = append(parts, s.cell(c)+" can only be "+listed(words, "or"))
		} else if len(numbers) > 4 {
			parts = append(parts, fmt.Sprintf("%s can be %d to %d, and %d numbers less than before", s.cell(c),
				s.written(left[0]), s.written(left[len(left)-1]), len(numbers)))
		} else if len(numbers) > 0 {
			parts = append(parts, s.cell(c)+" cannot be "+listed(numbers, "or"))
		}
	}
	return Step{Technique: how, Remove: gone, Because: slices.Sorted(slices.Values(l.cells)), Text: reason + ": " + listed(parts, "and")}, true
}

// filling goes through the fillings of the open cells of a line.
type filling struct {
	*square
	open   []int
	value  []int
	used   []bool // per open cell and number: some filling has it
	count  int
	budget int
}

// fill fills the open cells from the i-th on so that they have the sum rest, and
// reports whether the budget was enough.
func (f *filling) fill(i, rest int) bool {
	if i == len(f.open) {
		if rest == 0 {
			f.count++
			for j, k := range f.value {
				f.used[j*f.size+k] = true
			}
		}
		return true
	}
	from, to := 0, min(rest, f.size-1)
	if i == len(f.open)-1 { // the last one is what is missing
		if from = rest; rest < 0 || rest >= f.size {
			return true
		}
	}
	for k := from; k <= to; k++ {
		if !f.may[f.open[i]*f.size+k] || slices.Contains(f.value[:i], k) {
			continue
		}
		if f.budget--; f.budget < 0 {
			return false
		}
		f.value[i] = k
		if !f.fill(i+1, rest-k) {
			return false
		}
	}
	return true
}
