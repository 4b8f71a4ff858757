//go:build !page

package states

import (
	"math/big"
	"slices"

	"crosscut/sat"
)

// chain is a proof by unit propagation: the literals that are known, and the clauses by which.
type chain struct {
	known []sat.Lit
	hints []int
}

func assume(lits ...sat.Lit) *chain { return &chain{known: lits} }

// learn adds what a clause says that has one literal which is not known to be false.
func (c *chain) learn(l sat.Lit, clause int) {
	if !slices.Contains(c.known, l) {
		c.known, c.hints = append(c.known, l), append(c.hints, clause)
	}
}

// open adds the literals of a part that is true; of some alone, if there are any.
func (c *chain) open(p part, some ...sat.Lit) {
	for i, l := range p.lits {
		if len(some) == 0 || slices.Contains(some, l) {
			c.learn(l, p.clause+1+i)
		}
	}
}

// close adds a part whose literals are true.
func (c *chain) close(p part) { c.learn(p.lit, p.clause) }

// follow adds the digits of a rule after each step of a reading. It returns the state at the end, or -1 where
// the last clause is a contradiction. If free, it is not known in which state the rule was, and does not matter.
func (d *diagram) follow(c *chain, read *reading, value, q int, free bool) (digits []sat.Lit, end int) {
	u := &d.rules[read.rule]
	for i, choice := range read.choices[value] {
		step := read.from + i
		clause := u.clause[step][choice][q]
		if q = u.to[step][choice][q]; q < 0 {
			c.hints = append(c.hints, clause)
			return nil, -1
		}
		if common := u.common[step][choice]; i == 0 && free && len(common.digits) > 0 {
			clause = common.clause
		}
		in := u.in(step+1, q)
		for j, l := range in {
			c.learn(l, clause+j)
		}
		digits = append(digits, in...)
	}
	return digits, q
}

// free reports whether the state of a rule after a value is the same for all states before it.
func (d *diagram) free(read *reading, value int) bool {
	u, choice := &d.rules[read.rule], read.choices[value][0]
	return len(u.common[read.from][choice].digits) == len(u.digits[read.from+1])
}

// literals returns the literals of the choices of a rule.
func (d *diagram) literals(read *reading, value int) (lits []sat.Lit) {
	for i, choice := range read.choices[value] {
		lits = append(lits, d.rules[read.rule].Steps[read.from+i][choice].Lit)
	}
	return lits
}

// state returns the digits of a rule before a group.
func (d *diagram) state(g, r int, states []int32) []sat.Lit {
	i, ok := slices.BinarySearchFunc(d.groups[g].active, r, func(s spot, r int) int { return s.rule - r })
	if !ok {
		return nil
	}
	return d.rules[r].in(d.groups[g].active[i].steps, int(states[r]))
}

// context returns the digits of each block before a group, as parts. A block without digits has none.
func (d *diagram) context(g int, states []int32) []part {
	if g == len(d.groups) {
		return nil
	}
	var digits []sat.Lit
	parts := make([]part, len(d.groups[g].moves))
	active := d.groups[g].active
	for i, s := range active {
		digits = append(digits, d.rules[s.rule].in(s.steps, int(states[s.rule]))...)
		if b := d.blockOf[s.rule]; i+1 == len(active) || d.blockOf[active[i+1].rule] != b {
			if len(digits) > 0 {
				parts[b] = d.conjunction(digits)
			}
			digits = nil
		}
	}
	return parts
}

// not adds the opposites of parts to a clause.
func not(clause []sat.Lit, parts ...part) []sat.Lit {
	for _, p := range parts {
		if p.lit != 0 {
			clause = append(clause, p.lit.Not())
		}
	}
	return clause
}

// once writes a lemma unless it is there. It needs nothing but a clause if that is all of the proof.
func (d *diagram) once(lits []sat.Lit, prove func(c *chain)) int {
	key := keyOf(0, lits)
	n, ok := d.lemmas[key]
	if ok {
		return n
	}
	c := assume()
	for _, l := range lits[:len(lits):len(lits)] {
		c.known = append(c.known, l.Not())
	}
	prove(c)
	if n = c.hints[0]; len(c.hints) > 1 {
		n = d.assert(lits, c.hints...)
	}
	d.lemmas[key] = n
	return n
}

