package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/meter"
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
		return fmt.Errorf("%w: pandiagonal squares are made of order 4 and 5, not %d", errWish, n)
	case puzzle.Associative:
		if n >= 3 && n <= 5 {
			return nil
		}
		return fmt.Errorf("%w: associative squares are made of order 3 to 5, not %d", errWish, n)
	}
	return fmt.Errorf("%w: magic boards with lines of their own are not made", errWish)
}

func fillLines(ctx context.Context, p *puzzle.Magic, rng *rand.Rand) ([]int, error) {
	empty, err := p.WithClues(nil)
	if err != nil {
		return nil, err
	}
	return fillFrom(ctx, empty, slices.Compact(p.Numbers()), (p.Board().Len()+1)/2, 0, rng)
}

// aroundNodes bounds each search for a filling with a further number.
const aroundNodes = 3_000

// fillAround returns a random solution of a board with clues.
func fillAround(ctx context.Context, p puzzle.Numbered, rng *rand.Rand) ([]int, error) {
	numbers := make([]int, 0, p.High()-p.Low()+1)
	for k := p.Low(); k <= p.High(); k++ {
		numbers = append(numbers, k)
	}
	return fillFrom(ctx, p, numbers, p.Board().Len()/4, aroundNodes, rng)
}

// fillFrom puts further numbers on so many cells of a board with clues, as long as a solution is left. It
// returns the one found last. Each search but the first has so many nodes; 0 means no limit.
func fillFrom(ctx context.Context, p puzzle.Numbered, numbers []int, cells int, nodes int64, rng *rand.Rand) ([]int, error) {
	first := func(clues []int, nodes int64) (puzzle.Solution, error) {
		q, err := p.WithClues(clues)
		if err != nil {
			return nil, nil // the number stands too often already
		}
		found, err := crosscut.First(ctx, crosscut.Native, q, 1, &meter.Meter{MaxNodes: nodes})
		if len(found) > 0 {
			return found[0], nil
		}
		if errors.Is(err, meter.ErrLimit) && nodes > 0 {
			return nil, nil
		}
		return nil, err
	}
	clues := p.Clues()
	filled, err := first(clues, 0)
	if err != nil {
		return nil, err
	}
	if filled == nil {
		return nil, fmt.Errorf("%w: what is given has no solution", errWish)
	}
	for _, c := range rng.Perm(len(clues))[:cells] {
		const tries = 3 // then the cell keeps the number that it has
		if clues[c] != puzzle.Empty {
			continue
		}
		clues[c] = filled[c]
		for range tries {
			other := slices.Clone(clues)
			other[c] = numbers[rng.IntN(len(numbers))]
			found, err := first(other, nodes)
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
		return nil, fmt.Errorf("%w: the level of equations depends on their solution", errWish)
	}
	if _, err := numbersMaker(w, magicSource(p, w)); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c chance) (*Made, error) {
		const grids = 20
		for i := 0; ; i++ {
			q, filled, err := randomEquations(p, c.rng)
			if err != nil {
				return nil, err
			}
			from := magicSource(q, w)
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
