package human

import (
	"context"
	"errors"

	"crosscut/puzzle"
)

// Grade says how hard a puzzle is for a person. [GradeOf] makes one.
type Grade struct {
	Level   Level
	Hardest Technique         // the technique of the hardest step
	Weight  int               // the weight of the hardest step
	Profile map[Technique]int // number of uses of each technique
	Guesses int
	Depth   int  // the most suppositions nested in a guess
	Solved  bool // false if neither steps nor guesses led to the solution
	Left    int  // number of candidates left for open cells or stones at the end, if not solved
}

// Score returns a number that orders puzzles by difficulty. Its integer part is the
// weight of the hardest step. Its fraction grows with the number of uses of that
// technique. The score is 0 for a puzzle that is solved from the start.
func (g *Grade) Score() float64 {
	times := float64(g.Profile[g.Hardest])
	return float64(g.Weight) + times/(times+10)
}

// Stars returns the difficulty as a number of stars, 1 to 5: 1 for easy, 2 for medium, 3 for
// hard, 4 for hard with a step that weighs 8 or more, and 5 for extreme.
func (g *Grade) Stars() int {
	switch {
	case g.Level >= Extreme:
		return 5
	case g.Level == Hard && g.Weight >= 8:
		return 4
	case g.Level == Hard:
		return 3
	case g.Level == Medium:
		return 2
	}
	return 1
}

// GradeOf grades a puzzle by steps of levels up to hardest. If they do not solve it, the
// grade is not Solved. A puzzle with several solutions is graded by the steps up to the
// point where its solutions differ.
//
// GradeOf fails with a [*ContradictionError] if the puzzle has no solution. It also fails as
// [New] does and if ctx ends. Then the grade is that of the steps so far.
func GradeOf(ctx context.Context, p puzzle.Puzzle, hardest Level) (*Grade, error) {
	g := &Grade{Level: Easy, Profile: make(map[Technique]int)}
	s, err := New(ctx, p, nil)
	if err != nil {
		return g, err
	}
	s.Hardest = hardest
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

func (g *Grade) add(step Step) {
	t := step.Technique
	g.Profile[t]++
	if weight := step.weight(); weight > g.Weight {
		g.Hardest, g.Weight = t, weight
	}
	g.Level = max(g.Level, t.Level())
	if t == Guess {
		g.Guesses++
		g.Depth = max(g.Depth, step.Depth)
	}
}
