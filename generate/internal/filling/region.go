package filling

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut/dlx"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
)

// How a board is made for given stones: they are laid one after the other, each beside those
// before it, and the cells that they cover become the board. It applies where all stones fit
// into a rectangle. Where little stays bare, most attempts end before the last stone. After maxRegions of them a random
// exact cover lays the stones. The method is our own.

// maxRegions bounds how often the stones are laid anew because one did not fit.
const maxRegions = 50

// maxCoverNodes bounds the search for an exact cover.
const maxCoverNodes = 1_000_000

// placesCompared is how many places of a stone are drawn, of which the one with most
// neighbours is taken. More of them make rounder boards.
const placesCompared = 6

// Region lays each stone, given by its versions, somewhere on a rectangle. Then it adds as many single cells as said. It
// returns which squares are covered, row by row. All touch by their sides, except where an exact cover laid them.
//
// The error is [dlx.ErrNoCover] only if there is no way to lay the stones. Otherwise it is a [*meter.LimitError] that
// says what was tried, or the cause of the end of ctx.
func Region(ctx context.Context, width, height int, stones [][]puzzle.Stone, more int, rng *rand.Rand) ([]bool, error) {
	for range maxRegions {
		base.PollSeldom()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		r := &region{width: width, height: height, covered: make([]bool, width*height)}
		if r.lay(stones, more, rng) {
			return r.covered, nil
		}
	}
	covered, err := regionByCover(ctx, width, height, stones, more, rng)
	if errors.Is(err, meter.ErrLimit) && ctx.Err() == nil {
		err = &meter.LimitError{What: fmt.Sprintf("%d random layings, and a search of %d nodes for another one", maxRegions, maxCoverNodes)}
	}
	return covered, err
}

// regionByCover lays the stones by a random exact cover: of each square by a stone or by nothing, and of each stone.
func regionByCover(ctx context.Context, width, height int, stones [][]puzzle.Stone, more int, rng *rand.Rand) ([]bool, error) {
	r := &region{width: width, height: height, covered: make([]bool, width*height)}
	bare, single := len(r.covered), len(r.covered)+len(stones) // the item of the squares that stay bare
	for _, versions := range stones {
		bare -= len(versions[0].Cells())
	}
	if bare < more {
		return nil, dlx.ErrNoCover
	}
	p := dlx.NewProblem(single+min(bare, 1), 0)
	var places [][]int // of the options
	for at := range r.covered {
		for s, versions := range stones {
			for _, version := range versions {
				if squares := r.squares(version, at/width, at%width); squares != nil {
					p.AddItems(append(slices.Clone(squares), len(r.covered)+s)...)
					places = append(places, squares)
				}
			}
		}
		if bare > 0 {
			p.AddItems(at, single)
			places = append(places, nil)
		}
	}
	if bare > 0 {
		p.SetMultiplicity(single, bare, bare)
	}
	options, err := p.Random(ctx, rng.Uint64(), &meter.Meter{MaxNodes: maxCoverNodes})
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		for _, square := range places[o] {
			r.covered[square] = true
		}
	}
	for range more {
		var free []int
		for at, covered := range r.covered {
			if !covered {
				free = append(free, at)
			}
		}
		r.covered[free[rng.IntN(len(free))]] = true
	}
	return r.covered, nil
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
