package dlx

import (
	"context"
	"fmt"
	"math"

	"crosscut/internal/search"
)

// Building a ZDD: the moves along the frontier are recorded, and then resolved into nodes
// from the last layer to the first.

// ZDD returns the set of all exact covers as a [ZDD]. It goes along the frontier as
// [Problem.Count] may do, and records every move. If there is no cover, the diagram has
// none, and the error is nil.
//
// The errors are those of [Problem.Solve]. Building may take at most 1 GiB of memory,
// which is enough for some ten million moves between states. Tables may take at most 128
// MiB, as for [Problem.Count]. Beyond these, the error is [ErrLimit]. For a problem with
// multiplicities, ZDD lists the covers if they are few. Otherwise it decides one option after
// the other, which takes more states.
func (p *Problem) ZDD(ctx context.Context, m *Meter) (*ZDD, error) { return p.zdd(ctx, m, mostBytes) }

// zdd is ZDD with room bytes of memory.
func (p *Problem) zdd(ctx context.Context, m *Meter, room int) (*ZDD, error) {
	if p.fault != nil {
		return nil, p.fault
	}
	run := search.Start(ctx, m)
	defer run.Close()
	run.Use(alongFrontier)
	build := p.exactZDD
	if p.hasMultiplicities() {
		build = p.multiZDD
	}
	z, err := build(run, room)
	if err != nil {
		return nil, err
	}
	run.Solutions = z.total().capped()
	run.Share(1)
	return z, nil
}

// exactZDD is zdd for a problem without multiplicities.
func (p *Problem) exactZDD(run *search.Run, room int) (*ZDD, error) {
	if p.bitsetBytes() > countBytes/2 {
		return nil, &search.LimitError{What: fmt.Sprintf("memory for the conflicts of %d options", p.Options())}
	}
	f, err := newFrontier(p, run, room)
	if err != nil {
		return nil, err
	}
	f.record = &record{layers: make([][]int32, f.primary+1)}
	done, err := f.advanceBy(math.MaxInt64)
	if err != nil {
		return nil, err
	}
	var z *ZDD
	if done {
		z, err = f.record.resolve(run, f.layers[f.primary].size, room)
	}
	switch {
	case err != nil:
		return nil, err
	case z == nil:
		return nil, tooLargeZDD(room)
	}
	return z, nil
}

// record has all moves along a frontier, in the order in which the states are left.
type record struct {
	layers  [][]int32 // for each state of a layer, its first move
	states  int       // the number of states in all layers
	moves   []move
	options []int32 // the options that the moves choose, one move after the other
}

// move leads to a state of a later layer. Its options begin at the place options, and
// end where those of the next move begin.
type move struct{ layer, state, options int32 }

// begin starts the moves of the next state of a layer.
func (r *record) begin(layer int) {
	r.states++
	r.layers[layer] = append(r.layers[layer], int32(len(r.moves)))
}

// move records a move.
func (r *record) move(layer, state int, options []int32) {
	r.moves = append(r.moves, move{int32(layer), int32(state), int32(len(r.options))})
	r.options = append(r.options, options...)
}

// bytes returns the rough size of the record and of the ZDD that it will become.
func (r *record) bytes() int { return 12*r.states + 12*cap(r.moves) + 24*cap(r.options) }

// resolve makes the ZDD, from the end of the record to its start. So the states that a
// move leads to have nodes already. It returns nil when there is no room for the ZDD.
// last is the number of states of the last layer, 0 or 1.
func (r *record) resolve(run *search.Run, last, room int) (*ZDD, error) {
	z := newBuilder()
	end := len(r.layers) - 1
	nodes := make([][]int32, len(r.layers)) // the node of each state of each layer
	nodes[end] = []int32{everything}[:last]
	moves, options := len(r.moves), len(r.options)
	for k := end - 1; k >= 0; k-- {
		nodes[k] = make([]int32, len(r.layers[k]))
		for s := len(nodes[k]) - 1; s >= 0; s-- {
			if err := run.Err(); err != nil {
				return nil, err
			}
			node := int32(nothing)
			for from := int(r.layers[k][s]); moves > from; {
				moves--
				m := r.moves[moves]
				node = z.choose(r.options[m.options:options], nodes[m.layer][m.state], node)
				options = int(m.options)
			}
			nodes[k][s] = node
		}
		if z.bytes() > room {
			return nil, nil
		}
	}
	root := int32(nothing)
	if len(nodes[0]) > 0 {
		root = nodes[0][0]
	}
	return &ZDD{nodes: z.nodes, root: root}, nil
}

// builder makes nodes, each once.
type builder struct {
	nodes []zddNode
	index []int32 // a hash table of node numbers
}

func newBuilder() *builder {
	return &builder{nodes: make([]zddNode, 2), index: make([]int32, firstSlots)}
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
	if len(b.nodes) > len(b.index)/4*3 {
		b.grow()
	}
	at := b.find(n)
	if b.index[at] == 0 {
		b.nodes = append(b.nodes, n)
		b.index[at] = int32(len(b.nodes) - 1)
	}
	return b.index[at]
}

// find returns the place of a node in the index, or the place where it belongs.
func (b *builder) find(n zddNode) uint64 {
	mask := uint64(len(b.index) - 1)
	at := hash([]uint64{uint64(n.option)<<32 | uint64(n.lo), uint64(n.hi)}) & mask
	for b.index[at] != 0 && b.nodes[b.index[at]] != n {
		at = (at + 1) & mask
	}
	return at
}

// grow doubles the index.
func (b *builder) grow() {
	b.index = make([]int32, 2*len(b.index))
	for k := 2; k < len(b.nodes); k++ {
		b.index[b.find(b.nodes[k])] = int32(k)
	}
}

func (b *builder) bytes() int { return 12*cap(b.nodes) + 4*len(b.index) }

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
