package run

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"

	"crosscut"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/sat"
)

// A model is named by the literals of the variables that tell models apart, in ascending order.

// formulaVersion is the version of the rules by which formulas are cut.
const formulaVersion = 1

// ofFormula is a formula.
type ofFormula struct {
	whole
	cnf  *sat.CNF
	keep []sat.Lit
	by   *sat.Command // finds the models in the place of gini, unless it is nil
}

// OfFormula returns a formula as a problem, whose models are told apart by the variables of keep. It fails if the formula
// is invalid. The formula must not be changed any more. by finds the models, or gini if it is nil.
func OfFormula(f *sat.CNF, keep []sat.Lit, by *sat.Command) (Problem, error) {
	var text strings.Builder
	err := f.WriteDIMACS(&text, keep)
	return ofFormula{whole{Formula, text.String(), formulaVersion}, f, keep, by}, err
}

func (p ofFormula) Cut(ctx context.Context, plan Plan) (Tree, error) {
	if err := p.check(plan); err != nil {
		return nil, err
	}
	c := newCutter(p.cnf, p.keep)
	first, err := c.cut(ctx, nil, plan.First)
	t := &formulaTree{ofFormula: p}
	t.tree.First = first
	t.tree.Cut = func(ctx context.Context, cube []sat.Lit) ([][]sat.Lit, error) { return c.cut(ctx, cube, plan.Cut) }
	return t, err
}

func (p ofFormula) Choose(e Engine) (Engine, error) {
	if e.Name == "" {
		e.Name = crosscut.SAT.Name
	}
	if e.Name != crosscut.SAT.Name {
		return e, fmt.Errorf("the engine %.40q for a formula; it is sat", e.Name)
	}
	_, err := e.core()
	return e, err
}

// formulaTree is the tree of cubes of a formula.
type formulaTree struct {
	ofFormula
	tree search.CubeTree[[]sat.Lit]
}

func (t *formulaTree) Hash(context.Context) (string, error) {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, t.tree.First))), nil
}

func (t *formulaTree) Children(ctx context.Context, path Path) (int, error) {
	return t.tree.Count(ctx, string(path))
}

func (t *formulaTree) Search(ctx context.Context, path Path, ask Ask) Result {
	cube, err := t.tree.Node(ctx, string(path))
	if err != nil {
		return Result{Err: err}
	}
	return handOver(ctx, t, path, ask, func(ctx context.Context) (Sum, error) {
		part := t.cnf.Copy()
		for _, l := range cube {
			part.Add(l)
		}
		return ask.sum(func(yield func([]int) bool) error {
			return Models(ctx, part, t.keep, t.by, ask.Meter, func(model []int, _ []bool) bool { return yield(model) })
		})
	})
}

// Models yields the literals of keep in each model of a formula, and the values of all variables in one such model. The slices are
// used again. by finds the models, or gini if it is nil.
func Models(ctx context.Context, f *sat.CNF, keep []sat.Lit, by *sat.Command, m *meter.Meter, yield func(model []int, values []bool) bool) error {
	model := make([]int, len(keep))
	take := func(values []bool) bool {
		for i, l := range keep {
			if model[i] = int(l); !values[l] {
				model[i] = -int(l)
			}
		}
		return yield(model, values)
	}
	if by == nil {
		return sat.Models(ctx, f, keep, m, take)
	}
	both := slices.Clone(keep) // with both literals of each variable, all models have as many of them
	for _, l := range keep {
		both = append(both, l.Not())
	}
	return by.Models(ctx, f, both, m, take)
}

// A formula is cut by one variable after the other. Propagation of its own tells which cubes have no model at once.

// formulaCube is a part of the models: those in which some literals are true.
type formulaCube struct {
	lits  []sat.Lit
	share float64
}

// cutter cuts cubes of a formula. Any goroutine can use it.
type cutter struct {
	keep    []sat.Lit
	clauses [][]sat.Lit
	in      [][]int // by place of a literal, the clauses that have it
}

