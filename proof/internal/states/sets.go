//go:build !page

package states

import (
	"slices"

	"crosscut/sat"
)

// set is a list of choices of which exactly one is true: the variables of a rule that says so, or the values of a group.
type set struct {
	rule, group int // one of them is -1
	lits        []code
	is          code  // the one that is true, or 0
	owns        []int // the groups whose values are known with the choice
	chunks      []chunk
	fact        *fact
}

// chunk is a part of a set. Each operation is one of its own.
type chunk struct {
	lits []code
	none part // no choice of it is true
}

// sizeOfChunk bounds the choices of a chunk.
const sizeOfChunk = 16

// known is a part with the lemma that it follows from a choice.
type known struct {
	part
	lemma int
}

// exactlyOne reports whether a rule says that exactly one of its literals is true.
func (u *unrolled) exactlyOne() bool { return u.One && !u.Final(u.Start) }

// addSets adds the sets of the rules, and of the groups that none of them owns or that another rule reads too.
func (t *tree) addSets() {
	owner := make([]int, len(t.groups))
	of := make(map[int]*set)
	for g := range t.groups {
		here := &t.groups[g]
		owner[g] = -1
		for _, read := range here.reads {
			if t.tabled(read.rule) {
				continue
			}
			s := of[read.rule]
			if s == nil {
				s = &set{rule: read.rule, group: -1}
				of[read.rule] = s
			}
			if owner[g] < 0 && read.to-read.from > here.last-here.first {
				owner[g] = read.rule
				s.owns = append(s.owns, g)
			}
		}
	}
	for r := range t.rules {
		if s := of[r]; s != nil {
			for _, step := range t.rules[r].Steps {
				s.lits = append(s.lits, t.code(step[0].Lit))
			}
			t.addSet(s)
		}
	}
	t.setOf = make([]int, len(t.groups))
	for g := range t.groups {
		here := &t.groups[g]
		for v := here.first; v <= here.last; v++ {
			if !slices.ContainsFunc(here.values, func(x value) bool { return x.v == v }) {
				t.add(&fact{lits: []code{t.code(sat.Lit(-v))}, number: here.lemmas[v-here.first]})
			}
		}
		tabled := slices.ContainsFunc(here.reads, func(read reading) bool { return t.tabled(read.rule) })
		if none := len(here.values) > 0 && here.values[len(here.values)-1].v == 0; owner[g] < 0 || tabled || !none {
			s := &set{rule: -1, group: g}
			for i := range here.values {
				s.lits = append(s.lits, t.value(g, i))
			}
			if owner[g] < 0 {
				s.owns = []int{g}
			}
			t.setOf[g] = len(t.sets)
			t.addSet(s)
		}
	}
}

// value returns the choice of a value: its variable, or that there is none.
func (t *tree) value(g, i int) code {
	v := &t.groups[g].values[i]
	if v.v > 0 {
		return t.code(sat.Lit(v.v))
	}
	return t.code(v.is.lit)
}

func (t *tree) addSet(s *set) {
	n := len(t.sets)
	for _, l := range s.lits {
		t.in[l.of()] = append(t.in[l.of()], n)
	}
	s.fact = &fact{lits: slices.Clone(s.lits), set: n + 1, write: func() int { return t.some(s) }}
	t.sets = append(t.sets, s)
	t.add(s.fact)
}

// some writes the lemma that some chunk of a set has a choice that is true.
func (t *tree) some(s *set) int {
	var lemma []sat.Lit
	for c := range slices.Chunk(slices.DeleteFunc(slices.Clone(s.lits), t.operation), sizeOfChunk) {
		var none []sat.Lit
		for _, o := range c {
			none = append(none, t.lit(o).Not())
		}
		s.chunks = append(s.chunks, chunk{c, t.conjunction(none)})
	}
	for _, o := range s.lits {
		if t.operation(o) {
			s.chunks = append(s.chunks, chunk{lits: []code{o}})
			lemma = append(lemma, t.lit(o))
		}
	}
	for _, c := range s.chunks {
		lemma = not(lemma, c.none)
	}
	return t.prove(lemma, t.sources(s, 0)...)
}

// sources returns what says which choices of a set there are with one of them, or at all if that is 0.
func (t *tree) sources(s *set, l sat.Lit) []int {
	switch {
	case s.rule >= 0:
		return []int{s.rule + 1}
	case l == 0:
		return t.groups[s.group].known
	}
	return t.groups[s.group].saying(t.groups[s.group].valueWith(l))
}

// operation reports whether a choice is an operation, whose opposite has no place in a product.
func (t *tree) operation(l code) bool { return t.lit(l).Var() > t.CNF.Vars() }

