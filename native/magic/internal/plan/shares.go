package plan

import (
	"math/bits"
	"math/rand/v2"
)

// subtreeShares says how large the subtrees at the first two steps of a walk are. A size
// is a share of the tree that the subtree is a part of. Some cells must have a larger
// number than earlier cells. Then the first subtrees are many times as large as the last.
type subtreeShares struct {
	first  [64]float64
	second [64][64]float64 // share of a subtree, by the numbers of the first two steps
}

// share returns the share of number v at step i. The number at step 0 is first. The state
// has the share whole and the given number of branches.
func (p *subtreeShares) share(i int, first, v int32, whole float64, branches int) float64 {
	switch {
	case p == nil || i > 1:
		return whole / float64(branches)
	case i == 0:
		return whole * p.first[v&63]
	}
	return whole * p.second[first&63][v&63]
}

// findShares lets the walk, which has about the given number of nodes, measure its
// progress by the sizes of its subtrees. It applies if the walk is long enough to measure
// these sizes. It returns the size of the whole walk, or 0 if it does not apply. Below
// the second step, a subtree has the size that cost returns for a dive there.
func (w *planWalk) findShares(free uint64, nodes float64, cost func(walk *planWalk, random *rand.Rand, free uint64) float64) float64 {
	if len(w.plan) < 3 || !sharing.On() {
		return 0
	}
	below := *w
	below.plan, below.sharedAt = w.plan[2:], -1
	subtrees := 0
	w.eachPair(free, func(_, _ int32, _ uint64) { subtrees++ })
	dives := min(nodes/divesShare/float64(max(subtrees, 1)*len(w.plan)), mostDivesBelow)
	if dives < 1 {
		return 0
	}
	parts, total := new(subtreeShares), 0.0
	random := rand.New(rand.NewPCG(1, 2)) // use the same random numbers every time
	w.eachPair(free, func(first, second int32, free uint64) {
		size := 0.0
		for range int(dives) {
			size += (1 + cost(&below, random, free)) / float64(int(dives))
		}
		parts.second[first][second] = size
		parts.first[first] += size
		total += size
	})
	for first := range parts.first {
		if all := parts.first[first]; all > 0 {
			for second := range parts.second[first] {
				parts.second[first][second] /= all
			}
		}
		parts.first[first] /= max(total, 1)
	}
	w.shares = parts
	return total
}

// eachPair calls do for each pair of numbers for the first two steps. It passes the
// numbers that are free after them.
func (w *planWalk) eachPair(free uint64, do func(first, second int32, free uint64)) {
	for a := w.plan[0].candidates(w.value, free); a != 0; a &= a - 1 {
		first := int32(bits.TrailingZeros64(a))
		rest, ok := w.plan[0].put(w.value, first, free)
		if !ok {
			continue
		}
		for b := w.plan[1].candidates(w.value, rest); b != 0; b &= b - 1 {
			second := int32(bits.TrailingZeros64(b))
			if left, ok := w.plan[1].put(w.value, second, rest); ok {
				do(first, second, left)
			}
		}
	}
}

// nodesOfDive is the size of a subtree in nodes.
func nodesOfDive(walk *planWalk, random *rand.Rand, free uint64) float64 {
	nodes, _, _ := walk.dive(random, free)
	return nodes
}
