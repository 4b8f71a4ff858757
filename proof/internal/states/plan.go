//go:build !page

package states

import (
	"cmp"

	"crosscut/sat"
)

// A diagram takes the variables of the problem group by group. At most one variable of a group is true: the
// cells of a number, the numbers of a cell, or the stones that begin on a cell.

// group is a list of variables that follow each other.
type group struct {
	first, last int
	values      []value
	any         int       // the number of the clause that one of the values is taken
	lemmas      []int     // per variable, the clause that its value is taken with it, or that it is false
	reads       []reading // by rules that read other groups too
	active      []spot    // the rules that have begun before the group and end in it or later
	words       int       // for the states of these, packed
	widest      int       // the rule with most digits of these
	most        int       // how many these are
	moves       [][]int   // per block, the rules that read here
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

// spot is how many steps a rule has made, and where its state is packed.
type spot struct{ rule, steps, word, shift, digits int }

// part is a product of literals: an operation, or its only literal. Clause is the first one of the operation.
type part struct {
	lit    sat.Lit
	clause int
	lits   []sat.Lit
}

// plan finds the groups, and which rules read them.
func (d *diagram) plan() error {
	last, err := d.ends()
	if err != nil {
		return err
	}
	d.groupOf = make([]int, d.CNF.Vars()+1)
	for v := 1; v <= d.Vars; v = last[v] + 1 {
		for w := v; w <= last[v]; w++ {
			d.groupOf[w] = len(d.groups)
		}
		d.groups = append(d.groups, group{first: v, last: last[v]})
	}
	d.within = make([][]int, len(d.groups))
	for r := range d.rules {
		if err := d.place(r); err != nil {
			return err
		}
	}
	d.block()
	return nil
}

// ends returns for each variable that begins a group the last variable of it. A step with several variables
// reads one group. Other groups are as long as some rule lets only one of their variables be true.
func (d *diagram) ends() (last []int, err error) {
	last, run := make([]int, d.Vars+1), make([]int, d.Vars+2)
	for r := range d.rules {
		u := &d.rules[r]
		ending := 0
		for step := len(u.Steps) - 1; step >= 0; step-- {
			low, high := variables(u.Steps[step])
			switch {
			case low < high:
				last[low] = max(last[low], high)
				continue
			case step+1 == len(u.Steps) || u.Steps[step+1][0].Lit.Var() != low+1:
				ending = low
			}
			if u.One {
				run[low] = max(run[low], ending)
			}
		}
	}
	for v := 1; v <= d.Vars; v = last[v] + 1 {
		if last[v] > run[v] {
			return nil, Unstated("choices that no rule excludes")
		}
		if last[v] == 0 {
			last[v] = max(v, run[v])
			for w := v + 1; w <= last[v]; w++ {
				if last[w] > 0 {
					last[v] = w - 1
				}
			}
		}
	}
	return last, nil
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
			here.active = append(here.active, here.pack(spot{rule: r, steps: steps, digits: len(u.digits[steps])}))
		}
		if n := len(here.reads); n > 0 && here.reads[n-1].rule == r {
			steps, here.reads[n-1].ends = here.reads[n-1].to, g == end
		}
	}
	return nil
}

// pack finds room for the state of a rule.
func (here *group) pack(s spot) spot {
	if n := len(here.active); n > 0 {
		last := here.active[n-1]
		s.word, s.shift = last.word, last.shift+last.digits
	}
	if s.shift+s.digits > 64 {
		s.word, s.shift = s.word+1, 0
	}
	here.words = s.word + 1
	if len(here.active) == 0 || s.digits > here.most {
		here.widest, here.most = s.rule, s.digits
	}
	return s
}

// digitsOfBlock bounds the digits of rules that move together.
const digitsOfBlock = 8

// block puts rules of one digit together, of which several follow each other.
func (d *diagram) block() {
	d.blockOf = make([]int, len(d.rules))
	digits, blocks := digitsOfBlock, 0
	for r := range d.rules {
		own := 0
		for _, digits := range d.rules[r].digits {
			own = max(own, len(digits))
		}
		if own != 1 || digits == digitsOfBlock {
			blocks, digits = blocks+1, 0
		}
		if digits++; own != 1 {
			digits = digitsOfBlock
		}
		d.blockOf[r] = blocks - 1
	}
	for g := range d.groups {
		here := &d.groups[g]
		here.moves = make([][]int, blocks)
		for i, read := range here.reads {
			here.moves[d.blockOf[read.rule]] = append(here.moves[d.blockOf[read.rule]], i)
		}
	}
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
