package filling

import (
	"context"
	"math/rand/v2"
	"slices"

	"crosscut/internal/poll"
	"crosscut/puzzle"
)

// How a board is made for given stones: they are laid one after the other, each beside those
// before it, and the cells that they cover become the board. It applies where all stones fit
// into a rectangle. maxRegions bounds the attempts. The method is our own.

// maxRegions bounds how often the stones are laid anew because one did not fit.
const maxRegions = 50

// placesCompared is how many places of a stone are drawn, of which the one with most
// neighbours is taken. More of them make rounder boards.
const placesCompared = 6

// Region lays each stone, given by its versions, somewhere on a rectangle. All touch by their
// sides. Then it adds as many single cells as said. It returns which squares are covered,
// row by row. The result is nil when no attempt was successful, and when ctx has ended.
func Region(ctx context.Context, width, height int, stones [][]puzzle.Stone, more int, rng *rand.Rand) []bool {
	for range maxRegions {
		poll.Seldom()
		if ctx.Err() != nil {
			return nil
		}
		r := &region{width: width, height: height, covered: make([]bool, width*height)}
		if r.lay(stones, more, rng) {
			return r.covered
		}
	}
	return nil
}

// region is a rectangle of which some squares are covered.
type region struct {
	width, height int
	covered       []bool
}

// lay makes one attempt, and reports whether it was successful.
func (r *region) lay(stones [][]puzzle.Stone, more int, rng *rand.Rand) bool {
	single, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	if err != nil {
		return false
	}
	order := rng.Perm(len(stones))
	for i := range len(stones) + more {
		versions := []puzzle.Stone{single}
		if i < len(stones) {
			versions = stones[order[i]]
		}
		if !r.layOne(versions, i == 0, rng) {
			return false
		}
	}
	return true
}

// layOne lays a stone beside the covered squares, or anywhere if it is the first.
func (r *region) layOne(versions []puzzle.Stone, first bool, rng *rand.Rand) bool {
	var places [][]int
	for _, version := range versions {
		for at := range r.covered {
			if squares := r.squares(version, at/r.width, at%r.width); squares != nil && (first || r.touching(squares) > 0) {
				places = append(places, squares)
			}
		}
	}
	if len(places) == 0 {
		return false
	}
	best := places[rng.IntN(len(places))]
	for range placesCompared - 1 {
		if other := places[rng.IntN(len(places))]; r.touching(other) > r.touching(best) {
			best = other
		}
	}
	for _, square := range best {
		r.covered[square] = true
	}
	return true
}

// squares returns the squares under a stone at row and col, or nil if it does not fit.
func (r *region) squares(stone puzzle.Stone, row, col int) []int {
	squares := make([]int, 0, len(stone.Cells()))
	for _, c := range stone.Cells() {
		if row+c.Row >= r.height || col+c.Col >= r.width || r.covered[(row+c.Row)*r.width+col+c.Col] {
			return nil
		}
		squares = append(squares, (row+c.Row)*r.width+col+c.Col)
	}
	return squares
}

// touching counts the sides between squares and covered ones.
func (r *region) touching(squares []int) (sides int) {
	for _, square := range squares {
		row, col := square/r.width, square%r.width
		for _, beside := range [4][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}} {
			inside := beside[0] >= 0 && beside[0] < r.height && beside[1] >= 0 && beside[1] < r.width
			if to := beside[0]*r.width + beside[1]; inside && r.covered[to] && !slices.Contains(squares, to) {
				sides++
			}
		}
	}
	return sides
}
