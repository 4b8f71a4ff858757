package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/puzzle"
)

// Magic boards that are not plain squares: pandiagonal and associative squares, Jodicis and
// equations. They have no recipe for a filled board. So clues are put on the board at random,
// as long as a solution is left, and the solution that is found last is the filled board. For
// equations the filled board comes first, and the results follow from it.

// checkLines returns an error for a board that cannot be filled at random. Large squares take
// too long, and there are no pandiagonal squares of order 3.
func checkLines(p *puzzle.Magic) error {
	switch n := p.Board().Width(); p.Rules().Form {
	case puzzle.Jodici, puzzle.Equation:
		return nil
	case puzzle.Pandiagonal:
		if n == 4 || n == 5 {
			return nil
		}
		return fmt.Errorf("%w: pandiagonal squares are made of order 4 and 5, not %d", ErrWish, n)
	case puzzle.Associative:
		if n >= 3 && n <= 5 {
			return nil
		}
		return fmt.Errorf("%w: associative squares are made of order 3 to 5, not %d", ErrWish, n)
	}
	return fmt.Errorf("%w: magic boards with lines of their own are not made", ErrWish)
}

func fillLines(ctx context.Context, p *puzzle.Magic, rng *rand.Rand) ([]int, error) {
	first := func(clues []int) (puzzle.Solution, error) {
		q, err := p.WithClues(clues)
		if err != nil {
			return nil, nil // the number stands too often already
		}
		found, err := crosscut.First(ctx, crosscut.Native, q, 1, nil)
		if err != nil || len(found) == 0 {
			return nil, err
		}
		return found[0], nil
	}
	clues := slices.Repeat([]int{puzzle.Empty}, p.Board().Len())
	filled, err := first(clues)
	if err != nil {
		return nil, err
	}
	if filled == nil {
		return nil, fmt.Errorf("%w: the board has no solution at all", ErrWish)
	}
	numbers := slices.Compact(p.Numbers())
	for _, c := range rng.Perm(len(clues))[:(len(clues)+1)/2] {
		const tries = 3 // then the cell keeps the number that it has
		clues[c] = filled[c]
		for range tries {
			other := slices.Clone(clues)
			other[c] = numbers[rng.IntN(len(numbers))]
			found, err := first(other)
			if err != nil {
				return nil, err
			}
			if found != nil {
				clues, filled = other, found
				break
			}
		}
	}
	return filled, nil
}

// largestResult bounds the results of equations, which a person must work with.
const largestResult = 9999

// equationMaker returns the function that makes equation puzzles of the size and numbers of p.
// The first cell keeps its clue.
func equationMaker(w *Wish, p *puzzle.Magic) (makeFunc, error) {
	if w.SameSolution {
		return nil, fmt.Errorf("%w: the level of equations depends on their solution", ErrWish)
	}
	if _, err := numbersMaker(w, magicSource(p, w.Minimal)); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c chance) (*Made, error) {
		const grids = 20
		for i := 0; ; i++ {
			q, filled, err := randomEquations(p, c.rng)
			if err != nil {
				return nil, err
			}
			from := magicSource(q, w.Minimal)
			from.fill = func(context.Context, *rand.Rand) ([]int, error) { return slices.Clone(filled), nil }
			make1, err := numbersMaker(w, from)
			if err != nil {
				return nil, err
			}
			m, err := make1(ctx, c)
			if m != nil || i == grids || ctx.Err() != nil {
				return m, err
			}
		}
	}, nil
}

// randomEquations returns equations with random operators and the filled board from which
// their results follow. A third of the operators multiply.
func randomEquations(p *puzzle.Magic, rng *rand.Rand) (q *puzzle.Magic, filled puzzle.Solution, err error) {
	width, height, numbers := p.Board().Width(), p.Board().Height(), p.Numbers()
	operators := func(n int) []byte {
		all := make([]byte, n)
		for i := range all {
			all[i] = "+-*"[rng.IntN(3)]
		}
		return all
	}
	for {
		e := puzzle.Equations{Rows: make([]int, height), Columns: make([]int, width)}
		for range height {
			e.Across = append(e.Across, operators(width-1))
		}
		for range width {
			e.Down = append(e.Down, operators(height-1))
		}
		filled = make(puzzle.Solution, p.Board().Len())
		for c := range filled {
			filled[c] = numbers[rng.IntN(len(numbers))]
		}
		rules := puzzle.MagicRules{Form: puzzle.Equation, Equations: e, Numbers: numbers}
		if q, err = rules.New(nil); err != nil {
			return nil, nil, err
		}
		small := true
		for i, l := range q.Lines() {
			value, _ := l.Value(filled)
			small = small && value <= largestResult && value >= -largestResult
			if i < height {
				e.Rows[i] = value
			} else {
				e.Columns[i-height] = value
			}
		}
		if small || max(-numbers[0], numbers[len(numbers)-1]) > largestResult {
			q, err = rules.New(nil) // it shares the results
			return q, filled, err
		}
	}
}
