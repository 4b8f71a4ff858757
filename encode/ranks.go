package encode

import (
	"math/bits"
	"slices"
)

// ranks order the placements of a kind by their first cells, and say with few
// secondary items that one stone comes before another. It is the "pairwise
// ordering" of Knuth (The Art of Computer Programming, volume 4B, section
// 7.2.2.1): ranks are the leaves of a binary tree, and an item for each inner node
// is in the options in which the earlier stone is to the right of the node and in
// those in which the later stone is to the left of it. The path to a leaf has
// log n nodes, and two paths part at one node: so the options for an earlier stone
// at rank a and a later one at rank b share an item just when b < a.
type ranks struct {
	firsts []int32 // the first cells, ascending; the rank of a placement is its index
	depth  int     // of the tree: 2^depth ranks or fewer
}

func newRanks(k *kind) ranks {
	var r ranks
	for _, q := range k.placements { // which come in the order of their first cells
		if n := len(r.firsts); n == 0 || r.firsts[n-1] != q.cells[0] {
			r.firsts = append(r.firsts, q.cells[0])
		}
	}
	r.depth = bits.Len(uint(max(len(r.firsts)-1, 0)))
	return r
}

// of returns the rank of a placement.
func (r *ranks) of(q *placement) int {
	rank, _ := slices.BinarySearch(r.firsts, q.cells[0])
	return rank
}

// nodes returns the number of inner nodes.
func (r *ranks) nodes() int { return 1<<r.depth - 1 }

// path calls f with the nodes from the root to a rank, counted from 0 level by
// level, and whether the path turns right there.
func (r *ranks) path(rank int, f func(node int, right bool)) {
	for level := range r.depth {
		above := rank >> (r.depth - level) // the nodes of this level to the left
		f(1<<level-1+above, rank>>(r.depth-level-1)&1 == 1)
	}
}
