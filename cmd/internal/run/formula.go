package run

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/sat"
)

// A model is named by the literals of the variables that tell models apart, in ascending order.

// ofFormula is a formula.
type ofFormula struct {
	cnf  *sat.CNF
	keep []sat.Lit
	by   *sat.Command // finds the models in the place of gini, unless it is nil
	text string
}

// OfFormula returns a formula as a problem, whose models are told apart by the variables of keep. It fails if the formula
// is invalid. The formula must not be changed any more. by finds the models, or gini if it is nil.
func OfFormula(f *sat.CNF, keep []sat.Lit, by *sat.Command) (Problem, error) {
	var text strings.Builder
	err := f.WriteDIMACS(&text, sat.ShowComment(keep))
	return ofFormula{f, keep, by, text.String()}, err
}

func (p ofFormula) Form() Form { return Formula }

func (p ofFormula) Text() string { return p.text }

func (p ofFormula) Plan(first, cut int) cubes.Plan {
	return cubes.Plan{First: first, Cut: cut, Version: sat.CubeVersion}
}

func (p ofFormula) Cut(ctx context.Context, plan cubes.Plan) (Tree, error) {
	if plan.Version != sat.CubeVersion {
		return nil, fmt.Errorf("a plan of version %d; this crosscut cuts formulas by version %d", plan.Version, sat.CubeVersion)
	}
	first, err := p.cnf.Cubes(ctx, p.keep, nil, plan.First)
	t := &formulaTree{ofFormula: p}
	t.tree.First = first
	t.tree.Cut = func(ctx context.Context, cube []sat.Lit) ([][]sat.Lit, error) {
		return p.cnf.Cubes(ctx, p.keep, cube, plan.Cut)
	}
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

func (t *formulaTree) Len() int { return len(t.tree.First) }

func (t *formulaTree) Hash(context.Context) (string, error) {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, t.tree.First))), nil
}

func (t *formulaTree) Children(ctx context.Context, path cubes.Path) (int, error) {
	if path == "" {
		return t.Len(), nil
	}
	cube, _, err := t.tree.Node(ctx, string(path))
	if err != nil {
		return 0, err
	}
	parts, err := t.tree.Parts(ctx, string(path), cube)
	return len(parts), err
}

func (t *formulaTree) Search(ctx context.Context, path cubes.Path, ask Ask) Result {
	cube, _, err := t.tree.Node(ctx, string(path))
	if err != nil {
		return Result{Err: err}
	}
	return handOver(ctx, t, path, ask, func(ctx context.Context) (Sum, error) {
		part := t.cnf.Copy()
		for _, l := range cube {
			part.Add(l)
		}
		var tally crosscut.Tally
		err := Models(ctx, part, t.keep, t.by, ask.Meter, func(model []int, _ []bool) bool {
			tally.Add(model)
			return ask.Solution == nil || ask.Solution(model)
		})
		sum := Sum{Count: tally.Count()}
		if !ask.counts() {
			sum.Digest = tally.Digest
		}
		return sum, err
	})
}

// Models yields the literals of keep in each model of a formula, and the values of all variables in one such model. The slices are
// used again. by finds the models, or gini if it is nil.
func Models(ctx context.Context, f *sat.CNF, keep []sat.Lit, by *sat.Command, m *crosscut.Meter, yield func(model []int, values []bool) bool) error {
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
