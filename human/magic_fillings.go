package human

import "math/bits"

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
			if s.over() {
				return Step{}, false
			}
			l := &s.lines[i]
			if left, _ := s.lacks(l); left != count || !s.changedSince(how, i) {
				continue
			}
			open, rest := s.missing(l)
			f := s.lineFillings(open)
			if !f.fill(0, rest) {
				continue
			}
			if step, ok := s.removeUnused(how, l, open, f); ok || s.wrong != nil {
				return step, ok
			}
		}
	}
	return Step{}, false
}

// removeUnused returns the step for the candidates that no filling of a line uses.
func (s *magicState) removeUnused(how Technique, l *line, open []int, f *lineFillings) (Step, bool) {
	if f.count == 0 {
		s.wrong = saying("magic.noFilling", Values{"line": l.name})
		return Step{}, false
	}
	var dropped []Candidate
	for i, c := range open {
		for _, k := range s.numbersFor(c) {
			if !f.used[i].has(k) && s.drop(k, c) {
				dropped = append(dropped, s.candidate(k, c))
			}
		}
	}
	if len(dropped) == 0 || s.wrong != nil {
		return Step{}, false
	}
	return s.removeStep(how, l, open, dropped, "magic.fillings", Values{"cells": Number(len(open)), "count": Number(f.count)})
}

// lineFillings goes through the fillings of the open cells of a line.
type lineFillings struct {
	may    []numberSet // per open cell, its candidates
	used   []numberSet // per open cell, the numbers that some filling has there
	taken  numberSet   // the numbers on the open cells before the present one
	count  int
	budget int
}

// lineFillings returns the fillings of some open cells, before any is counted.
func (s *magicState) lineFillings(open []int) *lineFillings {
	words := (s.size + 63) / 64
	all := make(numberSet, (2*len(open)+1)*words)
	next := func() numberSet {
		set := all[:words:words]
		all = all[words:]
		return set
	}
	f := &lineFillings{budget: fillingBudget, taken: next()}
	for _, c := range open {
		may := next()
		for k, ok := range s.may[c*s.size : (c+1)*s.size] {
			if ok {
				may.add(k)
			}
		}
		f.may, f.used = append(f.may, may), append(f.used, next())
	}
	return f
}

// fill fills the open cells from the i-th on so that they have the sum rest. It reports
// whether the budget was enough.
//
// Each number that is tried on a cell takes one of the budget. Those of one cell are taken
// at once, so that a hopeless line ends early. The last two cells are filled together,
// without a call for each number: in WebAssembly a call takes long.
func (f *lineFillings) fill(i, rest int) bool {
	if rest < 0 {
		return true
	}
	if i == len(f.may)-1 { // only for a line with one open cell
		if f.may[i].has(rest) {
			f.budget--
			f.count++
			f.used[i].add(rest)
		}
		return f.budget >= 0
	}
	may, pair := f.may[i], i == len(f.may)-2
	for w := range may {
		f.budget -= bits.OnesCount64(may.free(w, f.taken, rest))
	}
	switch {
	case f.budget < 0:
		return false
	case pair && len(may) == 1:
		return f.fillPair(i, rest)
	}
	for w := range may {
		for left := may.free(w, f.taken, rest); left != 0; left &= left - 1 {
			k := 64*w + bits.TrailingZeros64(left)
			switch last := rest - k; {
			case !pair:
				before := f.count
				f.taken.add(k)
				ok := f.fill(i+1, rest-k)
				f.taken.remove(k)
				if !ok {
					return false
				}
				if f.count > before {
					f.used[i].add(k)
				}
			case last != k && f.may[i+1].has(last) && !f.taken.has(last):
				f.budget--
				f.count++
				f.used[i].add(k)
				f.used[i+1].add(last)
			}
		}
	}
	return f.budget >= 0
}

// fillPair is fill for the last two cells of a board of at most 64 numbers, all at once. The
// numbers that k may be paired with are those of the second cell in reverse order.
func (f *lineFillings) fillPair(i, rest int) bool {
	first := f.may[i].free(0, f.taken, rest)
	second := f.may[i+1].free(0, f.taken, rest)
	pairs := first & mirrored(second, rest)
	if rest%2 == 0 && rest < 128 {
		pairs &^= 1 << (rest / 2) // the same number twice
	}
	n := bits.OnesCount64(pairs)
	f.budget -= n
	f.count += n
	f.used[i][0] |= pairs
	f.used[i+1][0] |= mirrored(pairs, rest)
	return f.budget >= 0
}

// mirrored returns the set of rest-k for all k in a set, as far as it is below 64.
func mirrored(set uint64, rest int) uint64 {
	if rest >= 63 {
		return bits.Reverse64(set) << (rest - 63)
	}
	return bits.Reverse64(set) >> (63 - rest)
}

// numberSet is a set of numbers from 0, as bits. Sets of one state have the same length.
type numberSet []uint64

func (n numberSet) add(k int) { n[k>>6] |= 1 << (k & 63) }

// addSums adds all sums of a number in the set and k > 0.
func (n numberSet) addSums(k int) {
	words, shift := k/64, k%64
	for w := len(n) - 1; w >= words; w-- {
		sums := n[w-words] << shift
		if w > words {
			sums |= n[w-words-1] >> (64 - shift)
		}
		n[w] |= sums
	}
}

func (n numberSet) remove(k int) { n[k>>6] &^= 1 << (k & 63) }

// has reports whether a number is in the set. The number may be of any size.
func (n numberSet) has(k int) bool { return k >= 0 && k>>6 < len(n) && n[k>>6]&(1<<(k&63)) != 0 }

// free returns word w of the set, without the numbers in taken and those above most.
func (n numberSet) free(w int, taken numberSet, most int) uint64 {
	left := n[w] &^ taken[w]
	switch above := most + 1 - 64*w; { // the first number of the word that is above most
	case above <= 0:
		return 0
	case above < 64:
		left &= 1<<above - 1
	}
	return left
}
