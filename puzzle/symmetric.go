package puzzle

import "slices"

// Symmetric is a puzzle of another package that knows its symmetries. [Symmetries] and all that
// uses them then works for it.
//
// A type that embeds another Symmetric and has further rules needs a KeepsRules of its own.
type Symmetric interface {
	Puzzle

	// KeepsRules reports whether a map of cells takes every solution to a solution, and
	// therefore every clue to an equal clue. Cell c goes to cell image[c], with its value.
	// The maps asked about are rotations and reflections of the square lattice that take the
	// board to itself. Those for which the result is true must form a group.
	KeepsRules(image []int) bool
}

// foreignSymmetries returns the symmetries of a puzzle of another package, the identity first.
func foreignSymmetries(p Puzzle) []Symmetry {
	group := []Symmetry{{puzzle: p, image: identity(p.Board().Len())}}
	q, ok := p.(Symmetric)
	if !ok {
		return group
	}
	positions := p.Board().positions()
	for _, t := range squareTurnings {
		image, ok := imageOf(positions, t)
		if !ok || slices.ContainsFunc(group, func(s Symmetry) bool { return slices.Equal(s.image, image) }) {
			continue
		}
		if q.KeepsRules(slices.Clone(image)) {
			group = append(group, Symmetry{puzzle: p, image: image})
		}
	}
	return group
}
