// Package human solves puzzles the way people do: by named steps, the easiest that
// there is each time, and by guessing only where no step is left. It is how a puzzle
// is graded, and where hints come from.
//
// It knows the rules and no engine. A conclusion is only ever drawn when it holds in
// every solution of the puzzle (on a draughtboard whose board looks the same turned
// or mirrored: in every solution that keeps the assumption of the [Symmetry] step),
// so that a puzzle that is solved to its end has this one solution.
//
// The state is what a person would keep on paper: what has been placed, and for each
// number or stone where it may still be. Candidates that anybody sees to be
// impossible, because a cell is taken or too far away, go without a step; every other
// conclusion is a [Step].
package human

import (
	"context"
	"errors"
	"fmt"

	"crosscut/puzzle"
)

// Candidate is a value and where it may be: a number on one cell, or a stone, by the
// first of its kind, on all the cells that it covers. On the board with a white
// corner stones are negative where solutions say so; see [puzzle.Draughtboard].
type Candidate struct {
	Value int
	Cells []int
}

// Step is a conclusion. Exactly one of Place and Remove is not empty, unless the
// step is a guess that came out (see [Guess]).
type Step struct {
	Technique Technique
	Place     []Candidate // what has to be there
	Remove    []Candidate // what cannot be there
	Because   []int       // the cells to look at, ascending, those of Place left out
	Text      string      // the reason and the conclusion, in words
	Depth     int         // of a guess: how many suppositions stand upon each other; else 0
}

// The ways in which [Solver.Next] can have no step.
var (
	ErrSolved        = errors.New("every cell is filled")
	ErrContradiction = errors.New("the puzzle has no solution")
	ErrStuck         = errors.New("no step is left, and no guess of a bounded depth helps")
)

// logic is the state of a family's board, and the steps that it has.
type logic interface {
	// step makes the easiest step of a level up to most, and reports whether there is
	// one.
	step(most Level) (Step, bool)
	solved() bool
	// fault says why the state has no solution, "" while nothing is known to be wrong.
	fault() string
	// board is the filling so far, puzzle.Empty where there is none.
	board() []int
	clone() logic
	// choices returns sets of candidates of which each solution has exactly one,
	// those with the fewest first, at most limit of them, and no two candidates of a
	// set alike.
	choices(limit int) []choice
	suppose(Candidate) // of a choice: it is right
	refute(Candidate)  // of a choice: it is wrong
	name(Candidate) string
	undecided() int // how many candidates there are that are neither right nor wrong
	effort() int    // how long a step takes, 1 for the quickest: guesses make so many times fewer
}

// choice is a set of candidates of which each solution has exactly one.
type choice struct {
	question string // what there is to choose from, in words: "37 has 2 cells left"
	options  []Candidate
}

// Solver takes a puzzle from its clues to its solution, step by step.
type Solver struct {
	state   logic
	hardest Level // of the steps that it may use
}

// New returns a solver that has made no step yet.
func New(p puzzle.Puzzle) (*Solver, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	s := &Solver{hardest: Extreme}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		s.state = newHidokuState(p)
	case *puzzle.Magic:
		s.state = newMagicState(p)
	case *puzzle.Draughtboard:
		s.state = newDraughtboardState(p)
	default:
		return nil, fmt.Errorf("no human steps for a puzzle of type %T", p)
	}
	return s, nil
}

// Within keeps the solver from steps above a level.
func (s *Solver) Within(hardest Level) { s.hardest = hardest }

// Board returns the filling so far, a value per cell, [puzzle.Empty] where there is
// none. On a draughtboard stones that are alike are numbered in the order of their
// first cells.
func (s *Solver) Board() []int {
	if s.state == nil { // the zero Solver has no puzzle
		return nil
	}
	return s.state.board()
}

// Next makes the easiest step. It fails with [ErrSolved], [ErrContradiction] or
// [ErrStuck], each perhaps with words around it, or with the cause of the end of ctx.
func (s *Solver) Next(ctx context.Context) (Step, error) {
	if s.state == nil {
		return Step{}, puzzle.Validate(nil)
	}
	if fault := s.state.fault(); fault != "" {
		return Step{}, fmt.Errorf("%w: %s", ErrContradiction, fault)
	}
	if s.state.solved() {
		return Step{}, ErrSolved
	}
	if err := context.Cause(ctx); err != nil {
		return Step{}, err
	}
	if step, ok := s.state.step(s.hardest); ok {
		return step, nil
	}
	if fault := s.state.fault(); fault != "" { // which looking for a step found
		return Step{}, fmt.Errorf("%w: %s", ErrContradiction, fault)
	}
	if s.hardest < Extreme {
		return Step{}, ErrStuck
	}
	return guess(ctx, s.state)
}
