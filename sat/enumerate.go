package sat

import (
	"context"
	"fmt"
	"slices"

	"crosscut/meter"
)

// Models calls yield once for each assignment of the literals in keep that some model of
// f has. It returns nil only when there are no more, and [meter.ErrStopped] when yield returned
// false. Models that agree on keep count as one. With an empty keep there is one call if f
// is satisfiable. values[v] is the value of the variable v in one such model, and
// values[0] is unused. The slice is only valid during the call. yield is called in the
// calling goroutine. If it is nil, the models are only counted: see m.Stats.
//
// keep may have literals of either sign, in any order and several times. It must not have
// variables that f does not have. Neither f nor keep is changed. Nobody may change f during
// the search. Several searches may use one f at once.
//
// gini has found every model, and every model is checked against f. The error is nil only
// when gini has called every cube of the space unsatisfiable. Otherwise it is
// [meter.ErrStopped], a [*meter.LimitError], the cause of the end of ctx, or what is
// wrong with f or keep. A formula too large for gini is a limit, too.
//
// In the counters of m, a node is a call of gini. A branch is a cube that was cut no
// further, or only after models of it were known. A solution is a model and a failure
// is an "unsatisfiable". The models and their order are the same for any number of
// workers.
//
// A blocking clause is as long as keep: where the models have many literals of
// keep false, [ModelsInCubes] is faster.
func Models(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func(values []bool) bool) error {
	e := enumeration{f: f, keep: keep}
	return e.start(ctx, m, yield)
}

// ModelsInCubes is [Models] for formulas with a promise of the caller. It cuts the space where c
// says. Take the sets of literals of keep that models make true. The caller promises that no set
// includes another: the sets are an antichain. This holds when all models make the same number of
// literals true. "Each cell has exactly one value" is enough, if keep has the literals
// "cell c has value k". The options of an exact cover are an antichain, too.
//
// Then a blocking clause needs only the literals that are true: one for each cell, not
// one for each cell and value. Without the promise, models are lost.
func ModelsInCubes(ctx context.Context, f *CNF, keep []Lit, c Cutting, m *meter.Meter, yield func(values []bool) bool) error {
	e := enumeration{f: f, keep: keep, antichain: true, cutting: c}
	return e.start(ctx, m, yield)
}

// Symmetries are maps of literals that may take models to models. See [Cutting].
type Symmetries struct {
	// Maps have the image of each variable, 0 for one that is not kept. The negation of a literal goes
	// to the negation of its image. Products of maps need not be there.
	Maps [][]Lit

	// Sums say what the clauses with other variables than the kept ones mean. The caller promises that
	// an assignment of keep belongs to a model if it satisfies these sums and the other clauses.
	Sums []Sum

	// Early says to look for them before gini is asked, if all models are wanted. It pays where the first models take long.
	Early bool
}

// Sum says that the true literals have weights that add up to Least at least, and to Most at most.
type Sum struct {
	Lits        []Lit
	Weights     []int
	Least, Most int
}

// Cutting says when the space of a formula is cut into cubes. It changes times and
// the order of models, but not the models.
//
// A demand is a clause of the formula that has literals of keep only, such as "one
// of these options covers the cell".
type Cutting struct {
	// Open is the number of open demands down to which cubes are cut before gini
	// is asked. With 0, gini is asked first, and a cube is cut only when it has
	// many models.
	Open int

	// Models is the number of models that gini may find in a cube. A cube with
	// more is cut. 0 stands for a number that suits most formulas.
	Models int

	// Along are the demands to cut along before all others, and may be nil. Those that are no demands do no harm.
	Along [][]Lit

	// Symmetries save searches: see [Symmetries]. It may be nil.
	Symmetries *Symmetries

	// Missing returns clauses that the formula lacks and that a model of it makes false. They hold in all
	// models that are wanted, and symmetries take them to such clauses. A model for which it returns none is
	// wanted. It may be nil. Several workers may call it at once.
	Missing func(values []bool) [][]Lit
}

// enumeration is one run of Models. It does not change while workers use it.
type enumeration struct {
	f         *CNF
	keep      []Lit // sorted, each once
	antichain bool  // a blocking clause has the true literals of keep only
	cutting   Cutting
	demands   [][]code // see Cutting
	along     [][]code // those of Cutting.Along

	*symmetries // by which the formula has fewer models; may be nil
}

