package run

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"crosscut"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/sat"
)

// A model is named by the literals of the variables that tell models apart, in ascending order.

// formulaVersion is the version of the rules by which formulas are cut.
const formulaVersion = 2

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
	err := f.WriteDIMACS(&text, append([]sat.Lit{}, keep...)) // none is a list, too
	return ofFormula{whole{Formula, text.String(), formulaVersion}, f, keep, by}, err
}

func (p ofFormula) Cut(ctx context.Context, plan Plan) (Tree, error) {
	if err := p.check(plan); err != nil {
		return nil, err
	}
	c := cutter(p.cnf.Halves(p.keep))
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

// formulaCube is a part of the models: those in which some literals are true.
type formulaCube struct {
	lits  []sat.Lit
	share float64
}

// cutter cuts a cube of a formula in two: see [sat.CNF.Halves].
type cutter func(cube []sat.Lit) (parts [][]sat.Lit, open bool)

// cut cuts the models in which the literals of a cube are true into n cubes or a few more. Each model
// lies in exactly one of them. It returns fewer if nothing is left to cut, and none if there is no model. Some cubes may have no model.
// Each cut in two takes time linear in the formula. It fails if ctx ends.
func (c cutter) cut(ctx context.Context, cube []sat.Lit, n int) ([][]sat.Lit, error) {
	poll := func() error { return context.Cause(ctx) }
	parts := func(cube formulaCube) (parts []formulaCube, open bool) {
		halves, open := c(cube.lits)
		for _, half := range halves {
			parts = append(parts, formulaCube{half, cube.share / 2})
		}
		return parts, open
	}
	leaves, err := search.Leaves(poll, formulaCube{cube, 1}, n, func(c formulaCube) float64 { return c.share }, parts)
	all := make([][]sat.Lit, len(leaves))
	for i, leaf := range leaves {
		all[i] = leaf.lits
	}
	return all, err
}
