package human

import (
	"math/bits"
	"slices"
	"sort"

	"crosscut/human/internal/say"
)

// The techniques of magic boards that look at a whole line. They remove candidates.

// lineTechniques is the number of techniques that look at a whole line.
const lineTechniques = int(byCombination-byTwoCells) + 1

// changedSince reports whether a line has changed since the technique last looked at it.
// It notes that the technique looks at it now. A line whose sum is not given counts as changed,
// because that sum follows from other lines.
func (s *magicState) changedSince(how Technique, i int) bool {
	looked := &s.lookedAt[int(how-byTwoCells)*len(s.lines)+i]
	latest := 0
	for _, c := range s.lines[i].cells {
		latest = max(latest, s.changed[c])
	}
	if latest <= *looked && !s.lines[i].Any {
		return false
	}
	*looked = s.clock
	return true
}

// lineSumStep looks for a line whose sum excludes a candidate. With some number on a cell, the
// smallest numbers left for the other cells can be too large together, or the largest too
// small. The time per line is bounded by its cells squared times the numbers.
func (s *magicState) lineSumStep() (Step, bool) {
	for i := range s.lines {
		if s.over() {
			return Step{}, false
		}
		l := &s.lines[i]
		sum, known := s.target(l)
		if !known || !s.changedSince(byLineSum, i) {
			continue
		}
		var dropped []Candidate
		open := s.openOf(l)
		for _, c := range open {
			if s.over() {
				s.lookedAt[int(byLineSum-byTwoCells)*len(s.lines)+i] = 0 // look again at the rest
				break
			}
			reached := s.reach(l, open, c, sum)
			for v, k := range s.values {
				if !reached(k) && s.drop(v, c) {
					dropped = append(dropped, s.candidate(v, c))
				}
			}
		}
		if s.wrong != nil {
			return Step{}, false
		}
		if len(dropped) > 0 && l.adds {
			return s.removeStep(byLineSum, l, open, dropped, "magic.lineSum", say.Values{"sum": say.Number(s.rest(l, sum)), "cells": say.Number(len(open))})
		}
		if len(dropped) > 0 {
			return s.removeStep(byLineSum, l, open, dropped, "magic.lineBounds", say.Values{"sum": say.Number(sum)})
		}
	}
	return Step{}, false
}

// reach returns a function that reports whether a line can come to its sum, by bounds, if its
// open cell c has the number k.
func (s *magicState) reach(l *line, open []int, c, sum int) func(k int) bool {
	if !l.adds {
		return func(k int) bool {
			low, high := s.bounds(l, c, k)
			return low <= sum && sum <= high
		}
	}
	least, most := s.sumBounds(open, c)
	rest := s.rest(l, sum)
	return func(k int) bool { return k+least <= rest && rest <= k+most }
}

// sumBounds returns bounds of the sum of the open cells of a line without c. One bound
// takes the smallest candidate of each cell. The other takes as many numbers as
// there are cells, each as often as it is left. The same holds for the largest.
func (s *magicState) sumBounds(open []int, c int) (least, most int) {
	n, met := len(s.values), s.met
	clear(met)
	for _, d := range open {
		if d == c {
			continue
		}
		first, last := -1, 0
		for v, may := range s.may[d*n : (d+1)*n] {
			if !may {
				continue
			}
			met[v]++
			if last = v; first < 0 {
				first = v
			}
		}
		least, most = least+s.values[max(first, 0)], most+s.values[last]
	}
	if !s.exact {
		return least, most
	}
	up, down := 0, 0
	for v, count := 0, len(open)-1; v < n && count > 0; v++ {
		times := min(met[v], s.left[v], count)
		up, count = up+times*s.values[v], count-times
	}
	for v, count := n-1, len(open)-1; v >= 0 && count > 0; v-- {
		times := min(met[v], s.left[v], count)
		down, count = down+times*s.values[v], count-times
	}
	return max(least, up), min(most, down)
}

