package cubes

import (
	"fmt"

	"crosscut/meter"
	"crosscut/puzzle"
)

// Cuttable is a puzzle of another package that says how it is cut. [Split] and all that uses
// cubes then works for it.
//
// A type that embeds another Cuttable and has further rules needs a Cut of its own. The Cut
// of the embedded type returns puzzles without these rules.
type Cuttable interface {
	puzzle.Puzzle

	// Cut returns puzzles on the same board. Each solution of the puzzle is a solution of
	// exactly one of them, and they have no other solutions. The same puzzle returns the same
	// parts in the same order. No parts mean that there is no solution. The result is false
	// if there is nothing left to cut. Parts that are Cuttable may be cut further.
	//
	// A good cut asks what one cell holds, and takes the cell with the fewest answers.
	Cut() (parts []puzzle.Puzzle, ok bool)
}

// foreignQuestions asks a Cuttable. A way is the position of a part.
type foreignQuestions struct{ puzzle Cuttable }

func (q foreignQuestions) fresh(*meter.Run) questions { return q }

func (q foreignQuestions) after(chosen []int) (puzzle.Puzzle, error) {
	p := puzzle.Puzzle(q.puzzle)
	for _, way := range chosen {
		parts, ok := cut(p)
		if !ok || way >= len(parts) {
			return nil, fmt.Errorf("puzzles of type %T are not cut into the same parts each time", p)
		}
		p = parts[way]
		if err := puzzle.Validate(p); err != nil {
			return nil, fmt.Errorf("a part of a puzzle of type %T: %w", q.puzzle, err)
		}
		if p.Board().Len() != q.puzzle.Board().Len() {
			return nil, fmt.Errorf("a part of a puzzle of type %T has another board", q.puzzle)
		}
	}
	return p, nil
}

func cut(p puzzle.Puzzle) ([]puzzle.Puzzle, bool) {
	c, ok := p.(Cuttable)
	if !ok {
		return nil, false
	}
	return c.Cut()
}

func (q foreignQuestions) ways(chosen []int) ([]int, bool) {
	p, err := q.after(chosen)
	if err != nil {
		return nil, false // cube returns the error
	}
	parts, ok := cut(p)
	ways := make([]int, len(parts))
	for i := range ways {
		ways[i] = i
	}
	return ways, ok
}

// firstWays returns nil: nobody knows to which parts symmetries map a part.
func (q foreignQuestions) firstWays() []int { return nil }

func (q foreignQuestions) image(_ puzzle.Symmetry, way int) int { return way }

func (q foreignQuestions) cube(chosen []int) (puzzle.Puzzle, lifter, error) {
	p, err := q.after(chosen)
	return p, nil, err
}
