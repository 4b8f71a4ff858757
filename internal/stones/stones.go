// Package stones lists where the stones of a draughtboard may lie.
package stones

import (
	"slices"

	"crosscut/puzzle"
)

// Placement is a set of cells on which a stone may lie.
type Placement struct {
	Cells      []int // ascending
	Colourings uint8 // bit i: the colours match in the i-th colouring
}

// From returns where a stone with these versions may lie with its first cell on the given one, in
// one of the colourings at least. Two versions on the same cells differ in colours only, and are one
// placement. Otherwise they keep their order.
func From(p *puzzle.Draughtboard, cell int, versions []puzzle.Stone, colourings []puzzle.Colour) []Placement {
	return placements(p, cell, versions, colourings, 1)
}

// Over is [From] with any cell of the stone on the given one.
func Over(p *puzzle.Draughtboard, cell int, versions []puzzle.Stone, colourings []puzzle.Colour) []Placement {
	return placements(p, cell, versions, colourings, puzzle.MaxCells)
}

// placements returns the placements in which one of the first cells of a stone is on a cell.
func placements(p *puzzle.Draughtboard, cell int, versions []puzzle.Stone, colourings []puzzle.Colour, first int) (all []Placement) {
	for _, version := range versions {
		for _, part := range version.Cells()[:min(first, version.Len())] {
			all = lay(p, all, cell, version, part, colourings)
		}
	}
	return all
}

// lay appends the placement of a stone with that part of it on a cell, if it fits.
func lay(p *puzzle.Draughtboard, all []Placement, cell int, stone puzzle.Stone, on puzzle.StoneCell, colourings []puzzle.Colour) []Placement {
	row, col := p.Board().Pos(cell)
	q := Placement{make([]int, 0, len(stone.Cells())), 1<<len(colourings) - 1}
	for _, part := range stone.Cells() {
		c := p.Board().Cell(row+part.Row-on.Row, col+part.Col-on.Col)
		if c < 0 {
			return all
		}
		q.Cells = append(q.Cells, c)
		for i, corner := range colourings {
			if !part.Colour.Accepts(p.ColourAt(c, corner)) {
				q.Colourings &^= 1 << i
			}
		}
	}
	i := slices.IndexFunc(all, func(r Placement) bool { return slices.Equal(r.Cells, q.Cells) })
	switch {
	case q.Colourings == 0:
	case i < 0:
		all = append(all, q)
	default:
		all[i].Colourings |= q.Colourings
	}
	return all
}