func newCutter(f *sat.CNF, keep []sat.Lit) *cutter {
	c := &cutter{keep: keep, in: make([][]int, 2*f.Vars()+2)}
	for clause := range f.All() {
		for _, l := range clause {
			c.in[place(l)] = append(c.in[place(l)], len(c.clauses))
		}
		c.clauses = append(c.clauses, clause)
	}
	return c
}

// cut cuts the models in which the literals of a cube are true into n cubes or a few more, by variables of keep. Each model
// lies in exactly one of them. It returns fewer if nothing is left to cut, and none if there is no model. Some cubes may have no model.
// The result is the same on every machine. Each cut in two takes time linear in the formula. It fails if ctx ends.
func (c *cutter) cut(ctx context.Context, cube []sat.Lit, n int) ([][]sat.Lit, error) {
	poll := func() error { return context.Cause(ctx) }
	leaves, err := search.Leaves(poll, formulaCube{cube, 1}, n, func(c formulaCube) float64 { return c.share }, c.parts)
	all := make([][]sat.Lit, len(leaves))
	for i, leaf := range leaves {
		all[i] = leaf.lits
	}
	return all, err
}

// place maps a literal to an index.
func place(l sat.Lit) int {
	if l < 0 {
		return 2*l.Var() + 1
	}
	return 2 * l.Var()
}

// parts cuts a cube in two. It returns no part if there is no model, and false if nothing is left to cut.
func (c *cutter) parts(cube formulaCube) ([]formulaCube, bool) {
	isTrue, possible := c.propagate(cube.lits)
	if !possible {
		return nil, true
	}
	l := c.question(isTrue)
	if l == 0 {
		return nil, false
	}
	with := func(l sat.Lit) formulaCube {
		return formulaCube{append(slices.Clip(cube.lits), l), cube.share / 2}
	}
	return []formulaCube{with(l), with(l.Not())}, true
}

// propagate returns which literals are true in all models of a cube, as far as unit propagation tells. It reports false if there is
// no model.
func (c *cutter) propagate(cube []sat.Lit) (isTrue []bool, possible bool) {
	isTrue, queue := make([]bool, len(c.in)), slices.Clone(cube)
	left := make([]int, len(c.clauses)) // per clause, its literals that are not false
	for i, clause := range c.clauses {
		if left[i] = len(clause); len(clause) == 1 {
			queue = append(queue, clause[0])
		} else if len(clause) == 0 {
			return nil, false
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		l := queue[0]
		if isTrue[place(l)] {
			continue
		}
		isTrue[place(l)] = true
		if isTrue[place(l.Not())] {
			return nil, false
		}
		for _, i := range c.in[place(l.Not())] {
			if left[i]--; left[i] == 1 {
				open := slices.IndexFunc(c.clauses[i], func(l sat.Lit) bool { return !isTrue[place(l.Not())] })
				queue = append(queue, c.clauses[i][open])
			}
		}
	}
	return isTrue, true
}

// question returns an open variable of keep, 0 if there is none. It is one with many short clauses for both of its values.
func (c *cutter) question(isTrue []bool) (best sat.Lit) {
	weights := make([]float64, len(isTrue))
	var open []sat.Lit
	for _, clause := range c.clauses {
		if slices.ContainsFunc(clause, func(l sat.Lit) bool { return isTrue[place(l)] }) {
			continue
		}
		open = open[:0]
		for _, l := range clause {
			if !isTrue[place(l.Not())] {
				open = append(open, l)
			}
		}
		for _, l := range open {
			weights[place(l)] += math.Ldexp(1, -len(open))
		}
	}
	most := -1.0
	for _, l := range c.keep {
		if score := (1 + weights[place(l)]) * (1 + weights[place(l.Not())]); !isTrue[place(l)] && !isTrue[place(l.Not())] && score > most {
			best, most = l, score
		}
	}
	return best
}
