//go:build !page

package states

import "crosscut/sat"

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
	about  int // in order, the first group that needs it; in a derivation, the rule after the one that has it, or 0
}

// propagator finds what follows from facts, and why.
type propagator struct {
	codes  map[int]code // by variable
	vars   []sat.Lit    // by variable of the search
	values []int8       // by code: 1 true, -1 false, 0 open
	watch  [][]*fact    // by code: the facts to look at when it becomes false
	hidden func(f *fact) bool
	sets   []*set
	in     [][]int // by variable of the search: the sets that have it
	trail  []code  // what is true, in its order
	head   int
	starts []int   // where the decisions are in the trail
	chosen []int   // per decision, its set
	why    []cause // by variable, as the next two
	at     []int
	need   []bool // all false between two explanations
	absurd bool   // the facts alone are contradictory
}

func newPropagator(hidden func(f *fact) bool) *propagator {
	p := &propagator{codes: make(map[int]code), hidden: hidden}
	p.code(1 << 30)
	return p
}

// cause is why a literal is true: a fact, or another choice of a set. A decision has none of both.
type cause struct {
	*fact
	by  code
	set int // of by
}

func (p *propagator) code(l sat.Lit) code {
	c, ok := p.codes[l.Var()]
	if !ok {
		c = code(2 * len(p.vars))
		p.codes[l.Var()] = c
		p.vars, p.in, p.need = append(p.vars, sat.Lit(l.Var())), append(p.in, nil), append(p.need, false)
		p.values, p.watch = append(p.values, 0, 0), append(p.watch, nil, nil)
		p.why, p.at = append(p.why, cause{}), append(p.at, 0)
	}
	if l < 0 {
		return c.not()
	}
	return c
}

func (p *propagator) coded(lits []sat.Lit) (all []code) {
	for _, l := range lits {
		all = append(all, p.code(l))
	}
	return all
}

func (p *propagator) lit(c code) sat.Lit {
	if c&1 == 1 {
		return p.vars[c>>1].Not()
	}
	return p.vars[c>>1]
}

func (p *propagator) plain(all []code) (lits []sat.Lit) {
	for _, c := range all {
		lits = append(lits, p.lit(c))
	}
	return lits
}

// add adds a fact before the search.
func (p *propagator) add(f *fact) {
	switch len(f.lits) {
	case 0:
		p.absurd = true
	case 1:
		if p.values[f.lits[0]] == 0 {
			p.assign(f.lits[0], cause{fact: f})
		} else if p.values[f.lits[0]] < 0 {
			p.absurd = true
		}
	default:
		p.watch[f.lits[0]] = append(p.watch[f.lits[0]], f)
		p.watch[f.lits[1]] = append(p.watch[f.lits[1]], f)
	}
}

func (p *propagator) assign(l code, why cause) {
	p.values[l], p.values[l.not()] = 1, -1
	p.why[l.of()], p.at[l.of()] = why, len(p.trail)
	p.trail = append(p.trail, l)
	p.mark(l, l)
}

// mark keeps which choice is true of the sets of a choice.
func (p *propagator) mark(l, is code) {
	if l&1 == 0 {
		for _, n := range p.in[l.of()] {
			p.sets[n].is = is
		}
	}
}

// decide makes a choice of a set true.
func (p *propagator) decide(l code, set int) {
	p.starts, p.chosen = append(p.starts, len(p.trail)), append(p.chosen, set)
	p.assign(l, cause{})
}

// back takes decisions back until so many are left.
func (p *propagator) back(decisions int) {
	if decisions == len(p.starts) {
		return
	}
	start := p.starts[decisions]
	for _, l := range p.trail[start:] {
		p.values[l], p.values[l.not()] = 0, 0
		p.mark(l, 0)
	}
	p.trail, p.starts, p.chosen, p.head = p.trail[:start], p.starts[:decisions], p.chosen[:decisions], start
}

// consequences makes all that follows true. It returns a contradiction or nil.
func (p *propagator) consequences() *cause {
	for p.head < len(p.trail) {
		l := p.trail[p.head]
		p.head++
		if l&1 == 0 {
			for _, n := range p.in[l.of()] {
				for _, o := range p.sets[n].lits {
					switch {
					case o == l || p.values[o] < 0:
					case p.values[o] > 0:
						return &cause{&fact{lits: []code{o.not()}}, l, n}
					default:
						p.assign(o.not(), cause{by: l, set: n})
					}
				}
			}
		}
		if f := p.look(l.not()); f != nil {
			return &cause{fact: f}
		}
	}
	return nil
}

// refute makes facts of one literal true, and all that follows. It returns a contradiction or nil.
func (p *propagator) refute(units []*fact) *cause {
	for _, f := range units {
		switch value := p.values[f.lits[0]]; {
		case p.hidden(f):
		case value < 0:
			return &cause{fact: f}
		case value == 0:
			p.assign(f.lits[0], cause{fact: f})
		}
	}
	return p.consequences()
}

// look looks at the facts that watch a literal, which has become false. It returns one whose literals are all false, or nil.
func (p *propagator) look(falsified code) *fact {
	list, kept := p.watch[falsified], 0
next:
	for i, f := range list {
		lits := f.lits
		if p.hidden(f) {
			list[kept] = f
			kept++
			continue
		}
		if lits[0] == falsified {
			lits[0], lits[1] = lits[1], lits[0]
		}
		for j := 2; j < len(lits) && p.values[lits[0]] <= 0; j++ {
			if p.values[lits[j]] >= 0 {
				lits[1], lits[j] = lits[j], lits[1]
				p.watch[lits[1]] = append(p.watch[lits[1]], f)
				continue next
			}
		}
		list[kept] = f
		kept++
		switch p.values[lits[0]] {
		case 0:
			p.assign(lits[0], cause{fact: f})
		case -1:
			kept += copy(list[kept:], list[i+1:])
			p.watch[falsified] = list[:kept]
			return f
		}
	}
	p.watch[falsified] = list[:kept]
	return nil
}
