package sat

// This file is the only one that knows gini, so that its weaknesses are handled in one
// place. What is known of version 1.0.4:
//
//   - Asking again after the clauses alone have become contradictory ends the
//     process: a model check inside the library calls log.Fatal. The clauses
//     (2 3)(−2 3)(−3 2)(−3 −2) and two calls suffice, with or without an
//     assumption in the first. Hence: the clauses alone always have a model. See
//     giniAsker.
//   - Try keeps its deadline for later calls. Wait holds the lock that Stop needs, so
//     Stop cannot end it. A GoSolve whose result is not read leaks its goroutine. Polling
//     Test costs a sleep per call. On a busy machine this is longer than the call. Hence:
//     see next.
//   - Stop takes effect after 20,000 propagations at the latest, or when a run
//     of conflicts ends.
//   - Value panics beyond the variables there is room for.
//   - Activate switches the check of models off. Not used.
//   - Untest loses literals that Solve has learnt under a Test, and that hold without it. They stay
//     true for ever. Hence Test only alone, and Untest at once: see part.
//   - Clause storage is addressed by 32 bits and does not notice an overflow.
//     Hence the limits below.
//   - Its counts of conflicts and propagations are in internal packages.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"crosscut/internal/base"
	"crosscut/meter"
)

// asker answers questions about a formula: gini, or the stub of a test.
type asker interface {
	// add adds a clause.
	add(clause []Lit)

	// next reports whether the clauses have a model in which all literals of cube
	// are true.
	next(cube []Lit) (bool, error)

	// read copies the model of the last call of next, which reported true.
	read(values []bool)

	// part returns an asker of rest, which is what is left of the clauses where the literals of cube
	// and of fixed are true. It returns nil if the propagation of gini does not find fixed in the cube.
	part(cube []Lit, fixed []code, rest *CNF) (asker, error)

	// implies reports whether a clause follows from the clauses.
	implies(clause []Lit) (bool, error)

	// fresh returns an asker of the same formula without the clauses that were added.
	fresh() (asker, error)
}

// newAsker returns the asker of f, which is gini. Tests replace it.
var newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) {
	s, loaded, err := makeGini(ctx, f, run, nil)
	defer loaded()
	if err != nil {
		return nil, err
	}
	return s, s.load(&f.clauses)
}

// makeGini returns an asker that has no clauses, if there is memory for f. The memory by which it grows is reserved
// until the caller has given it the clauses, and calls loaded, which must be called after an error, too.
func makeGini(ctx context.Context, f *CNF, run *meter.Run, first map[int]Lit) (s *giniAsker, loaded func(), err error) {
	tables, lists := giniMemory(f)
	if loaded, err = base.Reserve(lists); err != nil {
		return nil, loaded, err
	}
	made, err := base.Reserve(tables)
	if err != nil {
		return nil, loaded, err
	}
	s = newGini(ctx, f, run, first)
	made()
	return s, loaded, nil
}

// giniMemory returns about how many bytes gini takes for f: those of the tables that it makes
// at once, and those by which it grows while it loads f. The tables have 216 bytes a variable
// and 24 a clause. 20 of them are the place for literals, of which a clause takes two more
// than it has. This place doubles when it is full. A clause is also watched twice, with 8
// bytes.
func giniMemory(f *CNF) (tables, lists int64) {
	const word = int(unsafe.Sizeof(z.LitNull))
	const reserved = 5 // words for each clause
	stored, place := f.Literals()+2*f.Clauses(), max(1, reserved*f.Clauses())
	tables, lists = int64(216*f.Vars()+word*(place+f.Clauses())), int64(16*f.Clauses())
	if place > stored {
		return tables, lists
	}
	for place <= stored {
		place *= 2
	}
	return tables, lists + int64(word*place)
}

// giniAsker is a gini that can be asked any number of questions.
//
// Each clause without a negative literal gets one: the negation of the variable
// active. So the clauses alone always have a model, in which all variables are false.
// gini never finds a contradiction without assumptions. Each question assumes active. So
// the clauses have their meaning again.
type giniAsker struct {
	f       *CNF
	gini    *gini.Gini
	active  z.Lit
	ctx     context.Context
	run     *meter.Run
	control inter.Solve // of an earlier GoSolve, for Stop; nil before the first question
}

// fits returns what is wrong with f, and an error when it is too large for gini.
func fits(f *CNF) error {
	if err := f.Err(); err != nil {
		return err
	}
	if f.Vars() > MaxVars || f.Literals() > maxLiterals {
		return &meter.LimitError{Kind: meter.ErrMemory, What: fmt.Sprintf("memory for a formula of %d variables and %d literals",
			f.Vars(), f.Literals())}
	}
	return nil
}

