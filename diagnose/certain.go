package diagnose

import (
	"context"
	"errors"
	"slices"

	"crosscut"
	"crosscut/encode"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/sat"
)

// Certainty is what all solutions of a puzzle have in common: its backbone.
type Certainty struct {
	Solution puzzle.Solution // one of the solutions; nil if there is none
	Cells    []int           // cells that have the same number, or stones of one kind, in all solutions; ascending
	Agree    []int           // after an error, instead of Cells: those that have it in all solutions found so far
	Calls    int             // number of calls of the SAT solver
}

// Certain returns what all solutions of p have in common.
//
// It does not list the solutions. It keeps the cells on which all solutions so far
// agree, and asks the SAT solver for a solution that differs on one of them. Each answer
// removes a cell at least, and so may its images under the symmetries of p. The last call finds
// no solution. So the number of calls is at most the number of cells plus one.
//
// The nodes of m are calls of the solver. The result that comes with an error of a limit or of ctx has
// no Cells, but in Agree those on which all solutions so far agree. Others are known to differ. It is nil
// before the first solution, and with any other error.
func Certain(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*Certainty, error) {
	f, err := encode.CNF(ctx, p, "")
	if err != nil {
		return nil, err
	}
	result, symmetries := new(Certainty), puzzle.Symmetries(p)
	for {
		if m != nil && m.MaxNodes > 0 && int64(result.Calls) >= m.MaxNodes {
			return result.stopped(), &meter.LimitError{Kind: meter.ErrNodes, What: base.Plural(m.MaxNodes, "node")}
		}
		s, err := findModel(ctx, f, p, m)
		switch stopped := errors.Is(err, meter.ErrLimit) || ctx.Err() != nil; {
		case err == nil: // ctx may have ended since
		case stopped && result.Solution != nil:
			return result.stopped(), err
		default:
			return nil, err
		}
		result.Calls++
		if s == nil {
			return result, nil
		}
		if result.Solution == nil {
			result.Solution = s
			for c := range s {
				result.Cells = append(result.Cells, c)
			}
		}
		for _, symmetry := range symmetries {
			image := symmetry.Apply(nil, s)
			result.Cells = slices.DeleteFunc(result.Cells, func(c int) bool { return !space.SameValue(p, image[c], result.Solution[c]) })
		}
		if len(result.Cells) == 0 {
			return result, nil
		}
		f.Differ(result.Solution, result.Cells)
	}
}

// stopped returns what is known when not all cells were asked for.
func (c *Certainty) stopped() *Certainty {
	c.Agree, c.Cells = c.Cells, nil
	return c
}

// findModel returns a solution of the formula, or nil if it has none.
func findModel(ctx context.Context, f *encode.Formula, p puzzle.Puzzle, m *meter.Meter) (puzzle.Solution, error) {
	var s puzzle.Solution
	err := sat.Models(ctx, f.CNF, nil, m, func(values []bool) bool {
		s = f.Decode(values)
		return false
	})
	if err != nil && !errors.Is(err, meter.ErrStopped) {
		return nil, err
	}
	if err != nil {
		if reason := p.Check(s); reason != nil {
			return nil, &crosscut.WrongError{Engine: crosscut.SAT.Name, Solution: s, Reason: reason}
		}
	}
	return s, nil
}
