package magic

import (
	"math/bits"
	"slices"
)

// Bounds of lines. A cell of a line has no number with which the line is too small or too
// large, whatever the other cells have. ruleOfBounds is for sums of different numbers, and look for
// all lines: a term that multiplies has the bounds of a product of intervals. Both take time linear
// in the domains.

// ruleOfBounds is the rule of a line with four or more open cells. A cell may have v only
// if the other cells can make up the rest of the sum. Their smallest sum must not be
// above the rest, and their largest not below it.
//
// The smallest sum allows the cells more numbers than they really have. A cell may take
// any number of the union of all sets that is not below its own least number. The numbers
// must differ. So the result is never above the true smallest sum, and no filling is
// lost. To find it, take the cells by their least numbers and give each the least number
// left. This is right, since the choices of a cell are among those of every cell before
// it. The largest sum is found in the same way.
func (s *state) ruleOfBounds(sum int) bool {
	union := s.once
	clear(union)
	for i := range s.cells {
		set := s.set(i)
		s.lows[i], s.highs[i] = leastFrom(set, 0), greatestTo(set, len(s.value)-1)
		for w, word := range set {
			union[w] |= word
		}
		if s.lows[i] < 0 {
			return false
		}
	}
	s.sortByBounds()
	floor, ok := s.floor(union, -1)
	ceiling, okToo := s.ceiling(union, -1)
	if !ok || !okToo || floor > sum || ceiling < sum {
		return false
	}
	for i, c := range s.cells {
		low, high := int(s.lows[i]), int(s.highs[i])
		from, to := low, high
		// The floor of all cells is at least low plus the floor of the other cells. So
		// nothing can be cut if high − low is at most sum − floor. The same holds for
		// the ceiling.
		if high-low > sum-floor {
			others, _ := s.floor(union, i)
			to = min(high, sum-others)
		}
		if high-low > ceiling-sum {
			others, _ := s.ceiling(union, i)
			from = max(low, sum-others)
		}
		if from > low || to < high {
			if !keepRange(s.set(i), from, to) {
				return false
			}
			s.narrow(c, s.set(i))
		}
	}
	return true
}

// sortByBounds sets byLow to the cells by ascending lows, and byHigh to them by descending
// highs. Equal ones may come in any order. It uses insertion sorts, since there are few.
func (s *state) sortByBounds() {
	s.byLow, s.byHigh = s.byLow[:len(s.cells)], s.byHigh[:len(s.cells)]
	for i := range s.cells {
		low, high := bound(s.lows[i])<<32|bound(i), bound(s.highs[i])<<32|bound(i)
		j := i
		for ; j > 0 && s.byLow[j-1] > low; j-- {
			s.byLow[j] = s.byLow[j-1]
		}
		s.byLow[j] = low
		for j = i; j > 0 && s.byHigh[j-1] < high; j-- {
			s.byHigh[j] = s.byHigh[j-1]
		}
		s.byHigh[j] = high
	}
}

// bound is the low or high of a cell of the line, and below these bits the index of the cell.
type bound int64

// floor returns the smallest sum of different numbers of union, one for each cell except
// the given one (−1 for none). No number is below the low of its cell. It returns false
// when there are too few numbers.
func (s *state) floor(union []uint64, but int) (sum int, ok bool) {
	v := int32(-1)
	for _, b := range s.byLow {
		if int(int32(b)) == but {
			continue
		}
		if v = leastFrom(union, max(int32(b>>32), v+1)); v < 0 {
			return 0, false
		}
		sum += int(v)
	}
	return sum, true
}

// ceiling is floor with the order of the numbers reversed: it returns the largest sum.
func (s *state) ceiling(union []uint64, but int) (sum int, ok bool) {
	v := int32(len(s.value))
	for _, b := range s.byHigh {
		if int(int32(b)) == but {
			continue
		}
		if v = greatestTo(union, int(min(int32(b>>32), v-1))); v < 0 {
			return 0, false
		}
		sum += int(v)
	}
	return sum, true
}

// leastFrom returns the least number of set that is not below from, or −1.
func leastFrom(set []uint64, from int32) int32 {
	w := int(from / 64)
	if w >= len(set) {
		return -1
	}
	word := set[w] &^ (1<<(from%64) - 1)
	for word == 0 {
		if w++; w == len(set) {
			return -1
		}
		word = set[w]
	}
	return int32(w*64 + bits.TrailingZeros64(word))
}

// greatestTo returns the greatest number of set that is not above to, or −1.
func greatestTo(set []uint64, to int) int32 {
	if to < 0 {
		return -1
	}
	w := to / 64
	word := set[w] & (^uint64(0) >> (63 - to%64))
	for word == 0 {
		if w--; w < 0 {
			return -1
		}
		word = set[w]
	}
	return int32(w*64 + 63 - bits.LeadingZeros64(word))
}

