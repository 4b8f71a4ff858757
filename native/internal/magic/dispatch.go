package magic

import (
	"math"

	"crosscut/meter"
)

// dispatcher decides when a search that has had many nodes goes on in another way.
// Propagating after each guess is good where little fits. Filling the cells by a plan
// takes about a hundredth of the time for each node, and is good where much fits.
type dispatcher struct {
	at         int64 // the number of nodes at which to decide next; never if it is not positive
	estimateAt int64 // the number of nodes at which to compare the search with a plan
	subtreesAt int64 // the number of nodes before which subtrees are not used

	// estimate returns about how many nodes a plan needs. It is nil where there are no plans.
	estimate func() (nodes float64, err error)
}

// changeover is the error of a search that ends early because another one goes on.
type changeover int

const (
	toRestart  changeover = iota + 1 // the same search, with the numbers in another order
	toPlan                           // by a plan
	toSubtrees                       // the same search, in subtrees
	toEnd                            // not at all, since the board has no fillings
)

// Error says how the search goes on.
func (c changeover) Error() string {
	return [...]string{toRestart: "go on by a restart", toPlan: "go on by a plan", toSubtrees: "go on in subtrees", toEnd: "end"}[c]
}

// consider returns the changeover that is due, nil to go on as before. The share of the
// search that is finished is done. Subtrees are for those who want more than two
// solutions; until two are found the search restarts.
func (d *dispatcher) consider(stats *meter.Stats, done float64) error {
	if stats.Nodes >= d.estimateAt {
		d.estimateAt = 2 * stats.Nodes
		left := float64(stats.Nodes) / done * (1 - done) // infinite where nothing is done
		plan := math.Inf(1)
		if d.estimate != nil {
			var err error
			if plan, err = d.estimate(); err != nil {
				return err
			}
		}
		if plan < left*planNodesPerNode &&
			(stats.Solutions >= 2 || plan < patience*planNodesPerNode*float64(stats.Nodes)) {
			return toPlan
		}
		soon := plan < left*planNodesPerNode*planSoonFactor
		if branching.On() && stats.Solutions >= 2 && stats.Nodes >= d.subtreesAt && left > float64(stats.Nodes) && !soon {
			return toSubtrees
		}
	}
	if stats.Solutions < 2 && restarting.On() {
		return toRestart
	}
	d.at = d.estimateAt
	return nil
}
