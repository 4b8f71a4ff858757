package draughtboard

import (
	"math/bits"
	"slices"
)

// ranks order the placements of a kind by their first cells. With few secondary items
// they say that of two stones of the kind one comes before the other. This applies to
// kinds with several stones in an exact cover problem.
//
// It is the "pairwise ordering" of Knuth (The Art of Computer Programming, volume 4B,
// section 7.2.2.1). Ranks are the leaves of a binary tree, and there is an item for each
// inner node. Options of the earlier stone have the item if their rank is right of the
// node. Options of the later stone have it if their rank is left of the node. The path to
// a leaf has log n nodes, and two paths part at one node. So the options for an earlier
// stone at rank a and a later one at rank b share an item exactly when b < a.
type ranks struct {
	firsts []int // the first cells of placements, ascending; the index of a cell is its rank
	depth  int   // depth of the tree, which has at most 2^depth leaves
}

func newRanks(k *kind) ranks {
	var r ranks
	for _, q := range k.placements { // they are in the order of their first cells
		if n := len(r.firsts); n == 0 || r.firsts[n-1] != q.Cells[0] {
			r.firsts = append(r.firsts, q.Cells[0])
		}
	}
	r.depth = bits.Len(uint(max(len(r.firsts)-1, 0)))
	return r
}

func (r *ranks) of(q *placement) int {
	rank, _ := slices.BinarySearch(r.firsts, q.Cells[0])
	return rank
}

func (r *ranks) nodes() int { return 1<<r.depth - 1 }

// path calls f with each node from the root to a rank, and whether the path turns right
// there. Nodes are numbered from 0, level by level.
func (r *ranks) path(rank int, f func(node int, right bool)) {
	for level := range r.depth {
		above := rank >> (r.depth - level) // the nodes of this level to the left
		f(1<<level-1+above, rank>>(r.depth-level-1)&1 == 1)
	}
}
