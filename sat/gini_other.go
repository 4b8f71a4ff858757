//go:build !js

package sat

// solve asks gini under the assumptions that assume makes.
func (s *giniAsker) solve(assume func()) int {
	assume()
	return s.gini.Solve()
}
