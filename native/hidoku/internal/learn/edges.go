package learn

import (
	"math/bits"
	"slices"
)

// Edges in the learning search. An edge joins two cells that touch. It is true if the
// path steps between them. Edges have literals of their own, after those of the
// candidates. They are never chosen, since they follow from the candidates.
//
//   - An edge is false where its cells have no two consecutive numbers left. It is true
//     where its cells have consecutive numbers.
//   - Each cell has two true edges, and the cell of the first or last number has one. So
//     its other edges are false, or the last ones left are true.
//   - True edges never close a circle.
//   - Along a chain of true edges the numbers rise by one at each step, or fall by one.
//   - A number comes into its cell and leaves it by edges that are not false.
//
// They apply to plain boards of rook moves with an open path. Elsewhere they cost more than they
// save. They take a few words for each edge, and the sets
// of numbers of the cells, which are the larger part of the memory. The rule against circles is known
// from tours (Y. Caseau and F. Laburthe, "Solving small TSPs with constraints", ICLP 1997).

// edges is what is known of the edges. Only edges that are open at the root are listed.
type edges struct {
	firstEdge  int32      // the variable of the first edge; those below it are candidates
	ends       [][2]int32 // by edge: its slots, the lower one first
	dirs       int        // how many directions there are
	edgeAt     []int32    // by slot and direction: the variable of the edge, or -1; nil where edges do not apply
	openWays   []uint64   // by direction: the set of slots whose edge in this direction is not false
	witness    []int32    // by edge: twice a number of the first slot, and 1 if the number before is on the second slot
	possible   []int8     // by slot: how many edges are not false
	trueEdges  []int8     // by slot: how many edges are true
	fixedEdges []int8     // by slot: how many edges to settled cells were true at the root; the two counts above include them
	chainEnd   []int32    // by slot that ends a chain of true edges: the other end
	joined     []bool     // by edge: whether chainEnd knows that it is true
	position   []int32    // by variable: its place in assigned, if it is known

	staleSlots  []uint64 // the slots that lost numbers: their edges may have lost their pair of numbers
	staleChains []uint64 // the slots with true edges that lost numbers or gained an edge
	staleWays   []uint64 // the slots that lost an edge: their numbers may have lost their way

	chain      []int32  // scratch: the slots of a chain
	rise, fall []uint64 // scratch: numbers of the first slot of a chain
}

// listEdges lists the edges that are open at the root, if they apply. The error is the context's.
func (l *Learner) listEdges(apply bool) error {
	l.firstEdge = l.firstOf[l.N]
	if !apply || !edgeVariables.On() || l.Touching != nil || l.Closed || l.N < 3 {
		l.Numbers = nil
		return nil
	}
	l.Numbers = slices.Clone(l.Numbers)
	dirs := len(l.Steps)
	l.dirs = dirs
	l.edgeAt = slices.Repeat([]int32{-1}, l.Slots*dirs)
	l.openWays = slices.Repeat([]uint64{^uint64(0)}, dirs*l.Words)
	counts := make([]int8, 3*l.Slots)
	l.possible, l.trueEdges, l.fixedEdges = counts[:l.Slots], counts[l.Slots:2*l.Slots], counts[2*l.Slots:]
	l.chainEnd = make([]int32, l.Slots)
	sets := make([]uint64, 3*l.Words+2*l.NumberWords)
	l.staleSlots, l.staleChains, l.staleWays = sets[:l.Words], sets[l.Words:2*l.Words], sets[2*l.Words:3*l.Words]
	sets = sets[3*l.Words:]
	l.rise, l.fall = sets[:l.NumberWords], sets[l.NumberWords:]
	for _, slot := range l.SlotOf {
		l.chainEnd[slot] = slot
		for dir := 0; dir < dirs; dir += 2 {
			l.listEdge(slot, dir)
		}
		if err := l.Run.Err(); err != nil {
			return err
		}
	}
	l.joined = make([]bool, len(l.ends))
	return nil
}

