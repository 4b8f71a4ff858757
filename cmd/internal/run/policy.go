package run

import "time"

// The policy: when a cube is cut further.
//
// A worker forecasts the time of a cube soon after its start, and again from time to time.
// It gives the search up and cuts the cube if the rest would take longer than a budget. The
// children of the cube are offered to all, those with the longest forecast first. The budget
// is a part of the time that the whole run still needs. So it falls towards the end, and
// all workers finish at nearly the same moment. It does not fall below a small part of the time
// that the run has taken, since more cuts would cost more than workers wait at the end.
//
// This is guided self-scheduling (Polychronopoulos and Kuck 1987) with forecasts. docs/long-runs.md
// has figures of measured trees.
const (
	LeastBudget = 250 * time.Millisecond // cutting below this costs more than it gains, in any run
	mostBudget  = 10 * time.Minute       // a cube of more time is cut, whatever is left to do

	budgetPart = 8   // the budget is this part of the time that is left
	small      = 100 // no budget is below this part of the time that a run has taken; a first forecast comes after this part of the budget
	secondLook = 16  // the second one after this part; each further one at twice the time
	patience   = 4   // a search that has taken t goes on if the rest takes less than the budget and this factor times t
)

// TimeLeft returns the forecast time for all cubes that are not finished, in seconds of one worker. Cubes
// without a forecast take as long as the finished ones on the average: so many took these seconds. Time is
// O(cubes in memory).
func (s *State) TimeLeft(seconds float64, finished int) float64 {
	left, unknown := s.Left()
	return left + float64(unknown)*(seconds+1)/float64(finished+1)
}

// budgetOf returns the budget of a cube, when so many workers have taken so many seconds in all, and have so
// many left.
func budgetOf(taken, left float64, workers int) time.Duration {
	budget := max(left/budgetPart, taken/small) / float64(max(1, workers))
	budget = min(mostBudget.Seconds(), max(LeastBudget.Seconds(), budget))
	return time.Duration(budget * float64(time.Second))
}

// nextLook returns when to forecast a search the next time, if it has taken this long.
func nextLook(spent, budget time.Duration) time.Duration {
	if first := budget / small; spent < first {
		return first
	}
	return max(budget/secondLook, 2*spent)
}

// cutNow reports whether to give up a search for a cut.
func cutNow(spent, left, budget time.Duration) bool { return left > budget+patience*spent }
