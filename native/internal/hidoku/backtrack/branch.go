package backtrack

import (
	"math"
	"math/bits"
	"slices"
)

// preferences are what branching remembers.
type preferences struct {
	// How often each candidate, number and slot was met in learning. Recent meetings
	// weigh more.
	met, numberMet, cellMet []float64
	meetingWeight           float64 // what a meeting adds to a weight at present

	bestOfNumber, bestOnCell []int32 // the candidate that was true when most was settled, -1 for none
	mostSettled              int     // how many candidates were known when most was settled
}

func newPreferences(candidates, numbers, slots int) preferences {
	none := []int32{-1}
	return preferences{
		met: make([]float64, candidates), numberMet: make([]float64, numbers), cellMet: make([]float64, slots),
		meetingWeight: 1,
		bestOfNumber:  slices.Repeat(none, numbers), bestOnCell: slices.Repeat(none, slots),
	}
}

// next returns the candidate to choose, or -1 when everything is settled. First it picks
// the number or cell with the smallest quotient of its candidates and its weight. The
// weight says how often learning met it. Then it picks one of its candidates:
//
//   - the one that was true when most was settled, so that the search comes back to
//     where it was nearest to a solution (Biere, Fleury: Chasing target phases, POS
//     2020);
//   - else, where that is false, the tightest.
func (l *Learner) next() int32 {
	of := l.mostPressing()
	switch {
	case of == noVariable:
		return -1
	case of < 0:
		slot := int32(^of)
		return l.pick(l.bestOnCell[slot], l.ofCell(slot))
	}
	return l.pick(l.bestOfNumber[of], l.ofNumber(int32(of)))
}

// pick returns best where it is not known to be false, or the tightest of list.
func (l *Learner) pick(best int32, list []int32) int32 {
	if best >= 0 && bestPhases.On() && l.value[best] == unassigned {
		return best
	}
	return l.tightest(list)
}

// noVariable is no number and no cell.
const noVariable = Variable(math.MaxInt32)

// mostPressing returns the number or cell to branch on, or noVariable. Among equal ones, cells come before numbers.
func (l *Learner) mostPressing() Variable {
	best, size, met := noVariable, 1.0, 0.0
	for w, set := range l.OpenNumbers {
		for ; set != 0; set &= set - 1 {
			k := w*64 + bits.TrailingZeros64(set)
			if count := float64(l.CellCount[k]); count*met <= size*(l.meetingWeight+l.numberMet[k]) {
				best, size, met = Variable(k), count, l.meetingWeight+l.numberMet[k]
			}
		}
	}
	for w, set := range l.OpenSlots {
		for ; set != 0; set &= set - 1 {
			slot := w*64 + bits.TrailingZeros64(set)
			if count := float64(l.NumberCount[slot]); count*met <= size*(l.meetingWeight+l.cellMet[slot]) {
				best, size, met = ^Variable(slot), count, l.meetingWeight+l.cellMet[slot]
			}
		}
	}
	return best
}

// tightest returns the unknown candidate of list whose number and cell have the fewest
// candidates. Among equal ones it prefers the one met most. See candidate.
func (l *Learner) tightest(list []int32) int32 {
	best, size := int32(-1), int32(0)
	for _, lit := range list {
		u := lit >> 1
		if l.value[u] != unassigned {
			continue
		}
		count := l.CellCount[l.numberOf[u]] + l.NumberCount[l.cellOf[u]]
		if best < 0 || count < size || count == size && l.met[u] > l.met[best] {
			best, size = u, count
		}
	}
	return best
}

// rememberBest notes which candidates are true below the last choice, which failed. It
// does so if more is settled there than ever before.
func (l *Learner) rememberBest() {
	settled := l.levels[l.depth()].start
	if settled <= l.mostSettled {
		return
	}
	l.mostSettled = settled
	for _, v := range l.assigned[:settled] {
		if l.value[v] == assignedTrue {
			l.bestOfNumber[l.numberOf[v]], l.bestOnCell[l.cellOf[v]] = v, v
		}
	}
}

// countMeeting counts a meeting of v, its number and its cell.
func (l *Learner) countMeeting(v int32) {
	const most = math.MaxFloat32
	l.met[v] += l.meetingWeight
	l.numberMet[l.numberOf[v]] += l.meetingWeight
	l.cellMet[l.cellOf[v]] += l.meetingWeight
	if l.meetingWeight < most {
		return
	}
	for _, list := range [][]float64{l.met, l.numberMet, l.cellMet} {
		for i := range list {
			list[i] /= most
		}
	}
	l.meetingWeight /= most
}
