package sat

import (
	"context"
	"fmt"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
)

// CubeVersion is the version of the rules by which [CNF.Cubes] cuts.
const CubeVersion = 1

// formulaCube is a part of the models: those in which some literals are true.
type formulaCube struct {
	lits  []Lit
	share float64
}

// Cubes cuts the models in which the literals of a cube are true into n cubes or a few more, by variables of keep. Each model
// lies in exactly one of them. It returns fewer if nothing is left to cut, and none if there is no model. Some cubes may have no model.
// The result begins with the literals of the cube, and is the same on every machine with the same [CubeVersion]. A cut takes
// time linear in f. It fails if a literal is none of f, if ctx ends, and for a formula that is too large for [Models].
func (f *CNF) Cubes(ctx context.Context, keep, cube []Lit, n int) ([][]Lit, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	for _, l := range slices.Concat(keep, cube) {
		if !l.valid() || l.Var() > f.Vars() {
			return nil, fmt.Errorf("sat: %d in a cube is none of the %d variables", l, f.Vars())
		}
	}
	if err := fits(f); err != nil {
		return nil, err
	}
	c := &cutter{f: f, keep: keep, propagator: newPropagator(f.Vars()), possible: true}
	err := c.load(f, run, func(_ int, clause []code) bool {
		c.possible = c.possible && len(clause) > 0 && c.makeTrue(clause[0])
		return true
	})
	if err != nil {
		return nil, err
	}
	c.possible = c.possible && c.propagate() == none
	leaves, err := search.Leaves(run.Err, formulaCube{cube, 1}, n, func(c formulaCube) float64 { return c.share }, c.parts)
	all := make([][]Lit, len(leaves))
	for i, leaf := range leaves {
		all[i] = leaf.lits
	}
	return all, err
}

// cutter cuts cubes of a formula.
type cutter struct {
	*propagator
	f        *CNF
	keep     []Lit
	possible bool // the clauses alone are not contradictory at once
}

// makeTrue makes a literal true, and reports whether it was not false.
func (c *cutter) makeTrue(l code) bool {
	if c.values[l] == 0 {
		c.assign(l, none)
	}
	return c.values[l] > 0
}

// parts cuts a cube in two. It returns no part if there is no model, and false if nothing is left to cut.
func (c *cutter) parts(cube formulaCube) ([]formulaCube, bool) {
	if !c.possible {
		return nil, true
	}
	defer c.back(0)
	c.starts = append(c.starts, len(c.trail))
	for _, l := range cube.lits {
		if !c.makeTrue(codeOf(l)) || c.propagate() != none {
			return nil, true
		}
	}
	l := c.question()
	if l == 0 {
		return nil, false
	}
	with := func(l Lit) formulaCube { return formulaCube{append(slices.Clip(cube.lits), l), cube.share / 2} }
	return []formulaCube{with(l), with(l.Not())}, true
}

// question returns an open variable of keep, 0 if there is none. It is one with many short clauses for both of its values.
func (c *cutter) question() (best Lit) {
	weights := make([]float64, len(c.values))
	var open []code
	for clause := range c.f.All() {
		open = open[:0]
		for _, l := range clause {
			if value := c.values[codeOf(l)]; value > 0 {
				open = open[:0]
				break
			} else if value == 0 {
				open = append(open, codeOf(l))
			}
		}
		for _, l := range open {
			weights[l] += 1 / float64(uint64(1)<<min(len(open), 40))
		}
	}
	most := -1.0
	for _, l := range c.keep {
		at := codeOf(l)
		if score := (1 + weights[at]) * (1 + weights[at.not()]); c.values[at] == 0 && score > most {
			best, most = Lit(l.Var()), score
		}
	}
	return best
}
