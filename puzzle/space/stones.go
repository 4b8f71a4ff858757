// Package space has what the rules alone say about the room on a board: where stones may lie, how many moves
// lead from one cell to another, and in how many ways one more value may be placed.
package space

import (
	"slices"

	"crosscut/puzzle"
)

// Beside returns the cells that share a side with a cell, ascending.
func Beside(b *puzzle.Board, cell int) []int {
	row, col := b.Pos(cell)
	cells := []int{b.Cell(row-1, col), b.Cell(row, col-1), b.Cell(row, col+1), b.Cell(row+1, col)}
	return slices.DeleteFunc(cells, func(d int) bool { return d < 0 })
}

// fits reports whether a stone's cell of that colour may lie on a square of another.
func fits(cell, square puzzle.Colour) bool { return cell == puzzle.AnyColour || cell == square }

// Coloured reports whether any cell of a stone has a colour of its own.
func Coloured(s puzzle.Stone) bool {
	return slices.ContainsFunc(s.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
}

// Fixed reports whether each kind of stones is used a fixed number of times. Then the number of bare
// cells is fixed, too.
func Fixed(p *puzzle.Draughtboard) bool {
	used := make([]int, len(p.Stones())) // per first stone of a kind, how many there are
	for _, kind := range p.Kinds() {
		used[kind]++
	}
	for kind, most := range used {
		if p.Least(kind) != most {
			return false
		}
	}
	return p.Gaps().Least == p.Gaps().Most
}

// SameValue reports whether two values of a board that has passed [puzzle.CheckPartial] are the same number, or
// whether they are stones of one kind in the same colouring of a draughtboard.
func SameValue(p puzzle.Puzzle, v, w int) bool {
	board, ok := p.(*puzzle.Draughtboard)
	if !ok || v == w || v == puzzle.Bare || w == puzzle.Bare || v == puzzle.Empty || w == puzzle.Empty {
		return v == w
	}
	return (v < 0) == (w < 0) && board.Kinds()[max(v, -v)-1] == board.Kinds()[max(w, -w)-1]
}

// Placement is a set of cells on which a stone may lie.
type Placement struct {
	Cells      []int // ascending
	Colourings uint8 // bit i: the colours match in the i-th colouring
}

// StonesFrom returns where a stone with these versions may lie with its first cell on the given one, in
// one of the colourings at least. Two versions on the same cells differ in colours only, and are one
// placement. Otherwise they keep their order.
func StonesFrom(p *puzzle.Draughtboard, cell int, versions []puzzle.Stone, colourings []puzzle.Colour) []Placement {
	return placements(p, cell, versions, colourings, 1)
}

// over is [StonesFrom] with any cell of the stone on the given one.
func over(p *puzzle.Draughtboard, cell int, versions []puzzle.Stone, colourings []puzzle.Colour) []Placement {
	return placements(p, cell, versions, colourings, puzzle.MaxCells)
}

// placements returns the placements in which one of the first cells of a stone is on a cell.
func placements(p *puzzle.Draughtboard, cell int, versions []puzzle.Stone, colourings []puzzle.Colour, first int) (all []Placement) {
	for _, version := range versions {
		for _, part := range version.Cells()[:min(first, len(version.Cells()))] {
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
			if !fits(part.Colour, p.ColourAt(c, corner)) {
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