// check returns what is wrong with the arguments. It sorts keep and removes repeated
// literals.
func (e *enumeration) check() error {
	if err := e.f.Err(); err != nil {
		return err
	}
	e.keep = slices.Clone(e.keep)
	for i, l := range e.keep {
		if !l.valid() || l.Var() > e.f.Vars() {
			return fmt.Errorf("sat: %d among the literals to keep is none of the %d variables", l, e.f.Vars())
		}
		if !e.antichain {
			e.keep[i] = Lit(l.Var())
		}
	}
	slices.Sort(e.keep)
	e.keep = slices.Compact(e.keep)
	return fits(e.f)
}

// blockOf returns the clause that excludes the assignment of keep in values.
func (e *enumeration) blockOf(values []bool) []Lit {
	var block []Lit
	for _, l := range e.keep {
		switch {
		case l.holds(values):
			block = append(block, l.Not())
		case !e.antichain:
			block = append(block, l)
		}
	}
	return block
}

// keyOf returns which literals of keep are true.
func (e *enumeration) keyOf(values []bool) []byte {
	key := make([]byte, len(e.keep))
	for i, l := range e.keep {
		if l.holds(values) {
			key[i] = 1
		}
	}
	return key
}

// setDemands collects the clauses to cut along.
func (e *enumeration) setDemands() {
	kept := make([]bool, 2*(e.f.Vars()+1))
	for _, l := range e.keep {
		kept[codeOf(l)] = true
	}
	for clause := range e.f.All() {
		if len(clause) > 1 && !slices.ContainsFunc(clause, func(l Lit) bool { return !kept[codeOf(l)] }) {
			e.demands = append(e.demands, codes(nil, clause))
		}
	}
	for _, set := range e.cutting.Along {
		e.along = append(e.along, codes(nil, set))
	}
}

// start checks the arguments and hands out all models.
func (e *enumeration) start(ctx context.Context, m *meter.Meter, yield func([]bool) bool) error {
	run := meter.Start(ctx, m)
	defer run.Close()
	if err := e.check(); err != nil {
		return err
	}
	if err := run.Err(); err != nil {
		return err
	}
	if e.cutting.Models <= 0 {
		e.cutting.Models = modelsInCube
	}
	hand := func(values []bool) error {
		_ = run.Count(meter.Stats{Solutions: 1}) // published, because the next model may take long
		if yield != nil && !yield(values) {
			return meter.ErrStopped
		}
		return nil
	}
	early := e.cutting.Open > 0 || e.cutting.Symmetries != nil && e.cutting.Symmetries.Early && run.Meter.Wanted == 0
	if early {
		if err := e.findSymmetries(ctx, run); err != nil {
			return err
		}
	}
	w := &worker{e: e, ctx: ctx, run: run}
	w.yield = func(values []bool) error { return w.handOrbit(values, hand) }
	whole, err := w.searchWhole()
	if err == nil && len(whole) > 0 && !early {
		whole, hand, err = w.beginAnew(whole, hand)
	}
	if err == nil && whole != nil {
		err = w.spread(ctx, m, whole, hand)
	}
	if err == nil {
		run.Share(1)
	}
	return err
}

// beginAnew looks for symmetries when some models are known and have been handed out, because two models of a loose
// board take a fiftieth of the time. If there are symmetries, it returns no model, and a hand that knows what it has had.
func (w *worker) beginAnew(known []*model, hand func([]bool) error) ([]*model, func([]bool) error, error) {
	e := w.e
	if err := e.findSymmetries(w.ctx, w.run); err != nil || e.symmetries == nil {
		return known, hand, err
	}
	early := make(map[string]bool, len(known))
	for _, m := range known {
		early[string(e.keyOf(m.values))] = true
	}
	late := func(values []bool) error {
		if early[string(e.keyOf(values))] {
			return nil
		}
		return hand(values)
	}
	w.gini, w.told, w.propagator, e.demands, e.along = nil, 0, nil, nil, nil
	w.yield = func(values []bool) error { return w.handOrbit(values, late) }
	e.setDemands()
	return []*model{}, late, w.prepare()
}
