package space

// This file counts the moves between cells of a Hidoku.

import (
	"cmp"
	"slices"

	"crosscut/internal/base"
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

// FarClues returns the cells of two clues that are too far apart: more moves lead from one to the
// other than the returned steps between their numbers. It looks first at numbers with few steps
// between them. The steps are 0 if there are no such clues. On a closed path, 1 follows the
// last number.
func FarClues(p *puzzle.Hidoku) (from, to, steps int) {
	clues, closed := p.Clues(), p.Closed()
	var given []int // in the order of their numbers
	for c, k := range clues {
		if k != puzzle.Empty {
			given = append(given, c)
		}
	}
	base.SortStable(given, func(c, d int) int { return cmp.Compare(clues[c], clues[d]) })
	type pair struct{ from, to, steps int }
	var pairs []pair
	for i, c := range given {
		switch {
		case i > 0:
			pairs = append(pairs, pair{given[i-1], c, clues[c] - clues[given[i-1]]})
		case closed && len(given) > 1:
			last := given[len(given)-1]
			pairs = append(pairs, pair{last, c, len(clues) + clues[c] - clues[last]})
		}
	}
	base.SortStable(pairs, func(a, b pair) int { return cmp.Compare(a.steps, b.steps) })
	seen := make([]int, p.Board().Len())
	for i, q := range pairs {
		if !near(p, q.from, q.to, q.steps, seen, i+1) {
			return q.from, q.to, q.steps
		}
	}
	return 0, 0, 0
}

// near reports whether at most so many moves lead from one cell to another. It marks the cells that
// it meets in seen, so that the time is linear in their number.
func near(p *puzzle.Hidoku, from, to, steps int, seen []int, mark int) bool {
	seen[from] = mark
	for front := []int{from}; steps > 0 && len(front) > 0; steps-- {
		var next []int
		for _, c := range front {
			for _, d := range p.Neighbours(c) {
				if d == to {
					return true
				}
				if seen[d] != mark {
					seen[d], next = mark, append(next, d)
				}
			}
		}
		front = next
	}
	return false
}
