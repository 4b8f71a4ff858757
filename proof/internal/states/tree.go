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

// code is a literal as an index: 2v for the variable v of a search, and 2v+1 for its negation. No literal is 0.
type code int32

func (c code) not() code { return c ^ 1 }
func (c code) of() int   { return int(c >> 1) }

// fact is a clause.
type fact struct {
	lits   []code
	set    int // it says that a choice of the set before this one is true, or 0
	number int // of its lemma, or 0
	write  func() int
	group  int // in order, the first one that needs it
}

// cause is why a literal is true: a fact, or another choice of a set. A decision has none of both.
type cause struct {
	*fact
	by  code
	set int // of by
}

// tree is the state of a search.
type tree struct {
	*diagram
	codes  map[int]code // by variable
	vars   []sat.Lit    // by variable of the search
	values []int8       // by code: 1 true, -1 false, 0 open
	watch  [][]*fact    // by code: the facts to look at when it becomes false
	in     [][]int      // by variable of the search: the sets that have it
	trail  []code       // what is true, in its order
	head   int
	starts []int   // where the decisions are in the trail
	chosen []int   // per decision, its set
	why    []cause // by variable, as the next two
	at     []int
	need   []bool // all false between two explanations
	killed []int  // by set, as the next two for noneLeft; all 0 between two of them
	met    []int
	open   []code
	units  int    // of the trail, which have lemmas of their own
	again  []code // the last choices of sets that were reasons

	memory

	sets   []*set
	setOf  []int // per group that a rule reads which is no set
	ofRule [][]clause
	others map[side]known
	parts  map[[2]int]known
	shared map[[2]int]part

	stateParts map[[3]int]part // by rule, steps and state
	apart      map[[3]int][]hint
}

// newTree fails with errLarge if there is too much to know for a search.
func newTree(d *diagram, inOrder bool) (*tree, error) {
	t := &tree{
		diagram: d, codes: make(map[int]code), ofRule: make([][]clause, len(d.rules)),
		others: make(map[side]known), parts: make(map[[2]int]known), shared: make(map[[2]int]part), stateParts: make(map[[3]int]part), apart: make(map[[3]int][]hint),
	}
	t.memory = memory{inOrder: inOrder, options: make(map[[3]int]*fact), nodes: make(map[string]node), dead: make(map[[2]int][]*fact)}
	t.states = make([]int32, len(d.rules))
	t.code(1 << 30)
	t.addSets()
	t.killed = make([]int, len(t.sets))
	return t, t.addTables()
}

