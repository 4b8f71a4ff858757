package sat

// Clauses that are added when a model makes them false. This applies where a formula would need too many
// clauses and few of them matter, such as those against circuits. The caller knows them: see
// [Cutting]. A question takes a call of gini for each model that is not wanted.

import "slices"

// completed is an asker of a formula that lacks clauses. It tells those that a model makes false to the
// asker within. An answer without a model is right: the added clauses hold in all models that are wanted.
type completed struct {
	asker
	missing func(values []bool) [][]Lit
	values  []bool
	added   [][]Lit
}

// newAsker returns an asker of f, which is the formula of the enumeration or that with all models.
func (w *worker) newAsker(f *CNF) (asker, error) {
	a, err := newAsker(w.ctx, f, w.run)
	if err != nil {
		return nil, err
	}
	return w.e.complete(a, nil), nil
}

// complete returns an asker that adds missing clauses. Some of them are known.
func (e *enumeration) complete(a asker, known [][]Lit) asker {
	if e.cutting.Missing == nil {
		return a
	}
	c := &completed{asker: a, missing: e.cutting.Missing, values: make([]bool, e.f.Vars()+1)}
	c.tell(known)
	return c
}

func (c *completed) tell(clauses [][]Lit) {
	c.added = append(c.added, clauses...)
	for _, clause := range clauses {
		c.asker.add(clause)
	}
}

func (c *completed) next(cube []Lit) (bool, error) {
	for {
		found, err := c.asker.next(cube)
		if !found || err != nil {
			return false, err
		}
		c.asker.read(c.values)
		clauses := c.missing(c.values)
		if len(clauses) == 0 {
			return true, nil
		}
		c.tell(clauses)
	}
}

func (c *completed) fresh() (asker, error) {
	a, err := c.asker.fresh()
	if err != nil {
		return nil, err
	}
	again := &completed{asker: a, missing: c.missing, values: c.values}
	again.tell(c.added)
	return again, nil
}

// completePart returns an asker of a part that adds the clauses that the whole lacks. number has the variable of the part for
// each open one.
func (p *part) completePart(a asker, whole *enumeration, known asker, number []Lit) asker {
	if whole.cutting.Missing == nil {
		return a
	}
	within := func(clauses [][]Lit) (rest [][]Lit) {
		for _, clause := range clauses {
			if !slices.ContainsFunc(clause, func(l Lit) bool { return number[l.Var()] == 0 && l.holds(p.fixed) }) {
				rest = append(rest, renumbered(nil, clause, number))
			}
		}
		return rest
	}
	p.e.cutting.Missing = func(values []bool) [][]Lit { return within(whole.cutting.Missing(p.whole(values))) }
	return p.e.complete(a, within(known.(*completed).added))
}
