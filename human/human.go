// Package human solves puzzles the way people do: step by step, the easiest step first.
// It grades puzzles and gives hints. It knows the rules and no engine.
//
// A [Technique] is a kind of conclusion, such as: only one free cell touches both 4 and
// 6, so 5 must be there. Each family has its own techniques, and each technique has a
// [Level] and a weight. The names and levels are choices of this package. A [Step] is
// one use of a technique: it places a number or a stone, or it removes candidates. A
// candidate is a cell on which a number may still stand, or a placement of a stone.
//
// [New] returns a [Solver] for a puzzle. [Solver.Next] makes the easiest step, or a guess
// if no technique applies. [GradeOf] makes all steps and returns a [Grade]: the level of
// the hardest step, and how often each technique was used.
//
// A step is true for every solution of the puzzle. So a puzzle that the steps solve has
// exactly one solution. The technique "symmetry" is the
// exception. If a draughtboard has symmetries, it
// keeps some solutions, and each other solution is an image of one of these. The steps
// after it are true for the solutions that it keeps, so a solution is the only one up to
// symmetry.
//
// The solver keeps what a person would write down: what is placed, and the candidates
// that are left. Candidates that are visibly impossible go without a step, for example
// because a cell is occupied. Every other conclusion is a step.
//
// # Time and memory
//
// A step may look at all candidates, and there are at most as many steps as candidates. Most boards
// of 100 cells are graded in milliseconds. The level extreme tries numbers out and takes far longer,
// so [GradeOf] and a [Solver] take a hardest level. The memory grows with the candidates.
package human

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut/human/internal/say"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Sentence is what a step or an error says, for programs that speak another language: the name of a
// template, such as "hidoku.parity", and the values for its places. A value is a number, the name of a
// cell or a stone, another Sentence, or a list of these.
type Sentence struct {
	Template string         `json:"template"`
	Values   map[string]any `json:"values"`
}

func sentenceOf(s say.Sentence, b *puzzle.Board) Sentence {
	return say.Resolve(s, b, func(template string, values map[string]any) Sentence { return Sentence{template, values} })
}

// Candidate is a number on one cell, or a stone on all the cells that it covers. A stone
// is named by the first of its kind. It is negative if the corner of the board is white
// and solutions say so: see [puzzle.Draughtboard].
//
// Where the clues of a Hidoku are in order, as in a Zip, it is the line between two cells, and
// Value is 0.
type Candidate struct {
	Value int
	Cells []int
}

// IsLine reports whether the candidate is the line between two cells.
func (c Candidate) IsLine() bool { return c.Value == 0 && len(c.Cells) == 2 }

// Step is a conclusion: either Place or Remove has candidates. A [Guess] removes the
// candidate that it supposed.
type Step struct {
	Technique Technique
	Place     []Candidate  // what must be there
	Remove    []Candidate  // what cannot be there
	Because   []int        // cells to look at for the reason, ascending, without those of Place
	Text      string       // the reason and the conclusion in English
	Sentence  Sentence     // the same, for other languages
	said      say.Sentence // what Text and Sentence are made of
	Depth     int          // for a guess, the number of nested suppositions; otherwise 0
	Ways      int          // for a bridge, the number of ways to go through; 0 if none were listed
}

// Shown returns the removed candidates that the text names. Placements of stones may be all over
// the board, so of these it is the first or none.
func (s Step) Shown() []Candidate {
	switch s.Technique {
	case byMirror, byCellStone, byStoneCells:
		return nil
	case byEnclosed, byColours, byLeaves:
		return s.Remove[:min(1, len(s.Remove))]
	}
	return s.Remove
}

// weight returns how hard the step is. It is the weight of its technique. For a
// [LongBridge] each 8 ways after the first 8 add 1.
func (s Step) weight() int {
	if s.Technique == byLongBridge && s.Ways > 0 {
		return s.Technique.weight() + (s.Ways-1)/8
	}
	return s.Technique.weight()
}

// The errors of [Solver.Next] if there is no step.
var (
	ErrSolved = errors.New("every cell is filled")
	ErrStuck  = errors.New("no step is left, and no guess of a bounded depth helps")
)

