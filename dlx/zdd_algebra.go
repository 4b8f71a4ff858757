package dlx

// Union, intersection and difference of diagrams.
//
// The textbook algorithm (Minato, DAC 1993) needs the same order of options on all paths.
// Here paths may have different orders. So when a node of one diagram asks for an option,
// the other diagram is split by that option wherever it asks for it. Where both ask for the
// same option, this is the textbook algorithm: time O(nodes of one × nodes of the other) at
// most, and mostly linear. In the worst case, other orders make it exponential. The memory
// is bounded, and beyond the bound the error is a limit.

import (
	"context"
	"fmt"
	"math"

	"crosscut/internal/search"
)

// Union returns the covers that are in z or in other, as a new diagram. z and other do not
// change. Both should be diagrams of the same problem: the numbers of options mean the same.
// So they may also come from two problems whose options have the same numbers, such as one
// with further items. A nil other has no covers.
//
// Time and memory O(nodes of z × nodes of other) at most, and mostly far less.
//
// The error is the cause of the end of ctx, or [ErrLimit] when the work needs more than 1
// GiB of memory.
func (z *ZDD) Union(ctx context.Context, other *ZDD) (*ZDD, error) {
	return z.operate(ctx, other, union, zddBytes)
}

// Intersection returns the covers that are in z and in other. See [ZDD.Union].
func (z *ZDD) Intersection(ctx context.Context, other *ZDD) (*ZDD, error) {
	return z.operate(ctx, other, intersection, zddBytes)
}

// Difference returns the covers that are in z and not in other. See [ZDD.Union].
func (z *ZDD) Difference(ctx context.Context, other *ZDD) (*ZDD, error) {
	return z.operate(ctx, other, difference, zddBytes)
}

// mostDeep bounds the recursion: the nodes on the longest paths of both diagrams together.
const mostDeep = 1 << 20

// depth returns the number of nodes on the longest path from the root.
func (z *ZDD) depth() int {
	depths := make([]int32, len(z.nodes)+2)
	for k := 2; k < len(z.nodes); k++ {
		depths[k] = 1 + max(depths[z.nodes[k].lo], depths[z.nodes[k].hi])
	}
	return int(depths[z.root])
}

// operation says which sets stay: those of both diagrams, of the first alone, of the second
// alone.
type operation struct{ both, first, second bool }

var (
	union        = operation{true, true, true}
	intersection = operation{both: true}
	difference   = operation{first: true}
)

// algebra is the work on one operation.
type algebra struct {
	*builder
	operation
	run    *search.Run
	room   int
	err    error
	done   map[[2]int32]int32 // per pair of nodes, the result
	split  map[[2]int32]parts // per node and option, its sets without and with the option
	ranges []optionRange      // per node, which options it may ask for below
}

// parts are the sets of a node that lack an option, and those that have it, without it.
type parts struct{ without, with int32 }

// optionRange is the least and the greatest option that a node and those below it ask for.
type optionRange struct{ least, greatest int32 }

// noOptions is the range of the nodes that ask for nothing.
var noOptions = optionRange{math.MaxInt32, -1}

// operate makes the diagram of an operation in room bytes.
func (z *ZDD) operate(ctx context.Context, other *ZDD, op operation, room int) (*ZDD, error) {
	run := search.Start(ctx, nil)
	defer run.Close()
	if other == nil {
		other = new(ZDD)
	}
	a := &algebra{
		builder: newBuilder(), operation: op, run: run, room: room,
		done: map[[2]int32]int32{}, split: map[[2]int32]parts{}, ranges: []optionRange{noOptions, noOptions},
	}
	first, second := a.load(z), a.load(other)
	if deep := z.depth() + other.depth(); deep > mostDeep {
		return nil, &search.LimitError{What: fmt.Sprintf("memory for paths of %d nodes", deep)}
	}
	root := a.apply(first, second)
	if err := a.failed(); err != nil {
		return nil, err
	}
	return a.reachable(root, max(z.options, other.options)), nil
}

// failed returns the error of the work: what was recorded, or the end of the context.
func (a *algebra) failed() error {
	if a.err == nil {
		a.err = a.run.Err()
	}
	return a.err
}

// load adds the nodes of a diagram, and returns its root.
func (a *algebra) load(z *ZDD) int32 {
	numbers := []int32{nothing, everything}
	for _, n := range z.nodes[min(2, len(z.nodes)):] {
		if a.failed() != nil {
			return nothing
		}
		numbers = append(numbers, a.make(n.option, numbers[n.lo], numbers[n.hi]))
	}
	return numbers[z.root]
}

