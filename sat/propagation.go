package sat

import "crosscut/meter"

// Unit propagation: a clause whose literals are all false except one makes that one true.
// Each true literal knows its reason. The cutting into cubes and the proofs of Refute use
// it. It shares no code with gini. A step costs as many clauses as watch the literal that
// became false; of each clause, two literals are watched (M. Moskewicz and others,
// "Chaff: engineering an efficient SAT solver", DAC 2001).

// code is a literal as an index: 2v for the variable v, 2v+1 for its negation.
type code uint32

func codeOf(l Lit) code { return code(place(l)) }

func (c code) not() code     { return c ^ 1 }
func (c code) variable() int { return int(c >> 1) }

func (c code) lit() Lit {
	if c&1 == 1 {
		return -Lit(c >> 1)
	}
	return Lit(c >> 1)
}

// ref is the place in the arena where the literals of a clause begin. The word before
// them says how many they are. The word before that is the number of the clause.
type ref int32

const (
	none        ref = -1 - iota
	unexplained     // the reason of an inferred literal whose clause is not written yet
)

// watch is a clause to look at when a literal becomes false. When other is true, the
// clause is satisfied. In a clause of two literals, other is the second literal.
type watch struct {
	other  code
	clause ref
}

// propagator keeps the consequences of the literals assumed so far. Invariant: after
// propagate has returned none, a clause that is not satisfied has two open literals or
// more. Its first two literals are open, and they are watched.
type propagator struct {
	values []int8 // by code: 1 true, −1 false, 0 open
	arena  []code
	pairs  [][]watch // by code: the clauses of two literals that have it
	longer [][]watch // by code: the longer clauses in which it is watched
	trail  []code    // the true literals, in the order in which they became true
	head   int       // the literals of the trail before this one have been propagated
	starts []int     // where in the trail each level begins, from level 1 on
	level  []int32   // by variable in the trail: its level
	reason []ref     // by variable in the trail: the clause that forced it, none for an assumption
	where  []int32   // by variable in the trail: its index there
}

func codes(to []code, lits []Lit) []code {
	for _, l := range lits {
		to = append(to, codeOf(l))
	}
	return to
}

func newPropagator(vars int) *propagator {
	return &propagator{
		values: make([]int8, 2*vars+2), pairs: make([][]watch, 2*vars+2), longer: make([][]watch, 2*vars+2),
		level: make([]int32, vars+1), reason: make([]ref, vars+1), where: make([]int32, vars+1),
	}
}

// store copies a clause into the arena under the given number.
func (p *propagator) store(clause []code, number int) ref {
	p.arena = append(p.arena, code(number), code(len(clause)))
	at := ref(len(p.arena))
	p.arena = append(p.arena, clause...)
	return at
}

// load stores and watches the clauses of f, numbered from 1. It calls short for a clause
// of one literal or none. The loading ends when short returns false.
func (p *propagator) load(f *CNF, run *meter.Run, short func(number int, clause []code) bool) error {
	var lits []code
	number := 0
	for clause := range f.All() {
		number++
		lits = codes(lits[:0], clause)
		if len(lits) > 1 {
			p.attach(p.store(lits, number))
		} else if !short(number, lits) {
			return nil
		}
		if err := run.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (p *propagator) clause(r ref) []code { return p.arena[r : r+ref(p.arena[r-1])] }

// attach watches a clause of two literals or more. The first two literals must be open.
// Or the first must be open, and the second must be the one that became false last.
func (p *propagator) attach(r ref) {
	lits := p.clause(r)
	lists := p.longer
	if len(lits) == 2 {
		lists = p.pairs
	}
	lists[lits[0]] = append(lists[lits[0]], watch{lits[1], r})
	lists[lits[1]] = append(lists[lits[1]], watch{lits[0], r})
}

// assign makes an open literal true, and records the reason.
func (p *propagator) assign(l code, why ref) {
	p.values[l], p.values[l.not()] = 1, -1
	v := l.variable()
	p.level[v], p.reason[v], p.where[v] = int32(len(p.starts)), why, int32(len(p.trail))
	p.trail = append(p.trail, l)
}

// assume opens a level and makes an open literal true there.
func (p *propagator) assume(l code) {
	p.starts = append(p.starts, len(p.trail))
	p.assign(l, none)
}

func (p *propagator) back(level int) {
	if level >= len(p.starts) {
		return
	}
	start := p.starts[level]
	for _, l := range p.trail[start:] {
		p.values[l], p.values[l.not()] = 0, 0
	}
	p.trail, p.head, p.starts = p.trail[:start], start, p.starts[:level]
}

// propagate makes all consequences true. It returns a clause whose literals are all
// false, or none.
func (p *propagator) propagate() ref {
	for p.head < len(p.trail) {
		falsified := p.trail[p.head].not()
		p.head++
		for _, w := range p.pairs[falsified] {
			switch p.values[w.other] {
			case 0:
				p.assign(w.other, w.clause)
			case -1:
				return w.clause
			}
		}
		if conflict := p.visit(falsified); conflict != none {
			return conflict
		}
	}
	return none
}

// visit looks at the longer clauses that watch a literal. This literal has become false.
// It returns the first clause whose literals are all false, or none.
func (p *propagator) visit(falsified code) ref {
	list, kept := p.longer[falsified], 0
	for i, w := range list {
		if p.values[w.other] == 1 {
			list[kept] = w
			kept++
			continue
		}
		lits := p.clause(w.clause)
		if lits[0] == falsified {
			lits[0], lits[1] = lits[1], lits[0]
		}
		w.other = lits[0]
		if p.values[w.other] != 1 && p.rewatch(lits, w) {
			continue
		}
		list[kept] = w
		kept++
		switch p.values[w.other] {
		case 0:
			p.assign(w.other, w.clause)
		case -1:
			kept += copy(list[kept:], list[i+1:])
			p.longer[falsified] = list[:kept]
			return w.clause
		}
	}
	p.longer[falsified] = list[:kept]
	return none
}

// rewatch looks for a literal that is not false, behind the first two. It watches this
// literal instead of the second, which is false. It reports whether there is one.
func (p *propagator) rewatch(lits []code, w watch) bool {
	for i := 2; i < len(lits); i++ {
		if l := lits[i]; p.values[l] != -1 {
			lits[1], lits[i] = l, lits[1]
			p.longer[l] = append(p.longer[l], w)
			return true
		}
	}
	return false
}

// narrowest returns the group without a true literal that has the fewest open ones,
// or nil when no group has any. It returns the first of several.
func narrowest(p *propagator, groups [][]code) []code {
	var best []code
	fewest := 1 << 30
	for _, group := range groups {
		if n := p.openIn(group, fewest); n > 0 && n < fewest {
			best, fewest = group, n
			if n == 1 {
				break
			}
		}
	}
	return best
}

// openIn counts the open literals of a group up to most. A group with a true literal
// counts as having none.
func (p *propagator) openIn(group []code, most int) int {
	n := 0
	for _, l := range group {
		switch p.values[l] {
		case 1:
			return 0
		case 0:
			if n++; n >= most {
				return n
			}
		}
	}
	return n
}

// place maps a literal to an index: v to 2v and −v to 2v+1.
func place(l Lit) int {
	if l > 0 {
		return 2 * l.Var()
	}
	return 2*l.Var() + 1
}
