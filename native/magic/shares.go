package magic

import (
	"math/bits"
	"math/rand/v2"
)

// subtreeShares says how large the subtrees of the first two steps of a walk are: the
// share of each number in what the cells before them leave. Some cells must have more
// than the ones before. Then the first subtrees are many times as large as the last.
type subtreeShares struct {
	first  [64]float64
	second [64][64]float64 // share of a subtree, by the numbers of the first two steps
}

// share returns the share of number v at step i. The number at step 0 is first. The
// state has a share of whole and so many branches.
func (p *subtreeShares) share(i int, first, v int32, whole float64, branches int) float64 {
	switch {
	case p == nil || i > 1:
		return whole / float64(branches)
	case i == 0:
		return whole * p.first[v&63]
	}
	return whole * p.second[first&63][v&63]
}

// divesShare is the inverse of the share of a walk's nodes that dives may take before
// it. The dives find out how large its subtrees are.
const divesShare = 50

// mostDivesBelow is how many dives into each subtree are enough.
const mostDivesBelow = 16

// findShares lets the walk, of about so many nodes, measure its progress by the sizes
// of its subtrees. It applies if the walk is long enough to find them out. It returns
// the size of the whole walk, 0 if not. Below the second step, a subtree has the size
// that cost returns for a dive there.
func (w *planWalk) findShares(free uint64, nodes float64, cost func(walk *planWalk, random *rand.Rand, free uint64) float64) float64 {
	if len(w.plan) < 3 {
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
	random := rand.New(rand.NewPCG(1, 2)) // the same every time
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

// eachPair calls do for the numbers of the first two steps, with what is free then.
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
