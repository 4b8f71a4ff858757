package diagnose

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// cluesOf returns the clues of p, one entry per cell. It fails if p cannot be searched
// with other clues, as can happen with a type of another package.
func cluesOf(p puzzle.Numbered) ([]int, error) {
	if z := stationsOf(p); z != nil {
		ranks := slices.Repeat([]int{puzzle.Empty}, z.puzzle.Board().Len())
		for i, c := range z.puzzle.Ascending() {
			ranks[c] = i + 1
		}
		return z.clues(ranks), nil
	}
	clues := p.Clues()
	if len(clues) != p.Board().Len() {
		return nil, fmt.Errorf("a puzzle of type %T has %d entries for clues on %d cells", p, len(clues), p.Board().Len())
	}
	q, err := p.WithClues(clues)
	if err != nil {
		return nil, fmt.Errorf("a puzzle of type %T does not take its own clues: %w", p, err)
	}
	return clues, sameType(p, q)
}

func withClues(p puzzle.Numbered, clues []int) (puzzle.Puzzle, error) {
	if z := stationsOf(p); z != nil {
		return z.with(clues)
	}
	q, err := p.WithClues(clues)
	if err != nil {
		return nil, err
	}
	return q, sameType(p, q)
}

// sameType returns an error unless q has the type of p. A type that embeds a Hidoku or
// a magic board inherits its WithClues, and the result follows the embedded rules. A
// search of that would answer another question.
func sameType(p, q puzzle.Numbered) error {
	if reflect.TypeOf(p) != reflect.TypeOf(q) {
		return fmt.Errorf("WithClues of a puzzle of type %T returns a %T, which can have other rules", p, q)
	}
	return nil
}

// stations is a Hidoku whose clues say an order, as in a Zip. Its clues here are the ranks times a step, so that there are
// numbers for the cells between two stations. The first and the last of them stand for the ends of the path.
type stations struct {
	puzzle      *puzzle.Hidoku
	first, last int // ranks
}

// stationsOf returns nil for another puzzle.
func stationsOf(p puzzle.Numbered) *stations {
	if h, ok := p.(*puzzle.Hidoku); ok && h.Ranked() {
		return &stations{h, 1, len(h.Ascending())}
	}
	return nil
}

// step is more than a path has cells, twice.
func (z *stations) step() int { return 2*z.puzzle.Board().Len() + 2 }

// clues returns the clues for ranks.
func (z *stations) clues(ranks []int) []int {
	clues := slices.Clone(ranks)
	for c, k := range clues {
		if k != puzzle.Empty {
			clues[c] = k * z.step()
		}
	}
	return clues
}

// inOrder returns the cells with clues, in the order of these.
func inOrder(clues []int) (cells []int) {
	for c, k := range clues {
		if k != puzzle.Empty {
			cells = append(cells, c)
		}
	}
	base.SortStable(cells, func(a, b int) int { return cmp.Compare(clues[a], clues[b]) })
	return cells
}

// isEnd reports whether a clue stands for an end of the path.
func (z *stations) isEnd(k int) bool { return k == z.first*z.step() || k == z.last*z.step() }

// rank is the inverse of clues.
func (z *stations) rank(k int) int {
	if k == puzzle.Empty {
		return k
	}
	return k / z.step()
}

// with returns the puzzle with other stations. It is one with ranks if it has both ends.
func (z *stations) with(clues []int) (puzzle.Puzzle, error) {
	rules, numbers := z.puzzle.Rules(), slices.Repeat([]int{puzzle.Empty}, len(clues))
	rules.Order = inOrder(clues)
	for i, c := range rules.Order {
		k := clues[c]
		if k < z.first*z.step() || k > z.last*z.step() || i > 0 && k == clues[rules.Order[i-1]] {
			return nil, errors.New("a station outside, or twice")
		}
		if z.isEnd(k) {
			numbers[c] = map[bool]int{true: 1, false: len(clues)}[k == z.first*z.step()]
		}
	}
	return rules.New(z.puzzle.Board(), numbers)
}

// given returns a solution with the numbers that its cells could have as clues beside others.
func (z *stations) given(clues []int, s puzzle.Solution) puzzle.Solution {
	at, given := make([]int, len(s)), slices.Clone(s)
	for c, k := range s {
		at[k-1] = c
	}
	for i, next := 0, z.first*z.step(); i < len(at); i, next = i+1, next+1 {
		if k := clues[at[i]]; k != puzzle.Empty && i > 0 {
			next = k
		}
		given[at[i]] = next
	}
	given[at[len(at)-1]] = z.last * z.step()
	return given
}
