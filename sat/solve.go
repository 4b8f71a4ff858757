package sat

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
)

// Solve looks for one model of f in which all literals of assume are true.
//
// If there is one, values[v] is the value of the variable v, and values[0] is unused. The
// model is checked against f. If there is none, values is nil, and core has literals of
// assume that cannot be true together, in the order of assume. It need not be the smallest
// such list: to shorten it, ask again without some of it. An empty core means that f alone
// has no model. gini has refuted both f with assume and f with core. Both slices belong to
// the caller.
//
// Ask values != nil whether there is a model, and not core: it is empty in two cases. Each
// call loads f anew, so its time is at least linear in the size of f. Several calls may use
// one f at once.
//
// The answer is valid only when the error is nil. Otherwise it is a [*meter.LimitError], the
// cause of the end of ctx, or what is wrong with f or assume. In the counters of m, a node is
// a call of gini. To find all models, use [Models].
func Solve(ctx context.Context, f *CNF, m *meter.Meter, assume ...Lit) (values []bool, core []Lit, err error) {
	run := search.Start(ctx, m)
	defer run.Close()
	if err := fits(f); err != nil {
		return nil, nil, err
	}
	for _, l := range assume {
		if !l.valid() || l.Var() > f.Vars() {
			return nil, nil, fmt.Errorf("sat: %d among the assumptions is none of the %d variables", l, f.Vars())
		}
	}
	if err := run.Err(); err != nil {
		return nil, nil, err
	}
	a, err := newAsker(ctx, f, run)
	if err != nil {
		return nil, nil, err
	}
	found, err := question(a, run, assume)
	switch {
	case err != nil:
		return nil, nil, err
	case found:
		run.Solutions++
		values = make([]bool, f.Vars()+1)
		a.read(values)
		if err := judge(f, assume, values); err != nil {
			return nil, nil, err
		}
	default:
		if core, err = coreOf(a, run, assume); err != nil {
			return nil, nil, err
		}
	}
	run.Share(1)
	return values, core, nil
}

// question asks for a model and counts.
func question(a asker, run *search.Run, assume []Lit) (bool, error) {
	if err := run.Node(0); err != nil {
		return false, err
	}
	found, err := a.next(assume)
	if err == nil && !found {
		run.Failures++
	}
	return found, err
}

// coreOf returns the assumptions by which the last question had no model. The list is
// gini's, but gini must refute it once more on its own.
func coreOf(a asker, run *search.Run, assume []Lit) ([]Lit, error) {
	failed := a.failed()
	var core []Lit
	for _, l := range assume {
		if slices.Contains(failed, l) && !slices.Contains(core, l) {
			core = append(core, l)
		}
	}
	if len(core) == len(assume) {
		return core, nil
	}
	found, err := question(a, run, core)
	if err != nil {
		return nil, err
	}
	if found {
		return slices.Clone(assume), nil
	}
	return core, nil
}

// Clone returns a copy of f that shares nothing with it that may change. Adding to one does
// not change the other. Time and memory O(literals and names of f).
func (f *CNF) Clone() *CNF {
	if f == nil {
		return nil
	}
	c := *f
	c.clauses = clauses{lits: slices.Clone(f.clauses.lits), ends: slices.Clone(f.clauses.ends)}
	c.names = maps.Clone(f.names)
	c.series = slices.Clone(f.series)
	return &c
}
