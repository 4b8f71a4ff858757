package space

// This file counts the moves between cells of a Hidoku.

import (
	"slices"

	"crosscut/puzzle"
)

// DistanceFrom returns, per cell, the number of moves from a cell through open cells. It is -1 for
// cells that are farther than limit moves or cannot be reached.
func DistanceFrom(p *puzzle.Hidoku, from, limit int, open func(c int) bool) []int {
	distance := slices.Repeat([]int{-1}, p.Board().Len())
	distance[from] = 0
	for front := []int{from}; len(front) > 0 && distance[front[0]] < limit; front = front[1:] {
		c := front[0]
		for _, d := range p.Neighbours(c) {
			if distance[d] < 0 && open(d) {
				distance[d] = distance[c] + 1
				front = append(front, d)
			}
		}
	}
	return distance
}

// OnLattice reports whether the neighbours of each cell are all the cells around it that the moves
// king, rook or hex lead to. Then there are no walls, no bridges and no torus. Code that computes with
// rows and columns must ask this first.
func OnLattice(p *puzzle.Hidoku) bool {
	r := p.Rules()
	return (r.Moves == puzzle.King || r.Moves == puzzle.Rook || r.Moves == puzzle.Hex) && !r.Torus && r.Walls == nil && r.Bridges == nil
}

// CluesAlone reports whether clues alone say which numbers fit which cells: every other number fits every
// other cell. Code that follows a path without looking at its numbers must ask this first.
func CluesAlone(p *puzzle.Hidoku) bool {
	open := p.Board().Len()
	given := make([]bool, open+1)
	for c := range p.Board().Len() {
		if k := p.Clue(c); k != puzzle.Empty {
			if !p.Fits(c, k) {
				return false
			}
			given[k] = true
			open--
		}
	}
	for k := 1; k < len(given); k++ {
		if !given[k] && p.FitsLike(k) == k && len(p.Fitting(k)) != open {
			return false
		}
	}
	return true
}