func (s *magicState) bounds(l *line, cell, k int) (low, high int) {
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

// fillingBudget bounds the numbers tried on the open cells of a line. A line that takes
// more gives no step.
const fillingBudget = 20000

// fillingsStep looks for a line whose fillings exclude a candidate. The line has smallest
// to largest open cells. A number that no filling has on a cell is no candidate there.
func (s *magicState) fillingsStep(how Technique, smallest, largest int) (Step, bool) {
	most := 0
	for i := range s.lines {
		most = max(most, s.openOn(&s.lines[i]))
	}
	for count := smallest; count <= min(largest, most); count++ {
		for i := range s.lines {
			if s.over() {
				return Step{}, false
			}
			l := &s.lines[i]
			if s.openOn(l) != count {
				continue
			}
			sum, known := s.target(l)
			if !known || !s.changedSince(how, i) {
				continue
			}
			f := s.fillingsOfLine(l, sum)
			if !f.fill(0, f.rest) || f.unmet == 0 {
				continue
			}
			if step, ok := s.removeUnused(how, f); ok || s.wrong != nil {
				return step, ok
			}
		}
	}
	return Step{}, false
}

// removeUnused returns the step for the candidates that no filling of a line uses.
func (s *magicState) removeUnused(how Technique, f *lineFillings) (Step, bool) {
	if f.count == 0 {
		s.wrong = say.New("magic.noFilling", say.Values{"line": lineName(f.line)})
		return Step{}, false
	}
	var dropped []Candidate
	for i, c := range f.open {
		for _, v := range f.numbers[i] {
			if !f.met[i].has(v) && s.drop(v, c) {
				dropped = append(dropped, s.candidate(v, c))
			}
		}
	}
	if len(dropped) == 0 || s.wrong != nil {
		return Step{}, false
	}
	return s.removeStep(how, f.line, f.open, dropped, "magic.fillings", say.Values{"cells": say.Number(len(f.open)), "count": say.Number(f.count)})
}

// lineFillings goes through the fillings of the open cells of a line. It ends early when each
// candidate is in one of them: then the line excludes nothing.
type lineFillings struct {
	*magicState
	line    *line
	open    []int
	numbers [][]int     // per open cell, its candidates, ascending
	may     []numberSet // per open cell, the same
	met     []numberSet // per open cell, the candidates that some filling has
	unmet   int         // number of the other candidates
	used    []int       // per number, how often the open cells before the present one have it
	gone    numberSet   // the numbers that those cells have as often as there are
	rest    int         // what the open cells of a line that adds up must have together
	low     []int       // per open cell, the least that it and those after it have; likewise high
	high    []int
	sum     int   // what the line must come to
	onBoard []int // the board with the numbers of the open cells so far, for a line that does not add up
	count   int
	budget  int
}

// fillingsOfLine returns the fillings of a line, before any is counted.
func (s *magicState) fillingsOfLine(l *line, sum int) *lineFillings {
	f := &lineFillings{magicState: s, line: l, open: s.openOf(l), used: make([]int, len(s.values)), sum: sum, budget: fillingBudget}
	n, words := len(f.open), (len(s.values)+63)/64
	sets := slices.Collect(slices.Chunk(make(numberSet, (2*n+1)*words), words))
	f.may, f.met, f.gone = sets[:n], sets[n:2*n], sets[2*n]
	f.low, f.high = make([]int, n+1), make([]int, n+1)
	f.numbers = make([][]int, n)
	for _, c := range f.open {
		f.unmet += s.numbersLeft[c]
	}
	all := make([]int, 0, f.unmet)
	for i, c := range f.open {
		first := len(all)
		for v, may := range s.may[c*len(s.values) : (c+1)*len(s.values)] {
			if may {
				all = append(all, v)
				f.may[i].add(v)
			}
		}
		f.numbers[i] = all[first:]
	}
	if !l.adds {
		f.onBoard = s.board()
		return f
	}
	f.rest = s.rest(l, sum)
	for i := n - 1; i >= 0; i-- {
		numbers := f.numbers[i]
		f.low[i] = f.low[i+1] + s.values[numbers[0]]
		f.high[i] = f.high[i+1] + s.values[numbers[len(numbers)-1]]
	}
	return f
}

// meet notes that some filling has v on the i-th open cell.
func (f *lineFillings) meet(i, v int) {
	if !f.met[i].has(v) {
		f.met[i].add(v)
		f.unmet--
	}
}

// fill fills the open cells from the i-th on, which must have the sum rest if the line adds up.
// It reports whether the budget was enough. Each number that is tried on a cell takes one of
// the budget.
func (f *lineFillings) fill(i, rest int) bool {
	from, to := f.feasible(i, rest)
	if f.budget -= to - from; f.budget < 0 {
		return false
	}
	if f.line.adds && i == len(f.open)-2 {
		return f.fillPair(i, from, to, rest)
	}
	for _, v := range f.numbers[i][from:to] {
		if f.unmet == 0 {
			return true
		}
		if f.gone.has(v) {
			continue
		}
		if i == len(f.open)-1 {
			f.count++
			f.meet(i, v)
			continue
		}
		if f.used[v]++; f.exact && f.used[v] == f.left[v] {
			f.gone.add(v)
		}
		if !f.line.adds {
			f.onBoard[f.open[i]] = f.values[v]
		}
		before := f.count
		ok := f.fill(i+1, rest-f.values[v])
		f.used[v]--
		f.gone.remove(v)
		if !ok {
			return false
		}
		if f.count > before {
			f.meet(i, v)
		}
	}
	return true
}

// fillPair is fill for the last two cells of a line that adds up, and candidates from..to of the
// first. As its number grows, that of the other cell falls, so one walk finds all pairs.
func (f *lineFillings) fillPair(i, from, to, rest int) bool {
	if f.inRow && from < to {
		return f.fillPairAtOnce(i, rest-2*f.values[0])
	}
	second := f.numbers[i+1]
	for _, v := range f.numbers[i][from:to] {
		last := rest - f.values[v]
		for len(second) > 0 && f.values[second[len(second)-1]] > last {
			second = second[:len(second)-1]
		}
		if len(second) == 0 {
			break
		}
		w := second[len(second)-1]
		if f.values[w] != last || f.gone.has(v) || f.gone.has(w) || v == w && f.used[v]+2 > f.left[v] && f.exact {
			continue
		}
		f.budget--
		f.count++
		f.meet(i, v)
		f.meet(i+1, w)
	}
	return f.budget >= 0
}

// fillPairAtOnce is fillPair for at most 64 numbers in a row. The indices of a pair have the
// given sum, so the partners of all numbers of the first cell are a set in reverse order.
func (f *lineFillings) fillPairAtOnce(i, sum int) bool {
	pairs := f.may[i][0] &^ f.gone[0] & mirrored(f.may[i+1][0]&^f.gone[0], sum)
	if v := sum / 2; f.exact && sum == 2*v && pairs&(1<<v) != 0 && f.used[v]+2 > f.left[v] {
		pairs &^= 1 << v
	}
	count, partners := bits.OnesCount64(pairs), mirrored(pairs, sum)
	f.budget -= count
	f.count += count
	f.unmet -= bits.OnesCount64(pairs&^f.met[i][0]) + bits.OnesCount64(partners&^f.met[i+1][0])
	f.met[i][0] |= pairs
	f.met[i+1][0] |= partners
	return f.budget >= 0
}

// mirrored returns the set of sum-v for all v in a set, as far as it is in 0..63.
func mirrored(set uint64, sum int) uint64 {
	if sum >= 63 {
		return bits.Reverse64(set) << (sum - 63)
	}
	return bits.Reverse64(set) >> (63 - sum)
}

// feasible returns the range of the candidates of the i-th open cell that are worth a try.
func (f *lineFillings) feasible(i, rest int) (from, to int) {
	low, high := rest-f.high[i+1], rest-f.low[i+1]
	switch {
	case f.line.adds:
	case i < len(f.open)-1:
		return 0, len(f.numbers[i])
	default:
		v, any := f.lastNumber(f.line, f.onBoard, f.open[i], f.sum)
		if any {
			return 0, len(f.numbers[i])
		}
		if v < 0 {
			return 0, 0
		}
		low, high = f.values[v], f.values[v]
	}
	return f.below(i, low), f.below(i, high+1)
}

// below returns how many candidates of the i-th open cell are below k.
func (f *lineFillings) below(i, k int) int {
	if f.inRow {
		return bits.OnesCount64(f.may[i][0] & (1<<max(k-f.values[0], 0) - 1))
	}
	numbers := f.numbers[i]
	return sort.Search(len(numbers), func(j int) bool { return f.values[numbers[j]] >= k })
}
