//go:build !page

package states

import (
	"fmt"
	"slices"

	"crosscut/sat"
)

// The checkers of the authors of CPOG want a proof that each model of the diagram is one of the formula. It comes as
// deletions: each clause but the root follows from those that are left. A lemma follows as it did before. A clause of
// the formula follows from the nodes before its first group, of which one is on the way of each model.

// step is an operation: a sum or a product.
type step struct {
	part
	sum bool
}

// history is what deletions need.
type history struct {
	lemmas []int       // for each, its hints, how many these are, and its number
	all    []step      // operations
	steps  [][]step    // those of the diagram, by the first group that they are about
	nodes  [][]sat.Lit // before each group
	denied []int       // per literal, the last clause that denies it
}

// keep keeps an operation.
func (h *history) keep(p part, sum bool) {
	if h != nil {
		h.all = append(h.all, step{p, sum})
	}
}

// arrange finds the operations below a root and their groups. Those that others need come first.
func (d *diagram) arrange(root sat.Lit) {
	h, need := d.history, map[sat.Lit]bool{root: true}
	var used []step
	for _, s := range slices.Backward(h.all) {
		if need[s.lit] {
			used = append(used, s)
			for _, l := range s.lits {
				need[l] = true
			}
		}
	}
	d.groupOf = append(d.groupOf, make([]int, d.operations+1-len(d.groupOf))...)
	for _, s := range slices.Backward(used) {
		g := len(d.groups)
		for _, l := range s.lits {
			g = min(g, d.groupOf[l.Var()])
		}
		d.groupOf[s.lit] = g
		h.steps[g] = append(h.steps[g], s)
	}
}

// deletions writes the deletions of all clauses but the root.
func (d *diagram) deletions(root node) error {
	d.arrange(root.is)
	h := d.history
	h.denied = make([]int, 2*(d.operations+1))
	lemmas, cuts, proofs := h.lemmas, []int{root.lemma}, [][]int{nil}
	for g := 1; g < len(d.groups); g++ { // some node before the group is on the way
		for _, l := range h.nodes[g] {
			h.deny(l, -g)
		}
		proof := append(h.propagate(g-1, -g), cuts[g-1])
		cuts, proofs = append(cuts, d.assert(h.nodes[g], proof...)), append(proofs, proof)
	}
	for end := len(lemmas); end > 0; end -= lemmas[end-2] + 2 {
		if number := lemmas[end-1]; number != root.lemma {
			d.strike(number, lemmas[end-2-lemmas[end-2]:end-2])
		}
	}
	number := 0
	for lits := range d.CNF.All() {
		if err := d.run.Node(2); err != nil {
			return err
		}
		number++
		d.strike(number, d.against(number, lits, cuts))
	}
	for g := len(cuts) - 1; g > 0; g-- {
		d.strike(cuts[g], proofs[g])
	}
	return nil
}

// against returns the clauses by which a clause of the formula is not false.
func (d *diagram) against(number int, lits []sat.Lit, cuts []int) (hints []int) {
	h, low, high := d.history, len(d.groups), 0
	for _, l := range lits {
		h.deny(l, number)
		low, high = min(low, d.groupOf[l.Var()]), max(high, d.groupOf[l.Var()])
	}
	for g := high; g >= low; g-- {
		hints = append(hints, h.propagate(g, number)...)
	}
	return append(hints, cuts[low])
}

// strike writes that a clause follows from those that are left.
func (d *diagram) strike(number int, hints []int) {
	fmt.Fprintf(d.out, "d %d", number)
	numbers(d, hints, " 0\n")
}

func index(l sat.Lit) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}

func (h *history) deny(l sat.Lit, by int)        { h.denied[index(l)] = by }
func (h *history) denies(l sat.Lit, by int) bool { return h.denied[index(l)] == by }

// propagate denies the operations of a group that need something which is denied, and returns the clauses by which.
func (h *history) propagate(g, by int) (hints []int) {
	for _, s := range h.steps[g] {
		clause := s.clause
		if s.sum {
			if !h.denies(s.lits[0], by) || !h.denies(s.lits[1], by) {
				continue
			}
		} else {
			i := slices.IndexFunc(s.lits, func(l sat.Lit) bool { return h.denies(l, by) })
			if i < 0 {
				continue
			}
			clause += 1 + i
		}
		h.deny(s.lit, by)
		hints = append(hints, clause)
	}
	return hints
}