// newGini returns an asker with room for f. It does not load f. The room is a hint only:
// gini makes more where it needs more.
//
// gini chooses the sign that a variable had last. So it is asked for all variables to be true before it has a clause. A
// true variable says much, such as where a number is. first has the literals that gini tries first instead.
func newGini(ctx context.Context, f *CNF, run *meter.Run, first map[int]Lit) *giniAsker {
	s := &giniAsker{ctx: ctx, f: f, gini: gini.NewVc(f.Vars()+1, f.Clauses()), active: z.Var(f.Vars() + 1).Pos(), run: run}
	for v := 1; v <= f.Vars(); v++ {
		if l, other := first[v]; other {
			s.gini.Assume(z.Dimacs2Lit(int(l)))
		} else {
			s.gini.Assume(z.Var(v).Pos())
		}
	}
	s.gini.Assume(s.active) // gini chooses anew when it meets more variables
	s.gini.Solve()
	return s
}

func (s *giniAsker) add(clause []Lit) {
	positive := true
	for _, l := range clause {
		s.gini.Add(z.Dimacs2Lit(int(l)))
		positive = positive && l > 0
	}
	if positive {
		s.gini.Add(s.active.Not())
	}
	s.gini.Add(z.LitNull)
}

// load adds clauses. It stops when the run ends.
func (s *giniAsker) load(cs *clauses) error {
	for clause := range cs.all() {
		s.add(clause)
		if err := s.run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// next asks gini. When the context ends, it stops gini and returns the cause. Then
// the solver must not be asked again.
//
// solve runs here, in the goroutine that asks, because most calls take microseconds.
// Only Stop of an earlier GoSolve can end it. Stop then waits for the result of a
// GoSolve, so next starts one that ends at once.
func (s *giniAsker) next(cube []Lit) (bool, error) {
	if s.control == nil {
		s.control = s.nothing()
		s.control.Wait()
	}
	stopped := make(chan struct{})
	release := context.AfterFunc(s.ctx, func() {
		defer close(stopped)
		s.control.Stop()
	})
	result := s.solve(func() { s.assume(cube) })
	if !release() {
		s.nothing()
		<-stopped
		return false, context.Cause(s.ctx)
	}
	if result == 0 {
		return false, errors.New("sat: gini gave up without being asked to")
	}
	return result > 0, nil
}

func (s *giniAsker) assume(cube []Lit) {
	s.gini.Assume(s.active)
	for _, l := range cube {
		s.gini.Assume(z.Dimacs2Lit(int(l)))
	}
}

// part lets gini propagate the cube. When gini finds a contradiction, everything follows.
func (s *giniAsker) part(cube []Lit, fixed []code, rest *CNF) (asker, error) {
	s.assume(cube)
	result, _ := s.gini.Test(nil)
	differs := func(l code) bool { return !s.gini.Value(z.Dimacs2Lit(int(l.lit()))) }
	agrees := result == -1 || !slices.ContainsFunc(fixed, differs)
	s.gini.Untest()
	if !agrees {
		return nil, nil
	}
	return newAsker(s.ctx, rest, s.run)
}

func (s *giniAsker) implies(clause []Lit) (bool, error) {
	cube := make([]Lit, len(clause))
	for i, l := range clause {
		cube[i] = l.Not()
	}
	found, err := s.next(cube)
	return !found && err == nil, err
}

func (s *giniAsker) fresh() (asker, error) { return newAsker(s.ctx, s.f, s.run) }

// nothing starts a question that ends at once.
func (s *giniAsker) nothing() inter.Solve {
	s.gini.Assume(s.active, s.active.Not())
	return s.gini.GoSolve()
}

// read copies the model. gini has room for all variables of the formula from the
// start, so Value does not panic for a variable that is in no clause. It is false.
func (s *giniAsker) read(values []bool) {
	for v := 1; v < len(values); v++ {
		values[v] = s.gini.Value(z.Var(v).Pos())
	}
}

// why returns assumed literals that cannot be true together, after a question without a model.
func (s *giniAsker) why() (core []Lit) {
	for _, l := range s.gini.Why(nil) {
		if l != s.active {
			core = append(core, Lit(l.Dimacs()))
		}
	}
	return core
}

// copy returns an asker with the same clauses, which has what gini has learnt.
func (s *giniAsker) copy() *giniAsker {
	return &giniAsker{f: s.f, gini: s.gini.Copy(), active: s.active, ctx: s.ctx, run: s.run}
}