// logic is the state of a family's board, with the techniques of the family.
type logic interface {
	await(context.Context) // until this ends, somebody waits for a step
	// techniques returns the techniques of the family, the easiest first.
	techniques() []technique
	// step makes the easiest step of a level up to hardest. It reports whether
	// there is one. It may miss a step when nobody waits any more.
	step(hardest Level) (Step, bool)
	solved() bool
	// fault says why the state has no solution, nil if no reason is known.
	fault() *say.Sentence
	// board returns the filling so far, puzzle.Empty on open cells.
	board() []int
	clone() logic
	// choices returns at most limit sets of candidates. Each solution has exactly
	// one candidate of each set, and all candidates of a set differ. Small sets come
	// first.
	choices(limit int) []choice
	suppose(Candidate) // takes a candidate of a choice as right
	refute(Candidate)  // takes a candidate of a choice as wrong
	name(Candidate) say.Sentence
	undecided() int // number of candidates that are neither right nor wrong
	effort() int    // how long a step takes, where 1 is the quickest; the bound on the steps of a guess is divided by it
}

// technique is a way to find steps of a level.
type technique struct {
	level Level
	find  func() (Step, bool)
}

// choice is a set of candidates of which each solution has exactly one.
type choice struct {
	question say.Sentence // what there is to choose from: "37 has 2 cells left"
	options  []Candidate
}

// Solver takes a puzzle from its clues to its solution, step by step. [New] makes one.
type Solver struct {
	Hardest Level // of the steps that it may make; New sets Extreme, which are guesses

	state logic
	cells *puzzle.Board
}

// ErrNoSteps says that this package knows no steps for a puzzle.
var ErrNoSteps = errors.New("no human steps")

// fresh is [New] for the puzzle as it is.
func fresh(ctx context.Context, p puzzle.Puzzle) (*Solver, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	s := &Solver{cells: p.Board(), Hardest: Extreme}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		if isLine(p) {
			s.state = newLineState(p)
		} else {
			s.state = newHidokuState(p)
		}
	case *puzzle.Magic:
		s.state = newMagicState(p)
	case *puzzle.Draughtboard:
		if !space.Fixed(p) {
			return nil, fmt.Errorf("%w for a draughtboard where the number of stones is open: it has %s", ErrNoSteps, puzzle.Variant(p))
		}
		if p.Signed() && p.Gaps().Most > 0 { // a gap would not say in which colouring it is
			return nil, fmt.Errorf("%w for a draughtboard with bare cells whose corner is open; give its colour", ErrNoSteps)
		}
		s.state = newDraughtboardState(ctx, p)
	default:
		return nil, fmt.Errorf("%w for a puzzle of type %T", ErrNoSteps, p)
	}
	if err := context.Cause(ctx); err != nil { // not all candidates may be there
		return nil, err
	}
	return s, nil
}

// New returns a solver that has made no step yet. It fails for an invalid puzzle. It fails with
// [ErrNoSteps] for a puzzle type from another package, because a technique relies on the rules.
// It does so, too, for a draughtboard where the number of stones of a kind is open, or that has gaps
// and an open corner. If ctx ends, it returns the cause.
//
// The board may be filled in part: one value per cell,
// [puzzle.Empty] on open cells; nil stands for none. On a draughtboard, a stone counts when all its cells are
// there. The board fails if [puzzle.CheckPartial] finds a broken rule.
func New(ctx context.Context, p puzzle.Puzzle, filled puzzle.Solution) (*Solver, error) {
	if filled == nil {
		return fresh(ctx, p)
	}
	if err := puzzle.CheckPartial(p, filled); err != nil {
		return nil, err
	}
	if numbers, ok := p.(puzzle.Numbered); ok && !isLine(p) {
		clues := numbers.Clues()
		for c, k := range filled {
			if k != puzzle.Empty {
				clues[c] = k
			}
		}
		q, err := numbers.WithClues(clues)
		if err != nil {
			return nil, err
		}
		return fresh(ctx, q)
	}
	s, err := fresh(ctx, p)
	if err != nil {
		return nil, err
	}
	if state, ok := s.state.(interface{ layFilled(puzzle.Solution) }); ok {
		state.layFilled(filled)
	}
	return s, nil
}

