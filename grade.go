package crosscut

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"crosscut/internal/human"
	"crosscut/puzzle"
)

// Level is how hard a puzzle is for a person: the level of the hardest step that it
// needs.
type Level = human.Level

// The levels, from simple looking to guessing.
const (
	Easy    = human.Easy
	Medium  = human.Medium
	Hard    = human.Hard
	Extreme = human.Extreme
)

// Levels returns all levels, the easiest first.
func Levels() []Level { return human.Levels() }

// LevelNamed returns the level called easy, medium, hard or extreme.
func LevelNamed(name string) (Level, error) { return human.LevelNamed(name) }

// Technique is a kind of step that people make, HumanStep one of these, with its
// conclusion and the reason in words, and Candidate a value and where it may be.
// Grade is how hard a puzzle is for a person, and Solver goes through the steps.
type (
	Technique = human.Technique
	HumanStep = human.Step
	Candidate = human.Candidate
	Grade     = human.Grade
	Solver    = human.Solver
)

// Guess is the technique of last resort: a supposition that leads to a contradiction.
const Guess = human.Guess

// The ways in which the steps of a [Solver] can end.
var (
	ErrSolved        = human.ErrSolved
	ErrContradiction = human.ErrContradiction
	ErrStuck         = human.ErrStuck
)

// NewSolver returns a solver that takes p from its clues to its solution by the steps
// that people make. Each conclusion holds in every solution of p, on a draughtboard up
// to the symmetries of the board.
func NewSolver(p puzzle.Puzzle) (*Solver, error) { return human.New(p) }

// GradeOf grades p, which should have one solution: see [Distinct]. A puzzle of which
// the steps find that it has none is an [ErrContradiction]. When the steps end before
// the solution, because there are several or the guesses needed go too deep, the
// grade is [Extreme] and not Solved.
func GradeOf(ctx context.Context, p puzzle.Puzzle) (*Grade, error) {
	return human.GradeOf(ctx, p, human.Extreme)
}

// Distinct returns the first n solutions that a setter calls different: on a
// draughtboard no two of them are the same but for a symmetry of the puzzle, for no
// clue tells these apart; on other boards no two are the same. A nil error means that
// it found n, or there are no others.
func Distinct(ctx context.Context, e Engine, p puzzle.Puzzle, n int, m *Meter) ([]puzzle.Solution, error) {
	if _, stones := p.(*puzzle.Draughtboard); !stones {
		return First(ctx, e, p, n, m)
	}
	group := puzzle.Symmetries(p)
	var found []puzzle.Solution
	images := make(map[string]bool) // of those found, as texts
	err := e.search(ctx, p, m, func(s puzzle.Solution) bool {
		if images[solutionKey(s)] {
			return true
		}
		found = append(found, slices.Clone(s))
		for _, g := range group {
			images[solutionKey(g.Apply(s))] = true
		}
		return len(found) != n
	})
	if errors.Is(err, ErrStopped) {
		err = nil
	}
	return found, err
}

// solutionKey returns a text that no other solution of the puzzle has.
func solutionKey(s puzzle.Solution) string {
	key := make([]byte, 0, 2*len(s))
	for _, v := range s {
		key = binary.AppendVarint(key, int64(v))
	}
	return string(key)
}
