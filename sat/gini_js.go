package sat

import "time"

// shortest is how long gini searches on js at least before it lets others run.
const shortest = 200 * time.Millisecond

// solve asks gini under the assumptions that assume makes. On js nothing else runs while
// gini searches, so no deadline would end it. Hence gini searches for a slice of time only,
// and then goes on with what it has learnt. The slices grow with the time spent, so that no
// question stays open for ever. A context that cannot end needs no slices.
//
// Try keeps its deadline for later calls. Here each later call sets another one.
func (s *giniAsker) solve(assume func()) int {
	if s.ctx.Done() == nil {
		assume()
		return s.gini.Solve()
	}
	start := time.Now()
	for s.ctx.Err() == nil {
		assume()
		if result := s.gini.Try(max(shortest, time.Since(start)/4)); result != 0 {
			return result
		}
		time.Sleep(time.Millisecond) // timers fire, and messages arrive
	}
	return 0
}
