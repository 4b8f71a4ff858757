package diagnose

import (
	"fmt"
	"reflect"

	"crosscut/puzzle"
)

// cluesOf returns the clues of p, one entry per cell. It fails if p cannot be searched
// with other clues, as can happen with a type of another package.
func cluesOf(p puzzle.Numbered) ([]int, error) {
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