// keepRange removes from set the numbers below from and the numbers above to. It reports
// whether any are left.
func keepRange(set []uint64, from, to int) bool {
	any := uint64(0)
	for w := range set {
		if lowest := from - w*64; lowest > 0 {
			set[w] &= ^uint64(0) << lowest // from 64 on, the shift leaves no bit
		}
		if highest := to - w*64; highest < 63 {
			set[w] &= 1<<max(highest+1, 0) - 1
		}
		any |= set[w]
	}
	return any != 0
}

// span is the set of integers from low to high.
type span struct{ low, high int }

// times returns the span of all products.
func (a span) times(b span) span {
	w, x, y, z := a.low*b.low, a.low*b.high, a.high*b.low, a.high*b.high
	return span{min(w, x, y, z), max(w, x, y, z)}
}

// plus returns the span of all sums.
func (a span) plus(b span) span { return span{a.low + b.low, a.high + b.high} }

// minus returns the span of the numbers that give a number of a when one of b is added.
func (a span) minus(b span) span { return span{a.low - b.high, a.high - b.low} }

// meets reports whether two spans have a common number.
func (a span) meets(b span) bool { return a.low <= b.high && b.low <= a.high }

// minusTerm returns the span of a sum without one of its terms.
func (a span) minusTerm(b span) span { return span{a.low - b.low, a.high - b.high} }

// spanOf returns the bounds of a cell's numbers. An open cell has a number.
func (s *state) spanOf(c int32) span {
	if v := s.value[c]; v >= 0 {
		return span{s.values[v], s.values[v]}
	}
	low, high := -1, -1
	for w, word := range s.domain(c) {
		if word &= s.free[w]; word == 0 {
			continue
		}
		if low < 0 {
			low = 64*w + bits.TrailingZeros64(word)
		}
		high = 64*w + bits.Len64(word) - 1
	}
	return span{s.values[low], s.values[high]}
}

// termSpan returns the bounds of the t-th term of a line without one of its cells, or with
// all if without is −1.
func (s *state) termSpan(l *line, t, without int) span {
	product := span{1, 1}
	if l.Terms[t].Minus {
		product = span{-1, -1}
	}
	for _, c := range l.Terms[t].Cells {
		if c != without {
			product = product.times(s.spanOf(int32(c)))
		}
	}
	return product
}

// target returns what a line may add up to.
func (s *state) target(l *line) span {
	if l.Any {
		return s.common[len(s.common)-1]
	}
	return span{l.Sum, l.Sum}
}

// look is the rule of any line.
func (s *state) look(i int32) bool {
	l := &s.lines[i]
	if slices.ContainsFunc(l.cells[:l.open], func(c int32) bool { return s.countOf(c) == 0 }) {
		return false
	}
	s.spans = s.spans[:0]
	whole := span{}
	for t := range l.Terms {
		s.spans = append(s.spans, s.termSpan(l, t, -1))
		whole = whole.plus(s.spans[t])
	}
	if !s.target(l).meets(whole) {
		return false
	}
	if l.Any {
		s.learnCommon(whole)
	}
	for t, term := range l.Terms {
		for _, c := range term.Cells {
			if s.value[c] >= 0 {
				continue
			}
			others := whole.minusTerm(s.spans[t])
			changed, ok := s.narrowToSpan(int32(c), s.termSpan(l, t, c), s.target(l).minus(others))
			if !ok || s.r.Err() != nil {
				return false
			}
			if changed {
				s.spans[t] = s.termSpan(l, t, -1)
				whole = others.plus(s.spans[t])
			}
		}
	}
	return true
}

// narrowToSpan leaves a cell the numbers whose product with a number of factor may be in product. It
// returns false if there are none.
func (s *state) narrowToSpan(c int32, factor, product span) (changed, ok bool) {
	kept := s.work[:s.words]
	for w, word := range s.domain(c) {
		kept[w] = word & s.free[w]
		for rest := kept[w]; rest != 0; rest &= rest - 1 {
			k := s.values[64*w+bits.TrailingZeros64(rest)]
			if !product.meets(factor.times(span{k, k})) {
				kept[w] &^= rest & -rest
			}
		}
		ok = ok || kept[w] != 0
	}
	return ok && s.narrow(c, kept), ok
}

// makes returns what the line makes of its numbers, in words.
func (l *line) makes() string {
	if l.sum {
		return "sum"
	}
	return "result"
}

// learnCommon takes from one line what the common sum can be. If that is news, all lines
// with the common sum are looked at again.
func (s *state) learnCommon(whole span) {
	before := s.common[len(s.common)-1]
	now := span{max(before.low, whole.low), min(before.high, whole.high)}
	if now == before {
		return
	}
	s.common = append(s.common, now)
	s.saved = append(s.saved, savedWord{at: -1})
	for i := range s.lines {
		if s.lines[i].general && s.lines[i].Any {
			s.dirty.add(int32(i))
		}
	}
}
