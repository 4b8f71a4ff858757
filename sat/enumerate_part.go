package sat

// A part is what is left of the formula in a cube: the clauses that no literal of the cube satisfies, and
// nothing that propagation has made true or false. It has its own variables, its own propagator and its
// own gini, so each question about the cubes in it costs less. It applies where propagation has
// fixed half of the variables, and the questions cost as much as the part.
//
// gini says that the fixed literals follow from the cube: see asker.part. So that a cube in a part has
// no model is still an answer of gini. A clause that is left out has a true literal, so a model
// of the part makes a model of the formula.

import "slices"

// part is a cube as a formula of its own.
type part struct {
	*worker
	open  []int  // by variable of the part, from 1 on: the variable of the formula
	fixed []bool // by variable of the formula: its value, false for an open one
}

// pays reports whether to make a part of the current cube. gini was asked so often about cubes in it that
// propagation did not refute. What is left of a small formula is not worth a gini.
func (w *worker) pays(asked int) bool {
	vars := w.e.f.Vars()
	return parting.On() && len(w.trail) >= max(vars/2, partWork) && partWork*vars*(asked+1) >= w.e.f.Literals()
}

// part returns the part of the current cube, nil if gini does not agree.
func (w *worker) part() (*part, error) {
	if err := w.tell(nil); err != nil {
		return nil, err
	}
	p := &part{open: []int{0}, fixed: make([]bool, w.e.f.Vars()+1)}
	number := make([]Lit, len(p.fixed)) // by variable of the formula: the variable of the part
	for v := 1; v < len(number); v++ {
		if value := w.values[2*v]; value != 0 {
			p.fixed[v] = value > 0
			continue
		}
		number[v] = Lit(len(p.open))
		p.open = append(p.open, v)
	}
	e := w.e.rest(w.values, number)
	if err := e.f.Err(); err != nil {
		return nil, err
	}
	gini, err := w.gini.part(w.path, w.trail, e.f)
	if gini == nil || err != nil {
		return nil, err
	}
	p.worker = &worker{e: e, ctx: w.ctx, run: w.run, closed: w.closed}
	p.gini = p.completePart(gini, w.e, w.gini, number)
	p.yield = func(values []bool) error { return w.yield(p.whole(values)) }
	return p, p.prepare()
}

// rest returns what is left of an enumeration. number has the new variable of each open one.
func (e *enumeration) rest(values []int8, number []Lit) *enumeration {
	vars := Lit(0)
	for _, v := range number {
		vars = max(vars, v)
	}
	left := &enumeration{f: &CNF{vars: int(vars)}, antichain: e.antichain, cutting: e.cutting}
	left.keep = renumbered(nil, e.keep, number)
	isTrue := func(l Lit) bool { return values[codeOf(l)] == 1 }
	left.cutting.Along = nil
	for _, set := range e.cutting.Along {
		if !slices.ContainsFunc(set, isTrue) {
			left.cutting.Along = append(left.cutting.Along, renumbered(nil, set, number))
		}
	}
	to := &left.f.clauses
	for clause := range e.f.All() {
		if !slices.ContainsFunc(clause, isTrue) && left.f.room(len(clause)) {
			to.lits = renumbered(to.lits, clause, number)
			to.ends = append(to.ends, len(to.lits))
		}
	}
	left.setDemands()
	return left
}

// renumbered appends the open ones of some literals, with their variables in the part.
func renumbered(to, lits, number []Lit) []Lit {
	for _, l := range lits {
		switch n := number[l.Var()]; {
		case n != 0 && l > 0:
			to = append(to, n)
		case n != 0:
			to = append(to, -n)
		}
	}
	return to
}

// whole returns the values of the variables of the formula by those of the part.
func (p *part) whole(values []bool) []bool {
	all := slices.Clone(p.fixed)
	for v, old := range p.open {
		all[old] = values[v]
	}
	return all
}

// known returns models of the formula in the cube as models of the part.
func (p *part) known(models []*model) []*model {
	mine := make([]*model, len(models))
	for i, m := range models {
		values := make([]bool, len(p.open))
		for v, old := range p.open {
			values[v] = m.values[old]
		}
		mine[i] = &model{values: values, block: p.e.blockOf(values), handed: m.handed}
	}
	return mine
}
