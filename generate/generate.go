// Package generate makes puzzles to order: Hidokus, magic boards and draughtboards with
// exactly one solution, of a wished level, size and number of clues.
//
// It begins with a filled board from a random source. Then it takes clues away, or cuts
// the board into stones, while two engines prove that one solution remains.
package generate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Pattern is a symmetry of where the clues are.
type Pattern string

// The patterns.
const (
	NoPattern  Pattern = "none"
	Rotational Pattern = "rotational" // turned by half, the clues are in the same cells
	Mirrored   Pattern = "mirror"     // with left and right exchanged they are
)

// Ends says whether the first and the last number of a Hidoku are clues.
type Ends string

// The kinds of ends.
const (
	AnyEnds    Ends = "any"
	GivenEnds  Ends = "given"
	HiddenEnds Ends = "hidden"
)

// Wish says which puzzles to make. The zero values are no wish.
type Wish struct {
	// Puzzle has the board to fill, the moves of a Hidoku, the numbers and lines of a
	// magic board. Its clues do not count.
	//
	// A draughtboard's stones do not count either, only its corner, which must not be
	// AnyColour, and whether stones may be turned over.
	Puzzle puzzle.Puzzle

	Level human.Level // the grade

	// Of Hidokus and magic boards:
	Clues   int     // the number of clues
	Minimal bool    // without any clue there are several solutions
	Pattern Pattern // of the clues; they then come and go together
	Ends    Ends    // of a Hidoku

	// Of draughtboards:
	Smallest, Largest int  // sizes of the stones; where they are 0, about the root of the area, and the larger the easier
	Alike             bool // stones may be alike
	Solutions         int  // how many, up to the symmetries of the board; 0 means 1
}

// Made is a puzzle that was made, and what was found out about it.
type Made struct {
	Number   int // of the puzzle, counted from 1
	Puzzle   puzzle.Puzzle
	Solution puzzle.Solution // of several the least
	Count    int             // of its solutions; images under symmetries count
	Clues    int
	Grade    *human.Grade // by the steps before the first guess; nil when it has not one solution
}

// ErrWish says that a wish makes no sense, whatever the effort.
var ErrWish = errors.New("no such puzzle can be made")

// Puzzles makes puzzles, count of them, with so many workers, and calls yield with
// each in their order, in the goroutine that called it. The i-th puzzle depends on
// the wish, the seed and i alone.
//
// Before it is handed out, every puzzle is proved by [Native] and by another engine
// to have as many solutions as were wished for, on a draughtboard up to the symmetries
// of the board. Minimal means that for each clue, or each set of clues that come and
// go together, but not for the ends asked for, a second solution without it is known.
//
// The error is nil when all were made; [ErrWish] when the wish makes no sense; a
// [*LimitError] when the effort for one puzzle, which is bounded by attempts and not
// by time, was not enough: all before it have been handed out; [ErrStopped] when yield
// returned false. When ctx ends, every puzzle finished by then is handed out, and the
// error is the cause.
func Puzzles(ctx context.Context, w Wish, seed uint64, count, workers int, yield func(Made) bool) error {
	make1, err := maker(&w)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan result, max(workers, 1))
	var next atomic.Int64
	var running sync.WaitGroup
	for range max(workers, 1) {
		running.Go(func() {
			for i := int(next.Add(1)); i <= count && work.Err() == nil; i = int(next.Add(1)) {
				m, err := make1(work, rand.New(rand.NewPCG(seed, uint64(i))))
				if m != nil {
					m.Number = i
				}
				results <- result{i, m, err}
			}
		})
	}
	go func() {
		running.Wait()
		close(results)
	}()
	err = deliver(ctx, results, yield)
	cancel()
	for range results { // until the workers have gone
	}
	if ctx.Err() != nil && !errors.Is(err, crosscut.ErrStopped) {
		return context.Cause(ctx)
	}
	return err
}

// result is what became of a puzzle.
type result struct {
	number int
	made   *Made
	err    error
}

// deliver hands out puzzles in order. After an error those before it are still awaited,
// and those behind it are dropped, unless the error is that ctx has ended.
func deliver(ctx context.Context, results <-chan result, yield func(Made) bool) error {
	waiting := make(map[int]result)
	next := 1
	for r := range results {
		waiting[r.number] = r
		for ; waiting[next].made != nil; next++ {
			m := *waiting[next].made
			delete(waiting, next)
			if !yield(m) {
				return crosscut.ErrStopped
			}
		}
		if r, failed := waiting[next]; failed && ctx.Err() == nil {
			return fmt.Errorf("puzzle %d: %w", next, r.err)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(waiting)) { // what was finished before the context ended
		if m := waiting[i].made; m != nil && !yield(*m) {
			return crosscut.ErrStopped
		}
	}
	return nil
}

// makeFunc makes one puzzle.
type makeFunc func(ctx context.Context, rng *rand.Rand) (*Made, error)

// maker returns the function that makes what is wished for.
func maker(w *Wish) (makeFunc, error) {
	if err := puzzle.Validate(w.Puzzle); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWish, err)
	}
	switch p := w.Puzzle.(type) {
	case *puzzle.Hidoku:
		return numbersMaker(w, hidokuSource(p))
	case *puzzle.Magic:
		return numbersMaker(w, magicSource(p, w.Minimal))
	case *puzzle.Draughtboard:
		return newDraughtboardMaker(w, p)
	}
	return nil, fmt.Errorf("%w: no puzzles of type %T", ErrWish, w.Puzzle)
}

// effortSpent is the error of an effort that was not enough.
func effortSpent(format string, args ...any) error {
	return &search.LimitError{What: fmt.Sprintf(format, args...)}
}
