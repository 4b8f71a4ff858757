package human

import (
	"fmt"
	"slices"
)

// The techniques TwoCells, ThreeCells and Combination go through all ways to fill the
// open cells of a line. A number that no filling has on a cell is no candidate there.
// They apply to lines with 2, 3, or more open cells. fillingBudget bounds the work.

// fillingBudget bounds the numbers tried on the open cells of a line. A line that takes
// more gives no step.
const fillingBudget = 20000

// fillingsStep looks for a line whose fillings exclude a candidate. The line has smallest
// to largest open cells.
func (s *magicState) fillingsStep(how Technique, smallest, largest int) (Step, bool) {
	for count := smallest; count <= largest; count++ {
		for i := range s.lines {
			l := &s.lines[i]
			open, rest := s.missing(l)
			if len(open) != count || !s.changedSince(how, i) {
				continue
			}
			f := &lineFillings{magicState: s, open: open, used: make([]bool, s.size*len(open)), budget: fillingBudget, values: make([]int, len(open))}
			if !f.fill(0, rest) {
				continue
			}
			if step, ok := s.removeUnused(how, l, f); ok || s.wrong != "" {
				return step, ok
			}
		}
	}
	return Step{}, false
}

// removeUnused returns the step for the candidates that no filling of a line uses.
func (s *magicState) removeUnused(how Technique, l *line, f *lineFillings) (Step, bool) {
	if f.count == 0 {
		s.wrong = fmt.Sprintf("%s cannot come to its sum", l.name)
		return Step{}, false
	}
	var dropped []Candidate
	for i, c := range f.open {
		for _, k := range s.numbersFor(c) {
			if !f.used[i*s.size+k] && s.drop(k, c) {
				dropped = append(dropped, s.candidate(k, c))
			}
		}
	}
	if len(dropped) == 0 || s.wrong != "" {
		return Step{}, false
	}
	return s.removeStep(how, l, f.open, dropped, fmt.Sprintf("the %d open cells of %s have %s",
		len(f.open), l.name, counted(f.count, "filling")))
}

// lineFillings goes through the fillings of the open cells of a line.
type lineFillings struct {
	*magicState
	open   []int
	values []int
	used   []bool // per open cell and number, whether some filling has it
	count  int
	budget int
}

// fill fills the open cells from the i-th on so that they have the sum rest. It reports
// whether the budget was enough.
func (f *lineFillings) fill(i, rest int) bool {
	if i == len(f.open) {
		if rest == 0 {
			f.count++
			for j, k := range f.values {
				f.used[j*f.size+k] = true
			}
		}
		return true
	}
	from, to := 0, min(rest, f.size-1)
	if i == len(f.open)-1 { // the last number is determined
		if from = rest; rest < 0 || rest >= f.size {
			return true
		}
	}
	for k := from; k <= to; k++ {
		if !f.may[f.open[i]*f.size+k] || slices.Contains(f.values[:i], k) {
			continue
		}
		if f.budget--; f.budget < 0 {
			return false
		}
		f.values[i] = k
		if !f.fill(i+1, rest-k) {
			return false
		}
	}
	return true
}