// leads returns the lemma that a premise leads from some digits to others, or that rules have no way on if goal has no literal.
// The premise has the choices of the rules in it.
func (d *diagram) leads(states []int32, value int, before, premise, goal part, reads ...*reading) int {
	clause := not(nil, before, premise)
	if goal.lit != 0 {
		clause = append(clause, goal.lit)
	}
	return d.once(clause, func(c *chain) {
		c.open(before)
		for _, read := range reads {
			c.open(premise, d.literals(read, value)...)
		}
		for _, read := range reads {
			d.follow(c, read, value, int(states[read.rule]), before.lit == 0)
		}
		if goal.lit != 0 {
			c.close(goal)
		}
	})
}

// kills returns the lemma that a rule has no way on with a value.
func (d *diagram) kills(g int, read *reading, value int, states []int32) int {
	return d.leads(states, value, d.digitsOf(g, read.rule, states), d.groups[g].values[value].is, part{}, read)
}

// options returns the clause that a rule leaves these values.
func (d *diagram) options(g int, read *reading, states []int32) (clause int, values []int) {
	here := &d.groups[g]
	lits := not(nil, d.digitsOf(g, read.rule, states))
	var killed []int
	for i := range here.values {
		if d.end(read, i, int(states[read.rule])) >= 0 {
			values, lits = append(values, i), append(lits, here.values[i].is.lit)
		} else {
			killed = append(killed, i)
		}
	}
	return d.once(lits, func(c *chain) {
		for _, i := range killed {
			c.learn(here.values[i].is.lit.Not(), d.kills(g, read, i, states))
		}
		c.hints = append(c.hints, here.any)
	}), values
}

// digitsOf returns the digits of a rule before a group as a part.
func (d *diagram) digitsOf(g, r int, states []int32) part {
	if digits := d.state(g, r, states); len(digits) > 0 {
		return d.conjunction(digits)
	}
	return part{}
}

// fewest returns the rule that leaves a group the fewest values, and how many.
func (d *diagram) fewest(g int, states []int32, of func(r int) bool) (best *reading) {
	here := &d.groups[g]
	least := len(here.values)
	for i := range here.reads {
		read, left := &here.reads[i], 0
		if !of(read.rule) {
			continue
		}
		for value := range here.values {
			if d.end(read, value, int(states[read.rule])) >= 0 {
				left++
			}
		}
		if left < least {
			best, least = read, left
		}
	}
	return best
}

// choose returns a clause that one of some values is taken, the values, and the rule that leaves these or -1.
func (d *diagram) choose(g int, states []int32, of func(r int) bool) (clause int, values []int, rule int) {
	if best := d.fewest(g, states, of); best != nil {
		clause, values = d.options(g, best, states)
		return clause, values, best.rule
	}
	for i := range d.groups[g].values {
		values = append(values, i)
	}
	return d.groups[g].any, values, -1
}

// reading returns what a rule reads in a group, or nil.
func (d *diagram) reading(g, r int) *reading {
	i, ok := slices.BinarySearchFunc(d.groups[g].reads, r, func(read reading, r int) int { return read.rule - r })
	if !ok {
		return nil
	}
	return &d.groups[g].reads[i]
}

// before returns the rules before a group whose states matter to a lemma after a value.
func (d *diagram) before(g, value int, why *dead) (rules []int) {
	for _, r := range why.rules {
		if read := d.reading(g, r); read == nil || !d.free(read, value) {
			rules = append(rules, r)
		}
	}
	return rules
}

