//go:build !page

package states

import (
	"cmp"
	"errors"
	"slices"

	"crosscut/sat"
)

// hint is a clause that makes a literal true, or is a contradiction if that is 0.
type hint struct {
	makes  sat.Lit
	number int
}

// reasons are the clauses by which some literals follow from decisions, the last one first.
type reasons struct {
	steps   []hint
	highest int    // the place in the trail of the last literal that is wanted
	wanted  []int  // variables
	after   []hint // what follows from them
}

func newReasons() *reasons { return &reasons{highest: -1} }

// want asks for the reason of a literal, which is true or false.
func (p *propagator) want(w *reasons, l code) {
	if v := l.of(); !p.need[v] {
		p.need[v] = true
		w.wanted, w.highest = append(w.wanted, v), max(w.highest, p.at[v])
	}
}

// trace calls because for all that is wanted, which adds the reasons, and returns the decisions that they need.
func (p *propagator) trace(w *reasons, because func(l code, why cause)) (decisions []code) {
	for at := w.highest; at >= 0; at-- {
		l := p.trail[at]
		if why := p.why[l.of()]; !p.need[l.of()] {
			continue
		} else if why.fact == nil && why.by == 0 {
			decisions = append(decisions, l)
		} else {
			because(l, why)
		}
	}
	for _, v := range w.wanted {
		p.need[v] = false
	}
	return decisions
}

// because adds that a literal is true by a fact, or that there is a contradiction if it is 0.
func (p *propagator) because(w *reasons, l code, f *fact) {
	why := hint{number: f.number}
	if l != 0 {
		why.makes = p.lit(l)
	}
	w.steps = append(w.steps, why)
	for _, o := range f.lits {
		if o != l && p.values[o] < 0 { // otherwise it is known to be false
			p.want(w, o)
		}
	}
}

// explain adds the reasons of all that is wanted, and returns the decisions that they need.
func (t *tree) explain(w *reasons) []code {
	return t.trace(w, func(l code, why cause) {
		if f := why.fact; f != nil && f.set > 0 && !t.inOrder {
			t.again = append(t.again, l)
		}
		t.reason(w, l, why)
	})
}

// forwards returns the reasons in their order. It turns the list, so it is called once, at the end.
func (w *reasons) forwards() []hint {
	slices.Reverse(w.steps)
	return w.steps
}

// reason adds why a literal is true, or why there is a contradiction if it is 0.
func (t *tree) reason(w *reasons, l code, why cause) {
	makes := sat.Lit(0)
	if l != 0 {
		makes = t.lit(l)
	}
	switch {
	case why.by != 0: // another choice
		other := l
		if l == 0 {
			other = why.lits[0]
			t.want(w, other)
		}
		t.want(w, why.by)
		if t.operation(other) {
			lemma := []sat.Lit{t.lit(why.by).Not(), t.lit(other)}
			w.steps = append(w.steps, hint{makes, t.prove(lemma, t.sources(t.sets[why.set], t.lit(other).Not())...)})
			return
		}
		k := t.noOther(why.by, why.set, slices.Contains(t.near(why.by, why.set), other.not()))
		if k.clause > 0 {
			w.steps = append(w.steps, hint{makes, k.clause + 1 + slices.Index(k.lits, t.lit(other))})
			makes = k.lit
		}
		w.steps = append(w.steps, hint{makes, k.lemma})
	default:
		t.only(w, l, why.fact)
	}
}

// only asks why a literal is true if all others of a fact are false, or why there is a contradiction if it is 0. If the
// fact is about the values of a group, that rule says so which leaves the fewest.
func (t *tree) only(w *reasons, l code, f *fact) {
	if f.set > 0 {
		best := t.fewest(l)
		if best == nil && f == t.sets[f.set-1].fact {
			t.noneLeft(w, l, f.set-1)
			return
		}
		f = cmp.Or(best, f)
	}
	t.number(f)
	t.because(w, l, f)
}

// number returns the number of the lemma of a fact, which it writes once.
func (t *tree) number(f *fact) int {
	if f.number == 0 {
		f.number = f.write()
	}
	return f.number
}

// noneLeft adds why all choices of a set but l are false, chunk by chunk. Choices that are not false count as l does.
func (t *tree) noneLeft(w *reasons, l code, set int) {
	s, all := t.sets[set], hint{0, t.number(t.sets[set].fact)}
	var mine, others []hint
	for i := range s.chunks {
		if hints := t.noneOf(w, l, set, &s.chunks[i]); l != 0 && slices.Contains(s.chunks[i].lits, l) {
			mine = hints
		} else {
			others = append(others, hints...)
		}
	}
	switch {
	case l != 0 && len(mine) > 0: // its chunk has no other choice left
		all.makes, mine[0].makes = mine[0].makes.Not(), t.lit(l)
	case l != 0:
		all.makes = t.lit(l)
	}
	w.steps = append(append(append(w.steps, mine[:min(1, len(mine))]...), all), append(mine[min(1, len(mine)):], others...)...)
}

