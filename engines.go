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
var Native = inParts(judged("native", native.Search, native.Count))

// SAT searches for models of a formula: packages encode and sat. A node is a call
// of gini, a branch a cube, a failure an "unsatisfiable".
var SAT = SATBy("")

// SATBy returns [SAT] with formulas by another encoding than the default: see
// [encode.Encodings]. A search fails when the puzzle's family has no encoding of that
// name.
func SATBy(encoding string) Engine {
	e := judged("sat", func(ctx context.Context, p puzzle.Puzzle, m *Meter, yield func(puzzle.Solution) bool) error {
		f, err := encode.CNFBy(ctx, p, encoding)
		if err != nil {
			return err
		}
		return f.Models(ctx, m, func(values []bool) bool { return yield(f.Decode(values)) })
	}, nil)
	// SAT already uses all cores. Cubes would rebuild the formula each time.
	e.uncut = []puzzle.Family{puzzle.FamilyHidoku, puzzle.FamilyMagic, puzzle.FamilyDraughtboard}
	return e
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

// inParts returns the native engine with what is known of cubes in it. On a magic
// board its plan is for the board as it is: with more clues, the same 97,482 squares of
// order 5 took four to five times as long in all, in 22 cubes as in 270. And it uses all
// cores by itself, whether it counts or enumerates.
func inParts(e Engine) Engine {
	e.serial, e.uncut = []puzzle.Family{puzzle.FamilyHidoku}, []puzzle.Family{puzzle.FamilyMagic}
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