// make returns the node of an option. It is lo if hi has no sets.
func (a *algebra) make(option, lo, hi int32) int32 {
	if hi == nothing {
		return lo
	}
	k := a.node(zddNode{option, lo, hi})
	if int(k) == len(a.ranges) {
		l, h := a.ranges[lo], a.ranges[hi]
		a.ranges = append(a.ranges, optionRange{min(option, l.least, h.least), max(option, l.greatest, h.greatest)})
		// An entry of a map takes up to 64 bytes.
		if a.bytes()+8*cap(a.ranges)+64*(len(a.done)+len(a.split)) > a.room && a.err == nil {
			a.err = tooLargeZDD(a.room)
		}
	}
	return k
}

// apply returns the node of the operation on the sets of two nodes. Recursion is as deep as
// the longest path. After an error the result means nothing.
func (a *algebra) apply(x, y int32) int32 {
	switch {
	case x == y && a.both, y == nothing && a.first:
		return x
	case x == nothing && a.second:
		return y
	case x == y, x == nothing, y == nothing: // the sets that stay are of kinds that are empty here
		return nothing
	case a.failed() != nil:
		return nothing
	}
	if z, known := a.done[[2]int32{x, y}]; known {
		return z
	}
	// The terminal "everything" asks for nothing, so the other node says what to ask for.
	option := a.nodes[max(x, y)].option
	if x > everything {
		option = a.nodes[x].option
	}
	p, q := a.by(x, option), a.by(y, option)
	lo := a.apply(p.without, q.without)
	z := a.make(option, lo, a.apply(p.with, q.with))
	a.done[[2]int32{x, y}] = z
	return z
}

// by splits the sets of a node by an option.
func (a *algebra) by(x, option int32) parts {
	r := a.ranges[x]
	switch {
	case option < r.least || option > r.greatest: // also the nodes that ask for nothing
		return parts{without: x}
	case a.nodes[x].option == option:
		return parts{a.nodes[x].lo, a.nodes[x].hi}
	case a.failed() != nil:
		return parts{}
	}
	key := [2]int32{x, option}
	if p, known := a.split[key]; known {
		return p
	}
	n := a.nodes[x]
	lo, hi := a.by(n.lo, option), a.by(n.hi, option)
	p := parts{a.make(n.option, lo.without, hi.without), a.make(n.option, lo.with, hi.with)}
	a.split[key] = p
	return p
}

// reachable returns the diagram with the nodes below root alone, in their order.
func (b *builder) reachable(root int32, options int) *ZDD {
	needed := make([]bool, len(b.nodes))
	needed[root] = true
	for k := root; k > everything; k-- { // a node comes after those it leads to
		if needed[k] {
			needed[b.nodes[k].lo], needed[b.nodes[k].hi] = true, true
		}
	}
	z := &ZDD{nodes: make([]zddNode, 2), options: options}
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

// Restrict returns the covers that have all options of in and no option of out, as a new
// diagram. z does not change. An option may be there twice. One that is in both lists, or one
// of in that the problem does not have, leaves no cover. nil lists restrict nothing. Time
// O(nodes × options of in), and O(nodes) for all of out together.
//
// There is no rule for "one of these options": make the [ZDD.Union] of several diagrams.
func (z *ZDD) Restrict(in, out []int) *ZDD {
	excluded := make(map[int32]bool, len(out))
	for _, o := range out {
		if int(int32(o)) == o {
			excluded[int32(o)] = true
		}
	}
	b := newBuilder()
	numbers := []int32{nothing, everything}
	for _, n := range z.nodes[min(2, len(z.nodes)):] {
		hi := numbers[n.hi]
		if excluded[n.option] {
			hi = nothing
		}
		numbers = append(numbers, b.choose([]int32{n.option}, hi, numbers[n.lo]))
	}
	restricted := b.reachable(numbers[z.root], z.options)
	for _, o := range in {
		restricted = restricted.having(o)
	}
	return restricted
}

// having returns the covers that have an option.
func (z *ZDD) having(option int) *ZDD {
	b := newBuilder()
	without := []int32{nothing, everything} // per node, its sets
	having := []int32{nothing, nothing}     // per node, its sets that have the option
	for _, n := range z.nodes[min(2, len(z.nodes)):] {
		lo, hi := having[n.lo], having[n.hi]
		if int(n.option) == option {
			lo, hi = nothing, without[n.hi]
		}
		without = append(without, b.choose([]int32{n.option}, without[n.hi], without[n.lo]))
		having = append(having, b.choose([]int32{n.option}, hi, lo))
	}
	return b.reachable(having[z.root], z.options)
}