// deadEnd returns the lemma that a value leads to states of which a lemma says that they cannot be together.
func (d *diagram) deadEnd(g, value int, states, after []int32, why *dead) int {
	is := d.groups[g].values[value].is
	var clause []sat.Lit
	for _, r := range d.before(g, value, why) {
		clause = not(clause, d.digitsOf(g, r, states))
	}
	return d.once(append(clause, is.lit.Not()), func(c *chain) {
		for _, r := range why.rules {
			read := d.reading(g, r)
			if read == nil {
				continue
			}
			var before part
			if !d.free(read, value) {
				before = d.digitsOf(g, r, states)
			}
			if digits := d.digitsOf(g+1, r, after); digits.lit != 0 {
				c.learn(digits.lit, d.leads(states, value, before, is, digits, read))
			}
		}
		c.hints = append(c.hints, why.lemma)
	})
}

// lemmaOf returns a lemma about some rules, which is still to be written.
func (d *diagram) lemmaOf(g int, rules []int, states []int32) *dead {
	why := &dead{rules: rules, mask: make([]uint64, d.groups[g].words), states: d.pack(g, states)}
	for _, s := range d.groups[g].active {
		if slices.Contains(rules, s.rule) {
			why.mask[s.word] |= (1<<s.digits - 1) << s.shift
		}
	}
	for i, m := range why.mask {
		why.states[i] &= m
	}
	return why
}

// refute writes a lemma why there is no model in these states.
func (d *diagram) refute(g int, states []int32, branches []branch) *dead {
	reads := d.groups[g].reads
	var rules []int
	killers, open := make([][]int, len(branches)), 0 // per value, the readings that kill it, and how many values are still open
	for i, b := range branches {
		if b.killer < 0 {
			rules = append(rules, d.before(g, i, b.to.dead)...)
			continue
		}
		open++
		for j := range reads {
			if d.end(&reads[j], i, int(states[reads[j].rule])) < 0 {
				killers[i] = append(killers[i], j)
			}
		}
	}
	by := make([]int, len(branches)) // per value, the reading that kills it in the lemma
	take := func(j int) {
		for i := range killers {
			if by[i] == 0 && slices.Contains(killers[i], j) {
				by[i], open = j+1, open-1
			}
		}
	}
	for j := range reads {
		if slices.Contains(rules, reads[j].rule) {
			take(j)
		}
	}
	for open > 0 {
		most := make([]int, len(reads))
		for i := range killers {
			for _, j := range killers[i] {
				if by[i] == 0 {
					most[j]++
				}
			}
		}
		best := slices.Index(most, slices.Max(most))
		rules = append(rules, reads[best].rule)
		take(best)
	}
	rules = slices.DeleteFunc(rules, func(r int) bool { return len(d.state(g, r, states)) == 0 })
	slices.Sort(rules)
	why := d.lemmaOf(g, slices.Compact(rules), states)
	var clause []sat.Lit
	for _, r := range why.rules {
		clause = not(clause, d.digitsOf(g, r, states))
	}
	last, values, _ := d.choose(g, states, func(r int) bool { return slices.Contains(why.rules, r) })
	var hints []int
	for _, i := range values {
		b := &branches[i]
		if b.killer < 0 {
			hints = append(hints, d.deadEnd(g, i, states, b.states, b.to.dead))
			continue
		}
		hints = append(hints, d.kills(g, &reads[by[i]-1], i, states))
	}
	why.lemma = d.assert(clause, append(hints, last)...)
	bucket := bucketOf{g, 0}
	if widest := d.groups[g].widest; slices.Contains(why.rules, widest) {
		bucket.state = 1 + int(states[widest])
	}
	d.dead[bucket] = append(d.dead[bucket], why)
	return why
}

// move is how a block goes on with a value: its new digits and its digits after the value, each with its lemma.
type move struct {
	read, digits, after       part
	ofRead, ofDigits, ofAfter int
}

