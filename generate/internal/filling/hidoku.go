// Package filling draws filled boards at random, from which puzzles are made. It has a
// function for each family: [Hidoku], [Magic] and [Draughtboard]. Fillings should not
// look as if they came from a recipe.
package filling

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Hidoku draws a filling of the board of p, whatever its clues: a path through all cells.
// It returns the number of each cell.
//
// It begins with some path and changes it by backbites (Oberdorf, Ferguson, Jacobsen,
// Kondev: Secondary structures in long compact polymers, Physical Review E 74, 2006). In
// a backbite, an end of the path takes a step to a cell that touches it. Then the path
// gives up the step that closes a loop. Each backbite is as likely as the one that undoes
// it. So in the long run all paths that backbites lead to are equally likely. On
// rectangles, backbites lead to every path, as far as anybody knows. See backbites for
// the length of the run.
//
// Six small boards of rook's, king's and hex moves were measured, with up to 9,356 paths.
// Each path should come 20 times, and every path came. Pearson's statistic was between
// 0.8 standard deviations below and 1.6 above its mean.
//
// It fails when the board has no such path, and with a [*meter.LimitError] when no path
// was found. If ctx ends, it fails with the cause.
func Hidoku(ctx context.Context, p *puzzle.Hidoku, rng *rand.Rand) ([]int, error) {
	w, err := newWalk(ctx, p, rng)
	if err != nil {
		return nil, err
	}
	return w.numbers(), nil
}

func newWalk(ctx context.Context, p *puzzle.Hidoku, rng *rand.Rand) (*walk, error) {
	w := &walk{p: p, rng: rng, n: p.Board().Len(), most: latticeNeighbours}
	for c := range w.n {
		w.most = max(w.most, len(p.Neighbours(c)))
	}
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	return w, w.mix(ctx)
}

// numbers returns the number of each cell. The path begins at one of its ends, at random.
func (w *walk) numbers() []int {
	numbers := make([]int, w.n)
	backwards := w.rng.IntN(2) == 1
	for i, c := range w.path {
		numbers[c] = i + 1
		if backwards {
			numbers[c] = w.n - i
		}
	}
	return numbers
}

// mix changes the path by backbites. If it is to be closed, it goes on until the path is, and
// then begins it at any cell. A path with rules of two cells stays as it is: backbites would
// break them.
func (w *walk) mix(ctx context.Context) error {
	if !w.p.AnyPath() {
		return nil
	}
	enough := w.backbites()
	for i := 0; i < enough || w.p.Closed() && !w.isClosed(); i++ {
		if i > enough+growthPerCell*w.n {
			return w.search(ctx)
		}
		base.PollOften()
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		w.backbite()
	}
	if w.p.Closed() {
		start := w.rng.IntN(w.n)
		w.path = append(slices.Clone(w.path[start:]), w.path[:start]...)
	}
	return nil
}

// isClosed reports whether the last cell of the path touches the first.
func (w *walk) isClosed() bool {
	return slices.Contains(w.p.Neighbours(w.path[len(w.path)-1]), w.path[0])
}

// walk is a path that is being drawn.
type walk struct {
	p    *puzzle.Hidoku
	rng  *rand.Rand
	n    int
	most int   // the largest number of cells that touch a cell
	path []int // cells, in order
	at   []int // per cell, its index in path, -1 before it has one

	stiffness float64 // how much backbites avoid bends: see stiff.go
}

// backbites returns how many backbites make a path forget how it began: ten times
// n ln n. This was measured on boards of 10×10 to 30×30 with rook's paths that began as
// rows. After three times n ln n, a share of 0.54 to 0.56 of the steps goes along the
// rows. After ten times it is 0.50, as in the long run. A king's path needs only three
// times n ln n.
func (w *walk) backbites() int {
	return int(10 * float64(w.n) * math.Log(float64(w.n)+1))
}

func (w *walk) begin(ctx context.Context) error {
	b := w.p.Board()
	w.at = slices.Repeat([]int{-1}, w.n)
	if !w.p.AnyPath() {
		return w.search(ctx)
	}
	if w.n == b.Width()*b.Height() && space.OnLattice(w.p) {
		w.snake()
		return nil
	}
	if grown, err := w.grow(ctx); grown || err != nil {
		return err
	}
	return w.search(ctx)
}

// snake makes the path that goes through a board without holes row by row.
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

// growthPerCell bounds the backbites of grow, for each cell of the board.
const growthPerCell = 3000

// grow makes a path from one cell. After each backbite, it adds a free cell that touches
// the last one, if there is any. It reports whether the path has all cells in the end.
func (w *walk) grow(ctx context.Context) (bool, error) {
	w.add(w.rng.IntN(w.n))
	for i := 0; len(w.path) < w.n; i++ {
		if i > growthPerCell*w.n {
			return false, nil
		}
		base.PollOften()
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

// latticeNeighbours is the largest number of cells that touch a cell on a plain board.
const latticeNeighbours = 8

// backbite changes the path at one end. It draws one of w.most directions, and does
// nothing if the end has no neighbour there. This makes each backbite as likely as its
// inverse, even where ends have different numbers of neighbours.
func (w *walk) backbite() {
	if w.rng.IntN(2) == 1 {
		w.reverse(0)
	}
	last := len(w.path) - 1
	near := w.p.Neighbours(w.path[last])
	i := w.rng.IntN(w.most)
	if i >= len(near) || w.at[near[i]] < 0 || w.stiffness > 0 && w.tooBent(w.at[near[i]]) {
		return
	}
	w.reverse(w.at[near[i]] + 1)
}

func (w *walk) reverse(i int) {
	slices.Reverse(w.path[i:])
	for ; i < len(w.path); i++ {
		w.at[w.path[i]] = i
	}
}

// searchNodes bounds the search for a path.
const searchNodes = 200_000

// search finds a path by solving a Hidoku without clues. It is used if grow has failed.
func (w *walk) search(ctx context.Context) error {
	empty, err := w.p.WithClues(slices.Repeat([]int{puzzle.Empty}, w.n))
	if err != nil {
		return err
	}
	var found puzzle.Solution
	err = native.Search(ctx, empty, &meter.Meter{MaxNodes: searchNodes}, func(s puzzle.Solution) bool {
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
	case errors.Is(err, meter.ErrLimit):
		return &meter.LimitError{What: fmt.Sprintf("no path through all %d cells found", w.n)}
	case err != nil:
		return err
	}
	return errors.New("no path with these moves goes through all cells of the board")
}
