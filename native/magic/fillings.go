package magic

import (
	"math/bits"
	"slices"

	"crosscut/puzzle"
)

// All fillings of a line. If few are left, they are tried one by one. A number that no filling
// has on a cell is not on that cell. A line is linear in each of its cells. So the number of
// the last open cell follows from the others, and only the others are tried.
//
// maxFillings bounds the fillings that are tried. Lines with an unknown sum have no such rule.

// lineFillings is the work on one line. Its memory is used again.
type lineFillings struct {
	*state
	line *line
	open []int32  // the open cells to try; the last one follows
	met  []uint64 // per open cell, the numbers that a filling has
	used []int32  // per number, how often the filling at hand has it
}

// tryFillings applies the rule to line i.
func (s *state) tryFillings(i int32) bool {
	l, target := &s.lines[i], s.target(&s.lines[i])
	if target.low != target.high {
		return true
	}
	w := &s.fillings
	w.state, w.line, w.open = s, l, append(w.open[:0], l.cells[:l.open]...)
	open := w.open
	slices.SortStableFunc(open, func(c, d int32) int { return s.countOf(c) - s.countOf(d) })
	if len(open) == 0 {
		value, _ := l.Value(s.board)
		return value == target.low
	}
	count, most := 1, maxFillings
	if len(open) == 2 {
		most = puzzle.MaxCells // trying is linear
	}
	for _, c := range open[:len(open)-1] {
		if count *= s.countOf(c); count > most {
			return true
		}
	}
	if w.used == nil {
		w.used = make([]int32, len(s.values))
	}
	w.met = append(w.met[:0], make([]uint64, len(open)*s.words)...)
	w.try(0, target.low-l.Sum+l.rest+s.base*len(open))
	for i, c := range open {
		met := w.met[i*s.words:][:s.words]
		if !slices.ContainsFunc(met, func(word uint64) bool { return word != 0 }) {
			return false
		}
		s.narrow(c, met)
	}
	return true
}

// try fills the open cells from the i-th on. The cells before it have numbers. If the line only adds
// up, sum is what is left for the open cells.
func (w *lineFillings) try(i int, sum int) {
	c := w.open[i]
	if i == len(w.open)-1 {
		if v, ok := w.follows(c, sum); ok {
			w.meet(v)
		}
		return
	}
	for word, set := range w.domain(c) {
		for set &= w.free[word]; set != 0; set &= set - 1 {
			if v := int32(word*64 + bits.TrailingZeros64(set)); w.used[v] < w.left[v] {
				w.take(c, v, 1)
				w.try(i+1, sum-w.values[v])
				w.take(c, v, -1)
			}
		}
	}
}

// take puts a number on a cell for the filling at hand, or takes it away.
func (w *lineFillings) take(c, v, by int32) {
	w.value[c] = -1
	if by > 0 {
		w.value[c] = v
	}
	w.used[v] += by
}

// follows returns the number that the last cell must have. If its factor is 0, any number
// does or none. Then all numbers are met at once.
func (w *lineFillings) follows(last int32, sum int) (v int32, ok bool) {
	factor := 1
	if !w.line.sum {
		factor, sum = w.linear(last)
	}
	switch {
	case factor == 0 && sum == 0:
		w.each(last, func(v int32) {
			if w.used[v] < w.left[v] {
				w.meet(v)
			}
		})
		return 0, false
	case factor == 0 || sum%factor != 0:
		return 0, false
	}
	i, found := slices.BinarySearch(w.values, sum/factor)
	if !found || !w.has(last, int32(i)) || w.used[i] >= w.left[i] {
		return 0, false
	}
	return int32(i), true
}

// linear returns the factor of the last cell, and what factor and cell must make together.
func (w *lineFillings) linear(last int32) (factor, rest int) {
	rest = w.target(w.line).low
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
			rest -= product
		}
	}
	return factor, rest
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
