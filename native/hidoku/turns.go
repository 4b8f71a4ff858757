package hidoku

import (
	"errors"
	"math"
	"math/bits"
	"slices"
)

// The turns that the quick and the learning search take.
//
// Which of the two is the faster differs from board to board by a factor of ten
// both ways. In turns, each twice as long as the one before, they are never far
// behind the better one. What each finds out about the root, the other takes over.
// Whichever finds a solution goes on to the end, since it must not be handed
// out twice; but the quick one, when it has failed too often since the last
// solution, leaves the rest to the learning one.
const (
	// firstPatience is how many failures without a solution are enough for the quick
	// search at first. Most boards are through by then.
	firstPatience = 100

	// learnings is how many failures the learning search has in its turn for each of
	// the quick one before. It takes some three times as long over one, and so has most
	// of the time: on boards that come to this it is the better one more often than not,
	// and the larger the board the more so.
	learnings = 2

	// alone is how many turns of the quick search come before the first one of the
	// learning search: boards that it settles within them are not worth the switch.
	alone = 2

	// unlike is the turn in which the quick search tries candidates in order. Boards with
	// many solutions on which one order meets with failure after failure are most
	// often easy in the other.
	unlike = 2

	// mostTurns is how often the two take turns, before one goes on to the end.
	mostTurns = 14
)

// forGood is the patience of a search that is not to end before its end.
const forGood = math.MaxInt64 / 8

// errTired ends a search that has had more failures than it had patience for.
var errTired = errors.New("too many failures")

// search hands out every solution. The first turn lasts patience failures.
func (h *pathSearch) search(patience int64) error {
	alive, err := h.open()
	h.atFirst = patience
	h.learns = h.candidates() <= maxCandidates
	var l *pathLearner
	for turn := 1; alive && err == nil; turn++ {
		if turn == mostTurns && !h.learns {
			patience = forGood
		}
		h.patience = h.run.Failures + patience
		h.forecast.Drop(0)
		h.inOrder = turn == unlike
		if err = h.visit(0, 1); !errors.Is(err, errTired) {
			return err
		}
		if turn == mostTurns || h.run.Solutions > 0 {
			patience = forGood
		}
		path := h.wayOn()
		alive, err = h.beginAnew()
		if alive && err == nil && h.learns && (turn >= alone || patience == forGood) {
			if l, err = h.learner(l); err == nil {
				err = l.search(path, learnings*patience)
			}
			if !errors.Is(err, errTired) {
				return err
			}
			alive, err = h.takeFrom(l)
		}
		patience *= 2
	}
	return err
}

// wayOn returns the way to the state, which is where another search has to go on if
// solutions have been handed out; if not, it may choose a way of its own.
func (h *pathSearch) wayOn() []event {
	if h.run.Solutions == 0 {
		return nil
	}
	return slices.Clone(h.path)
}

// candidates returns how many are open, those settled not counted.
func (s *pathState) candidates() int {
	sum := 0
	for _, count := range s.cellCount {
		if count > 1 {
			sum += int(count)
		}
	}
	return sum
}

// learner returns l, or a new one for nil, with the root that h has.
func (h *pathSearch) learner(l *pathLearner) (*pathLearner, error) {
	if l == nil {
		return newPathLearner(h)
	}
	for i, set := range l.open {
		k, w := i/l.words, i%l.words
		for gone := set &^ h.cells[h.first+k*h.row+w]; gone != 0; gone &= gone - 1 {
			if v, known := l.status(k, w*64+bits.TrailingZeros64(gone)); known == unknown {
				l.assignFalse(v, because(given, 0))
			}
		}
	}
	return l, nil
}

// takeFrom removes from the root what l, which is at its root, has found to be
// false. It reports whether there may be solutions.
func (h *pathSearch) takeFrom(l *pathLearner) (bool, error) {
	h.trace.backToRoot()
	for _, v := range l.assigned {
		k, slot := int(l.numberOf[v]), int(l.cellOf[v])
		if l.value[v] == no && h.cellsOf(k)[slot/64]>>(slot%64)&1 != 0 {
			h.removeCells(k, slot/64, 1<<(slot%64))
		}
	}
	return h.settle()
}
