//go:build !page

package states

import (
	"cmp"
	"slices"

	"crosscut/sat"
)

// A diagram takes the variables of the problem group by group. At most one variable of a group is true: the
// cells of a number, the numbers of a cell, or the stones that begin on a cell.

// group is a list of variables that follow each other.
type group struct {
	first, last int
	values      []value
	lemmas      []int     // per variable, the clause that its value is taken with it, or that it is false
	known       []int     // the sources that say what its values are
	reads       []reading // by rules that read other groups too
	active      []spot    // the rules that have begun before the group and end in it or later
}

// value is a way to take a group: the variable that is true or 0, with all that follows from it alone.
type value struct {
	v  int
	is part // its first literals are those of the variables
}

// reading is what a rule reads in a group: the steps from "from" to "to", and for each value of the group the choices there.
type reading struct {
	rule, from, to int
	ends           bool // whether these are its last steps
	choices        [][]int
}

// spot is how many steps a rule has made.
type spot struct{ rule, steps int }

// part is a product of literals: an operation, or its only literal. Clause is the first one of the operation.
type part struct {
	lit    sat.Lit
	clause int
	lits   []sat.Lit
}

// plan finds the groups, and which rules read them.
func (d *diagram) plan() error {
	d.groupOf = make([]int, d.CNF.Vars()+1)
	first := 1
	for g, last := range d.last {
		for v := first; v <= last; v++ {
			d.groupOf[v] = g
		}
		d.groups = append(d.groups, group{first: first, last: last})
		first = last + 1
	}
	d.within = make([][]int, len(d.groups))
	for r := range d.rules {
		if err := d.place(r); err != nil {
			return err
		}
	}
	return nil
}

// variables returns the lowest and the highest variable of a step.
func variables(choices []Choice) (low, high int) {
	for _, c := range choices {
		low, high = min(cmp.Or(low, c.Lit.Var()), c.Lit.Var()), max(high, c.Lit.Var())
	}
	return low, high
}

// place tells the groups which of them a rule reads.
func (d *diagram) place(r int) error {
	u := &d.rules[r]
	var reads []int // groups
	for step, choices := range u.Steps {
		low, high := variables(choices)
		g := d.groupOf[high]
		if d.groupOf[low] != g || len(reads) > 0 && g < reads[len(reads)-1] {
			return Unstated("rules that read the cells in different orders")
		}
		for _, l := range u.digits[step+1] {
			d.groupOf[l.Var()] = g
		}
		if here := &d.groups[g]; len(reads) > 0 && g == reads[len(reads)-1] {
			here.reads[len(here.reads)-1].to++
			continue
		}
		reads = append(reads, g)
		d.groups[g].reads = append(d.groups[g].reads, reading{rule: r, from: step, to: step + 1})
	}
	if len(reads) == 0 {
		return nil
	}
	end := reads[len(reads)-1]
	if len(reads) == 1 {
		d.within[end] = append(d.within[end], r)
		d.groups[end].reads = d.groups[end].reads[:len(d.groups[end].reads)-1]
		return nil
	}
	steps := 0
	for g := reads[0]; g <= end; g++ {
		here := &d.groups[g]
		if g > reads[0] {
			here.active = append(here.active, spot{r, steps})
		}
		if n := len(here.reads); n > 0 && here.reads[n-1].rule == r {
			steps, here.reads[n-1].ends = here.reads[n-1].to, g == end
		}
	}
	return nil
}

// choice returns the index of the choice whose literal is true if only variable v of its group is, or -1.
func choice(choices []Choice, v int) int {
	for i, c := range choices {
		if (c.Lit.Var() == v) == (c.Lit > 0) {
			return i
		}
	}
	return -1
}

// reading returns what a rule reads in a group, or nil.
func (d *diagram) reading(g, r int) *reading {
	i, ok := slices.BinarySearchFunc(d.groups[g].reads, r, func(read reading, r int) int { return read.rule - r })
	if !ok {
		return nil
	}
	return &d.groups[g].reads[i]
}
