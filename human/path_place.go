package human

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// step makes the easiest step there is: see logic.
func (s *path) step(most Level) (Step, bool) {
	if step, ok := s.touchStep(); ok {
		return step, true
	}
	if step, ok := s.hemmedStep(); ok {
		return step, true
	}
	if most < Medium {
		return Step{}, false
	}
	if step, ok := s.onlyStep(); ok {
		return step, true
	}
	if s.reached != s.free {
		s.reached = s.free
		s.reach()
		if step, ok := s.onlyStep(); ok {
			return step, true
		}
	}
	if step, ok := s.bridgeStep(true); ok {
		return step, true
	}
	if most < Hard {
		return Step{}, false
	}
	for _, find := range []func() (Step, bool){
		s.deadEndStep, func() (Step, bool) { return s.bridgeStep(false) }, s.areaStep, s.cutStep,
	} {
		if step, ok := find(); ok {
			return step, true
		}
		if s.wrong != "" {
			break
		}
	}
	return Step{}, false
}

// placed makes the step that k is on c.
func (s *path) placed(how Technique, k, c int, because []int, format string, args ...any) (Step, bool) {
	s.place(k, c)
	slices.Sort(because)
	return Step{Technique: how, Place: []Candidate{candidate(k, c)}, Because: slices.Compact(because), Text: fmt.Sprintf(format, args...)}, true
}

// beside returns the placed numbers next to k, and their cells.
func (s *path) beside(k int) (numbers, cells []int) {
	for _, other := range []int{k - 1, k + 1} {
		if other >= 0 && other < s.n && s.at[other] >= 0 {
			numbers, cells = append(numbers, other), append(cells, s.at[other])
		}
	}
	return numbers, cells
}

// touchStep looks for a number with one free cell beside the numbers next to it.
func (s *path) touchStep() (Step, bool) {
	for k := range s.n {
		if s.at[k] >= 0 {
			continue
		}
		numbers, cells := s.beside(k)
		if len(cells) == 0 {
			continue
		}
		only, count := -1, 0
		for _, c := range s.near[cells[0]] {
			if s.number[c] < 0 && (len(cells) == 1 || s.touch(cells[1], c)) {
				only = c
				count++
			}
		}
		switch {
		case count == 0:
			s.wrong = fmt.Sprintf("no free cell is beside %s for %d", written(numbers, "and"), k+1)
			return Step{}, false
		case count == 1 && len(cells) == 2:
			return s.placed(Touch, k, only, cells, "%d must be at %s: it is the only free cell that touches both %d and %d",
				k+1, s.cell(only), numbers[0]+1, numbers[1]+1)
		case count == 1:
			return s.placed(Touch, k, only, cells, "%d must be at %s: it is the only free cell that touches %d",
				k+1, s.cell(only), numbers[0]+1)
		}
	}
	return Step{}, false
}

// written lists numbers as they are written, from 1: "3, 4 and 5".
func written(numbers []int, and string) string {
	words := make([]string, len(numbers))
	for i, k := range numbers {
		words[i] = fmt.Sprint(k + 1)
	}
	return listed(words, and)
}

// listed joins words: "a, b and c".
func listed(words []string, and string) string {
	text := ""
	for i, word := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " " + and + " "
		default:
			text += ", "
		}
		text += word
	}
	return text
}

// hemmedStep looks for a free cell that no free cell touches: the numbers before and
// after its own are around it.
func (s *path) hemmedStep() (Step, bool) {
	for c := range s.n {
		if s.number[c] >= 0 || slices.ContainsFunc(s.near[c], func(d int) bool { return s.number[d] < 0 }) {
			continue
		}
		var fitting []int
		for _, d := range s.near[c] {
			for _, k := range []int{s.number[d] - 1, s.number[d] + 1} {
				if k >= 0 && k < s.n && s.at[k] < 0 && s.comesBy(k, c) && !slices.Contains(fitting, k) {
					fitting = append(fitting, k)
				}
			}
		}
		if s.n == 1 {
			fitting = []int{0}
		}
		switch len(fitting) {
		case 0:
			s.wrong = fmt.Sprintf("no number fits %s, around which all cells are filled", s.cell(c))
			return Step{}, false
		case 1:
			_, cells := s.beside(fitting[0])
			return s.placed(Hemmed, fitting[0], c, cells,
				"%s must be %d: no free cell touches it, and of the numbers around it only %s %s one missing beside it",
				s.cell(c), fitting[0]+1, written(s.numbersAt(cells), "and"), agree(len(cells), "has", "have"))
		}
	}
	return Step{}, false
}

