package filling

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"crosscut/puzzle"
)

// Paths that few clues determine. Where a path bends, other cells touch the cells before and
// after a cell, so it must often be given. A random king's path needs clues on 30 % of its cells. A
// path of long diagonals needs less than 15 %.

// The stiffness grows in steps, as in annealing. A path that is stiffest hardly changes any more. If
// that is not enough, the path is softened and made stiff again.
const (
	stiffer   = 0.2
	softened  = 0.8
	stiffest  = 1.4
	softening = 3 // how often
)

// StiffHidoku draws a filling as [Hidoku] does, and then makes it stiffer until cost is at most
// enough for its numbers. If that does not happen, it returns the filling with the least cost.
//
// Backbites are accepted by the rule of Metropolis (Equation of state calculations by fast
// computing machines, Journal of Chemical Physics 21, 1953). The energy of a path is the sum of
// bend over its cells.
func StiffHidoku(ctx context.Context, p *puzzle.Hidoku, rng *rand.Rand, enough int, cost func(numbers []int) int) ([]int, error) {
	w, err := newWalk(ctx, p, rng)
	var best []int
	least := math.MaxInt
	for soft := 0; err == nil && least > enough; {
		if w.stiffness += stiffer; w.stiffness > stiffest {
			if soft++; soft > softening {
				break
			}
			w.stiffness = softened
		}
		if err = w.mix(ctx); err == nil {
			numbers := w.numbers()
			if c := cost(numbers); c < least {
				best, least = numbers, c
			}
		}
	}
	return best, err
}

// tooBent decides at random whether to refuse the backbite that joins the last cell of the path
// to its i-th.
func (w *walk) tooBent(i int) bool {
	last := len(w.path) - 1
	if i == last-1 {
		return false // nothing changes
	}
	more := w.bend(i-1, last) + w.bend(i, last-1) - w.bend(i-1, i+1) - w.bend(i, i+2)
	return more > 0 && w.rng.Float64() >= math.Exp(-w.stiffness*float64(more))
}

// bend returns how many cells touch the i-th and the k-th cell of the path, beside the one that
// the path has between them. It is 0 if the path begins after the i-th cell.
func (w *walk) bend(i, k int) int {
	if i < 0 {
		return 0
	}
	others := -1
	after := w.p.Neighbours(w.path[k])
	for _, d := range w.p.Neighbours(w.path[i]) {
		if slices.Contains(after, d) {
			others++
		}
	}
	return others
}
