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

// Region is stones that lie on a rectangle.
type Region struct {
	Covered       []bool // the squares, row by row
	width, height int
	stones        [][]puzzle.Stone // the versions of each
	places        [][]int          // the squares under each
}

// Lay lays each stone, given by its versions, somewhere on a rectangle. All touch by their sides, except where an exact
// cover laid them.
//
// The error is [dlx.ErrNoCover] only if there is no way to lay the stones. Otherwise it is a [*meter.LimitError] that
// says what was tried, or the cause of the end of ctx.
func Lay(ctx context.Context, width, height int, stones [][]puzzle.Stone, rng *rand.Rand) (*Region, error) {
	r := &Region{width: width, height: height, stones: stones}
	for range maxRegions {
		base.PollSeldom()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if r.lay(rng) {
			return r, nil
		}
	}
	err := r.layByCover(ctx, rng)
	if errors.Is(err, meter.ErrLimit) && ctx.Err() == nil {
		err = &meter.LimitError{What: fmt.Sprintf("%d random layings, and a search of %d nodes for another one", maxRegions, maxCoverNodes)}
	}
	return r, err
}

// Changed returns the region after one of the stones was lifted, and laid anew beside the others. It is nil if there is
// no place for it.
func (r *Region) Changed(rng *rand.Rand) *Region {
	changed := *r
	changed.Covered, changed.places = slices.Clone(r.Covered), slices.Clone(r.places)
	s := rng.IntN(len(r.stones))
	for _, square := range r.places[s] {
		changed.Covered[square] = false
	}
	if !changed.layOne(s, len(r.stones) == 1, rng) {
		return nil
	}
	return &changed
}

// layByCover lays the stones by a random exact cover: of each square by a stone or by nothing, and of each stone.
func (r *Region) layByCover(ctx context.Context, rng *rand.Rand) error {
	r.Covered, r.places = make([]bool, r.width*r.height), make([][]int, len(r.stones))
	bare, single := len(r.Covered), len(r.Covered)+len(r.stones) // the item of the squares that stay bare
	for _, versions := range r.stones {
		bare -= len(versions[0].Cells())
	}
	if bare < 0 {
		return dlx.ErrNoCover
	}
	p := dlx.NewProblem(single+min(bare, 1), 0)
	var stones []int // of the options, and their places
	var places [][]int
	for at := range r.Covered {
		for s, versions := range r.stones {
			for _, version := range versions {
				if squares := r.squares(version, at/r.width, at%r.width); squares != nil {
					p.AddItems(append(slices.Clone(squares), len(r.Covered)+s)...)
					stones, places = append(stones, s), append(places, squares)
				}
			}
		}
		if bare > 0 {
			p.AddItems(at, single)
			stones, places = append(stones, 0), append(places, nil)
		}
	}
	if bare > 0 {
		p.SetMultiplicity(single, bare, bare)
	}
	options, err := p.Random(ctx, rng.Uint64(), &meter.Meter{MaxNodes: maxCoverNodes})
	if err != nil {
		return err
	}
	for _, o := range options {
		if places[o] != nil {
			r.put(stones[o], places[o])
		}
	}
	return nil
}

// lay makes one attempt, and reports whether it was successful.
func (r *Region) lay(rng *rand.Rand) bool {
	r.Covered, r.places = make([]bool, r.width*r.height), make([][]int, len(r.stones))
	order, size := rng.Perm(len(r.stones)), func(s int) int { return min(len(r.stones[s][0].Cells()), 2) }
	base.SortStable(order, func(a, b int) int { return size(b) - size(a) }) // single cells at the rim leave fewer solutions
	for i, s := range order {
		if !r.layOne(s, i == 0, rng) {
			return false
		}
	}
	return true
}

// put lays a stone on squares.
func (r *Region) put(stone int, squares []int) {
	r.places[stone] = squares
	for _, square := range squares {
		r.Covered[square] = true
	}
}

// layOne lays a stone beside the covered squares, or anywhere if it is the first.
func (r *Region) layOne(stone int, first bool, rng *rand.Rand) bool {
	var places [][]int
	for _, version := range r.stones[stone] {
		for at := range r.Covered {
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
	r.put(stone, best)
	return true
}

// squares returns the squares under a stone at row and col, or nil if it does not fit.
func (r *Region) squares(stone puzzle.Stone, row, col int) []int {
	squares := make([]int, 0, len(stone.Cells()))
	for _, c := range stone.Cells() {
		if row+c.Row >= r.height || col+c.Col >= r.width || r.Covered[(row+c.Row)*r.width+col+c.Col] {
			return nil
		}
		squares = append(squares, (row+c.Row)*r.width+col+c.Col)
	}
	return squares
}

// touching counts the sides between squares and covered ones.
func (r *Region) touching(squares []int) (sides int) {
	for _, square := range squares {
		row, col := square/r.width, square%r.width
		for _, beside := range [4][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}} {
			inside := beside[0] >= 0 && beside[0] < r.height && beside[1] >= 0 && beside[1] < r.width
			if to := beside[0]*r.width + beside[1]; inside && r.Covered[to] && !slices.Contains(squares, to) {
				sides++
			}
		}
	}
	return sides
}
