package run

import (
	"context"
	"fmt"
	"strings"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle"
)

// A cover is named by the numbers of its options in the file, counted from 0 and in
// ascending order. Its part of a digest is that of a puzzle's solution with these numbers.

// ofCover is an exact cover problem.
type ofCover struct {
	problem *dlx.Problem
	text    string
}

// OfCover returns an exact cover as a problem. It fails if the problem is invalid, and if
// the text format cannot say what it is. The problem must not be changed any more.
func OfCover(p *dlx.Problem) (Problem, error) {
	var text strings.Builder
	if err := p.Write(&text); err != nil {
		return nil, err
	}
	return ofCover{p, text.String()}, nil
}

func (p ofCover) Form() Form { return Cover }

func (p ofCover) Text() string { return p.text }

func (p ofCover) Plan(first, cut int) Plan {
	return Plan{First: first, Cut: cut, Version: dlx.CubeVersion}
}

func (p ofCover) Cut(ctx context.Context, plan Plan) (Tree, error) {
	if plan.Version != dlx.CubeVersion {
		return nil, fmt.Errorf("a plan of version %d; this crosscut cuts exact covers by version %d", plan.Version, dlx.CubeVersion)
	}
	t, err := dlx.NewCubeTree(ctx, p.problem, plan.First, plan.Cut)
	return coverTree{t}, err
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
type coverTree struct{ *dlx.CubeTree }

func (t coverTree) Hash(context.Context) (string, error) { return t.CubeTree.Hash(), nil }

func (t coverTree) Children(ctx context.Context, path Path) (int, error) {
	return t.Parts(ctx, string(path))
}

func (t coverTree) Search(ctx context.Context, path Path, ask Ask) Result {
	cube, err := t.At(ctx, string(path))
	if err != nil {
		return Result{Err: err}
	}
	return handOver(ctx, t, path, ask, func(ctx context.Context) (Sum, error) { return t.sum(ctx, &cube, ask) })
}

// sum searches a cube.
func (t coverTree) sum(ctx context.Context, c *dlx.Cube, ask Ask) (Sum, error) {
	if ask.Engine.String() == crosscut.DLX.Name && ask.counts() {
		n, err := c.Problem.Count(ctx, ask.Meter)
		return Sum{Count: n}, err
	}
	var tally crosscut.Tally
	var whole puzzle.Solution
	err := covers(ctx, c.Problem, ask, func(options []int) bool {
		whole = c.AppendLift(whole[:0], options)
		tally.Add(whole)
		return ask.Solution == nil || ask.Solution(whole)
	})
	sum := Sum{Count: tally.Count()}
	if !ask.counts() {
		sum.Digest = tally.Digest
	}
	return sum, err
}

// covers yields all covers of a problem.
func covers(ctx context.Context, p *dlx.Problem, ask Ask, yield func([]int) bool) error {
	if ask.Engine.Name == crosscut.SAT.Name {
		formula, err := encode.CoverCNF(ctx, p)
		if err != nil {
			return err
		}
		return formula.Solve(ctx, ask.Meter, yield)
	}
	core, err := ask.Engine.core()
	if err != nil {
		return err
	}
	return p.SolveWith(ctx, core, ask.Meter, yield)
}