// noOther returns that no other choice of a set is true than one, except for operations: none of its chunk, or of the others.
func (t *tree) noOther(l code, n int, near bool) known {
	key := side{n, l, near}
	k, ok := t.others[key]
	if !ok {
		s := t.sets[n]
		t.number(s.fact) // so it has chunks
		var lits []sat.Lit
		for _, c := range s.chunks {
			if slices.Contains(c.lits, l) == near && c.none.lit != 0 {
				lits = append(lits, t.plain(slices.DeleteFunc(slices.Clone(c.lits), func(o code) bool { return o == l }))...)
			}
		}
		for x, o := range lits {
			lits[x] = o.Not()
		}
		k.part = t.conjunction(lits)
		k.lemma = t.prove([]sat.Lit{t.lit(l).Not(), k.lit}, t.sources(s, t.lit(l))...)
		t.others[key] = k
	}
	return k
}

// side is the chunk of a choice of a set, or the others.
type side struct {
	set    int
	choice code
	near   bool
}

// near returns the chunk of a choice of a set.
func (t *tree) near(l code, n int) []code {
	t.number(t.sets[n].fact)
	chunks := t.sets[n].chunks
	return chunks[slices.IndexFunc(chunks, func(c chunk) bool { return slices.Contains(c.lits, l) })].lits
}

// between returns the part that no choice is true which two sets share.
func (t *tree) between(i, j int) part {
	key := [2]int{min(i, j), max(i, j)}
	p, ok := t.shared[key]
	if !ok {
		var lits []sat.Lit
		for _, l := range t.sets[key[0]].lits {
			if slices.Contains(t.in[l.of()], key[1]) {
				lits = append(lits, t.lit(l).Not())
			}
		}
		p = t.conjunction(lits)
		t.shared[key] = p
	}
	return p
}

// separates returns the hints, the last one first, that a choice of set j, which is none of i, leaves none that both share.
// If these are in other chunks, one lemma is for all choices of its chunk.
func (t *tree) separates(l code, i, j int) []hint {
	key := [3]int{int(l), i, j}
	hints, ok := t.apart[key]
	if ok {
		return hints
	}
	p, sides, shared := t.between(i, j), []bool{false}, t.lit(l)
	if slices.ContainsFunc(t.near(l, j), func(o code) bool { return slices.Contains(t.in[o.of()], i) }) {
		sides = []bool{true}
		if slices.ContainsFunc(p.lits, func(o sat.Lit) bool { return !slices.Contains(t.near(l, j), t.code(o.Not())) }) {
			sides = []bool{true, false}
		}
	}
	var sources []int
	for _, near := range sides {
		others := t.noOther(l, j, near)
		sources = append(sources, -others.lemma)
		if len(sides) == 1 {
			shared, hints = others.lit, []hint{{others.lit, others.lemma}}
		}
	}
	if shared != p.lit {
		hints = append([]hint{{p.lit, t.prove([]sat.Lit{shared.Not(), p.lit}, sources...)}}, hints...)
	}
	t.apart[key] = hints
	return hints
}

// part returns what is known with a choice of a set: the digits of its rule, and the values of the groups that it owns. The
// lemma is 0 if that is the choice itself.
func (t *tree) part(n int, l code) known {
	k, ok := t.parts[[2]int{n, int(l)}]
	if ok {
		return k
	}
	s, choice := t.sets[n], t.lit(l)
	var lits []sat.Lit
	if s.rule >= 0 {
		u, after := &t.rules[s.rule], 0
		for step := range u.Steps {
			if u.Steps[step][0].Lit == choice {
				after = 1
			}
			if len(u.digits[step+1]) > 0 {
				lits = append(lits, u.in(step+1, after)...)
			}
		}
	}
	var is part
	for _, g := range s.owns {
		is = t.groups[g].valueWith(choice).is
		lits = append(lits, is.lit)
	}
	switch {
	case len(lits) == 0:
	case len(lits) == 1 && len(s.owns) == 1:
		k.part = is
	default:
		k.part = t.conjunction(lits)
	}
	if k.lit != choice && len(lits) > 0 {
		sources := t.sources(s, choice)
		for _, g := range s.owns {
			sources = slices.Concat(sources, t.groups[g].saying(t.groups[g].valueWith(choice)))
		}
		k.lemma = t.prove([]sat.Lit{choice.Not(), k.lit}, sources...)
	}
	t.parts[[2]int{n, int(l)}] = k
	return k
}

// valueWith returns the value of a group with a choice: that of its variable, or that there is none.
func (here *group) valueWith(l sat.Lit) *value {
	for i := range here.values {
		if v := &here.values[i]; v.v == int(l) || v.is.lit == l {
			return v
		}
	}
	return &here.values[slices.IndexFunc(here.values, func(v value) bool { return v.v == 0 })]
}

// saying returns the sources that say a value of a group: what it means and the lemma of its variable, or all if it has none.
func (here *group) saying(v *value) []int {
	if v.v > 0 {
		return []int{-v.is.clause, -here.lemmas[v.v-here.first]}
	}
	return here.known
}
