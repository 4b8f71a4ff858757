package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/meter"
)

// attempts are the attempts at one puzzle of numbers. Each of them thins a filled board.
type attempts struct {
	ctx    context.Context
	wish   *Wish
	from   boardSource
	groups [][]int
	rng    *rand.Rand
	same   []int // the filled board of all attempts, or nil

	count        int    // attempts so far
	tooManyClues bool   // whether each attempt ended with more clues than wished for
	fewest       int    // the fewest clues of an attempt
	graded       levels // the levels of the attempts
}

// attemptsFor bounds the attempts at one puzzle. An attempt takes longer on a larger
// board.
func attemptsFor(cells int) int { return min(max(6_000/cells, 5), 200) }

// largeBoard is the number of cells from which one attempt tells how many clues others need.
const largeBoard = 300

// make thins random boards. It returns nil if none gives the puzzle.
func (a *attempts) make() (*Made, error) {
	cells := a.from.puzzle.Board().Len()
	for range attemptsFor(cells) {
		board := a.same
		if board == nil {
			var err error
			if board, err = a.from.fill(a.ctx, a.rng); err != nil {
				return nil, err
			}
		}
		if m, err := a.try(board); m != nil || err != nil {
			return m, err
		}
		if a.tooManyClues && a.same == nil && a.from.fillStiff != nil && cells >= largeBoard {
			return nil, nil
		}
	}
	return nil, nil
}

const (
	// A board that needs many clues has few fillings near the wished number of clues that a
	// search settles soon. So the lower bound of [leastClues] leaves room.
	cluesPerLeast = 5

	stiffAttempts = 5
	stiffNodes    = 1_000 // a clue stays if Native needs more nodes to show that it can go
)

// makeStiff thins boards that need fewer clues than random ones. It returns nil if none gives
// the puzzle.
func (a *attempts) makeStiff() (*Made, error) {
	a.from.nodeLimit, a.from.askSecond = stiffNodes, false
	for range stiffAttempts {
		least := func(board []int) int { return leastClues(a.from.otherFillings(board), len(board)) }
		board, err := a.from.fillStiff(a.ctx, a.rng, a.wish.Clues/cluesPerLeast, least)
		if err != nil || least(board) > a.wish.Clues {
			return nil, err
		}
		if m, err := a.try(board); m != nil || err != nil {
			return m, err
		}
	}
	return nil, nil
}

// try thins a board, and returns the puzzle if it is as wished.
func (a *attempts) try(board []int) (*Made, error) {
	from, err := a.from.dress(a.wish, board, a.rng)
	if err != nil {
		return nil, err
	}
	t := &thinning{ctx: a.ctx, wish: a.wish, from: from, rng: a.rng, board: board, clues: slices.Clone(board)}
	if from.otherFillings != nil {
		t.otherSolutions = from.otherFillings(board)
	}
	m, err := t.make(a.groups)
	a.tooManyClues = (a.tooManyClues || a.count == 0) && a.wish.Clues > 0 && t.clueCount > a.wish.Clues
	if a.count++; a.fewest == 0 || t.clueCount < a.fewest {
		a.fewest = t.clueCount
	}
	a.graded.add(t.reached)
	return m, err
}

func (a *attempts) nearestMiss() string {
	text := base.Plural(a.count, "attempt") + ", and none gave the wished puzzle"
	if a.wish.Clues > 0 && a.fewest > 0 {
		text += fmt.Sprintf("; the fewest clues were %d", a.fewest)
	}
	if a.wish.Minimal && a.graded.most == 0 && (a.wish.Clues == 0 || a.wish.Clues == a.fewest) {
		text += "; none was minimal"
	}
	if a.wish.Level > 0 {
		text += a.graded.String()
	}
	return text
}

// levels are the easiest and the hardest level of several puzzles, 0 before the first one.
type levels struct{ least, most human.Level }

// add takes in a level. It ignores a puzzle without one.
func (l *levels) add(level human.Level) {
	if level > 0 && (l.least == 0 || level < l.least) {
		l.least = level
	}
	l.most = max(l.most, level)
}

// String returns the end of a sentence about the puzzles, or "" if none has a level.
func (l *levels) String() string {
	switch {
	case l.most == 0:
		return ""
	case l.least == l.most:
		return fmt.Sprintf("; all were %v", l.most)
	}
	return fmt.Sprintf("; they were %v to %v", l.least, l.most)
}

// stopped returns the error of a limit on time. It adds the levels of the puzzles that were found and are not of the
// wished level. If there are none, it adds what takes less time. Other errors stay.
func stopped(err error, wished human.Level, found *levels) error {
	limit := (*meter.LimitError)(nil)
	if wished == 0 || !errors.As(err, &limit) {
		return err
	}
	got := fmt.Sprintf("none was %v%s", wished, found)
	if found.most == 0 {
		got = "no puzzle of any level was found yet; take a smaller board, or any level"
	}
	return &meter.LimitError{Kind: limit.Kind, What: limit.What + "; " + got}
}
