package sat

// Enumeration of all models in cubes, with gini for every answer. It applies to any
// formula. A model costs a call of gini, and so does a closed cube. A call propagates all
// literals of the cube again, so its time is at least that of this propagation. Deep in the search
// a cube becomes a formula of its own: see enumerate_part.go. Memory is that of one gini for each
// worker, and a part takes at most as much as the formula that it is a part of. Source: cube and conquer (M. Heule, O. Kullmann, S.
// Wieringa and A. Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads", HVC
// 2011).
//
// A cube is a set of literals. A cut by a literal l makes the cube with l and the cube with
// ¬l. So cubes are disjoint and cover everything, for any l. Unit propagation of our own
// suggests l: the first open literal of the demand with the fewest open literals.
// Propagation decides only this. gini is also asked about a cube that propagation refutes.
//
// A cube is closed when gini has said that the formula, the literals of the cube and
// the blocking clauses of its models have no model. One gini serves a worker for all
// its cubes outside of parts. It keeps what it has learnt, and the literals of a cube are assumptions.
//
// gini's models in a cube depend on what it has learnt before, but their set does not.
// Hence a cube hands out its models when it is closed, and sorts them. Only the number of
// its models decides whether it is cut. So models, order and calls are the same for any
// number of workers.
//
// Larger cubes do not help. Cubes that propagation refutes in up to 3, 8 or 16 parts were
// given to gini whole. The 12-stone board took longer, though with fewer calls.

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"crosscut/internal/base"
	"crosscut/meter"
)

// worker searches cubes in one goroutine.
type worker struct {
	*propagator // has the formula, and the literals of the current cube as assumptions; see prepare
	e           *enumeration
	ctx         context.Context
	run         *meter.Run
	yield       func(values []bool) error
	gini        asker
	confirming  asker // of the formula with all models, for images
	told        int   // the number of literals of the blocking clauses that gini has
	refuted     bool  // propagation refutes the formula itself

	path   []Lit               // the literals of the current cube
	asked  int                 // the number of questions about cubes that propagation did not refute
	closed func(share float64) // takes the share of each closed cube in the cube that the worker searches; may be nil
}

// model is a model that gini has found.
type model struct {
	values []bool
	block  []Lit
	handed bool  // it has been handed out
	told   asker // the gini that has the blocking clause
}

// prepare makes and loads the propagator. A formula with few models does not need it.
func (w *worker) prepare() error {
	w.propagator = newPropagator(w.e.f.Vars())
	err := w.load(w.e.f, w.run, func(_ int, clause []code) bool {
		switch {
		case len(clause) == 0 || w.values[clause[0]] == -1:
			w.refuted = true
		case w.values[clause[0]] == 0:
			w.assign(clause[0], none)
		}
		return true // also after a contradiction: gini finds it
	})
	w.refuted = w.propagate() != none || w.refuted
	return err
}

// searchWhole asks gini about the formula without cubes while it has found few models. It
// hands these out at once. It returns nil when there are no more. Otherwise it returns the
// known models, and the space must be cut.
func (w *worker) searchWhole() ([]*model, error) {
	whole := []*model{}
	if w.e.cutting.Open > 0 && cubing.On() {
		w.e.setDemands()
		if err := w.prepare(); err != nil || w.tooWide() {
			return whole, err
		}
	}
	w.run.Branches++
	for {
		if len(whole) > w.e.cutting.Models {
			if w.propagator == nil {
				w.e.setDemands()
				if err := w.prepare(); err != nil {
					return nil, err
				}
			}
			if w.canCut() {
				return whole, nil
			}
		}
		found, err := w.ask(whole)
		if found == nil || err != nil {
			return nil, err
		}
		if err := w.hand(found); err != nil {
			return nil, err
		}
		whole = append(whole, found)
	}
}

// searchCube hands out the models of a cube. Some of them are known.
func (w *worker) searchCube(cube []Lit, known []*model) error {
	defer w.back(0)
	w.path = slices.Clone(cube)
	if !w.enter(cube) {
		return w.close(known, 1)
	}
	return w.descend(known, 1)
}

