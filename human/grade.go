package human

import (
	"context"
	"errors"

	"crosscut/puzzle"
)

// Grade says how hard a puzzle is for a person.
type Grade struct {
	Level   Level
	Hardest Technique
	Profile map[Technique]int // how often each technique was used
	Guesses int
	Depth   int  // of the deepest guess
	Solved  bool // false when neither steps nor guesses led to the solution
	Left    int  // of an unsolved one, how many candidates were left for cells or stones at the end
}

// Times returns how often the hardest technique was used.
func (g *Grade) Times() int { return g.Profile[g.Hardest] }

// Score returns a number that orders puzzles by difficulty: the weight of the hardest
// technique, and below the next weight how often it was used; 0 for a puzzle that is
// solved from the start.
func (g *Grade) Score() float64 {
	times := float64(g.Times())
	return float64(g.Hardest.Weight()) + times/(times+10)
}

// GradeOf grades a puzzle. A puzzle that has no solution is an error, which is
// [ErrContradiction]; one that has several is graded by the steps to where they part,
// and not Solved. Steps are of the level most at the hardest: beyond, the grade is
// not Solved. With an error the grade is that of the steps before it.
func GradeOf(ctx context.Context, p puzzle.Puzzle, hardest Level) (*Grade, error) {
	g := &Grade{Level: Easy, Profile: make(map[Technique]int)}
	s, err := New(p)
	if err != nil {
		return g, err
	}
	s.Within(hardest)
	for {
		step, err := s.Next(ctx)
		switch {
		case errors.Is(err, ErrSolved):
			g.Solved = true
			return g, nil
		case errors.Is(err, ErrStuck):
			g.Left = s.state.undecided()
			if hardest == Extreme {
				g.Level = Extreme
			}
			return g, nil
		case err != nil:
			return g, err
		}
		g.add(step)
	}
}

// add counts a step.
func (g *Grade) add(step Step) {
	t := step.Technique
	g.Profile[t]++
	if t.Weight() > g.Hardest.Weight() {
		g.Hardest = t
	}
	g.Level = max(g.Level, t.Level())
	if t == Guess {
		g.Guesses++
		g.Depth = max(g.Depth, step.Depth)
	}
}
