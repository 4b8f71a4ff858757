package sat

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"crosscut/internal/search"
)

// ModelsByTurns is [ModelsByGroups] for formulas that may be hard, with few models,
// or easy, with very many: which is not known before. gini begins. When it has found
// some models in a cube and there are more, the cube is cut along the groups for a
// while; where that finds models all the time it goes on, and where it does not, gini
// gets what is left, cube by cube, and more patience.
//
// So a formula with few models is left to gini, and the time for many is in
// proportion to them: no solver is told of more than some thousands. One goroutine
// does it.
func ModelsByTurns(ctx context.Context, f *CNF, keep []Lit, groups [][]Lit, m *search.Meter, yield func(values []bool) bool) error {
	e, err := newTurns(ctx, f, keep, groups, m)
	if err != nil {
		return err
	}
	defer e.run.Close()
	return e.to(yield).all()
}

// newTurns checks the arguments and begins the run, which the caller must close when
// the error is nil.
func newTurns(ctx context.Context, f *CNF, keep []Lit, groups [][]Lit, m *search.Meter) (*enumeration, error) {
	e := &enumeration{f: f, keep: keep, antichain: true, run: search.Start(ctx, m), turn: 1 << 10, patience: 16, groups: groups}
	err := cmp.Or(e.check(), e.run.Err())
	if err == nil {
		err = e.checkGroups(groups)
	}
	if err != nil {
		e.run.Close()
		return nil, err
	}
	return e, nil
}

const (
	mostPatience = 1 << 12 // models in one cube
	richNodes    = 64      // cuts a model, up to which cutting is worth it
)

// descend cuts c along the groups, hands out the models found there and opens what
// is left of it when the turn is over.
func (e *enumeration) descend(c *cube) error {
	d, err := e.propagation()
	if err != nil {
		return err
	}
	known := make(map[string]bool, len(c.blocked.ends))
	for block := range c.blocked.all() {
		known[digits(block)] = true
	}
	found := int64(0)
	d.yield = func(values []bool) error {
		copy(e.values, values)
		e.setBlock()
		if key := digits(e.block); known[key] {
			delete(known, key)
			return nil
		}
		found++
		return e.yield(values)
	}
	start := d.run.Nodes
	d.budget = start + e.turn
	if err := d.search(codes(nil, c.path)); err != nil {
		return err
	}
	e.done += c.share * d.done
	e.share(e.done)
	patience := 0
	if found*richNodes < d.run.Nodes-start {
		patience = min(max(e.patience, 4*c.patience), mostPatience)
	}
	for i := len(d.left) - 1; i >= 0; i-- {
		e.open = append(e.open, e.part(c, d.left[i], known, patience))
	}
	return nil
}

// part returns a part of c, with those of its models that are still known.
func (e *enumeration) part(c *cube, p part, known map[string]bool, patience int) cube {
	inner := cube{share: c.share * p.share, patience: patience}
	var with, without []Lit // what is in the blocks of this part, and what is not
	for _, l := range p.path {
		l := l.lit()
		inner.path = append(inner.path, l)
		if _, kept := slices.BinarySearch(e.keep, l); kept {
			with = append(with, l.Not())
		}
		if _, kept := slices.BinarySearch(e.keep, l.Not()); kept {
			without = append(without, l)
		}
	}
	for block := range c.blocked.all() {
		in := func(l Lit) bool { return slices.Contains(block, l) }
		if known[digits(block)] && !slices.ContainsFunc(without, in) &&
			!slices.ContainsFunc(with, func(l Lit) bool { return !in(l) }) {
			inner.blocked.add(block)
		}
	}
	inner.known = len(inner.blocked.ends)
	return inner
}

// digits returns the literals as a string, which is the same for the same ones.
func digits(lits []Lit) string {
	key := make([]byte, 0, 4*len(lits))
	for _, l := range lits {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}
