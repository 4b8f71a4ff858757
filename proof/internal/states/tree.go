//go:build !page

package states

import (
	"math/big"
	"slices"

	"crosscut/sat"
)

// A search makes the diagram. A decision is a sum of the choices of a set, and a model a product. A contradiction is the
// clause of the decisions that led to it, which follows by unit propagation from what the search has seen.
//
// The search knows sets, of which exactly one choice is true, and facts, which are other clauses. A fact gets its lemma
// when the first clause needs it.

// tree is the state of a search.
type tree struct {
	*diagram
	*propagator
	killed []int // by set, as the next two for noneLeft; all 0 between two of them
	met    []int
	open   []code
	units  int    // of the trail, which have lemmas of their own
	again  []code // the last choices of sets that were reasons

	memory

	setOf  []int // per group that a rule reads which is no set
	others map[side]known
	parts  map[[2]int]known
	shared map[[2]int]part

	stateParts map[[3]int]part // by rule, steps and state
	apart      map[[3]int][]hint
}

// newTree fails with errLarge if there is too much to know for a search.
func newTree(d *diagram, inOrder bool) (*tree, error) {
	t := &tree{
		diagram: d,
		others:  make(map[side]known), parts: make(map[[2]int]known), shared: make(map[[2]int]part), stateParts: make(map[[3]int]part), apart: make(map[[3]int][]hint),
	}
	t.memory = memory{inOrder: inOrder, options: make(map[[3]int]*fact), nodes: make(map[string]node), dead: make(map[[2]int][]*fact)}
	t.states = make([]int32, len(d.rules))
	t.propagator = newPropagator(func(f *fact) bool { return t.inOrder && f.about > t.group })
	t.addSets()
	t.killed = make([]int, len(t.sets))
	return t, t.addTables()
}

// top searches the whole tree.
func (t *tree) top() (node, error) {
	if t.absurd {
		return node{}, ErrNone
	}
	conflict := t.consequences()
	if conflict != nil {
		return node{}, ErrNone
	}
	if t.settle(); t.inOrder {
		t.assume(nil)
	}
	n, conflict, err := t.search()
	if err == nil && conflict != nil {
		err = ErrNone
	}
	if !t.inOrder { // there is one node before all others
		t.groups = t.groups[:min(1, len(t.groups))]
		clear(t.groupOf)
	}
	return n, err
}

// narrowest returns the set with the fewest open choices, and these. It returns none if all are decided.
func (t *tree) narrowest() (best int, choices []code) {
	best, fewest := -1, 1<<30
	for n, s := range t.sets {
		if s.is != 0 || s.rule < 0 && len(s.owns) == 0 { // another set has its part
			continue
		}
		open := 0
		for i := 0; i < len(s.lits) && open < fewest; i++ {
			if t.values[s.lits[i]] == 0 {
				open++
			}
		}
		if open < fewest {
			best, fewest = n, open
		}
	}
	if best < 0 {
		return best, nil
	}
	return best, slices.DeleteFunc(slices.Clone(t.sets[best].lits), func(c code) bool { return t.values[c] != 0 })
}

// nextSet returns the set to decide, and its choices that are not false. It returns none if all are decided.
func (t *tree) nextSet() (best int, choices []code) {
	switch {
	case !t.inOrder:
		return t.narrowest()
	case t.group == len(t.groups):
		return -1, nil
	}
	return t.setOf[t.group], t.sets[t.setOf[t.group]].lits
}

// way is a choice that has models: its term, the part of it that excludes other choices, and how the term follows.
type way struct {
	choice     code
	term, part part
	count      *big.Int
	steps      []hint
}

// search finds all models with the decisions so far. It returns a node or a contradiction.
func (t *tree) search() (node, *cause, error) {
	if conflict := t.consequences(); conflict != nil {
		return node{}, conflict, nil
	}
	t.settle()
	set, choices := t.nextSet()
	if set < 0 {
		return t.model(), nil, nil
	}
	if err := t.room(); err != nil {
		return node{}, nil, err
	}
	var ways []way
	depth := len(t.starts)
	for _, c := range choices {
		switch {
		case t.values[c] < 0:
			continue
		case t.values[c] == 0:
			t.decide(c, set)
		case !t.inOrder: // all others have failed
			return t.search()
		}
		child, conflict, err := t.below(set, c)
		if err != nil {
			return child, nil, err
		}
		if conflict == nil {
			ways = append(ways, t.way(set, c, child))
			t.back(depth)
			continue
		}
		forced := len(t.starts) == depth
		f := t.blame(conflict, c)
		if t.back(depth); forced || !slices.Contains(f.lits, c.not()) {
			return node{}, &cause{fact: f}, nil
		}
		if t.inOrder {
			t.failed = append(t.failed, f)
		}
		t.assign(c.not(), cause{fact: f})
		if conflict := t.consequences(); conflict != nil {
			return node{}, conflict, nil
		}
		t.settle()
	}
	return t.branch(set, ways), nil, nil
}

