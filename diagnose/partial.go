package diagnose

import (
	"context"

	"crosscut"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Progress is the verdict on a board that is filled in part. See [Partial].
type Progress struct {
	// Solutions is the number of solutions of the puzzle: 0, 1, or 2 for several. On a
	// draughtboard, solutions count as one if a symmetry takes one to the other.
	Solutions int
	// Wrong has the cells whose values differ from the solution, ascending. It is for
	// puzzles with one solution. Among symmetric solutions it is the nearest one.
	Wrong []int
	// Broken is the first broken rule, a *puzzle.Violation, or nil. It is for puzzles
	// without a solution or with several.
	Broken error
	// Possible says that some solution has all values of the board.
	Possible bool
}

// Partial judges a board that is filled in part: one value per cell, [puzzle.Empty] on open
// cells. An engine looks for two solutions of the puzzle. If there are several, it then
// looks for one with the values of the board. With an error there is no verdict.
func Partial(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, filled puzzle.Solution, m *meter.Meter) (*Progress, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if len(filled) != p.Board().Len() {
		return nil, puzzle.CheckPartial(p, filled)
	}
	found, err := crosscut.Distinct(ctx, e, p, 2, m)
	if err != nil && len(found) < 2 {
		return nil, err
	}
	progress := &Progress{Solutions: len(found)}
	if len(found) == 1 {
		progress.Wrong = nearestMistakes(p, filled, found[0])
		progress.Possible = len(progress.Wrong) == 0
		return progress, nil
	}
	if progress.Broken = puzzle.CheckPartial(p, filled); progress.Broken != nil || len(found) == 0 {
		return progress, nil
	}
	progress.Possible, err = hasSolutionWith(ctx, e, p, filled, m)
	return progress, err
}

// nearestMistakes returns the cells whose values differ from a solution. On a
// draughtboard it takes the symmetric image of the solution for which these cells are
// fewest.
func nearestMistakes(p puzzle.Puzzle, filled, solution puzzle.Solution) []int {
	if _, numbers := p.(puzzle.Numbered); numbers {
		return mistakes(p, filled, solution)
	}
	var best []int
	for i, g := range puzzle.Symmetries(p) {
		if wrong := mistakes(p, filled, g.Apply(nil, solution)); i == 0 || len(wrong) < len(best) {
			best = wrong
		}
	}
	return best
}

// mistakes returns the cells whose values differ from the solution. Alike stones have no
// names of their own. So a stone of the board is compared with the alike stone of the
// solution with which it shares the most cells.
func mistakes(p puzzle.Puzzle, filled, solution puzzle.Solution) []int {
	var wrong []int
	if _, numbers := p.(puzzle.Numbered); numbers {
		for c, k := range filled {
			if k != puzzle.Empty && k != solution[c] {
				wrong = append(wrong, c)
			}
		}
		return wrong
	}
	taken := make(map[int]bool) // the stones of the solution that already have a partner on the board
	standsFor := make(map[int]int)
	for _, value := range filled {
		if _, done := standsFor[value]; done || value == puzzle.Empty || value == puzzle.Bare {
			continue
		}
		shared := make(map[int]int)
		best := 0
		for c, v := range filled {
			if w := solution[c]; v == value && w != puzzle.Bare && !taken[w] && known(p, v) && space.SameValue(p, v, w) {
				if shared[w]++; shared[w] > shared[best] {
					best = w
				}
			}
		}
		standsFor[value], taken[best] = best, best != 0
	}
	for c, value := range filled {
		if value != puzzle.Empty && standsFor[value] != solution[c] {
			wrong = append(wrong, c)
		}
	}
	return wrong
}

// known reports whether a value names a stone of the puzzle.
func known(p puzzle.Puzzle, value int) bool {
	board, ok := p.(*puzzle.Draughtboard)
	return !ok || value != 0 && max(value, -value) <= len(board.Stones())
}

// hasSolutionWith reports whether some solution has all values of a board that breaks no
// rule. On a draughtboard it goes through the solutions.
func hasSolutionWith(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, filled puzzle.Solution, m *meter.Meter) (bool, error) {
	if numbers, ok := p.(puzzle.Numbered); ok {
		clues := numbers.Clues()
		for c, k := range filled {
			if k != puzzle.Empty {
				clues[c] = k
			}
		}
		q, err := numbers.WithClues(clues)
		if err != nil {
			return false, err
		}
		found, err := crosscut.First(ctx, e, q, 1, m)
		return len(found) > 0, err
	}
	for s, err := range e.Solutions(ctx, p, m) {
		if err != nil || len(mistakes(p, filled, s)) == 0 {
			return err == nil, err
		}
	}
	return false, nil
}