// listEdge lists the edge from a slot in a direction, if it is open.
func (l *Learner) listEdge(slot int32, dir int) {
	to := l.Across(slot, dir)
	if int(to) >= l.Slots || l.CellAt[to] < 0 {
		return
	}
	witness := l.pairOf(slot, to)
	if witness < 0 {
		return
	}
	for _, end := range [2]int32{slot, to} {
		l.possible[end]++
	}
	if l.NumberCount[slot] == 1 && l.NumberCount[to] == 1 {
		for _, end := range [2]int32{slot, to} {
			l.trueEdges[end]++
			l.fixedEdges[end]++
		}
		return
	}
	v := l.firstEdge + int32(len(l.ends))
	l.ends = append(l.ends, [2]int32{slot, to})
	l.witness = append(l.witness, witness)
	l.edgeAt[int(slot)*len(l.Steps)+dir] = v
	l.edgeAt[int(to)*len(l.Steps)+dir+1] = v
	for _, end := range [2]int32{slot, to} {
		l.staleSlots[end/64] |= 1 << (end % 64)
	}
}

// edgesOf returns the variables of the edges of a slot, by direction.
func (e *edges) edgesOf(slot int32) []int32 {
	return e.edgeAt[int(slot)*e.dirs : (int(slot)+1)*e.dirs]
}

// other returns the end of an edge that is not slot.
func (e *edges) other(v, slot int32) int32 {
	ends := e.ends[v-e.firstEdge]
	return ends[0] ^ ends[1] ^ slot
}

// pairOf returns a witness that two slots may have consecutive numbers, or -1.
func (l *Learner) pairOf(from, to int32) int32 {
	a, b := l.NumbersOf(int(from)), l.NumbersOf(int(to))
	for w, set := range a {
		if up := set & bitsFrom(b, w*64+1); up != 0 {
			return int32(w*64+bits.TrailingZeros64(up)) << 1
		}
		if down := set & bitsFrom(b, w*64-1); down != 0 {
			return int32(w*64+bits.TrailingZeros64(down))<<1 | 1
		}
	}
	return -1
}

// assignEdge notes that an edge is true or false.
func (l *Learner) assignEdge(v int32, value int8, why reason) {
	l.assign(v, value, why)
	for _, slot := range l.ends[v-l.firstEdge] {
		if value == assignedTrue {
			l.trueEdges[slot]++
			l.staleChains[slot/64] |= 1 << (slot % 64)
			continue
		}
		l.possible[slot]--
		if why.kind() != noPair {
			l.staleWays[slot/64] |= 1 << (slot % 64)
		}
	}
	if value == assignedFalse {
		l.openWay(v, false)
	}
}

// openWay opens or closes the ways of an edge.
func (l *Learner) openWay(v int32, open bool) {
	ends := l.ends[v-l.firstEdge]
	for dir, u := range l.edgesOf(ends[0]) {
		if u != v {
			continue
		}
		for i, slot := range ends {
			at, bit := (dir+i)*l.Words+int(slot)/64, uint64(1)<<(slot%64)
			if open {
				l.openWays[at] |= bit
			} else {
				l.openWays[at] &^= bit
			}
		}
		return
	}
}

// unassignEdge undoes assignEdge, and joinChains. Edges are undone in the opposite order.
func (l *Learner) unassignEdge(v int32) {
	edge := v - l.firstEdge
	ends := l.ends[edge]
	if l.value[v] == assignedFalse {
		l.possible[ends[0]]++
		l.possible[ends[1]]++
		l.openWay(v, true)
		return
	}
	l.trueEdges[ends[0]]--
	l.trueEdges[ends[1]]--
	if l.joined[edge] {
		l.joined[edge] = false
		a, b := l.farEnd(ends[0]), l.farEnd(ends[1])
		l.chainEnd[a], l.chainEnd[ends[0]] = ends[0], a
		l.chainEnd[b], l.chainEnd[ends[1]] = ends[1], b
	}
}

// farEnd returns the other end of the chain that ends at slot, after its last edge was
// taken away. A slot inside a chain keeps the value that it had as an end.
func (l *Learner) farEnd(slot int32) int32 {
	if l.trueEdges[slot] == l.fixedEdges[slot] {
		return slot
	}
	return l.chainEnd[slot]
}
