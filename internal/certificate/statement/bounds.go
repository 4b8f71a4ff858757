package statement

import (
	"fmt"
	"math"
	"slices"
)

// bounds says that the sums of some sets of terms lie in intervals. A clause of facts about
// sums holds if the opposite of all its facts is impossible.
type bounds map[string]*bound

type bound struct {
	terms     []int
	low, high int
}

// deny adds the opposite of a fact: the terms do not have the value or more. With not, it
// is the opposite of that.
func (b bounds) deny(terms []int, value int, not bool) {
	key := fmt.Sprint(terms)
	if b[key] == nil {
		b[key] = &bound{terms, math.MinInt, math.MaxInt}
	}
	if not {
		b[key].low = max(b[key].low, value)
	} else {
		b[key].high = min(b[key].high, value-1)
	}
}

// impossible reports whether the bounds cannot all be kept, if the terms of a line have a
// sum. There must be at most three sets: the third has the terms of the other two, which
// have none in common. values returns all sums that some terms can have, ascending.
func (b bounds) impossible(line []int, sum int, values func(terms []int) []int) bool {
	var whole []int // the terms of all sets
	for _, one := range b {
		for _, t := range one.terms {
			if !slices.Contains(line, t) {
				return false
			}
			if !slices.Contains(whole, t) {
				whole = append(whole, t)
			}
		}
	}
	slices.Sort(whole)
	total := bound{whole, math.MinInt, math.MaxInt}
	var parts []*bound
	for _, one := range b {
		if len(one.terms) == len(whole) {
			total = *one
		} else {
			parts = append(parts, one)
		}
	}
	first, second := &bound{nil, 0, 0}, &bound{nil, 0, 0}
	switch len(parts) {
	case 0:
		first = &bound{whole, math.MinInt, math.MaxInt}
	case 1:
		first, second = parts[0], &bound{without(whole, parts[0].terms), math.MinInt, math.MaxInt}
	case 2:
		first, second = parts[0], parts[1]
		both := slices.Sorted(slices.Values(slices.Concat(first.terms, second.terms)))
		if !slices.Equal(both, whole) { // a term is in both, or in none
			return false
		}
	default:
		return false
	}
	rest := values(without(line, whole))
	for _, v := range values(first.terms) {
		for _, w := range values(second.terms) {
			kept := first.has(v) && second.has(w) && total.has(v+w)
			if _, possible := slices.BinarySearch(rest, sum-v-w); kept && possible {
				return false
			}
		}
	}
	return true
}

// has reports whether a value is within a bound.
func (b *bound) has(v int) bool { return b.low <= v && v <= b.high }

// without returns the terms that are not among others, in their order.
func without(terms, others []int) []int {
	var left []int
	for _, t := range terms {
		if !slices.Contains(others, t) {
			left = append(left, t)
		}
	}
	return left
}
