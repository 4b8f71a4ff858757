package dlx

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
)

// ZDD is the set of all exact covers of a problem as a zero-suppressed decision
// diagram (Shin-ichi Minato, DAC 1993; Knuth, The Art of Computer Programming, volume
// 4A, section 7.1.4). It is an acyclic graph. The paths from the root to the node
// "complete" are the covers. A node asks for an option: its branch hi has the covers
// with the option, lo the covers without it. A cover has no option that its path does
// not ask for. Equal nodes are one node. No hi leads to the empty set of covers.
//
// Each path asks for an option at most once. The options may come in different orders on
// different paths. The methods may be called from several goroutines at once. The zero
// ZDD has no covers. A ZDD never changes, and is not tied to its problem: options that are
// added later are not in it.
type ZDD struct {
	nodes []zddNode // a node comes after those it leads to; the first two are not used
	root  int32

	once   sync.Once
	counts []bigCount // per node, the number of sets below it
}

// zddNode is a node that asks for an option.
type zddNode struct{ option, lo, hi int32 }

// The nodes that ask for no option.
const (
	nothing    = iota // no cover
	everything        // a complete cover
)

// Nodes returns the number of nodes that ask for an option.
func (z *ZDD) Nodes() int { return max(len(z.nodes)-2, 0) }

// Count returns the number of covers. Time O(nodes) at the first call.
func (z *ZDD) Count() *big.Int { return z.total().big() }

func (z *ZDD) total() bigCount {
	z.once.Do(func() {
		z.counts = make([]bigCount, 2+z.Nodes())
		z.counts[everything].low = 1
		for k := 2; k < len(z.nodes); k++ {
			z.counts[k] = z.counts[z.nodes[k].lo].plus(z.counts[z.nodes[k].hi])
		}
	})
	return z.counts[z.root]
}

// All calls yield with every cover, each once, as ascending option numbers in a slice
// of its own. Time O(options of a cover) for each cover, without any set-up.
func (z *ZDD) All() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		// The nodes on the path to a node at which hi was taken. Nodes at which lo was
		// taken are not needed again.
		var path []int32
		for at := z.root; ; {
			for at > everything {
				path = append(path, at)
				at = z.nodes[at].hi
			}
			if at == everything && !yield(z.cover(path)) {
				return
			}
			for at = nothing; at == nothing; {
				last := len(path) - 1
				if last < 0 {
					return
				}
				at = z.nodes[path[last]].lo
				path = path[:last]
			}
		}
	}
}

// cover returns the options of nodes.
func (z *ZDD) cover(nodes []int32) []int {
	options := make([]int, len(nodes))
	for k, n := range nodes {
		options[k] = int(z.nodes[n].option)
	}
	slices.Sort(options)
	return options
}

// Sample draws a cover, as ascending option numbers. All covers are equally likely. It
// returns false when there is no cover. A source with the same seed draws the same cover.
// Time O(nodes on the path), and O(nodes) once at the first call.
func (z *ZDD) Sample(source *rand.Rand) ([]int, bool) {
	if z.total().zero() {
		return nil, false
	}
	var taken []int32
	for at := z.root; at > everything; {
		n := z.nodes[at]
		if draw(source, z.counts[at], z.counts[n.hi]) {
			taken = append(taken, at)
			at = n.hi
		} else {
			at = n.lo
		}
	}
	return z.cover(taken), true
}

// draw returns true with probability part/all.
func draw(source *rand.Rand, all, part bigCount) bool {
	if all.high == nil {
		return source.Uint64N(all.low) < part.low
	}
	n, digits := all.big(), new(big.Int)
	words := make([]big.Word, (n.BitLen()+bits.UintSize-1)/bits.UintSize)
	for {
		for k := range words {
			words[k] = big.Word(source.Uint64())
		}
		digits.SetBits(slices.Clone(words))
		digits.Rsh(digits, uint(len(words)*bits.UintSize-n.BitLen()))
		if digits.Cmp(n) < 0 {
			return digits.Cmp(part.big()) < 0
		}
	}
}

// Write writes the nodes as text, each as a line
//
//	ID: (~OPTION?LO:HI)
//
// as Knuth's programs do. It means "if not OPTION then LO else HI". Numbers are decimal.
// Options count from 0, IDs from 2. ID 0 is no cover, ID 1 is a complete cover. A node
// comes after those it leads to. The first line is a comment, with a bar as in
// [Problem.Write]. It has the number of nodes and the root. The root is the last node; it
// is 0 or 1 when there are no nodes.
func (z *ZDD) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "| ZDD of exact covers: nodes %d, root %d\n", z.Nodes(), z.root)
	for k, n := range z.nodes[min(2, len(z.nodes)):] {
		fmt.Fprintf(out, "%d: (~%d?%d:%d)\n", k+2, n.option, n.lo, n.hi)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("dlx: writing the ZDD: %w", err)
	}
	return nil
}