// noneOf returns the hints that no choice of a chunk is true but those that are left. Most choices fall in groups: those
// that another set has too, of which another choice is true. The largest group comes first, so many states share a lemma.
func (t *tree) noneOf(w *reasons, l code, set int, c *chunk) (hints []hint) {
	before := len(t.trail)
	if l != 0 && t.values[l] != 0 {
		before = t.at[l.of()]
	}
	rest, open, met := []code(nil), t.open[:0], t.met[:0]
	for _, o := range c.lits {
		isFalse := o != l && t.values[o] < 0
		some := false
		for _, n := range t.in[o.of()] {
			if !isFalse || !t.kills(n, set, before) {
				continue
			}
			some = true
			if t.killed[n]++; t.killed[n] == 1 {
				met = append(met, n)
			}
		}
		switch {
		case some:
			open = append(open, o)
			continue
		case isFalse:
			t.want(w, o)
		}
		rest = append(rest, o)
	}
	if c.none.lit == 0 || c.none.clause == 0 && len(rest) > 0 { // it has no part of its own
		return nil
	}
	lemma := t.plain(rest)
	hints = append(hints, hint{makes: c.none.lit})
	for len(open) > 0 {
		best := met[0]
		for _, n := range met {
			if t.killed[n] > t.killed[best] {
				best = n
			}
		}
		by, p := t.sets[best].is, t.between(set, best)
		hints = append(hints, t.separates(by, set, best)...)
		t.want(w, by)
		lemma = append(lemma, p.lit.Not())
		open = slices.DeleteFunc(open, func(o code) bool {
			gone := slices.Contains(t.in[o.of()], best)
			for _, n := range t.in[o.of()] {
				if gone && t.kills(n, set, before) {
					t.killed[n]--
				}
			}
			return gone
		})
	}
	t.open, t.met = open[:0], met[:0]
	if lemma[0] == c.none.lit.Not() { // one group is all of it
		return hints[1:]
	}
	lemma = append(lemma, c.none.lit)
	hints[0].number = t.once(lemma, func() []int { return t.derive(lemma) })
	return hints
}

// kills reports whether a choice of set n, which is none of another set, was true before.
func (t *tree) kills(n, set, before int) bool {
	by := t.sets[n].is
	return n != set && by != 0 && t.at[by.of()] < before && !slices.Contains(t.in[by.of()], set)
}

// blame writes the clause of the decisions that led to a contradiction.
func (t *tree) blame(conflict *cause, decided code) *fact {
	t.run.Failures++
	if slices.ContainsFunc(conflict.lits, func(l code) bool { return t.values[l] >= 0 }) {
		t.defect = errors.New("a search saw no contradiction; this is a mistake of crosscut, so there is no certificate")
	}
	w := newReasons()
	t.reason(w, 0, *conflict)
	f := new(fact)
	if decided != 0 {
		defer func(why cause) { t.why[decided.of()] = why }(t.why[decided.of()])
		t.why[decided.of()] = cause{}
	}
	for _, l := range t.explain(w) {
		f.lits = append(f.lits, l.not())
	}
	lemma := t.plain(f.lits)
	if len(w.steps) == 1 { // it is about decisions alone
		f.number = w.steps[0].number
		return f
	}
	f.number = t.once(lemma, func() []int { return refute(lemma).follow(w.forwards()) })
	return f
}

// settle gives all that is true without a decision a lemma of its own, and so each choice that is the last one of a set
// and was the reason of a contradiction. It may be that of others.
func (t *tree) settle() {
	lits := t.again
	if len(t.starts) == 0 {
		lits, t.units = t.trail[t.units:], len(t.trail)
	}
	for _, l := range lits {
		f := t.why[l.of()].fact
		if len(t.starts) == 0 && f != nil && len(f.lits) == 1 || len(t.starts) > 0 && (t.values[l] <= 0 || f == nil || f.set == 0) {
			continue
		}
		w, unit := newReasons(), &fact{lits: []code{l}}
		t.reason(w, l, t.why[l.of()])
		for _, decided := range t.explain(w) {
			unit.lits = append(unit.lits, decided.not())
		}
		w.steps[slices.IndexFunc(w.steps, func(h hint) bool { return h.makes == t.lit(l) })].makes = 0
		lemma := t.plain(unit.lits)
		unit.number = t.assert(lemma, refute(lemma).follow(w.forwards())...)
		t.why[l.of()] = cause{fact: unit}
	}
	t.again = t.again[:0]
}
