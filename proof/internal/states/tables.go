//go:build !page

package states

import (
	"slices"

	"crosscut/internal/base"
	"crosscut/sat"
)

// addTables adds what the rules say that are no sets. It fails with errLarge if that is too much.
func (t *tree) addTables() error {
	transitions := 0
	for g := range t.groups {
		for i := range t.groups[g].reads {
			read := &t.groups[g].reads[i]
			if !t.tabled(read.rule) {
				continue
			}
			more := len(t.groups[g].values) * len(t.rules[read.rule].states[read.from])
			allocated, err := base.Reserve(int64(more * bytesOfTransition))
			if transitions += more; err != nil || transitions > mostTransitions {
				return errLarge
			}
			t.addTable(g, read)
			allocated()
			if err := t.run.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// tabled reports whether a rule is no set.
func (t *tree) tabled(r int) bool { return t.inOrder || !t.rules[r].exactlyOne() }

// Sizes of what is said about a reading of a rule, which lets the search see ahead: pairs of a state before it and one
// after it, and states after it.
const (
	mostPairs = 1 << 14
	mostAfter = 1 << 8

	mostTransitions   = 1 << 21 // of all readings
	bytesOfTransition = 200
)

// addTable adds what a rule says about a group: what each value means, and which values lead from a state to another.
func (t *tree) addTable(g int, read *reading) {
	u, here := &t.rules[read.rule], &t.groups[g]
	before, after := len(u.states[read.from]), len(u.states[read.to])
	for i := range here.values {
		ends := make([]int, before)
		for q := range ends {
			ends[q] = t.end(read, i, q)
		}
		free := before > 1 && t.free(read, i) && slices.Max(ends) >= 0
		if free {
			t.addTransition(g, read, i, -1, slices.Max(ends))
		}
		for q, r := range ends {
			if !free || r < 0 {
				t.addTransition(g, read, i, q, r)
			}
		}
	}
	for q := range before {
		for r := -1; r < after && before*after <= mostPairs; r++ {
			t.addWays(g, read, q, r)
		}
	}
	if after > 2 && after <= mostAfter && !t.inOrder {
		t.addStates(g, read)
	}
}

// state returns the part that says that a rule is in a state after so many steps. It has no literal if there is no other
// state, or if q is -1.
func (t *tree) state(r, steps, q int) part {
	if q < 0 || len(t.rules[r].digits[steps]) == 0 {
		return part{}
	}
	key := [3]int{r, steps, q}
	p, ok := t.stateParts[key]
	if !ok {
		p = t.conjunction(t.rules[r].in(steps, q))
		t.stateParts[key] = p
	}
	return p
}

// transition is the clause that a value leads from a state to another, or that it cannot be together with it.
func (t *tree) transition(g int, read *reading, i, q int, goal part) []sat.Lit {
	return with(not([]sat.Lit{t.lit(t.value(g, i)).Not()}, t.state(read.rule, read.from, q)), goal)
}

// with adds the literal of a part to a clause, if it has one.
func with(lemma []sat.Lit, p part) []sat.Lit {
	if p.lit != 0 {
		lemma = append(lemma, p.lit)
	}
	return lemma
}

// addTransition adds that a value leads from state q to r. Each state q leads there if it is -1, and it does not lead
// anywhere if r is -1.
func (t *tree) addTransition(g int, read *reading, i, q, r int) {
	goal := t.state(read.rule, read.to, r)
	lemma := t.transition(g, read, i, q, goal)
	if r >= 0 && (goal.lit == 0 || slices.Contains(lemma, goal.lit.Not())) {
		return
	}
	t.add(&fact{lits: t.coded(lemma), about: g, write: func() int { return t.leadsTo(g, read, i, q, goal) }})
}

// leadsTo returns the lemma of a transition.
func (t *tree) leadsTo(g int, read *reading, i, q int, goal part) int {
	here := &t.groups[g]
	return t.prove(t.transition(g, read, i, q, goal), append([]int{read.rule + 1}, here.saying(&here.values[i])...)...)
}

// addWays adds that one of some values leads from state q to r, or to any state if r is -1.
func (t *tree) addWays(g int, read *reading, q, r int) {
	here, goal := &t.groups[g], t.state(read.rule, read.to, r)
	lemma := not(nil, t.state(read.rule, read.from, q), goal)
	var others []int
	for i := range here.values {
		if end := t.end(read, i, q); end >= 0 && (end == r || r < 0) {
			lemma = append(lemma, t.lit(t.value(g, i)))
		} else {
			others = append(others, i)
		}
	}
	if len(others) == 0 || r < 0 != t.inOrder {
		return
	}
	f := &fact{lits: t.coded(lemma), about: g, write: func() int {
		sources := []int{t.someOf(g)}
		for _, i := range others {
			sources = append(sources, -t.leadsTo(g, read, i, q, t.state(read.rule, read.to, t.end(read, i, q))))
		}
		return t.prove(lemma, sources...)
	}}
	if r < 0 {
		f.set = t.setOf[g] + 1
		t.options[[3]int{g, read.rule, q}] = f
	}
	t.add(f)
}

// fewest returns the clause of a rule that leaves the fewest values in the states before a group, or nil. If l was true
// by it, the others were false before.
func (t *tree) fewest(l code) (best *fact) {
	if !t.inOrder || t.group == len(t.groups) {
		return nil
	}
	for i := range t.groups[t.group].reads {
		r := t.groups[t.group].reads[i].rule
		f := t.options[[3]int{t.group, r, int(t.states[r])}]
		if f == nil || best != nil && len(f.lits) >= len(best.lits) || l != 0 && !slices.Contains(f.lits, l) {
			continue
		}
		if !slices.ContainsFunc(f.lits, func(o code) bool {
			return o != l && (t.values[o] >= 0 && (l == 0 || t.values[l] > 0) || t.values[l] > 0 && t.at[o.of()] > t.at[l.of()])
		}) {
			best = f
		}
	}
	return best
}

// someOf writes that some value of a group is true, as a source.
func (t *tree) someOf(g int) int {
	return -t.prove(t.plain(t.sets[t.setOf[g]].lits), t.groups[g].known...)
}

// addStates adds that a rule is in exactly one state after a group.
func (t *tree) addStates(g int, read *reading) {
	var all []sat.Lit
	for q := range t.rules[read.rule].states[read.to] {
		a := t.state(read.rule, read.to, q)
		all = append(all, a.lit)
		for r := range q {
			b := t.state(read.rule, read.to, r)
			lemma := []sat.Lit{a.lit.Not(), b.lit.Not()}
			t.add(&fact{lits: t.coded(lemma), write: func() int { return t.prove(lemma) }})
		}
	}
	t.add(&fact{lits: t.coded(all), write: func() int { return t.someState(g, read) }})
}

// someState writes that a rule is in some state after a group: each state before it leads to one.
func (t *tree) someState(g int, read *reading) int {
	u, here := &t.rules[read.rule], &t.groups[g]
	var any []sat.Lit
	for q := range u.states[read.to] {
		any = with(any, t.state(read.rule, read.to, q))
	}
	var sources []int
	for q := range u.states[read.from] {
		steps := []int{t.someOf(g)}
		for i := range here.values {
			steps = append(steps, -t.leadsTo(g, read, i, q, t.state(read.rule, read.to, t.end(read, i, q))))
		}
		sources = append(sources, -t.prove(not(slices.Clone(any), t.state(read.rule, read.from, q)), steps...))
	}
	if len(u.states[read.from]) > 2 {
		b := g - 1
		for t.reading(b, read.rule) == nil {
			b--
		}
		sources = append(sources, -t.someState(b, t.reading(b, read.rule)))
	}
	return t.prove(any, sources...)
}

// digits returns the digits of the rules that read a group and are no sets, and goes on with their states.
func (t *tree) digits(w *reasons, g int, states []int32) (parts []part) {
	for k := range t.groups[g].reads {
		read := &t.groups[g].reads[k]
		if !t.tabled(read.rule) {
			continue
		}
		s := t.sets[t.setOf[g]]
		i, q := slices.Index(s.lits, s.is), int(states[read.rule])
		digits, end := t.passes(read, i, q)
		if states[read.rule] = int32(end); len(digits) == 0 {
			continue
		}
		p := t.conjunction(digits)
		parts = append(parts, p)
		if c, ok := t.codes[p.lit.Var()]; ok && t.values[c] != 0 {
			t.want(w, c)
			continue
		}
		t.want(w, s.is)
		if before := t.state(read.rule, read.from, q); before.lit != 0 {
			t.want(w, t.code(before.lit))
		}
		w.after = append(w.after, hint{p.lit, t.leadsTo(g, read, i, q, p)})
	}
	return parts
}