// decisions returns the decisions so far.
func (t *tree) decisions() (all []code) {
	for _, start := range t.starts {
		if l := t.trail[start]; l != 0 {
			all = append(all, l)
		}
	}
	return all
}

// path returns the clause that the decisions so far are not all true, with another literal.
func (t *tree) path(more ...sat.Lit) (lits []sat.Lit) {
	for _, l := range t.decisions() {
		lits = append(lits, t.lit(l).Not())
	}
	return append(lits, more...)
}

// model writes a model. The parts of decisions stand above it.
func (t *tree) model() node {
	w := newReasons()
	var factors []part
	for n, s := range t.sets {
		if s.rule < 0 && len(s.owns) == 0 || slices.Contains(t.chosen, n) {
			continue
		}
		t.want(w, s.is)
		factors = append(factors, t.known(w, t.part(n, s.is)))
	}
	states := make([]int32, len(t.rules))
	for g := range t.groups {
		factors = append(factors, t.digits(w, g, states)...)
	}
	term, steps := t.term(w, factors)
	lemma := t.path(term.lit)
	return node{is: term.lit, lemma: t.assert(lemma, refute(lemma).follow(steps)...), count: big.NewInt(1)}
}

// known returns the part that is known with a choice, which is wanted.
func (t *tree) known(w *reasons, k known) part {
	if k.lemma > 0 {
		w.after = append(w.after, hint{k.lit, k.lemma})
	}
	return k.part
}

// term writes the product of some parts, and returns how it follows.
func (t *tree) term(w *reasons, parts []part) (term part, steps []hint) {
	var factors []sat.Lit
	for _, p := range parts {
		factors = with(factors, p)
	}
	t.explain(w)
	term = t.product(factors)
	return term, append(append(w.forwards(), w.after...), hint{term.lit, term.clause})
}

// way writes the term of a choice and a node below it.
func (t *tree) way(set int, l code, below node) way {
	w, k := newReasons(), t.part(set, l)
	factors := []part{t.known(w, k)}
	if t.inOrder {
		t.want(w, l)
		factors = append(factors, t.digits(w, t.group, slices.Clone(t.states))...)
		for _, c := range t.premise(t.after(set, l)) {
			t.want(w, c)
		}
	}
	if below.is != 0 {
		factors, w.after = append(factors, part{lit: below.is}), append(w.after, hint{below.is, below.lemma})
	}
	term, steps := t.term(w, factors)
	return way{l, term, k.part, below.count, steps}
}

// branch writes a sum of choices of a set, and why there are no others. The last choice has no lemma of its own.
func (t *tree) branch(set int, ways []way) node {
	n := node{count: new(big.Int)}
	var terms, parts []part
	for _, x := range ways {
		n.count.Add(n.count, x.count)
		terms, parts = append(terms, x.term), append(parts, x.part)
	}
	sums := t.sums(terms, parts)
	n.is = whole(terms, sums)
	lemma, last := t.path(n.is), ways[len(ways)-1]
	c := refute(lemma)
	c.hints = noTerm(sums)
	for _, x := range ways[:len(ways)-1] {
		other := t.path(t.lit(x.choice).Not(), x.term.lit)
		c.learn(t.lit(x.choice).Not(), t.assert(other, refute(other).follow(x.steps)...))
	}
	w := newReasons()
	if t.values[last.choice] > 0 {
		t.want(w, last.choice)
	} else {
		t.only(w, last.choice, t.sets[set].fact)
	}
	t.explain(w)
	c.follow(w.forwards())
	n.lemma = t.assert(lemma, c.follow(last.steps)...)
	if h := t.history; h != nil && t.inOrder {
		h.nodes[t.group] = append(h.nodes[t.group], n.is)
	}
	return n
}
