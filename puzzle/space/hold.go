package space

import (
	"slices"

	"crosscut/puzzle"
)

// MayHold reports whether the given numbers of a board keep its rules at first sight. On a magic board, each line that has
// all of its numbers makes the sum. Those of a Hidoku are near enough to each other, on squares of the right colours.
func MayHold(p puzzle.Puzzle) bool {
	switch p := p.(type) {
	case *puzzle.Magic:
		clues := p.Clues()
		return !slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool {
			value, full := l.Value(clues)
			return full && !l.Any && value != l.Sum
		})
	case *puzzle.Hidoku:
		_, _, far := FarClues(p)
		return far == 0 && colours(p) && stations(p)
	}
	return true
}

// colours reports whether the clues of a Hidoku on a chequered board agree on the colour of 1. That many squares must have
// this colour as there are odd numbers.
func colours(p *puzzle.Hidoku) bool {
	first, squares := -1, [2]int{}
	for c, k := range p.Clues() {
		row, col := p.Board().Pos(c)
		squares[(row+col)%2]++
		if k == puzzle.Empty || !p.Chequered() {
			continue
		}
		colour := (row + col + k + 1) % 2
		if first >= 0 && colour != first {
			return false
		}
		first = colour
	}
	return first < 0 || squares[first] == (p.Board().Len()+1)/2
}

// stations reports whether there are enough cells for the ways between the stations of a Hidoku with an order.
func stations(p *puzzle.Hidoku) bool {
	all, steps := p.Ascending(), 0
	for i, c := range all[:max(len(all)-1, 0)] {
		next := all[i+1]
		row, col := p.Board().Pos(c)
		row2, col2 := p.Board().Pos(next)
		if steps++; p.Rules().Moves == puzzle.Rook && OnLattice(p) {
			steps += max(row-row2, row2-row) + max(col-col2, col2-col) - 1
		}
		if len(all) == p.Board().Len() && !slices.Contains(p.Neighbours(c), next) {
			return false
		}
	}
	return steps < p.Board().Len()
}
