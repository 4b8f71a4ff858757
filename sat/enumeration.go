package sat

// The enumeration behind Models: a stack of cubes, each searched by a solver of
// its own and cut in two when it turns out to have many models. The invariant:
// every assignment not handed out yet lies in exactly one open cube, and every
// one handed out is blocked in the open cube it lies in.

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut/internal/search"
)

// enumeration is one run of Models.
type enumeration struct {
	f         *CNF
	keep      []Lit
	antichain bool // block by the true literals of keep only
	crowd     int  // literals of blocking clauses from which on a cube is cut
	yield     func([]bool) error
	run       *search.Run
	values    []bool // the model at hand
	block     []Lit  // its blocking clause
	short     []Lit  // what is left of a blocking clause when it is shortened
	open      []cube // what is left to search, the next one last
	done      float64
	within    bool // a cube of a descent, which says itself how far it is

	turn     int64    // how many cuts along groups there are before gini has its turn; 0 for cutting by the models
	patience int      // how many models gini may find in the first cube
	groups   [][]Lit  // to cut along
	descent  *descent // to cut with; nil until it is wanted, which for few models is never
}

// cube is a part of the space: the assignments with all literals of path true.
type cube struct {
	path    []Lit
	blocked clauses // one for each model already handed out here
	share   float64 // of the whole space

	patience int // with a descent: how many models gini may find here before it is called
	known    int // with a descent: the models of blocked that are from before
}

// start checks the arguments and enumerates.
func (e *enumeration) start(ctx context.Context, m *search.Meter) error {
	e.run = search.Start(ctx, m)
	defer e.run.Close()
	if err := e.check(); err != nil {
		return err
	}
	if err := e.run.Err(); err != nil {
		return err
	}
	return e.all()
}

// all enumerates.
func (e *enumeration) all() error {
	e.values = make([]bool, e.f.Vars()+1)
	e.open = []cube{{share: 1, patience: e.patience}}
	for len(e.open) > 0 {
		last := len(e.open) - 1
		c := e.open[last]
		e.open = e.open[:last]
		if err := e.search(&c); err != nil {
			return err
		}
	}
	e.share(1)
	return nil
}

// share publishes that a share of the space is searched.
func (e *enumeration) share(done float64) {
	if !e.within {
		e.run.Share(done)
	}
}

// check returns what is wrong with the arguments, and leaves every literal in
// keep once: how often a literal is in the blocking clauses is counted.
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

// search hands out the models in c that are not blocked, until there are none
// or c is cut.
func (e *enumeration) search(c *cube) error {
	if e.turn > 0 && c.patience == 0 {
		return e.cut(c)
	}
	s, err := e.solver(c)
	if err != nil {
		return err
	}
	for {
		found, err := e.next(s)
		if err != nil {
			return err
		}
		if !found {
			e.run.Failures++
			e.done += c.share
			e.share(e.done)
			return nil
		}
		s.read(e.values)
		if err := e.handOut(c); err != nil {
			return err
		}
		e.setBlock()
		if len(e.block) == 0 {
			return nil // no other assignment of keep is possible
		}
		c.blocked.add(e.block)
		if e.crowded(c) {
			return e.cut(c)
		}
		if err := e.exclude(s, c); err != nil {
			return err
		}
	}
}

// exclude tells s of the model at hand, which is the last one of c. The first model of
// a cube is told as it is: to find out what follows takes as long as loading the formula,
// and there may be no second.
func (e *enumeration) exclude(s *solver, c *cube) error {
	block := e.block
	if len(c.blocked.ends) > 1 {
		var err error
		if block, err = e.shorten(block); err != nil {
			return err
		}
	}
	s.add(block...)
	return nil
}

// solver returns a solver loaded with c.
func (e *enumeration) solver(c *cube) (*solver, error) {
	s := newSolver(e.f, e.run)
	for _, l := range c.path {
		s.add(l)
	}
	if err := s.load(&e.f.clauses); err != nil {
		return nil, err
	}
	return s, s.load(&c.blocked)
}

// next asks s for a model and counts the call. A formula with an empty clause
// has none, and the solver need not be asked.
func (e *enumeration) next(s *solver) (bool, error) {
	if e.f.empty {
		return false, nil
	}
	if err := e.run.Node(0); err != nil {
		return false, err
	}
	return s.next()
}

// handOut checks the model at hand and gives it to the receiver.
func (e *enumeration) handOut(c *cube) error {
	if !e.f.Satisfied(e.values) {
		return errors.New("sat: gini answered with an assignment that is no model")
	}
	if slices.ContainsFunc(c.path, func(l Lit) bool { return !l.holds(e.values) }) {
		return errors.New("sat: gini answered with a model outside the part asked for")
	}
	if !c.blocked.satisfied(e.values) {
		return errors.New("sat: gini answered with a model it had given before")
	}
	return e.yield(e.values)
}

// to sets the receiver of the models, who may ask for no more.
func (e *enumeration) to(yield func([]bool) bool) *enumeration {
	e.yield = func(values []bool) error {
		e.run.Solutions++
		if !yield(values) {
			return search.ErrStopped
		}
		return nil
	}
	return e
}

// setBlock sets the clause that excludes the assignment at hand.
func (e *enumeration) setBlock() {
	e.block = e.block[:0]
	for _, l := range e.keep {
		switch {
		case l.holds(e.values):
			e.block = append(e.block, l.Not())
		case !e.antichain:
			e.block = append(e.block, l)
		}
	}
}

// crowded reports whether c has so many models that it should be cut. One model
// is never a crowd: there is no literal to cut by.
func (e *enumeration) crowded(c *cube) bool {
	if e.turn > 0 {
		return len(c.blocked.ends)-c.known >= c.patience
	}
	return len(c.blocked.ends) > 1 && len(c.blocked.lits) >= e.crowd
}

// cut opens the parts of c.
func (e *enumeration) cut(c *cube) error {
	if e.turn > 0 {
		return e.descend(c)
	}
	e.halve(c)
	return nil
}

// halve opens the two halves of c, in which a literal is true or false. A model
// has to be blocked only in the half it lies in: in the other, no model agrees
// with it, or includes its true literals.
func (e *enumeration) halve(c *cube) {
	l := e.cutter(c)
	with := cube{path: extend(c.path, l), share: c.share / 2}
	without := cube{path: extend(c.path, l.Not()), share: c.share / 2}
	for block := range c.blocked.all() {
		half := &without
		if slices.Contains(block, l.Not()) {
			half = &with
		}
		half.blocked.add(block)
	}
	e.open = append(e.open, without, with)
}

// cutter returns the literal that is true in most nearly half of the models of
// c, which are two at least. Because they differ on keep, some literal is true
// in one and not in another, so neither half gets all of them.
func (e *enumeration) cutter(c *cube) Lit {
	count := make([]int, 2*(e.f.Vars()+1)) // by variable, true in even places
	for _, k := range c.blocked.lits {
		count[place(k.Not())]++
	}
	half := len(c.blocked.ends) / 2
	best, distance := Lit(0), len(c.blocked.ends)
	for _, l := range e.keep {
		for _, l := range [...]Lit{l, l.Not()} {
			if n := count[place(l)]; n > 0 && max(n-half, half-n) < distance {
				best, distance = l, max(n-half, half-n)
			}
		}
	}
	return best
}

// place maps a literal to an index, the two of a variable beside each other.
func place(l Lit) int {
	if l > 0 {
		return 2 * l.Var()
	}
	return 2*l.Var() + 1
}

// extend returns a copy of path with l at its end.
func extend(path []Lit, l Lit) []Lit {
	return append(path[:len(path):len(path)], l)
}
