//go:build !page

package states

import (
	"slices"

	"crosscut/sat"
)

// value finds the values of a group, and writes that one of them is taken.
func (d *diagram) value(g int) error {
	here := &d.groups[g]
	var sources []int
	for _, r := range d.within[g] {
		sources = append(sources, r+1)
	}
	for r := range d.rules { // one of these lets only one variable be true
		if i := slices.IndexFunc(here.reads, func(read reading) bool { return read.rule == r }); i >= 0 && d.rules[r].One && here.reads[i].to-here.reads[i].from > here.last-here.first {
			sources = append(sources, r+1)
			break
		}
	}
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
			d.mean(is, -is.clause)
			here.known = append(here.known, -is.clause)
			here.values, all = append(here.values, value{v, is}), append(all, is.lit)
		}
		lemma, from := all, append(slices.Clone(here.known), sources...)
		if v > 0 {
			from = append(slices.Clone(sources), -is.clause)
			lemma = []sat.Lit{sat.Lit(-v)}
			if ok {
				lemma = append(lemma, is.lit)
			}
		}
		n := d.assert(lemma, d.derive(lemma, from...)...)
		d.know(n, -n, lemma...)
		here.known = append(here.known, -n)
		if v > 0 {
			here.lemmas = append(here.lemmas, n)
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
