// Package generate makes puzzles to order. Hidokus and magic boards have exactly one
// solution, draughtboards as many as wished for. The wish can also name a level of
// difficulty, the number of clues and their pattern.
//
// Each puzzle begins with a filled board from a random source. The package takes away
// clues, or cuts the board into stones, as long as the solution stays the only one. Two
// engines prove that before a puzzle is handed out.
//
// # Time and memory
//
// A puzzle takes a few searches for each clue that is taken away, which is milliseconds on small
// boards. A wish that few boards meet takes many attempts, such as a rare level or few clues. Each
// worker has the memory of one engine.
package generate

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"crosscut/human"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Pattern is a symmetry of clues: see [Wish].
type Pattern string

const (
	noPattern  Pattern = "none"
	rotational Pattern = "rotational"
	mirrored   Pattern = "mirror"
)

// Ends says whether the ends of a row of numbers are clues: see [Wish].
type Ends string

const (
	anyEnds    Ends = "any"
	givenEnds  Ends = "given"
	hiddenEnds Ends = "hidden"
)

// Wish describes the puzzles to make:
//
//	blank, err := text.Parse("puzzle: numbrix\n_,_,_,_\n_,_,_,_\n_,_,_,_\n")
//	…
//	wish := generate.Wish{Puzzle: blank, Level: human.Easy, Pattern: "rotational"}
//	err = generate.Puzzles(ctx, wish, generate.Series{Seed: 1, Count: 20}, func(m generate.Made) bool { … })
//
// A zero field leaves the choice to [Puzzles]. A wish for another family than that of Puzzle is an error.
type Wish struct {
	// Puzzle has the board to fill, the moves of a Hidoku, and the numbers and lines
	// of a magic board. Its clues are ignored.
	//
	// Equations give the board and the numbers. Their operators and results are ignored.
	//
	// A draughtboard gives the corner, which must not be AnyColour, and says whether
	// stones may be turned over. Its stones are ignored, unless Keep says that they stay.
	Puzzle puzzle.Puzzle

	// Keep gives puzzles with everything that Puzzle has, also its clues, links, order and operators. They
	// only get further clues, as few as the other wishes allow. A draughtboard gets further stones, on its gaps.
	Keep bool

	Level human.Level // the level of difficulty; 0 for any

	// SameSolution gives puzzles with the same seed the same solution, whatever the level
	// and the other wishes. Otherwise these are a part of the seed. For Hidokus and magic
	// boards only.
	SameSolution bool

	// Wishes for Hidokus and magic boards.
	Clues   int     // the number of clues
	Minimal bool    // every clue is needed: without it there are several solutions
	Pattern Pattern // the symmetry of the clues: "rotational" after half a turn, "mirror" for left and right, or "none"; clues in symmetric cells come and go together
	Ends    Ends    // for a Hidoku only: the first and the last number are "given", "hidden", or "any" of the two
	Walls   int     // for a Hidoku only: so many walls, drawn at random
	Links   int     // for a Hidoku only: so many links, drawn at random
	Order   bool    // for a Hidoku only: the clues are ranks along the path: see [puzzle.Hidoku.Ranked]

	// Wishes for draughtboards.
	Smallest, Largest int      // sizes of the stones; if both are 0, about the square root of the board's area, more for easier levels
	Alike             bool     // several stones may be alike
	Gaps              int      // how many cells stay bare
	Sets              []string // the stones are those of these sets, and the board is made of them
	Solutions         int      // the number of solutions, up to the symmetries of the board; 0 means 1
}

// Made is a puzzle that [Puzzles] made, and what is known about it.
type Made struct {
	Number   int // number of the puzzle, counted from 1
	Puzzle   puzzle.Puzzle
	Solution puzzle.Solution // the first in lexicographic order, if there are several
	Count    int             // number of solutions; images under symmetries count, too
	Clues    int
	Grade    *human.Grade // as [human.GradeOf] grades up to extreme; nil if there are several solutions
}

// errWish is the error for a wish that nobody can fulfil.
var errWish = errors.New("no such puzzle can be made")

// Series says how many puzzles [Puzzles] makes, and which.
type Series struct {
	Seed    uint64 // the same seed makes the same puzzles
	Count   int    // the number of puzzles; with 0 or less there are none
	Workers int    // goroutines that make them; 0 means one. The puzzles are the same for any number
}

// Puzzles makes a series of puzzles. It calls yield with each puzzle, in order, from the
// goroutine of the caller. It returns nil when all are made, and [meter.ErrStopped] when yield returned
// false. The i-th puzzle depends only on the wish, the seed and i. So puzzles
// that differ in their level, their clues, their walls or their links have different solutions
// with one seed, unless the wish asks for the same.
//
// Two engines, [crosscut.Native] and another one, prove each puzzle before yield gets
// it: the number of solutions is the one wished for. For a draughtboard this number is
// counted up to the symmetries of the board.
//
// A minimal puzzle has a second solution without any one of its clues, or without any
// set of clues that come and go together. The ends of a Hidoku that the wish asks for
// are exempt.
//
// A nil yield is an error. Puzzles returns
// an error for a wish that makes no sense. It returns a [*meter.LimitError] if one puzzle takes too many
// attempts, after the puzzles before it. There is no limit on time. If ctx ends, yield gets every finished
// puzzle, and the error is the cause of ctx.
func Puzzles(ctx context.Context, w Wish, s Series, yield func(Made) bool) error {
	if yield == nil {
		return errors.New("no function takes the puzzles: yield is nil")
	}
	make1, err := maker(&w)
	if err != nil {
		return err
	}
	return makeAll(ctx, make1, func(i int) chance { return chanceOf(&w, s.Seed, i) }, s.Count, s.Workers, yield)
}

