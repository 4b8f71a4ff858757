//go:build !page

package states

import (
	"slices"

	"crosscut/sat"
)

// clause is a clause of the formula with its number.
type clause struct {
	number int
	lits   []sat.Lit
}

// value finds the values of a group, and writes that one of them is taken.
func (d *diagram) value(g int) error {
	here := &d.groups[g]
	rules := slices.Clone(d.within[g])
	for r := range d.rules { // one of these lets only one variable be true
		if i := slices.IndexFunc(here.reads, func(read reading) bool { return read.rule == r }); i >= 0 && d.rules[r].One && here.reads[i].to-here.reads[i].from > here.last-here.first {
			rules = append(rules, r)
			break
		}
	}
	var clauses []clause
	for _, r := range rules {
		from, to := 0, len(d.rules[r].Steps)
		if read := d.reading(g, r); read != nil {
			from, to = read.from, read.to
		}
		for step := from; step < to; step++ {
			clauses = append(clauses, d.rules[r].clauses(step)...)
		}
	}
	var none []clause // one for each variable: its value, or that it is false
	var all []sat.Lit
	for i := range here.last - here.first + 2 {
		v := here.first + i
		if v > here.last {
			v = 0
		}
		lits, ok := d.all(g, v)
		var is part
		if ok {
			is = d.product(lits)
			here.values, all = append(here.values, value{v, is}), append(all, is.lit)
		}
		lemma := all
		if v > 0 {
			lemma = []sat.Lit{sat.Lit(-v)}
			if ok {
				lemma = append(lemma, is.lit)
			}
		}
		c, from := assume(), slices.Concat(clauses, none)
		for _, l := range lemma {
			c.known = append(c.known, l.Not())
		}
		if ok {
			from = append(from, defining(is))
		}
		c.propagate(from)
		n := d.assert(lemma, c.hints...)
		if v == 0 {
			here.any = n
		} else {
			none = append(none, clause{n, lemma})
		}
	}
	return d.choices(here)
}

// defining returns the clause that a part is true if its literals are.
func defining(p part) clause {
	lits := []sat.Lit{p.lit}
	for _, l := range p.lits {
		lits = append(lits, l.Not())
	}
	return clause{p.clause, lits}
}

// all returns all literals that are true if only variable v of a group is. It reports whether the rules within it allow that.
func (d *diagram) all(g, v int) (lits []sat.Lit, ok bool) {
	for w := d.groups[g].first; w <= d.groups[g].last; w++ {
		l := sat.Lit(w)
		if w != v {
			l = l.Not()
		}
		lits = append(lits, l)
	}
	for _, r := range d.within[g] {
		u, q := &d.rules[r], 0
		for step := range u.Steps {
			i := choice(u.Steps[step], v)
			if i < 0 {
				return nil, false
			}
			if q = u.to[step][i][q]; q < 0 {
				return nil, false
			}
			lits = append(lits, u.in(step+1, q)...)
		}
	}
	return lits, true
}

// choices fills in what each rule reads.
func (d *diagram) choices(here *group) error {
	for i := range here.reads {
		read := &here.reads[i]
		for _, v := range here.values {
			var list []int
			for step := read.from; step < read.to; step++ {
				c := choice(d.rules[read.rule].Steps[step], v.v)
				if c < 0 {
					return Unstated("rules that do not read every value")
				}
				list = append(list, c)
			}
			read.choices = append(read.choices, list)
		}
	}
	return nil
}

// clauses returns the clauses about a step.
func (u *unrolled) clauses(step int) (all []clause) {
	for i, c := range u.Steps[step] {
		for q, r := range u.to[step][i] {
			head := []sat.Lit{c.Lit.Not()}
			for _, l := range u.in(step, q) {
				head = append(head, l.Not())
			}
			if r < 0 {
				all = append(all, clause{u.clause[step][i][q], head})
				continue
			}
			for j, l := range u.in(step+1, r) {
				all = append(all, clause{u.clause[step][i][q] + j, append(head[:len(head):len(head)], l)})
			}
		}
		for j, l := range u.common[step][i].digits {
			all = append(all, clause{u.common[step][i].clause + j, []sat.Lit{c.Lit.Not(), l}})
		}
	}
	return all
}

// propagate adds what clauses say that have one literal which is not known to be false, until there is a contradiction.
func (c *chain) propagate(clauses []clause) {
	known := make(map[sat.Lit]bool)
	for _, l := range c.known {
		known[l] = true
	}
	for again := true; again; slices.Reverse(clauses) { // rules have their steps in this order or in the other one
		again = false
	next:
		for _, of := range clauses {
			var open sat.Lit
			for _, l := range of.lits {
				switch {
				case known[l.Not()]:
				case open != 0 || known[l]:
					continue next
				default:
					open = l
				}
			}
			c.hints = append(c.hints, of.number)
			if open == 0 {
				return
			}
			known[open], again = true, true
		}
	}
}

// add writes the sums of the branches for some values, one after the other.
func (d *diagram) add(g int, terms []part, values []int) (sums []part) {
	here := &d.groups[g]
	for n := 1; n < len(terms); n++ {
		is := here.values[values[n]].is
		hints := []int{terms[n].clause + 1} // its value
		for i := n - 1; i >= 0; i-- {
			if i < n-1 {
				hints = append(hints, sums[i].clause)
			}
			x := here.values[values[i]].v - here.first // false in this value, and true in the other one
			hints = append(hints, is.clause+1+x, here.values[values[i]].is.clause+1+x, terms[i].clause+1)
		}
		left := terms[0].lit
		if n > 1 {
			left = sums[n-2].lit
		}
		sums = append(sums, d.sum(left, terms[n].lit, hints))
		d.history.add(g, sums[n-1], true)
	}
	return sums
}
