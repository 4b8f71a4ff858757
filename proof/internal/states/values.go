//go:build !page

package states

import (
	"slices"

	"crosscut/sat"
)

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
		if err := d.run.Err(); err != nil {
			return err
		}
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
		n := d.assert(lemma, d.derive(lemma, clauses, none, meaning(is))...)
		if v == 0 {
			here.any = n
		} else {
			none, here.lemmas = append(none, clause{n, lemma}), append(here.lemmas, n)
		}
	}
	return d.choices(here)
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
	for i := range u.Steps[step] {
		all = append(all, u.clausesWith(step, i)...)
	}
	return all
}

// clausesWith returns the clauses about a choice in a step.
func (u *unrolled) clausesWith(step, i int) (all []clause) {
	no := u.Steps[step][i].Lit.Not()
	for q, r := range u.to[step][i] {
		head := []sat.Lit{no}
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
		all = append(all, clause{u.common[step][i].clause + j, []sat.Lit{no, l}})
	}
	return all
}

// sums writes the sums of terms that exclude each other by their first factors, which are parts.
func (d *diagram) sums(terms, parts []part) (sums []part) {
	for n := 1; n < len(terms); n++ {
		p, c := parts[n], new(chain)
		c.learn(p.lit, terms[n].clause+1)
		for i := n - 1; i >= 0; i-- {
			if i < n-1 {
				c.hints = append(c.hints, sums[i].clause)
			}
			q, x := parts[i], 0
			for p.lits[x] != q.lits[x].Not() {
				x++
			}
			c.learn(p.lits[x], p.clause+1+x)
			if q.clause > 0 {
				c.learn(q.lit.Not(), q.clause+1+x)
			}
			c.hints = append(c.hints, terms[i].clause+1)
		}
		sums = append(sums, d.sum(whole(terms, sums), terms[n].lit, c.hints))
	}
	return sums
}

// whole returns the literal of the terms that have been summed: that of the last sum, or of the first term.
func whole(terms, sums []part) sat.Lit {
	if len(sums) == 0 {
		return terms[0].lit
	}
	return sums[len(sums)-1].lit
}

// noTerm returns the hints that no term is true if the last sum is not.
func noTerm(sums []part) (hints []int) {
	for _, p := range slices.Backward(sums) {
		hints = append(hints, p.clause+2, p.clause+1)
	}
	return hints
}
