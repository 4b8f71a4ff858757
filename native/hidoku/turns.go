package hidoku

import (
	"errors"
	"math/bits"
	"slices"
)

// The turns that the quick and the learning search take.
//
// On some boards one of them is ten times as fast, on others the other one. They take
// turns, each twice as long as the one before, and so are never far behind the better
// one. Each takes over what the other finds out about the root. Whichever finds a
// solution goes on to the end, since a solution must not be handed out twice. There is
// one exception: when the quick search has failed too often since its last solution, it
// leaves the rest to the learning search.
// errTooManyFailures ends the turn of a search whose patience is used up.
var errTooManyFailures = errors.New("too many failures")

// search hands out every solution. The first turn lasts patience failures.
func (h *quickSearch) search(patience int64) error {
	alive, err := h.open()
	if !turns.On() {
		patience = noEnd
	}
	h.basePatience = patience
	h.learns = learning.On() && h.openCandidates() <= maxCandidates && h.pairs == nil
	var l *learner
	learnsFirst := false
	for turn := 1; alive && err == nil; turn++ {
		if turn == mostTurns && !h.learns {
			patience = noEnd
		}
		h.patience = h.run.Failures + patience
		h.forecast.Drop(0)
		h.inOrder = turn == inOrderTurn && orderedTurn.On()
		if err = h.visit(0, 1); !errors.Is(err, errTooManyFailures) {
			return err
		}
		if turn == mostTurns || h.run.Solutions > 0 {
			patience = noEnd
		}
		path := h.pathSoFar()
		alive, err = h.restart()
		if turn == 1 {
			learnsFirst = h.learns && refuteFirst.On() && h.openCandidates() <= firstLearning*h.n
		}
		if alive && err == nil && h.wantsGuide() {
			h.guide, err = h.guideSearch(turn)
		}
		if alive && err == nil && !learnsFirst {
			err = h.mend()
		}
		if alive && err == nil && (h.guide == nil || h.run.Solutions > 0) && h.learns && (turn > 1 || learnsFirst || patience == noEnd) {
			if alive, err = h.probeForLearner(); !alive || err != nil {
				return err
			}
			if l, err = h.updateLearner(l); err == nil {
				err = l.search(path, learningFactor*patience)
			}
			if !errors.Is(err, errTooManyFailures) {
				return err
			}
			alive, err = h.adoptFrom(l)
		}
		if alive && err == nil && learnsFirst {
			err = h.mend()
		}
		patience *= 2
	}
	return err
}

// wantsGuide reports whether a solution to find first is worth looking for.
func (h *quickSearch) wantsGuide() bool {
	return h.guide == nil && h.run.Solutions == 0 && h.pairs == nil
}

// guideSearch looks for a solution by stretching. It returns nil if it finds none.
func (h *quickSearch) guideSearch(turn int) (*guide, error) {
	if !stretching.On() {
		return nil, nil
	}
	cells, err := stretch(h.p, h.run, turn)
	if cells == nil || err != nil {
		return nil, err
	}
	return h.guideTo(cells), nil
}

// mend looks for a guide by mending at the root.
func (h *quickSearch) mend() error {
	if !h.wantsGuide() || !mending.On() {
		return nil
	}
	if h.mender == nil {
		h.mender = newMender(h)
	}
	if h.mender == nil {
		return nil
	}
	done, err := h.mender.mend(int(h.run.Propagations))
	if err == nil && done {
		h.guide = h.guideTo(h.mender.cells())
	}
	return err
}

// guideTo returns the guide to a solution: the cell of each number.
func (h *quickSearch) guideTo(cells []int32) *guide {
	g := &guide{slotOf: make([]int, h.n), numberAt: make([]int, h.slots)}
	for k, c := range cells {
		g.slotOf[k] = int(h.slotOf[c])
		g.numberAt[h.slotOf[c]] = k
	}
	return g
}

// pathSoFar returns the way to the state. Another search must go on there if solutions
// have been handed out. If not, it returns nil, and the other search may choose its own
// way.
func (h *quickSearch) pathSoFar() []event {
	if h.run.Solutions == 0 {
		return nil
	}
	return slices.Clone(h.path)
}

// openCandidates returns how many candidates are open. Those of settled numbers do not
// count.
func (s *state) openCandidates() int {
	sum := 0
	for _, count := range s.cellCount {
		if count > 1 {
			sum += int(count)
		}
	}
	return sum
}

// probeForLearner probes all numbers before the learning search begins. On large boards it takes
// too long, and mending is what settles them. It reports whether there may be solutions.
func (h *quickSearch) probeForLearner() (bool, error) {
	if h.run.Solutions > 0 || h.n >= large/2 || !probingAll.On() {
		return true, nil
	}
	return h.probeAll()
}

// updateLearner returns l, or a new learner for nil, with the root that h has.
func (h *quickSearch) updateLearner(l *learner) (*learner, error) {
	if l == nil {
		return newLearner(h)
	}
	for i, set := range l.openCells {
		k, w := i/l.words, i%l.words
		for gone := set &^ h.cells[h.first+k*h.row+w]; gone != 0; gone &= gone - 1 {
			if v, known := l.status(k, w*64+bits.TrailingZeros64(gone)); known == unassigned {
				l.assignFalse(v, because(decided, 0))
			}
		}
	}
	return l, nil
}

// adoptFrom removes from the root what l, which is at its root, has found to be false.
// It reports whether there may be solutions.
func (h *quickSearch) adoptFrom(l *learner) (bool, error) {
	h.trace.backToRoot()
	for _, v := range l.assigned {
		if v >= l.firstEdge {
			continue
		}
		k, slot := int(l.numberOf[v]), int(l.cellOf[v])
		if l.value[v] == assignedFalse && h.cellsOf(k)[slot/64]>>(slot%64)&1 != 0 {
			h.removeCells(k, slot/64, 1<<(slot%64))
		}
	}
	return h.settle()
}
