package paths

import (
	"cmp"
	"math"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// The order of the cells of a sweep.

// bestOrder returns the order that promises the smallest number of states: along rows, along
// columns, or a greedy one. The more states there are, up to those that memory has room for, the more cells
// it tries as the first one.
func bestOrder(p *puzzle.Hidoku, r *meter.Run) []int {
	near := stepsOf(p)
	rows := make([]int, len(near))
	for c := range rows {
		rows[c] = c
	}
	columns := slices.Clone(rows)
	base.SortStable(columns, func(c, d int) int {
		_, left := p.Board().Pos(c)
		_, right := p.Board().Pos(d)
		return cmp.Compare(left, right)
	})
	best, least := rows, statesOf(near, rows)
	try := func(order []int) {
		if order == nil {
			return
		}
		if states := statesOf(near, order); states < least {
			best, least = order, states
		}
	}
	try(columns)
	starts := max(2, int(min(least, counting.MaxWords))/(len(near)*len(near)))
	for i := range min(starts, len(near)) {
		if r.Err() != nil {
			break // the count ends with its first state
		}
		try(greedyOrder(near, i*(len(near)-1)/max(1, min(starts, len(near))-1)))
	}
	return best
}

// weightOf returns how many bits the mate of a cell on the frontier takes, times two: about three states for
// a cell with one neighbour to come, and four for one with more.
func weightOf(still int) int {
	if still == 0 {
		return 0
	}
	return 2 + min(still, 2)
}

// statesOf estimates the number of states of a sweep by the weight of the frontier after each step. What
// counts is which of two orders has more.
func statesOf(near [][]int, order []int) (sum float64) {
	still := make([]int, len(near)) // of the cells that were added, the neighbours to come
	added := make([]bool, len(near))
	weight := 0
	for _, c := range order {
		added[c] = true
		for _, d := range near[c] {
			if !added[d] {
				still[c]++
				continue
			}
			weight -= weightOf(still[d])
			still[d]--
			weight += weightOf(still[d])
		}
		weight += weightOf(still[c])
		sum += math.Exp2(float64(weight) / 2)
	}
	return sum
}

// greedyOrder begins with a cell, and always adds the neighbour of earlier cells that lets the
// weight of the frontier grow least. Among several it prefers the neighbour of the cell that has
// been there for the longest time. It returns nil when the frontier has more cells than anybody
// could wait for.
func greedyOrder(near [][]int, start int) []int {
	order := make([]int, 0, len(near))
	added := make([]int, len(near)) // per cell, the step that adds it, from 1; 0 for none
	still := make([]int, len(near)) // per cell, the neighbours to come
	for c := range near {
		still[c] = len(near[c])
	}
	front := []int{start} // the cells that may be next
	for open := 0; len(order) < len(near); {
		if open > fieldsBits {
			return nil
		}
		if len(front) == 0 { // the graph has another component
			front = append(front, slices.Index(added, 0))
		}
		best, next := [3]int{math.MaxInt}, -1
		for _, c := range front {
			this := [3]int{weightOf(still[c]), len(near), still[c]}
			for _, d := range near[c] {
				if added[d] > 0 {
					this[0] += weightOf(still[d]-1) - weightOf(still[d])
					this[1] = min(this[1], added[d])
				}
			}
			if slices.Compare(this[:], best[:]) < 0 {
				best, next = this, c
			}
		}
		front = slices.DeleteFunc(front, func(c int) bool { return c == next })
		order = append(order, next)
		added[next] = len(order)
		open += min(1, still[next])
		for _, d := range near[next] {
			if still[d]--; still[d] == 0 && added[d] > 0 {
				open--
			}
			if added[d] == 0 && !slices.Contains(front, d) {
				front = append(front, d)
			}
		}
	}
	return order
}
