package magic

import (
	"math/bits"
	"slices"

	"crosscut/native/magic/internal/plan"
	"crosscut/puzzle"
)

// All fillings of a line. If few are left, they are tried one by one. A number that no filling
// has on a cell is not on that cell. A line is linear in each of its cells. So the number of
// the last open cell follows from the others, and only the others are tried.
//
// maxFillings bounds the fillings that are tried. Lines with an unknown sum have no such rule.

// lineFillings is the work on one line.
type lineFillings struct {
	*general
	line *line
	open []int32  // the open cells to try; the last one follows
	met  []uint64 // per open cell, the numbers that a filling has
	used []int32  // scratch: per number, how often the filling at hand has it; nil if numbers are free
}

// tryFillings applies the rule to a line.
func (s *general) tryFillings(l *line) (ok bool, err error) {
	target := s.target(l)
	if target.low != target.high {
		return true, nil
	}
	open := append(s.scratch[:0], l.cells[:l.open]...)
	slices.SortStableFunc(open, func(c, d int32) int { return int(s.sizes[c] - s.sizes[d]) })
	s.scratch = open
	switch {
	case len(open) == 0:
		if value, _ := l.Value(s.board); value != target.low {
			return s.fail("%s has another %s", l.Name, l.makes()), nil
		}
		return true, nil
	case len(open) <= 3 && wordFillings.On() && s.oneWord && l.sum:
		return s.fewFillings(open, target.low-l.Sum+l.rest), nil
	}
	count, most := 1, maxFillings
	if len(open) == 2 {
		most = puzzle.MaxCells // trying is linear
	}
	for _, c := range open[:len(open)-1] {
		if count *= int(s.sizes[c]); count > most {
			return true, nil
		}
	}
	w := &lineFillings{general: s, line: l, open: open, met: make([]uint64, len(open)*s.words)}
	if s.exact {
		w.used = make([]int32, len(s.values))
	}
	sum := target.low
	if l.sum {
		sum += l.rest - l.Sum
	}
	if err := w.try(0, sum); err != nil {
		return false, err
	}
	for i, c := range open {
		for word := range s.words {
			if !s.keep(c, word, s.domain(c)[word]&w.met[i*s.words+word]) {
				return false, nil
			}
		}
	}
	return true, nil
}

// try fills the open cells from the i-th on. The cells before it have numbers. sum is what
// the line must add up to. If it only adds up, sum is what is left of that.
func (w *lineFillings) try(i int, sum int) error {
	c := w.open[i]
	if i == len(w.open)-1 {
		if v, ok := w.follows(c, sum); ok {
			w.meet(v)
		}
		return w.r.Err()
	}
	for word, set := range w.domain(c) {
		for ; set != 0; set &= set - 1 {
			v := int32(word*64 + bits.TrailingZeros64(set))
			if w.used != nil && w.used[v] >= w.left[v] {
				continue
			}
			rest := sum
			if w.line.sum {
				rest -= w.values[v]
			}
			w.take(c, v, 1)
			err := w.try(i+1, rest)
			w.take(c, v, -1)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// take puts a number on a cell for the filling at hand, or takes it away.
func (w *lineFillings) take(c, v, by int32) {
	w.value[c] = -1
	if by > 0 {
		w.value[c] = v
	}
	if w.used != nil {
		w.used[v] += by
	}
}

// follows returns the number that the last cell must have. If its factor is 0, any number
// does or none. Then all numbers are met at once.
func (w *lineFillings) follows(last int32, sum int) (v int32, ok bool) {
	factor := 1
	if !w.line.sum {
		factor, sum = w.linear(last, sum)
	}
	switch {
	case factor == 0 && sum == 0:
		w.each(last, func(v int32) {
			if w.used == nil || w.used[v] < w.left[v] {
				w.meet(v)
			}
		})
		return 0, false
	case factor == 0 || sum%factor != 0:
		return 0, false
	}
	i, found := slices.BinarySearch(w.values, sum/factor)
	if !found || !w.has(last, int32(i)) || w.used != nil && w.used[i] >= w.left[i] {
		return 0, false
	}
	return int32(i), true
}

// linear returns the factor of the last cell, and what factor and cell must make together.
func (w *lineFillings) linear(last int32, sum int) (factor, rest int) {
	for _, term := range w.line.Terms {
		product, hasLast := 1, false
		if term.Minus {
			product = -1
		}
		for _, c := range term.Cells {
			if int32(c) == last {
				hasLast = true
			} else {
				product *= w.values[w.value[c]]
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

// meet notes the filling at hand, where the last cell has the number v.
func (w *lineFillings) meet(v int32) {
	last := len(w.open) - 1
	for i, c := range w.open[:last] {
		k := w.value[c]
		w.met[i*w.words+int(k/64)] |= 1 << (k % 64)
	}
	w.met[last*w.words+int(v/64)] |= 1 << (v % 64)
}

// fewFillings applies the rule to a line that adds up and has one to three open cells. A set of
// numbers is one word here, and the numbers are consecutive. Number v is then v more than the
// first. It goes through the numbers of the first cell, and shifts the sets of the others.
func (s *general) fewFillings(open []int32, sum int) bool {
	rest := sum - len(open)*s.values[0]
	var sets, met [3]uint64
	for i, c := range open {
		sets[i] = s.domains[c]
	}
	switch len(open) {
	case 1:
		met[0] = sets[0] & bit(rest)
	case 2:
		met[0], met[1] = s.pairs(sets[0], sets[1], rest, s.once)
	case 3:
		for word := sets[0]; word != 0; word &= word - 1 {
			v := bits.TrailingZeros64(word)
			own := bit(v) & s.once // v itself, if it may stand only once more
			twice := s.once
			if s.left[v] == 2 {
				twice |= bit(v) // v is on the first cell, so the others have it at most once
			}
			if b, c := s.pairs(sets[1]&^own, sets[2]&^own, rest-v, twice); b != 0 {
				met[0] |= bit(v)
				met[1] |= b
				met[2] |= c
			}
		}
	}
	for i, c := range open {
		if !s.keep(c, 0, s.domains[c]&met[i]) {
			return false
		}
	}
	return true
}

// pairs returns the numbers of a and of b that make the sum with a number of the other set.
// Numbers of once do not stand in both.
func (s *general) pairs(a, b uint64, sum int, once uint64) (inA, inB uint64) {
	if sum < 0 || sum > 126 {
		return 0, 0
	}
	inB = b & plan.SumMinus(bits.Reverse64(a), sum)
	if sum%2 == 0 {
		inB &^= bit(sum/2) & once
	}
	return a & plan.SumMinus(bits.Reverse64(inB), sum), inB
}

// bit returns the set of one number, empty if no word has it.
func bit(v int) uint64 {
	if v < 0 || v > 63 {
		return 0
	}
	return 1 << v
}
