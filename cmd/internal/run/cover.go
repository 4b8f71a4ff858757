package run

import (
	"context"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/search"
	"crosscut/meter"
)

// A cover is named by the numbers of its options in the file, counted from 0 and in
// ascending order. Its part of a digest is that of a puzzle's solution with these numbers.

// ofCover is an exact cover problem.
type ofCover struct {
	whole
	problem *dlx.Problem
}

// OfCover returns an exact cover as a problem. It fails if the problem is invalid, and if
// the text format cannot say what it is. The problem must not be changed any more.
func OfCover(p *dlx.Problem) (Problem, error) {
	var text strings.Builder
	if err := p.Write(&text); err != nil {
		return nil, err
	}
	return ofCover{whole{Cover, text.String(), coverVersion}, p}, nil
}

func (p ofCover) Cut(ctx context.Context, plan Plan) (Tree, error) {
	if err := p.check(plan); err != nil {
		return nil, err
	}
	return newCoverTree(ctx, p.problem, plan)
}

func (p ofCover) Choose(e Engine) (Engine, error) {
	if e.Name == "" {
		e.Name = crosscut.DLX.Name
	}
	if e.Name != crosscut.DLX.Name && e.Name != crosscut.SAT.Name {
		return e, fmt.Errorf("the engine %.40q for an exact cover; it is dlx or sat", e.Name)
	}
	core, err := e.core()
	if err == nil && core != dlx.Auto && p.problem.HasMultiplicities() {
		err = fmt.Errorf("the core %v for items with multiplicities; it is auto", core)
	}
	return e, err
}

// coverTree is the tree of cubes of an exact cover.
type coverTree struct {
	problem *dlx.Problem
	options [][]dlx.Element
	tree    search.CubeTree[coverNode]
}

func (t *coverTree) Children(ctx context.Context, path Path) (int, error) {
	return t.tree.Count(ctx, string(path))
}

func (t *coverTree) Search(ctx context.Context, path Path, ask Ask) Result {
	node, err := t.tree.Node(ctx, string(path))
	if err != nil {
		return Result{Err: err}
	}
	cube := t.cube(node)
	return handOver(ctx, t, path, ask, func(ctx context.Context) (Sum, error) { return cube.sum(ctx, ask) })
}

// sum searches a cube.
func (c *coverCube) sum(ctx context.Context, ask Ask) (Sum, error) {
	if ask.Engine.String() == crosscut.DLX.Name && ask.counts() {
		n, err := c.Count(ctx, ask.Meter)
		return Sum{Count: n}, err
	}
	var cover []int
	return ask.sum(func(yield func([]int) bool) error {
		return Covers(ctx, c.Problem, ask.Engine, ask.Meter, func(options []int) bool {
			cover = c.lift(cover[:0], options)
			return yield(cover)
		})
	})
}

// Covers yields all covers of a problem. The slice is used again.
func Covers(ctx context.Context, p *dlx.Problem, e Engine, m *meter.Meter, yield func([]int) bool) error {
	if e.Name == crosscut.SAT.Name {
		formula, err := encode.CoverCNF(ctx, p)
		if err != nil {
			return err
		}
		return formula.Models(ctx, m, func(values []bool) bool { return yield(formula.Decode(values)) })
	}
	core, err := e.core()
	if err != nil {
		return err
	}
	return p.SolveWith(ctx, core, m, yield)
}
