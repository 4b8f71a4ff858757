package crosscut

import (
	"context"
	"math/big"

	"crosscut/encode"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Native searches the puzzle itself: package native. It is the only engine that
// can be traced.
var Native = serially(judged("native", native.Search, native.Count), puzzle.FamilyHidoku, puzzle.FamilyMagic)

// SAT searches for models of a formula: packages encode and sat. A node is a call
// of the solver.
var SAT = SATBy("")

// SATBy returns [SAT] with formulas by another encoding than the default: see
// [encode.Encodings]. A search fails when the puzzle's family has no encoding of that
// name.
func SATBy(encoding string) Engine {
	return judged("sat", func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
		f, err := encode.CNFBy(ctx, p, encoding)
		if err != nil {
			return err
		}
		return f.Models(ctx, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}, nil)
}

// SATCommand returns [SATBy] with another program in place of gini. Its answer may be
// wrong where nobody can check it: that there are no more models.
func SATCommand(c *sat.Command, encoding string) Engine {
	return judged(SAT.Name, func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
		f, err := encode.CNFBy(ctx, p, encoding)
		if err != nil {
			return err
		}
		return c.Models(ctx, f.CNF, f.Keep, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}, nil)
}

// DLX searches for exact covers with colours: packages encode and dlx.
var DLX = judged("dlx", searchDLX, countDLX)

// serially returns the engine as one that searches these families on one core only.
func serially(e Engine, families ...puzzle.Family) Engine {
	e.serial = families
	return e
}

func searchDLX(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
	c, err := encode.ExactCover(ctx, p)
	if err != nil {
		return err
	}
	return c.Problem.Solve(ctx, m, func(options []int) bool {
		return yield(c.Decode(options))
	})
}

func countDLX(ctx context.Context, p puzzle.Puzzle, m *Meter) (*big.Int, error) {
	c, err := encode.ExactCover(ctx, p) // which has one cover for each solution
	if err != nil {
		return nil, err
	}
	return c.Problem.Count(ctx, m)
}
