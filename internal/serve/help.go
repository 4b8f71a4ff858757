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
	s, early, err := t.stepper(ctx)
	if s == nil {
		return early, err
	}
	answers := []any{}
	for n := 1; ; n++ {
		step, err := s.Next(ctx)
		switch {
		case errors.Is(err, human.ErrSolved), errors.Is(err, human.ErrStuck):
			return append(answers, NewSteps(t.file, n-1, s.Board(), err)), nil
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
		if answers = append(answers, NewStep(t.file, n, step)); !steps {
			return answers, nil
		}
	}
}

// stepper returns the solver that makes steps from the board so far, or from the clues. It
// returns none and the answer if the puzzle has no solution, or if an entry is wrong.
func (t *task) stepper(ctx context.Context) (s *human.Solver, early any, err error) {
	filled, err := t.filledBoard()
	if err != nil {
		return nil, nil, err
	}
	s, wrong, err := Stepper(ctx, crosscut.Engines(), t.file.Puzzle, filled, t.meter)
	switch {
	case s != nil || err != nil:
		return s, nil, err
	case wrong == nil:
		return nil, []any{NewUnsolvable(t.file)}, nil
	}
	return nil, []any{NewPartial(t.file.Puzzle, filledName, 1, wrong)}, nil
}

// Stepper returns the solver that makes steps of a person from a board so far, or from the clues if
// filled is nil. Without a solver and an error, the puzzle has no solution, or wrong says which
// entries are wrong.
func Stepper(ctx context.Context, engines []crosscut.Engine, p puzzle.Puzzle, filled puzzle.Solution, m *crosscut.Meter) (s *human.Solver, wrong *diagnose.Progress, err error) {
	if filled == nil {
		if ok, err := Solvable(ctx, engines, p); !ok || err != nil {
			return nil, nil, err
		}
		s, err = human.New(p)
		return s, nil, err
	}
	progress, err := diagnose.Partial(ctx, engines[0], p, filled, m)
	switch {
	case err != nil || progress.Solutions == 0:
		return nil, nil, err
	case !progress.Possible:
		return nil, progress, nil
	}
	s, err = human.NewFilled(p, filled)
	return s, nil, err
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
