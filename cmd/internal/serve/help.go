package serve

import (
	"context"
	"errors"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/human"
	"crosscut/puzzle"
)

// hint answers the first step from a board after those to skip, or with the option steps all
// of them.
func hint(ctx context.Context, t *task) (any, error) {
	degree, steps, skip := t.options.number("degree", DegreeStep), t.options.flag("steps"), t.options.number("skip", 0)
	if err := CheckDegree(degree, steps); err != nil {
		return nil, &Error{Input, err}
	}
	b, early, err := t.stepper(ctx)
	if early != nil || err != nil {
		return early, err
	}
	s := b.Solver
	answers := []any{}
	for n := 1; ; n++ {
		step, err := s.Next(ctx)
		switch {
		case errors.Is(err, human.ErrSolved), errors.Is(err, human.ErrStuck):
			return append(answers, NewSteps(t.file, n-1, b, err)), nil
		case errors.Is(err, human.ErrContradiction): // only beside several solutions
			return append(answers, NewUnsolvable(t.file)), nil
		case err != nil:
			return answers, err
		}
		if n <= skip {
			continue
		}
		if degree < DegreeStep {
			step = HiddenStep(t.file.Puzzle, step, degree)
		}
		if answers = append(answers, NewStep(t.file, n, step, b.Several)); !steps {
			return answers, nil
		}
	}
}

// stepper returns where steps begin: the board so far, or the clues. It returns the answer in its
// place if the puzzle has no solution, or if an entry is wrong.
func (t *task) stepper(ctx context.Context) (b Beginning, early any, err error) {
	filled, err := t.filledBoard()
	if err != nil {
		return b, nil, err
	}
	b, err = Stepper(ctx, crosscut.Engines(), t.file.Puzzle, filled, t.meter)
	switch {
	case b.Solver != nil || err != nil:
		return b, nil, err
	case b.Wrong == nil:
		return b, []any{NewUnsolvable(t.file)}, nil
	}
	return b, []any{NewPartial(t.file.Puzzle, filledName, 1, b.Wrong)}, nil
}

// Beginning is where the steps of a person begin. Without a solver, the puzzle has no solution, or
// Wrong says which entries are wrong.
type Beginning struct {
	Solver  *human.Solver
	Wrong   *diagnose.Progress
	Several bool // the puzzle is known to have several solutions
}

// Stepper returns where steps begin: a board so far, or the clues if filled is nil.
func Stepper(ctx context.Context, engines []crosscut.Engine, p puzzle.Puzzle, filled puzzle.Solution, m *crosscut.Meter) (b Beginning, err error) {
	if filled == nil {
		found, err := upToTwo(ctx, engines, p)
		if found == 0 || err != nil {
			return b, err
		}
		b.Several = found > 1
		b.Solver, err = human.New(ctx, p)
		return b, err
	}
	progress, err := diagnose.Partial(ctx, engines[0], p, filled, m)
	switch {
	case err != nil || progress.Solutions == 0:
		return b, err
	case !progress.Possible:
		b.Wrong = progress
		return b, nil
	}
	b.Several = progress.Solutions > 1
	b.Solver, err = human.NewFilled(ctx, p, filled)
	return b, err
}

func grade(ctx context.Context, t *task) (any, error) {
	found, err := crosscut.Distinct(ctx, t.engine(), t.file.Puzzle, 2, t.meter)
	switch {
	case err != nil:
		return nil, err
	case len(found) != 1:
		return NewUngraded(t.file, len(found)), nil
	}
	g, err := human.GradeOf(ctx, t.file.Puzzle, human.Extreme)
	if err != nil {
		return nil, err
	}
	return NewGrade(t.file, g), nil
}

func (t *task) filledBoard() (puzzle.Solution, error) {
	if !t.options.has("filled") {
		return nil, nil
	}
	boards, err := t.boards()
	if err == nil && len(boards) != 1 {
		err = invalid("--filled has %d boards; it needs one", len(boards))
	}
	if err != nil {
		return nil, err
	}
	return boards[0], nil
}