// enter assumes the literals of a cube. It returns false if propagation refutes the cube so far.
func (w *worker) enter(cube []Lit) bool {
	w.starts = append(w.starts, len(w.trail))
	for _, l := range cube {
		switch c := codeOf(l); w.values[c] {
		case 0:
			w.assign(c, none)
		case -1:
			return false
		}
	}
	return true
}

// descend hands out the models of the current cube. share is the size of this cube as a
// fraction of the cube that the worker searches.
func (w *worker) descend(known []*model, share float64) error {
	level, length, asked := len(w.starts), len(w.path), w.asked
	defer func() { w.path = w.path[:length] }()
	for {
		if w.propagate() != none || !w.canCut() {
			return w.close(known, share)
		}
		if !w.tooWide() && w.pays(w.asked-asked) {
			if part, err := w.part(); err != nil {
				return err
			} else if part != nil {
				return part.descend(part.known(known), share)
			}
		}
		if !w.tooWide() {
			var closed bool
			var err error
			w.asked++
			if known, closed, err = w.askUntil(known, share, w.e.cutting.Models); closed || err != nil {
				return err
			}
		}
		if err := w.run.Err(); err != nil {
			return err
		}
		l, parts := w.choose()
		with, without := divide(known, l.lit())
		w.path = append(w.path, l.lit())
		w.assume(l)
		if err := w.descend(with, share/float64(parts)); err != nil {
			return err
		}
		w.back(level)
		share -= share / float64(parts)
		known = without
		w.path[len(w.path)-1] = l.not().lit()
		w.assign(l.not(), none)
	}
}

// divide divides models by the value of a literal.
func divide(models []*model, l Lit) (with, without []*model) {
	for _, m := range models {
		if l.holds(m.values) {
			with = append(with, m)
		} else {
			without = append(without, m)
		}
	}
	return with, without
}

// tooWide reports whether the current cube must be cut before gini is asked. A formula
// that propagation refutes is not: gini closes it in one call.
func (w *worker) tooWide() bool {
	if w.e.cutting.Open == 0 || w.refuted {
		return false
	}
	open := 0
	for _, demand := range w.e.demands {
		if w.openIn(demand, len(demand)+1) > 0 {
			if open++; open > w.e.cutting.Open {
				return true
			}
		}
	}
	return false
}

// canCut reports whether there is a literal to cut by.
func (w *worker) canCut() bool {
	return cubing.On() && slices.ContainsFunc(w.e.keep, func(l Lit) bool { return w.values[codeOf(l)] == 0 })
}

// choose returns the literal to cut by, and an estimate of the number of parts of the
// cube. There must be an open literal.
func (w *worker) choose() (code, int) {
	open := func(l code) bool { return w.values[l] == 0 }
	if demand := w.narrowest(); demand != nil {
		return demand[slices.IndexFunc(demand, open)], w.openIn(demand, len(demand)+1)
	}
	return codeOf(w.e.keep[slices.IndexFunc(w.e.keep, func(l Lit) bool { return open(codeOf(l)) })]), 2
}

// narrowest returns the demand with the fewest open literals among those to cut along first, or among all. It is nil if none is open.
func (w *worker) narrowest() []code {
	if demand := narrowest(w.propagator, w.e.along); demand != nil {
		return demand
	}
	return narrowest(w.propagator, w.e.demands)
}

// close lets gini find all models of the current cube, and hands them out.
func (w *worker) close(models []*model, share float64) error {
	_, _, err := w.askUntil(models, share, math.MaxInt)
	return err
}

// askUntil asks gini for models of the current cube until it has closed the cube, and then
// reports true. It ends early when it knows more than most models.
func (w *worker) askUntil(models []*model, share float64, most int) ([]*model, bool, error) {
	if err := w.tell(models); err != nil {
		return nil, false, err
	}
	w.run.Branches++
	for len(models) <= most {
		found, err := w.ask(models)
		if err != nil {
			return nil, false, err
		}
		if found == nil {
			return nil, true, w.finish(models, share)
		}
		models = append(models, found)
	}
	return models, false, nil
}

// finish sorts the models of a closed cube and hands them out.
func (w *worker) finish(models []*model, share float64) error {
	keys := make(map[*model][]byte, len(models))
	for _, m := range models {
		keys[m] = w.e.keyOf(m.values)
	}
	base.SortStable(models, func(a, b *model) int { return bytes.Compare(keys[b], keys[a]) })
	for _, m := range models {
		if !m.handed {
			if err := w.hand(m); err != nil {
				return err
			}
		}
	}
	if w.closed != nil {
		w.closed(share)
	}
	return nil
}

