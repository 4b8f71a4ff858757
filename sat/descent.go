package sat

// Enumeration along groups of literals: cube and conquer (M. Heule, O. Kullmann, S.
// Wieringa and A. Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads",
// HVC 2011) with unit propagation for the look-ahead. A cube is cut along the group
// that has the fewest literals open, until each group has a literal that is true or
// all false; what is open then is left to gini.
//
// Tilings are what this is for: of the stones on a chequered board of 8×8, gini by
// itself needs minutes for what here are 40,000 cuts and a second, for what it learns
// on one part of the board says nothing about the next.

import (
	"errors"
	"slices"

	"crosscut/internal/search"
)

// descent is the search of one goroutine.
type descent struct {
	*propagator
	f       *CNF
	keep    []Lit
	groups  [][]code
	run     *search.Run
	yield   func(values []bool) error
	open    []code // stack: literals of the groups that are being cut along
	model   []bool // the model at hand
	refuted bool   // the formula is contradictory at first sight

	report func(done float64) // is told which share of the cube is searched; may be nil
	done   float64

	path   []code // stack: what was assumed or refuted on the way here
	budget int64  // how many nodes the run may have when cutting ends; 0 for any
	left   []part // what was not searched then
}

// part is a part of a cube: where the literals are true.
type part struct {
	path  []code
	share float64 // of the cube
}

// newDescent returns a descent through the models of f.
func newDescent(f *CNF, keep []Lit, groups [][]Lit, run *search.Run, yield func([]bool) error) (*descent, error) {
	d := &descent{
		propagator: newPropagator(f.Vars()), f: f, keep: keep, run: run, yield: yield,
		model: make([]bool, f.Vars()+1),
	}
	for _, group := range groups {
		d.groups = append(d.groups, codes(nil, group))
	}
	err := d.load(f, run, func(_ int, clause []code) bool {
		d.refuted = len(clause) == 0 || d.values[clause[0]] < 0
		if !d.refuted && d.values[clause[0]] == 0 {
			d.assign(clause[0], none)
		}
		return !d.refuted
	})
	d.refuted = d.refuted || err == nil && d.propagate() != none
	return d, err
}

// search hands out the models of a cube. It must be called with nothing assumed.
func (d *descent) search(path []code) error {
	if d.refuted {
		d.run.Failures++
		d.closed(1)
		return nil
	}
	defer d.back(0)
	d.path, d.left, d.done = append(d.path[:0], path...), nil, 0
	if !d.enter(path) {
		d.run.Failures++
		d.closed(1)
		return nil
	}
	return d.descend(1)
}

// enter assumes all literals of a cube, and reports false when that cannot be.
func (d *descent) enter(path []code) bool {
	d.starts = append(d.starts, len(d.trail))
	for _, l := range path {
		switch d.values[l] {
		case 0:
			d.assign(l, none)
		case -1:
			return false
		}
	}
	return true
}

// closed notes that a share of the cube is searched.
func (d *descent) closed(share float64) {
	d.done += share
	if d.report != nil {
		d.report(d.done)
	}
}

// descend hands out the models in which all is true that is so now: a part of the
// cube that is the given share of it.
func (d *descent) descend(share float64) error {
	if d.propagate() != none {
		d.run.Failures++
		d.closed(share)
		return nil
	}
	bottom, level, length := len(d.open), len(d.starts), len(d.path)
	defer func() { d.open, d.path = d.open[:bottom], d.path[:length] }()
	for {
		group := narrowest(d.propagator, d.groups)
		if group == nil {
			defer d.closed(share)
			return d.conquer()
		}
		if d.budget > 0 && d.run.Nodes >= d.budget {
			d.left = append(d.left, part{slices.Clone(d.path), share})
			return nil
		}
		top := len(d.open)
		for _, l := range group {
			if d.values[l] == 0 {
				d.open = append(d.open, l)
			}
		}
		if err := d.run.Node(len(d.open) - top); err != nil {
			return err
		}
		each := share / float64(len(d.open)-top+1)
		for _, l := range d.open[top:] {
			if d.values[l] > 0 {
				break // and the group is dealt with
			}
			if d.values[l] < 0 {
				continue
			}
			d.assume(l)
			d.path = append(d.path, l)
			if err := d.descend(each); err != nil {
				return err
			}
			d.back(level)
			share -= each
			// From here on l is false, so that no model is in two cubes.
			d.assign(l.not(), none)
			d.path[len(d.path)-1] = l.not()
			if d.propagate() != none {
				d.run.Failures++
				d.closed(share)
				return nil
			}
		}
	}
}

// narrowest returns the group without a true literal that has the fewest open ones,
// or nil when no group has any. Of several it returns the first.
func narrowest(p *propagator, groups [][]code) []code {
	var best []code
	fewest := 1 << 30
	for _, group := range groups {
		if n := p.openIn(group, fewest); n > 0 && n < fewest {
			best, fewest = group, n
			if n == 1 {
				break
			}
		}
	}
	return best
}

// openIn counts the open literals of a group up to most. A group with a true literal
// counts as having none.
func (p *propagator) openIn(group []code, most int) int {
	n := 0
	for _, l := range group {
		switch p.values[l] {
		case 1:
			return 0
		case 0:
			if n++; n == most {
				return n
			}
		}
	}
	return n
}

// conquer hands out the models in which all is true that is so now, by asking gini
// for what is open.
func (d *descent) conquer() error {
	rest, keep, vars := d.rest()
	for v := 1; v < len(d.model); v++ {
		d.model[v] = d.values[2*v] > 0
	}
	if rest.Vars() == 0 {
		return d.handOut()
	}
	e := enumeration{f: rest, keep: keep, antichain: true, crowd: crowd(rest), run: d.run, within: true}
	e.yield = func(values []bool) error {
		for i, v := range vars {
			d.model[v] = values[i+1]
		}
		return d.handOut()
	}
	return e.all()
}

// rest returns what is left of the formula and of the literals to keep over the open
// variables, and which variables these were.
func (d *descent) rest() (*CNF, []Lit, []int) {
	rest := new(CNF)
	var vars []int
	if len(d.trail) == d.f.Vars() {
		return rest, nil, nil // as it nearly always is; there is no contradiction
	}
	name := make([]Lit, d.f.Vars()+1)
	for v := 1; v < len(name); v++ {
		if d.values[2*v] == 0 {
			name[v] = rest.NewVar()
			vars = append(vars, v)
		}
	}
	renamed := func(clause []Lit) (lits []Lit, satisfied bool) {
		for _, l := range clause {
			switch c := codeOf(l); {
			case d.values[c] > 0:
				return nil, true
			case d.values[c] == 0 && l > 0:
				lits = append(lits, name[l])
			case d.values[c] == 0:
				lits = append(lits, name[-l].Not())
			}
		}
		return lits, false
	}
	// In the order of the formula and not of the arena, which depends on the way
	// here, so that gini answers the same on any way.
	for clause := range d.f.All() {
		if lits, satisfied := renamed(clause); !satisfied {
			rest.Add(lits...)
		}
	}
	var keep []Lit
	for _, l := range d.keep {
		if lits, _ := renamed([]Lit{l}); len(lits) > 0 {
			keep = append(keep, lits...)
		}
	}
	return rest, keep, vars
}

// handOut checks the model at hand and hands it out.
func (d *descent) handOut() error {
	if !d.f.Satisfied(d.model) {
		return errors.New("sat: the cube's models are no models of the formula")
	}
	return d.yield(d.model)
}
