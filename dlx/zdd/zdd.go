// Package zdd has all exact covers of a problem as one value, to count them, to write them and to draw
// some with equal chances.
package zdd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"unsafe"

	"crosscut/dlx"
	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
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
	counts []*big.Int // per node, the number of sets below it
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
func (z *ZDD) Count() *big.Int { return new(big.Int).Set(z.total()) }

func (z *ZDD) total() *big.Int {
	z.once.Do(func() {
		z.counts = []*big.Int{nothing: new(big.Int), everything: big.NewInt(1)}
		for _, n := range z.nodes[min(2, len(z.nodes)):] {
			z.counts = append(z.counts, new(big.Int).Add(z.counts[n.lo], z.counts[n.hi]))
		}
	})
	return z.counts[z.root]
}

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
// A nil source draws without a seed. Time O(nodes on the path), and O(nodes) once at the first call.
func (z *ZDD) Sample(source *rand.Rand) ([]int, bool) {
	if source == nil {
		source = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	if z.total().Sign() == 0 {
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
func draw(source *rand.Rand, n, part *big.Int) bool {
	if n.IsUint64() {
		return source.Uint64N(n.Uint64()) < part.Uint64()
	}
	digits := new(big.Int)
	words := make([]big.Word, (n.BitLen()+bits.UintSize-1)/bits.UintSize)
	for {
		for k := range words {
			words[k] = big.Word(source.Uint64())
		}
		digits.SetBits(slices.Clone(words))
		digits.Rsh(digits, uint(len(words)*bits.UintSize-n.BitLen()))
		if digits.Cmp(n) < 0 {
			return digits.Cmp(part) < 0
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
// [dlx.Problem.Write]. It has the number of nodes and the root. The root is the last node; it
// is 0 or 1 when there are no nodes.
func (z *ZDD) Write(w io.Writer) error {
	out := bufio.NewWriter(base.Writer(w))
	fmt.Fprintf(out, "| ZDD of exact covers: nodes %d, root %d\n", z.Nodes(), z.root)
	for k, n := range z.nodes[min(2, len(z.nodes)):] {
		fmt.Fprintf(out, "%d: (~%d?%d:%d)\n", k+2, n.option, n.lo, n.hi)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("dlx: writing the ZDD: %w", err)
	}
	return nil
}

// Of returns the set of all exact covers of a problem. If there is no cover, the diagram has
// none, and the error is nil.
//
// Of lists the covers if they are few. Otherwise it decides one option after the other: see
// sweep.go. The errors are those of [dlx.Problem.Validate] and [dlx.Problem.Solve]. Building may
// take at most 1 GiB of memory, which is enough for some ten million moves between states. Beyond
// that, the error is [meter.ErrLimit].
func Of(ctx context.Context, p *dlx.Problem, m *meter.Meter) (*ZDD, error) {
	return within(ctx, p, m, model.MostBytes)
}

// within is [Of] with room bytes of memory.
func within(ctx context.Context, p *dlx.Problem, m *meter.Meter, room int) (z *ZDD, err error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	run := meter.Start(ctx, m)
	defer run.Close()
	run.Use("frontier")
	if listing.On() {
		z, err = listed(p, run, room, mostListed)
	}
	if z == nil && err == nil {
		z, err = swept(dataOf(p), run, room)
	}
	if err != nil {
		return nil, err
	}
	run.Solutions = model.Capped(z.total())
	run.Share(1)
	return z, nil
}

// dataOf returns the problem in the form of searches.
func dataOf(p *dlx.Problem) *model.Problem {
	d := &model.Problem{Primary: p.Primary(), Secondary: p.Secondary()}
	for i := range d.Primary {
		if lo, hi := p.Multiplicity(i); lo != 1 || hi != 1 {
			d.SetMultiplicity(i, model.Bounds{Lo: lo, Hi: hi})
		}
	}
	for o := range p.Options() {
		for _, e := range p.Option(o) {
			d.Elements = append(d.Elements, model.Element{Item: int32(e.Item), Colour: int32(e.Colour)})
		}
		d.Add() // ends the option
	}
	return d
}

// builder makes nodes, each once.
type builder struct {
	nodes []zddNode
	index map[zddNode]int32 // the numbers of the nodes
}

func newBuilder() *builder {
	return &builder{nodes: make([]zddNode, 2), index: map[zddNode]int32{}}
}

// choose returns a node for two kinds of sets: the options together with a set of hi,
// and the sets of lo. Without options the state has only one move, and its node is that
// of the state it leads to.
func (b *builder) choose(options []int32, hi, lo int32) int32 {
	if hi == nothing || len(options) == 0 {
		return max(hi, lo)
	}
	for k := len(options) - 1; k > 0; k-- {
		hi = b.node(zddNode{options[k], nothing, hi})
	}
	return b.node(zddNode{options[0], lo, hi})
}

// node returns the number of a node and adds it if it is new.
func (b *builder) node(n zddNode) int32 {
	k, known := b.index[n]
	if !known {
		k = int32(len(b.nodes))
		b.nodes = append(b.nodes, n)
		b.index[n] = k
	}
	return k
}

// bytes returns the rough size of the nodes and of the map, where a node takes twice its size and more.
func (b *builder) bytes() int {
	return int(unsafe.Sizeof(zddNode{})) * (cap(b.nodes) + 2*len(b.index))
}

// reachable returns the diagram with the nodes below root alone, in their order.
func (b *builder) reachable(root int32) *ZDD {
	needed := make([]bool, len(b.nodes))
	needed[root] = true
	for k := root; k > everything; k-- { // a node comes after those it leads to
		if needed[k] {
			needed[b.nodes[k].lo], needed[b.nodes[k].hi] = true, true
		}
	}
	z := &ZDD{nodes: make([]zddNode, 2)}
	numbers := make([]int32, len(b.nodes))
	numbers[everything] = everything
	for k := int32(2); k <= root; k++ {
		if needed[k] {
			n := b.nodes[k]
			numbers[k] = int32(len(z.nodes))
			z.nodes = append(z.nodes, zddNode{n.option, numbers[n.lo], numbers[n.hi]})
		}
	}
	z.root = numbers[root]
	return z
}
