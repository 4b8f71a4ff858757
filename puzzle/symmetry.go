package puzzle

import "slices"

// Symmetry is a map of a puzzle's board onto itself that takes every solution of
// the puzzle to a solution. [Symmetries] makes them.
type Symmetry struct {
	Image []int // per cell, the cell that it goes to

	// Recolours is true if cells go to cells of the other colour, and values therefore change their sign. It is
	// false except on draughtboards that are [Draughtboard.Signed].
	Recolours bool

	puzzle Puzzle
}

// Symmetries returns the symmetries of p, the identity first, no two alike. They
// form a group. A puzzle that [Validate] refuses has none.
//
// A symmetry is geometric: a rotation or reflection of the lattice, followed by the shift
// that brings the board back to its place. The lattice has squares, or hexagons for the
// moves [Hex]. A symmetry maps cells to cells and clues to equal clues. There
// are eight on a square board without clues, and up to twelve with hexagons. Two maps of
// numbers are not symmetries: to number a Hidoku backwards, and to take every number of
// a magic board from Low + High.
//
// On a draughtboard colours stay the same, unless no stone has one. Where solutions
// are [Draughtboard.Signed], a map that exchanges the colours counts too, and takes
// solutions of one colouring to those of the other. A map must take
// each stone to a way in which it may lie. So mirrors count without flips too, if each stone is its
// own mirror image.
//
// This package does not know the rules of a type of another package. Only the identity is a symmetry
// then, unless the type has a method
//
//	KeepsRules(image []int) bool
//
// that reports whether a map of cells takes every solution to a solution, and therefore every clue to an
// equal clue. Cell c goes to cell image[c], with its value. The maps asked about are rotations and
// reflections of the square lattice that take the board to itself. Those for which the result is true
// must form a group. A type that embeds another one and has further rules needs a KeepsRules of its own.
func Symmetries(p Puzzle) []Symmetry {
	if Validate(p) != nil {
		return nil
	}
	m, own := asMember(p)
	if !own {
		return foreignSymmetries(p)
	}
	turnings, positions := m.lattice()
	return symmetriesBy(p, turnings, positions, m.keepsRules)
}

// symmetriesBy returns the symmetries among the turnings of a lattice, in which the cells have
// these positions. keepsRules looks at the map of cells that a turning makes: see member.
func symmetriesBy(p Puzzle, turnings []turning, positions [][2]int, keepsRules func(image []int) (recolours, ok bool)) (group []Symmetry) {
	for _, t := range turnings {
		image, ok := imageOf(positions, t)
		if !ok || slices.ContainsFunc(group, func(s Symmetry) bool { return slices.Equal(s.Image, image) }) {
			continue
		}
		if recolours, ok := keepsRules(image); ok {
			group = append(group, Symmetry{Image: image, Recolours: recolours, puzzle: p})
		}
	}
	return group
}

// identity returns the map that leaves each of n cells where it is.
func identity(n int) []int { return straight(n, 0, 1) }

// hexTurnings are the turns by sixths, the unmoved plane first, and then those of
// the mirrored plane, for the lattice of hexagons in axial coordinates.
var hexTurnings = []turning{
	{1, 0, 0, 1},
	{1, 1, -1, 0},
	{0, 1, -1, -1},
	{-1, 0, 0, -1},
	{-1, -1, 1, 0},
	{0, -1, 1, 1},
	{0, 1, 1, 0},
	{1, 1, 0, -1},
	{1, 0, -1, -1},
	{0, -1, -1, 0},
	{-1, -1, 0, 1},
	{-1, 0, 1, 1},
}

// positions returns row and column of each cell, its place in the square lattice.
func (b *Board) positions() [][2]int {
	positions := make([][2]int, b.Len())
	for c := range positions {
		positions[c][0], positions[c][1] = b.Pos(c)
	}
	return positions
}

// imageOf turns the lattice by m, and shifts the turned board to where the board is. It
// returns the cell that each cell goes to, and whether there is such a shift.
func imageOf(positions [][2]int, m turning) (image []int, ok bool) {
	turned := make([][2]int, len(positions))
	for c, at := range positions {
		turned[c][0], turned[c][1] = m.apply(at[0], at[1])
	}
	first, height, width := bounds(positions)
	cellAt := make([]int, height*width) // from the first row and column on, plus one
	for c, at := range positions {
		cellAt[(at[0]-first[0])*width+at[1]-first[1]] = c + 1
	}
	first, _, turnedWidth := bounds(turned)
	image = make([]int, len(positions))
	for c, at := range turned {
		square := (at[0]-first[0])*width + at[1] - first[1]
		if turnedWidth != width || square >= len(cellAt) || cellAt[square] == 0 {
			return nil, false
		}
		image[c] = cellAt[square] - 1
	}
	return image, true
}

// bounds returns the first row and column of positions, and how many there are up to the last.
func bounds(positions [][2]int) (first [2]int, height, width int) {
	first, last := positions[0], positions[0]
	for _, at := range positions {
		for i, x := range at {
			first[i], last[i] = min(first[i], x), max(last[i], x)
		}
	}
	return first, last[0] - first[0] + 1, last[1] - first[1] + 1
}

// keepsClues reports whether the map takes each clue to an equal clue.
func keepsClues(clues, image []int) bool {
	for c, k := range clues {
		if clues[image[c]] != k {
			return false
		}
	}
	return true
}

// Apply returns the image of a solution x as a canonical solution. It is in the memory of y if that
// is long enough. y may be nil, and must not be x. x must have passed Check. The zero Symmetry
// belongs to no puzzle and moves nothing.
func (s Symmetry) Apply(y, x Solution) Solution {
	if s.puzzle == nil {
		return append(y[:0], x...)
	}
	if cap(y) < len(x) {
		y = make(Solution, len(x))
	}
	y = y[:len(x)]
	for c, value := range x {
		if s.Recolours {
			value = -value
		}
		y[s.Image[c]] = value
	}
	if p, ok := s.puzzle.(*Draughtboard); ok {
		return p.canonicalTo(y, y)
	}
	return s.puzzle.Canonical(y)
}

// foreignSymmetries returns the symmetries of a puzzle of another package, the identity first.
func foreignSymmetries(p Puzzle) []Symmetry {
	unmoved := identity(p.Board().Len())
	return symmetriesBy(p, squareTurnings, p.Board().positions(), func(image []int) (recolours, ok bool) {
		if slices.Equal(image, unmoved) {
			return false, true
		}
		q, ok := p.(interface{ KeepsRules(image []int) bool })
		return false, ok && q.KeepsRules(slices.Clone(image))
	})
}