// moveOf returns how a block goes on.
func (d *diagram) moveOf(g, b, value int, states []int32, before, after part) (m move) {
	here := &d.groups[g]
	var lits, digits []sat.Lit
	var reads []*reading
	for _, i := range here.moves[b] {
		read := &here.reads[i]
		more, _ := d.follow(assume(), read, value, int(states[read.rule]), false)
		reads, digits = append(reads, read), append(digits, more...)
		for _, l := range d.literals(read, value) {
			if !slices.Contains(lits, l) {
				lits = append(lits, l)
			}
		}
	}
	is := here.values[value].is
	m.read = d.conjunction(lits)
	m.ofRead = d.once([]sat.Lit{is.lit.Not(), m.read.lit}, func(c *chain) {
		c.open(is, lits...)
		c.close(m.read)
	})
	if len(digits) > 0 {
		m.digits = d.conjunction(digits)
		m.ofDigits = d.leads(states, value, before, m.read, m.digits, reads...)
	}
	if after.lit != 0 && after.lit != m.digits.lit && after.lit != before.lit {
		m.after, m.ofAfter = after, d.leads(states, value, before, m.read, after, reads...)
	}
	return m
}

// branch writes a branch that has models, and the lemma about it.
func (d *diagram) branch(g, value int, states []int32, context []part, b *branch) (is part, lemma int) {
	v := &d.groups[g].values[value].is
	c := assume(v.lit)
	for _, p := range context {
		c.known = append(c.known, p.lit)
	}
	after, factors := d.context(g+1, b.states), []sat.Lit{v.lit}
	for i, reads := range d.groups[g].moves {
		if len(reads) == 0 {
			continue
		}
		var next part
		if after != nil {
			next = after[i]
		}
		m := d.moveOf(g, i, value, states, context[i], next)
		c.learn(m.read.lit, m.ofRead)
		if m.ofDigits > 0 {
			c.learn(m.digits.lit, m.ofDigits)
			factors = append(factors, m.digits.lit)
			d.history.take(m.digits)
		}
		if m.ofAfter > 0 {
			c.learn(m.after.lit, m.ofAfter)
		}
	}
	if b.to.is != 0 {
		factors = append(factors, b.to.is)
		c.learn(b.to.is, b.to.lemma)
	}
	is = d.product(factors)
	d.history.take(*v)
	d.history.add(g, is, false)
	c.close(is)
	return is, d.assert(append(not(nil, append(context, *v)...), is.lit), c.hints...)
}

// open adds the digits of a rule, which are a part of those of its block.
func (d *diagram) open(c *chain, g, r int, states []int32, context []part) {
	if digits, block := d.digitsOf(g, r, states), context[d.blockOf[r]]; digits.lit != block.lit {
		c.open(block, digits.lits...)
	}
}

// join writes a node that has models.
func (d *diagram) join(g int, states []int32, branches []branch) node {
	context := d.context(g, states)
	var terms, values []part
	lemmas := make(map[int]int)
	n := node{count: new(big.Int)}
	for i := range branches {
		if b := &branches[i]; b.killer < 0 && b.to.dead == nil {
			is, lemma := d.branch(g, i, states, context, b)
			terms, values, lemmas[i] = append(terms, is), append(values, d.groups[g].values[i].is), lemma
			n.count.Add(n.count, b.to.count)
		}
	}
	sums := d.sums(terms, values)
	for _, p := range sums {
		d.history.add(g, p, true)
	}
	n.is = whole(terms, sums)
	c := assume()
	c.hints = noTerm(sums)
	for _, p := range context {
		c.known = append(c.known, p.lit)
	}
	last, left, rule := d.choose(g, states, func(int) bool { return true })
	if rule >= 0 {
		d.open(c, g, rule, states, context)
	}
	for _, i := range left {
		b, is := &branches[i], d.groups[g].values[i].is.lit.Not()
		switch {
		case b.killer >= 0:
			d.open(c, g, b.killer, states, context)
			c.learn(is, d.kills(g, d.reading(g, b.killer), i, states))
		case b.to.dead != nil:
			for _, r := range d.before(g, i, b.to.dead) {
				d.open(c, g, r, states, context)
			}
			c.learn(is, d.deadEnd(g, i, states, b.states, b.to.dead))
		default:
			c.learn(is, lemmas[i])
		}
	}
	n.lemma = d.assert(append(not(nil, context...), n.is), append(c.hints, last)...)
	if d.history != nil {
		d.history.nodes[g] = append(d.history.nodes[g], n.is)
	}
	return n
}