// numbersAt returns the numbers on cells.
func (s *path) numbersAt(cells []int) []int {
	var numbers []int
	for _, c := range cells {
		numbers = append(numbers, s.number[c])
	}
	return numbers
}

func agree(count int, one, several string) string {
	if count == 1 {
		return one
	}
	return several
}

// comesBy reports whether the numbers next to k, as far as there are any, are
// placed and touch c.
func (s *path) comesBy(k, c int) bool {
	for _, other := range []int{k - 1, k + 1} {
		if other >= 0 && other < s.n && (s.at[other] < 0 || !s.touch(s.at[other], c)) {
			return false
		}
	}
	return true
}

// reach takes from every number of a gap the cells that are too far, through free
// cells, from the ends of the gap, and with rook moves those of the wrong colour. A
// path through the gap would have to be longer than the gap, or shorter; and every
// rook's move changes the colour.
func (s *path) reach() {
	for _, g := range s.gaps() {
		if s.wrong != "" {
			return
		}
		if g.from >= 0 {
			s.reachFrom(g, g.from, g.size())
		}
		if g.to < s.n {
			s.reachFrom(g, g.to, g.size())
		}
	}
}

// reachFrom is reach from one end of a gap.
func (s *path) reachFrom(g gap, end, size int) {
	distance := s.distances(s.at[end], size)
	rook := s.p.Moves() == puzzle.Rook
	for k := g.from + 1; k < g.to; k++ {
		steps := max(k-end, end-k)
		for _, c := range s.members(k, nil) {
			switch d := distance[c]; {
			case d < 0 || d > steps:
				s.drop(k, c, Reach)
			case rook && (steps-d)%2 != 0:
				s.drop(k, c, Parity)
			}
		}
	}
}

// distances returns per cell the length of the shortest way to it from a cell
// through free cells, -1 where it is above most or there is none.
func (s *path) distances(from, most int) []int {
	distance := slices.Repeat([]int{-1}, s.n)
	distance[from] = 0
	front := []int{from}
	for len(front) > 0 {
		c := front[0]
		front = front[1:]
		if distance[c] == most {
			break
		}
		for _, d := range s.near[c] {
			if s.number[d] < 0 && distance[d] < 0 {
				distance[d] = distance[c] + 1
				front = append(front, d)
			}
		}
	}
	return distance
}

// onlyStep looks for a number with one cell left, or a cell with one number left.
func (s *path) onlyStep() (Step, bool) {
	for k, size := range s.left {
		if size == 1 && s.at[k] < 0 {
			c := s.members(k, nil)[0]
			how := Reach
			for d := range s.n {
				if s.number[d] < 0 {
					how = max(how, Technique(s.how[k*s.n+d]))
				}
			}
			g := s.gapOf(k)
			reason := map[Technique]string{
				Reach:  "the only free cell left that it can get to",
				Parity: "of the cells within reach no other has the right colour",
			}[how]
			return s.placed(how, k, c, s.ends(g), "%d must be at %s, %s: %s", k+1, s.cell(c), s.span(g), reason)
		}
	}
	for c, size := range s.fits {
		if size == 1 && s.number[c] < 0 {
			k := s.numbersOf(c)[0]
			return s.placed(ReachCell, k, c, s.ends(s.gapOf(k)),
				"%s must be %d: no other missing number can get there", s.cell(c), k+1)
		}
	}
	return Step{}, false
}

// gapOf returns the gap that k, which has no cell, is in.
func (s *path) gapOf(k int) gap {
	g := gap{k - 1, k + 1}
	for g.from >= 0 && s.at[g.from] < 0 {
		g.from--
	}
	for g.to < s.n && s.at[g.to] < 0 {
		g.to++
	}
	return g
}
