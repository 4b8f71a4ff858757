package magic

import "math/bits"

// Bounds of lines. A cell of a line has no number with which the line is too small or too
// large, whatever the other cells have. The rule applies to all lines and takes time linear
// in the domains. A term that multiplies has the bounds of a product of intervals.

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

// spanOf returns the bounds of a cell's numbers.
func (s *lined) spanOf(c int32) span {
	if v := s.value[c]; v >= 0 {
		return span{s.values[v], s.values[v]}
	}
	domain := s.domain(c)
	low, high := 0, len(domain)-1
	for domain[low] == 0 {
		low++
	}
	for domain[high] == 0 {
		high--
	}
	return span{s.values[low*64+bits.TrailingZeros64(domain[low])], s.values[high*64+63-bits.LeadingZeros64(domain[high])]}
}

// termSpan returns the bounds of the t-th term of a line without one of its cells, or with
// all if without is −1.
func (s *lined) termSpan(l *linedLine, t int, without int32) span {
	product := span{1, 1}
	if l.Terms[t].Minus {
		product = span{-1, -1}
	}
	for _, c := range l.Terms[t].Cells {
		if int32(c) != without {
			product = product.times(s.spanOf(int32(c)))
		}
	}
	return product
}

// target returns what a line may add up to.
func (s *lined) target(l *linedLine) span {
	if l.Any {
		return s.common
	}
	return span{l.Sum, l.Sum}
}

// look applies the rules to a line.
func (s *lined) look(l *linedLine) (ok bool, err error) {
	terms := l.spans
	whole := span{}
	for t := range terms {
		terms[t] = s.termSpan(l, t, -1)
		whole = whole.plus(terms[t])
	}
	if !s.target(l).meets(whole) {
		return s.fail("%s cannot have its %s", l.Name, l.makes()), nil
	}
	if l.Any {
		s.learnCommon(whole)
	}
	for i, c := range l.cells {
		if s.value[c] >= 0 {
			continue
		}
		t := l.term[i]
		others := s.target(l).minus(whole.minusTerm(terms[t])) // what the term of the cell may be
		factor := s.termSpan(l, t, c)
		changed := false
		for w, word := range s.domain(c) {
			kept := word
			for rest := word; rest != 0; rest &= rest - 1 {
				v := w*64 + bits.TrailingZeros64(rest)
				if !others.meets(factor.times(span{s.values[v], s.values[v]})) {
					kept &^= rest & -rest
				}
			}
			changed = changed || kept != word
			if !s.keep(c, w, kept) {
				return false, nil
			}
		}
		if changed {
			whole = whole.minusTerm(terms[t])
			terms[t] = s.termSpan(l, t, -1)
			whole = whole.plus(terms[t])
		}
		if err := s.r.Err(); err != nil {
			return false, err
		}
	}
	if s.openOf(l) <= 2 {
		return s.tryWays(l)
	}
	if !l.slow && trialFillings.On() {
		l.slow = true
		s.slow = append(s.slow, l)
	}
	return true, nil
}

// makes returns what the line makes of its numbers, in words.
func (l *linedLine) makes() string {
	if l.sum {
		return "sum"
	}
	return "result"
}

// minusTerm returns the span of a sum without one of its terms.
func (a span) minusTerm(b span) span { return span{a.low - b.low, a.high - b.high} }

// learnCommon takes from one line what the common sum can be. If that is news, all lines
// with the common sum are looked at again.
func (s *lined) learnCommon(whole span) {
	now := span{max(s.common.low, whole.low), min(s.common.high, whole.high)}
	if now == s.common {
		return
	}
	s.trail = append(s.trail, linedChange{kind: changedCommon, span: s.common})
	s.common = now
	for i := range s.lines {
		if s.lines[i].Any {
			s.touch(int32(i))
		}
	}
}
