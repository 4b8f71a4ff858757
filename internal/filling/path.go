// Package filling draws filled boards at random: paths through all cells, boards cut
// into stones, magic squares. They are what puzzles are made from, so they should
// look as if nobody had a recipe for them.
package filling

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"crosscut/internal/search"
	"crosscut/native"
	"crosscut/puzzle"
)

// Path draws a path through all cells of the board of p, whatever its clues: the
// number of each cell.
//
// From some path it goes on by backbites: an end of the path reaches for a cell that
// touches it, and the path lets go of the step that then makes a loop (Oberdorf,
// Ferguson, Jacobsen, Kondev: Secondary structures in long compact polymers, Physical
// Review E 74, 2006). Each backbite is as likely as the one that undoes it, so that
// in the long run all paths that backbites lead to are equally likely; on rectangles
// no path is known that they do not lead to. How long the run is: see backbites. On six
// small boards, of rook's, king's and hex moves and up to 9,356 paths, where each path
// should come 20 times, Pearson's statistic was between 0.8 standard deviations below
// and 1.6 above its mean, and every path came.
//
// It fails when the board has no such path, with a [*search.LimitError] when none
// was found, and with the cause of the end of ctx.
func Path(ctx context.Context, p *puzzle.Hidoku, rng *rand.Rand) ([]int, error) {
	w := &walk{p: p, rng: rng, n: p.Board().Len()}
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	for i := range w.backbites() {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		w.backbite()
	}
	numbers := make([]int, w.n)
	backwards := rng.IntN(2) == 1
	for i, c := range w.path {
		numbers[c] = i + 1
		if backwards {
			numbers[c] = w.n - i
		}
	}
	return numbers, nil
}

// walk is a path on its way.
type walk struct {
	p    *puzzle.Hidoku
	rng  *rand.Rand
	n    int
	path []int // cells, in order
	at   []int // per cell its place in path, -1 before it has one
}

// backbites is how many backbites make a path forget where it came from: ten times
// n ln n. Of a rook's path that began as rows, 0.54 to 0.56 of the steps go along the
// rows after three times n ln n on boards of 10×10 to 30×30, and 0.50, as in the long
// run, after ten times; a king's path is where it will be after three times.
func (w *walk) backbites() int {
	return int(10 * float64(w.n) * math.Log(float64(w.n)+1))
}

// begin makes some path.
func (w *walk) begin(ctx context.Context) error {
	b := w.p.Board()
	w.at = slices.Repeat([]int{-1}, w.n)
	if w.n == b.Width()*b.Height() {
		w.snake()
		return nil
	}
	if grown, err := w.grow(ctx); grown || err != nil {
		return err
	}
	return w.search(ctx)
}

// snake goes through a board without holes row by row.
func (w *walk) snake() {
	b := w.p.Board()
	for row := range b.Height() {
		for col := range b.Width() {
			if row%2 == 1 {
				col = b.Width() - 1 - col
			}
			w.add(b.Cell(row, col))
		}
	}
}

func (w *walk) add(c int) {
	w.at[c] = len(w.path)
	w.path = append(w.path, c)
}

// growth bounds the steps and backbites, for each cell, in growing a path.
const growth = 3000

// grow makes a path longer where an end touches a free cell, and backbites where none
// does, until it has all cells. It reports whether it came so far.
func (w *walk) grow(ctx context.Context) (bool, error) {
	w.add(w.rng.IntN(w.n))
	for i := 0; len(w.path) < w.n; i++ {
		if i > growth*w.n {
			return false, nil
		}
		if i%1024 == 0 && ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		w.backbite()
		near := w.p.Neighbours(w.path[len(w.path)-1])
		var free []int
		for _, d := range near {
			if w.at[d] < 0 {
				free = append(free, d)
			}
		}
		if len(free) > 0 {
			w.add(free[w.rng.IntN(len(free))])
		}
	}
	return true, nil
}

// mostNeighbours is how many cells touch a cell at most.
const mostNeighbours = 8

// backbite changes the path at one end. That an end with few neighbours often stays
// as it is keeps each backbite as likely as its inverse.
func (w *walk) backbite() {
	if w.rng.IntN(2) == 1 {
		w.reverse(0)
	}
	last := len(w.path) - 1
	near := w.p.Neighbours(w.path[last])
	i := w.rng.IntN(mostNeighbours)
	if i >= len(near) || w.at[near[i]] < 0 {
		return
	}
	w.reverse(w.at[near[i]] + 1)
}

// reverse turns the path around from its i-th cell on.
func (w *walk) reverse(i int) {
	slices.Reverse(w.path[i:])
	for ; i < len(w.path); i++ {
		w.at[w.path[i]] = i
	}
}

// searchNodes bounds the search for a path where growing one has failed.
const searchNodes = 200_000

// search finds a path as a puzzle without clues is solved.
func (w *walk) search(ctx context.Context) error {
	empty, err := puzzle.NewHidoku(w.p.Board(), w.p.Moves(), slices.Repeat([]int{puzzle.Empty}, w.n))
	if err != nil {
		return err
	}
	var found puzzle.Solution
	err = native.Search(ctx, empty, &search.Meter{MaxNodes: searchNodes}, func(s puzzle.Solution) bool {
		found = slices.Clone(s)
		return false
	})
	switch {
	case found != nil:
		w.path = make([]int, w.n)
		for c, k := range found {
			w.path[k-1], w.at[c] = c, k-1
		}
		return nil
	case errors.Is(err, search.ErrLimit):
		return &search.LimitError{What: fmt.Sprintf("no path through all %d cells found", w.n)}
	case err != nil:
		return err
	}
	return errors.New("no path with these moves goes through all cells of the board")
}
