package sat

import (
	"context"
	"fmt"
	"slices"

	"crosscut/meter"
)

// Solver asks gini about a formula that may grow, and keeps what it has learnt between two questions. Nothing that is
// unsound in gini can be reached through it. It is for one goroutine at a time. The zero value has no clauses. To say that exactly one
// of some literals is true, say so to a [CNF] and make the solver of it.
type Solver struct {
	f      CNF
	gini   *giniAsker // nil before the first question, and after one that was stopped
	room   int        // the variables that gini has room for
	loaded int        // how many clauses gini has
	values []bool     // the last model; nil if the last question had none
	core   []Lit      // of the last question, if it had no model
	first  map[int]Lit
}

// NewSolver returns a solver with the clauses of f. A nil f has none. f is copied.
func NewSolver(f *CNF) *Solver {
	s := new(Solver)
	if f != nil {
		s.f.vars, s.f.err = f.vars, f.err
		for clause := range f.All() {
			s.Add(clause...)
		}
	}
	return s
}

// NewVar returns the positive literal of a fresh variable.
func (s *Solver) NewVar() Lit { return s.f.NewVar() }

// Add adds a clause. Variables beyond those that are there become variables of the formula. See [CNF.Add].
func (s *Solver) Add(clause ...Lit) { s.f.Add(clause...) }

// Prefer makes gini try l first when it has to choose a value of its variable. Without it, true is tried first. It is best
// called before the first question: what gini has learnt is lost.
func (s *Solver) Prefer(l Lit) {
	if s.first == nil {
		s.first = make(map[int]Lit)
	}
	s.first[l.Var()] = l
	s.gini = nil
}

// Copy returns a solver of the same clauses that can go another way. It has what gini has learnt.
func (s *Solver) Copy() *Solver {
	t := NewSolver(&s.f)
	t.first, t.values, t.core = s.first, slices.Clone(s.values), slices.Clone(s.core)
	if s.gini != nil {
		t.gini, t.room, t.loaded = s.gini.copy(), s.room, s.loaded
	}
	return t
}

// Solve reports whether the formula has a model in which all the assumed literals are true. The assumptions hold for this
// question alone. m counts the question as a node; it may be nil.
//
// Every model is checked against the formula. The error is a [*meter.LimitError], also for a formula that is too large, the cause of
// the end of ctx, or what is wrong with a clause or an assumption. After a limit or the end of
// ctx the solver can be asked again. What is wrong with a clause stays wrong.
func (s *Solver) Solve(ctx context.Context, m *meter.Meter, assumed ...Lit) (bool, error) {
	s.values, s.core = nil, nil
	for _, l := range assumed {
		if !l.valid() || l.Var() > s.f.Vars() {
			return false, fmt.Errorf("sat: %d is assumed, where the last variable is %d", l, s.f.Vars())
		}
	}
	if err := fits(&s.f); err != nil {
		return false, err
	}
	run := meter.Start(ctx, m)
	defer run.Close()
	if err := run.Node(0); err != nil {
		return false, err
	}
	inner, cancel := context.WithCancel(run.Context)
	defer cancel()
	found, err := false, s.load(inner, run)
	if err == nil {
		found, err = s.gini.next(assumed)
	}
	if err != nil {
		s.gini = nil // it may have been stopped
		return false, err
	}
	if !found {
		run.Failures++
		s.core = s.gini.why()
		return false, nil
	}
	run.Solutions++
	s.values = make([]bool, s.f.Vars()+1)
	s.gini.read(s.values)
	err = judge(&s.f, assumed, s.values)
	return err == nil, err
}

// load gives gini the clauses that it lacks. Where variables are new, another gini has room for twice as many.
func (s *Solver) load(ctx context.Context, run *meter.Run) error {
	if s.gini == nil || s.room < s.f.Vars() {
		s.room, s.loaded = s.f.Vars(), 0
		if s.gini != nil {
			s.room = min(2*s.f.Vars(), MaxVars)
		}
		made, loaded, err := makeGini(ctx, &CNF{clauses: s.f.clauses, vars: s.room}, run, s.first)
		defer loaded()
		if err != nil {
			return err
		}
		s.gini = made
	}
	s.gini.ctx, s.gini.run = ctx, run
	for ; s.loaded < s.f.Clauses(); s.loaded++ {
		s.gini.add(s.f.clauses.at(s.loaded))
		if err := run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Value reports whether a literal is true in the model of the last question. It is false if there was none.
func (s *Solver) Value(l Lit) bool { return l.valid() && l.Var() < len(s.values) && l.holds(s.values) }

// Core returns literals that the last question assumed and that cannot be true together, if it had no model. It need not be
// the smallest such set. It is empty if the clauses alone have no model.
func (s *Solver) Core() []Lit { return slices.Clone(s.core) }