// makeAll does the work of Puzzles: make1 makes each puzzle. Puzzle i gets the random
// numbers of chanceFor(i).
func makeAll(ctx context.Context, make1 makeFunc, chanceFor func(i int) chance, count, workers int, yield func(Made) bool) error {
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	var finished sync.Map                      // the puzzles that wait for their turn, by number; [search.InOrder] for them would be another copy of it in the page
	var spent atomic.Pointer[meter.LimitError] // what a puzzle says that the end of ctx stopped
	puzzles := search.InOrder[int, int]{
		Workers: workers,
		Tasks: func(begin func(int) bool) {
			for i := 1; i <= count && work.Err() == nil && begin(i); i++ {
			}
		},
		Join: func(run context.Context) func(int, func([]int) bool) error {
			context.AfterFunc(run, cancel)
			return func(i int, _ func([]int) bool) error {
				m, err := make1(work, chanceFor(i))
				switch {
				case m != nil:
					m.Number = i
					finished.Store(i, *m)
				case ctx.Err() == nil: // if ctx has ended, finished puzzles after this one count too
					return fmt.Errorf("puzzle %d: %w", i, err)
				default:
					if limit := (*meter.LimitError)(nil); errors.As(err, &limit) {
						spent.Store(limit)
					}
				}
				return nil
			}
		},
		Receive: func(int, []int) error { return nil },
		Finish: func(i int) error {
			if m, ok := finished.LoadAndDelete(i); ok && !yield(m.(Made)) {
				return meter.ErrStopped
			}
			return nil
		},
	}
	err := puzzles.Run(context.WithoutCancel(ctx))
	if limit := spent.Load(); limit != nil && errors.Is(context.Cause(ctx), meter.ErrLimit) {
		return limit
	}
	if ctx.Err() != nil && !errors.Is(err, meter.ErrStopped) {
		return context.Cause(ctx)
	}
	return err
}

type chance struct {
	rng *rand.Rand
	// solution is for the filled board, if it must not depend on the wishes. Otherwise it
	// is nil.
	solution *rand.Rand
}

// chanceOf returns the random numbers for the puzzle of that number.
func chanceOf(w *Wish, seed uint64, number int) chance {
	const odd = 0x9e3779b97f4a7c15 // spreads levels over all seeds, so that no other seed gives the same
	c := chance{rng: rand.New(rand.NewPCG(seed^uint64(w.Level)*odd^w.digest(), uint64(number)))}
	if w.SameSolution {
		c.solution = rand.New(rand.NewPCG(seed, uint64(number)))
	}
	return c
}

// digest returns a number for the wishes for clues, walls and links. It is 0 where there are none.
func (w *Wish) digest() uint64 {
	type wishes struct {
		clues, walls, links                 int
		minimal, order                      bool
		rotational, mirrored, given, hidden bool
	}
	some := wishes{
		w.Clues, w.Walls, w.Links, w.Minimal, w.Order,
		w.Pattern == rotational, w.Pattern == mirrored, w.Ends == givenEnds, w.Ends == hiddenEnds,
	}
	if some == (wishes{}) {
		return 0
	}
	h := fnv.New64a()
	fmt.Fprint(h, some)
	return h.Sum64()
}

type makeFunc func(ctx context.Context, c chance) (*Made, error)

func maker(w *Wish) (makeFunc, error) {
	if err := puzzle.Validate(w.Puzzle); err != nil {
		return nil, fmt.Errorf("%w: %w", errWish, err)
	}
	if w.Level != 0 && !slices.Contains(human.Levels(), w.Level) {
		return nil, fmt.Errorf("%w: no level %d", errWish, int(w.Level))
	}
	switch p := w.Puzzle.(type) {
	case *puzzle.Hidoku:
		if err := inOnePart(p.Board(), "move", p.Neighbours); err != nil {
			return nil, err
		}
		return numbersMaker(w, hidokuSource(p, w.Keep))
	case *puzzle.Magic:
		if puzzle.Variant(p) != "" && !w.Keep {
			if err := checkLines(p); err != nil {
				return nil, err
			}
		}
		if p.Rules().Form == puzzle.Equation && !w.Keep {
			return equationMaker(w, p)
		}
		return numbersMaker(w, magicSource(p, w))
	case *puzzle.Draughtboard:
		if err := inOnePart(p.Board(), "stone", func(c int) []int { return space.Beside(p.Board(), c) }); err != nil {
			return nil, err
		}
		return newDraughtboardMaker(w, p)
	}
	return nil, fmt.Errorf("%w: no puzzles of type %T", errWish, w.Puzzle)
}

// effortSpent returns the error for a puzzle that took too many attempts.
func effortSpent(format string, args ...any) error {
	return &meter.LimitError{What: fmt.Sprintf(format, args...)}
}