func (w *worker) hand(m *model) error {
	m.handed = true
	return w.yield(m.values)
}

// tell gives gini the blocking clauses of models that it may not have. gini walks over all
// its clauses for each model, and this cube does not need the blocking clauses of others.
// So a gini with more literals in blocking clauses than in the formula is replaced.
func (w *worker) tell(models []*model) error {
	var err error
	switch {
	case w.gini == nil:
		w.gini, err = w.newAsker(w.e.f)
	case w.told > max(w.e.f.Literals(), 1<<12):
		w.gini, err = w.gini.fresh()
		w.told = 0
	}
	if err != nil {
		return err
	}
	for _, m := range models {
		w.exclude(m)
	}
	return nil
}

// exclude gives gini the blocking clause of a model, once.
func (w *worker) exclude(m *model) {
	if m.told != w.gini {
		m.told = w.gini
		w.gini.add(m.block)
		w.told += len(m.block)
	}
}

// ask asks gini for a new model of the current cube, and returns nil when there is none.
func (w *worker) ask(known []*model) (*model, error) {
	if w.gini == nil {
		if err := w.tell(nil); err != nil {
			return nil, err
		}
	}
	if err := w.run.Node(0); err != nil {
		return nil, err
	}
	_ = w.run.Count(meter.Stats{}) // publishes the node, because a call may take long
	found, err := w.gini.next(w.path)
	if err != nil {
		return nil, err
	}
	if !found {
		w.run.Failures++
		return nil, nil
	}
	m := &model{values: make([]bool, w.e.f.Vars()+1)}
	w.gini.read(m.values)
	if err := judge(w.e.f, w.path, m.values); err != nil {
		return nil, err
	}
	m.block = w.e.blockOf(m.values)
	if slices.ContainsFunc(known, func(k *model) bool { return slices.Equal(k.block, m.block) }) {
		return nil, errors.New("sat: gini answered with a model that it had given before")
	}
	w.exclude(m)
	return m, nil
}

// Halves returns a function that cuts a cube in two, as the enumeration does: the models in which some literals are true. It
// adds to the cube a literal of a variable of keep, of a clause with few open ones, and then its negation. It returns no
// parts if propagation finds that the cube has no model, and false if it leaves no variable of keep open. The result is the same
// on every machine. A cut takes time linear in f, and any goroutine can make it. f must not be changed any more.
func (f *CNF) Halves(keep []Lit) func(cube []Lit) (parts [][]Lit, open bool) {
	w := &worker{e: &enumeration{f: f, keep: keep}, run: new(meter.Run)} // a run that nobody ends
	kept := make([]bool, f.Vars()+1)
	for _, l := range keep {
		kept[l.Var()] = true
	}
	for clause := range f.All() {
		w.e.demands = append(w.e.demands, codes(nil, slices.DeleteFunc(slices.Clone(clause), func(l Lit) bool { return !kept[l.Var()] })))
	}
	_ = w.prepare()
	var mu sync.Mutex
	return func(cube []Lit) ([][]Lit, bool) {
		mu.Lock()
		defer mu.Unlock()
		defer w.back(0)
		if w.refuted || !w.enter(cube) || w.propagate() != none {
			return nil, true
		}
		if !w.canCut() {
			return nil, false
		}
		l, _ := w.choose()
		cube = slices.Clip(cube)
		return [][]Lit{append(cube, l.lit()), append(cube, l.not().lit())}, true
	}
}

// judge returns what is wrong with a model of f that gini has found in a cube.
func judge(f *CNF, cube []Lit, values []bool) error {
	if !f.Satisfied(values) {
		return errors.New("sat: gini answered with an assignment that is no model")
	}
	if !inCube(cube, values) {
		return errors.New("sat: gini answered with a model outside the cube asked for")
	}
	return nil
}

// inCube reports whether all literals of a cube are true.
func inCube(cube []Lit, values []bool) bool {
	return !slices.ContainsFunc(cube, func(l Lit) bool { return !l.holds(values) })
}