// top searches the whole tree.
func (t *tree) top() (node, error) {
	if t.none {
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
	if h := t.history; h != nil && err == nil && !t.inOrder { // there is one node before all others
		t.groups, h.steps = t.groups[:min(1, len(t.groups))], [][]step{h.below(n.is)}
		clear(t.groupOf)
	}
	return n, err
}

func (t *tree) code(l sat.Lit) code {
	c, ok := t.codes[l.Var()]
	if !ok {
		c = code(2 * len(t.vars))
		t.codes[l.Var()] = c
		t.vars, t.in, t.need = append(t.vars, sat.Lit(l.Var())), append(t.in, nil), append(t.need, false)
		t.values, t.watch = append(t.values, 0, 0), append(t.watch, nil, nil)
		t.why, t.at = append(t.why, cause{}), append(t.at, 0)
	}
	if l < 0 {
		return c.not()
	}
	return c
}

func (t *tree) coded(lits []sat.Lit) (all []code) {
	for _, l := range lits {
		all = append(all, t.code(l))
	}
	return all
}

func (t *tree) lit(c code) sat.Lit {
	if c&1 == 1 {
		return t.vars[c>>1].Not()
	}
	return t.vars[c>>1]
}

func (t *tree) plain(all []code) (lits []sat.Lit) {
	for _, c := range all {
		lits = append(lits, t.lit(c))
	}
	return lits
}

// add adds a fact before the search.
func (t *tree) add(f *fact) {
	switch len(f.lits) {
	case 0:
		t.none = true
	case 1:
		if t.values[f.lits[0]] == 0 {
			t.assign(f.lits[0], cause{fact: f})
		} else if t.values[f.lits[0]] < 0 {
			t.none = true
		}
	default:
		t.watch[f.lits[0]] = append(t.watch[f.lits[0]], f)
		t.watch[f.lits[1]] = append(t.watch[f.lits[1]], f)
	}
}

func (t *tree) assign(l code, why cause) {
	t.values[l], t.values[l.not()] = 1, -1
	t.why[l.of()], t.at[l.of()] = why, len(t.trail)
	t.trail = append(t.trail, l)
	t.mark(l, l)
}

// mark keeps which choice is true of the sets of a choice.
func (t *tree) mark(l, is code) {
	if l&1 == 0 {
		for _, n := range t.in[l.of()] {
			t.sets[n].is = is
		}
	}
}

// decide makes a choice of a set true.
func (t *tree) decide(l code, set int) {
	t.starts, t.chosen = append(t.starts, len(t.trail)), append(t.chosen, set)
	t.assign(l, cause{})
}

// back takes decisions back until so many are left.
func (t *tree) back(decisions int) {
	if decisions == len(t.starts) {
		return
	}
	start := t.starts[decisions]
	for _, l := range t.trail[start:] {
		t.values[l], t.values[l.not()] = 0, 0
		t.mark(l, 0)
	}
	t.trail, t.starts, t.chosen, t.head = t.trail[:start], t.starts[:decisions], t.chosen[:decisions], start
}

// consequences makes all that follows true. It returns a contradiction or nil.
func (t *tree) consequences() *cause {
	for t.head < len(t.trail) {
		l := t.trail[t.head]
		t.head++
		if l&1 == 0 {
			for _, n := range t.in[l.of()] {
				for _, o := range t.sets[n].lits {
					switch {
					case o == l || t.values[o] < 0:
					case t.values[o] > 0:
						return &cause{&fact{lits: []code{o.not()}}, l, n}
					default:
						t.assign(o.not(), cause{by: l, set: n})
					}
				}
			}
		}
		if f := t.look(l.not()); f != nil {
			return &cause{fact: f}
		}
	}
	return nil
}

// look looks at the facts that watch a literal, which has become false. It returns one whose literals are all false, or nil.
func (t *tree) look(falsified code) *fact {
	list, kept := t.watch[falsified], 0
next:
	for i, f := range list {
		lits := f.lits
		if f.group > t.group && t.inOrder {
			list[kept] = f
			kept++
			continue
		}
		if lits[0] == falsified {
			lits[0], lits[1] = lits[1], lits[0]
		}
		for j := 2; j < len(lits) && t.values[lits[0]] <= 0; j++ {
			if t.values[lits[j]] >= 0 {
				lits[1], lits[j] = lits[j], lits[1]
				t.watch[lits[1]] = append(t.watch[lits[1]], f)
				continue next
			}
		}
		list[kept] = f
		kept++
		switch t.values[lits[0]] {
		case 0:
			t.assign(lits[0], cause{fact: f})
		case -1:
			kept += copy(list[kept:], list[i+1:])
			t.watch[falsified] = list[:kept]
			return f
		}
	}
	t.watch[falsified] = list[:kept]
	return nil
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
	t.trace(w)
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
		for _, p := range factors {
			t.history.take(p)
		}
	}
	if below.is != 0 {
		factors, w.after = append(factors, part{lit: below.is}), append(w.after, hint{below.is, below.lemma})
	}
	term, steps := t.term(w, factors)
	if t.inOrder {
		t.history.add(t.group, term, false)
	}
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
	t.trace(w)
	c.follow(w.forwards())
	n.lemma = t.assert(lemma, c.follow(last.steps)...)
	if t.inOrder {
		t.history.node(t.group, n.is, sums)
	}
	return n
}
