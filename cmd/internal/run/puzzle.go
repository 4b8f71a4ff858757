package run

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"crosscut"
	"crosscut/cubes"
	"crosscut/puzzle"
)

// puzzleVersion is the version of the rules by which package cubes cuts. It rises when a path means another cube than
// before, which a test of that package notices.
const puzzleVersion = 3

// ofPuzzle is a puzzle.
type ofPuzzle struct {
	whole
	puzzle puzzle.Puzzle
}

// OfPuzzle returns a puzzle as a problem.
func OfPuzzle(p puzzle.Puzzle) Problem {
	return ofPuzzle{whole{Puzzle, p.String(), puzzleVersion}, p}
}

func (p ofPuzzle) Cut(ctx context.Context, plan Plan) (Tree, error) {
	if err := p.check(plan); err != nil {
		return nil, err
	}
	t, err := cubes.NewTree(ctx, p.puzzle, plan.First, plan.Cut)
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
	all := append(crosscut.Engines(), crosscut.Race(crosscut.Engines()...))
	i := slices.IndexFunc(all, func(of crosscut.Engine) bool { return of.Name == e.Name })
	if i < 0 {
		return crosscut.Engine{}, fmt.Errorf("no engine %q; the engines are native, sat, dlx and race", strings.ToValidUTF8(e.Name, "?"))
	}
	engine := all[i]
	core, err := e.core()
	if e.Core != "" {
		engine = crosscut.DLXBy(core)
	}
	return engine, err
}

// puzzleTree is the tree of cubes of a puzzle.
type puzzleTree struct{ *cubes.Tree }

func (t puzzleTree) Children(ctx context.Context, path Path) (int, error) {
	return t.Parts(ctx, string(path))
}

func (t puzzleTree) Search(ctx context.Context, path Path, ask Ask) Result {
	e := ask.By
	if e.Name == "" {
		var err error
		if e, err = engineOf(ask.Engine); err != nil {
			return Result{Err: err}
		}
	}
	cube, err := t.At(ctx, string(path))
	if err != nil {
		return Result{Err: err}
	}
	return handOver(ctx, t, path, ask, func(ctx context.Context) (Sum, error) {
		if ask.counts() {
			n, err := crosscut.Count(ctx, e, cube.Puzzle, ask.Meter)
			if n != nil {
				n.Mul(n, big.NewInt(int64(cube.Images)))
			}
			return Sum{Count: n}, err
		}
		return ask.sum(func(yield func([]int) bool) error {
			return crosscut.SearchCube(ctx, e, cube, ask.Meter, func(s puzzle.Solution) bool { return yield(s) })
		})
	})
}
