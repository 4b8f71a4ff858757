package run

import (
	"context"

	"crosscut"
	"crosscut/cubes"
	"crosscut/puzzle"
)

// ofPuzzle is a puzzle.
type ofPuzzle struct {
	whole
	puzzle puzzle.Puzzle
}

// OfPuzzle returns a puzzle as a problem.
func OfPuzzle(p puzzle.Puzzle) Problem {
	return ofPuzzle{whole{Puzzle, p.String(), cubes.PlanVersion}, p}
}

func (p ofPuzzle) Cut(ctx context.Context, plan cubes.Plan) (Tree, error) {
	t, err := cubes.NewTree(ctx, p.puzzle, plan)
	return puzzleTree{t}, err
}

func (p ofPuzzle) Choose(e Engine) (Engine, error) {
	if e.Name == "" && e.Core == "" {
		e.Name = crosscut.Native.Name
	} else if e.Name == "" {
		e.Name = crosscut.DLX.Name
	}
	_, err := engineOf(e)
	return e, err
}

// engineOf returns the engine that searches puzzles.
func engineOf(e Engine) (crosscut.Engine, error) {
	engine, err := crosscut.EngineNamed(e.Name)
	if err != nil {
		return engine, err
	}
	core, err := e.core()
	if e.Core != "" {
		engine = crosscut.DLXBy(core, "")
	}
	return engine, err
}

// puzzleTree is the tree of cubes of a puzzle.
type puzzleTree struct{ *cubes.Tree }

func (t puzzleTree) Children(ctx context.Context, path cubes.Path) (int, error) {
	all, err := t.Tree.Children(ctx, path)
	return len(all), err
}

func (t puzzleTree) Search(ctx context.Context, path cubes.Path, ask Ask) Result {
	e := ask.By
	if e.Name == "" {
		var err error
		if e, err = engineOf(ask.Engine); err != nil {
			return Result{Err: err}
		}
	}
	cube, err := t.At(ctx, path)
	if err != nil {
		return Result{Err: err}
	}
	return handOver(ctx, t, path, ask, func(ctx context.Context) (Sum, error) {
		if ask.counts() {
			n, err := crosscut.CountCube(ctx, e, cube, ask.Meter)
			return Sum{Count: n}, err
		}
		return ask.sum(func(yield func([]int) bool) error {
			return crosscut.SearchCube(ctx, e, cube, ask.Meter, func(s puzzle.Solution) bool { return yield(s) })
		})
	})
}
