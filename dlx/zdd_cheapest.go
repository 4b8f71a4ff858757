package dlx

import (
	"cmp"
	"container/heap"
	"iter"
	"math/big"
	"slices"
)

// Cheapest yields the covers in the order of their sums of weights, the least first, with
// the sums. Stop when you have enough. Covers come as ascending option numbers in slices of
// their own. Covers of equal sums come in an order that depends only on the diagram.
//
// weight must return the same value for the same option. A nil weight is 0 for all. It is called
// in the goroutine of the loop, several times for each option. To get the covers of the
// greatest sums, negate the weights. Each loop over the sequence starts with the
// cheapest cover.
//
// No sum of the weights of a cover or of a part of one may overflow. The first cover takes
// time and memory O(nodes). Each further one takes time O(nodes on its path · log of the
// covers so far), and memory O(nodes on its path).
func (z *ZDD) Cheapest(weight func(option int) int64) iter.Seq2[[]int, int64] {
	return func(yield func([]int, int64) bool) {
		if z.root == nothing {
			return
		}
		if weight == nil {
			weight = func(int) int64 { return 0 }
		}
		least := z.leastSums(weight)
		open := &branches{{at: z.root, sum: least[z.root]}}
		for made := int64(0); open.Len() > 0; {
			b := heap.Pop(open).(branch)
			// Each branch that is not taken leads to other covers.
			at, taken, paid := b.at, b.taken, b.paid
			for at > everything {
				n := z.nodes[at]
				hi := branch{at: n.hi, taken: &choice{n.option, taken}, paid: paid + weight(int(n.option))}
				hi.sum = hi.paid + least[n.hi]
				lo := branch{at: n.lo, taken: taken, paid: paid}
				if n.lo != nothing {
					lo.sum = paid + least[n.lo]
				}
				next, other := hi, lo
				if n.lo != nothing && lo.sum <= hi.sum {
					next, other = lo, hi
				}
				if other.at != nothing {
					made++
					other.made = made
					heap.Push(open, other)
				}
				at, taken, paid = next.at, next.taken, next.paid
			}
			if !yield(taken.options(), b.sum) {
				return
			}
		}
	}
}

// leastSums returns for each node the least sum of weights of the sets below it. It is 0
// for the nodes that ask for nothing.
func (z *ZDD) leastSums(weight func(option int) int64) []int64 {
	sums := make([]int64, len(z.nodes)+2)
	for k := 2; k < len(z.nodes); k++ {
		n := z.nodes[k]
		sums[k] = weight(int(n.option)) + sums[n.hi]
		if n.lo != nothing {
			sums[k] = min(sums[k], sums[n.lo])
		}
	}
	return sums
}

// branch is a place at which paths go on: all covers that begin with the options taken.
type branch struct {
	at    int32
	taken *choice
	paid  int64 // the weights of the options taken
	sum   int64 // the least sum of all covers of the branch
	made  int64 // the number of the branch, to break ties
}

// choice is the last option of a path, and those before it.
type choice struct {
	option int32
	before *choice
}

// options returns the options of a path, ascending.
func (c *choice) options() []int {
	cover := []int{}
	for ; c != nil; c = c.before {
		cover = append(cover, int(c.option))
	}
	slices.Sort(cover)
	return cover
}

// branches is a heap of branches, the one with the least sum first.
type branches []branch

func (b branches) Len() int { return len(b) }
func (b branches) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(b[i].sum, b[j].sum), cmp.Compare(b[i].made, b[j].made)) < 0
}
func (b branches) Swap(i, j int) { b[i], b[j] = b[j], b[i] }
func (b *branches) Push(x any)   { *b = append(*b, x.(branch)) }
func (b *branches) Pop() any {
	last := len(*b) - 1
	x := (*b)[last]
	(*b)[last] = branch{} // its path may be garbage now
	*b = (*b)[:last]
	return x
}

// Marginals returns, for each option of the problem, the number of covers that have it. The
// i-th number is that of [ZDD.With]. Divided by [ZDD.Count], it is the probability that a
// random cover has the option. Time O(nodes) for all of them together.
func (z *ZDD) Marginals() []*big.Int {
	z.total()
	with := make([]bigCount, z.options)
	paths := make([]bigCount, len(z.nodes)+2) // from the root to the node
	paths[z.root].low = 1
	for k := len(z.nodes) - 1; k > everything; k-- { // a node comes after those it leads to
		n := z.nodes[k]
		with[n.option] = with[n.option].plus(paths[k].times(z.counts[n.hi]))
		paths[n.lo] = paths[n.lo].plus(paths[k])
		paths[n.hi] = paths[n.hi].plus(paths[k]) // lo and hi may be the same node
	}
	marginals := make([]*big.Int, z.options)
	for o := range marginals {
		marginals[o] = with[o].big()
	}
	return marginals
}