// isLine reports whether people solve a puzzle by drawing a line: see lineState.
func isLine(p puzzle.Puzzle) bool {
	h, ok := p.(*puzzle.Hidoku)
	return ok && h.Ranked() && !h.Closed() && space.CluesAlone(h) && h.Board().Len() > 1
}

// Board returns the filling so far: a value per cell, [puzzle.Empty] on open cells.
// Stones that are alike are numbered in the order of their first cells.
func (s *Solver) Board() []int {
	if s.state == nil { // the zero Solver has no puzzle
		return nil
	}
	return s.state.board()
}

// Next makes the easiest step and returns it. Without a step it returns an error that
// wraps [ErrSolved] or [ErrStuck], or is a [*ContradictionError]. If ctx ends, it returns the cause.
func (s *Solver) Next(ctx context.Context) (Step, error) {
	if s.state == nil {
		return Step{}, puzzle.Validate(nil)
	}
	if fault := s.state.fault(); fault != nil {
		return Step{}, s.contradiction(fault)
	}
	if s.state.solved() {
		return Step{}, ErrSolved
	}
	base.PollSeldom()
	if err := context.Cause(ctx); err != nil {
		return Step{}, err
	}
	s.state.await(ctx)
	if step, ok := s.state.step(s.Hardest); ok {
		return s.inWords(step), nil
	}
	if err := context.Cause(ctx); err != nil {
		return Step{}, err
	}
	if fault := s.state.fault(); fault != nil { // found while looking for a step
		return Step{}, s.contradiction(fault)
	}
	if s.Hardest < Extreme {
		return Step{}, ErrStuck
	}
	step, err := guess(ctx, s.state)
	return s.inWords(step), err
}

// inWords returns the step with its text. Steps that a guess tries get none.
func (s *Solver) inWords(step Step) Step {
	step.Text, step.Sentence = step.said.English(s.cells), sentenceOf(step.said, s.cells)
	return step
}

func (s *Solver) contradiction(fault *say.Sentence) error {
	return &ContradictionError{Reason: fault.English(s.cells), Sentence: sentenceOf(*fault, s.cells)}
}

// ContradictionError says why a puzzle has no solution.
type ContradictionError struct {
	Reason   string   // in English
	Sentence Sentence // the same, for other languages
}

// Error returns the message with the reason in English.
func (e *ContradictionError) Error() string { return "the puzzle has no solution: " + e.Reason }

// patience says whether anybody still waits for a step. A state and its clones share one.
//
// On a board of 128 rows, one technique can take minutes. So each technique asks within its
// loops, and gives up when nobody waits. It then looks at the same things again when it is
// asked for another step: what it has not looked at must not count as looked at.
type patience struct{ ctx context.Context }

// await begins to wait for a step, until ctx ends.
func (p *patience) await(ctx context.Context) { p.ctx = ctx }

// over reports whether nobody waits any more.
func (p *patience) over() bool {
	base.PollSeldom()
	return p.ctx != nil && p.ctx.Err() != nil
}

// easiest tries techniques up to a level, in their order. It returns the first step that is
// found. It ends without a step when a technique notes that something is wrong, and when nobody
// waits any more: a technique that gave up may have missed a step that is easier than the next.
func (p *patience) easiest(hardest Level, wrong **say.Sentence, techniques []technique) (Step, bool) {
	for _, t := range techniques {
		if t.level > hardest || p.over() {
			break
		}
		if step, ok := t.find(); ok {
			return step, true
		}
		if *wrong != nil {
			break
		}
	}
	return Step{}, false
}

// written returns numbers that count from 0 as they are written, from 1.
func written(numbers []int) say.Numbers {
	list := make(say.Numbers, len(numbers))
	for i, k := range numbers {
		list[i] = k + 1
	}
	return list
}

// sortedCells returns cells in ascending order, each once.
func sortedCells(cells []int) []int {
	slices.Sort(cells)
	return slices.Compact(cells)
}
