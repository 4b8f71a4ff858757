package magic

import (
	"math"

	"crosscut/internal/search"
)

// dispatcher decides when a search that has had many nodes goes on in another way.
// Propagating after each guess is good where little fits. Filling the cells by a plan
// takes about a hundredth of the time for each node, and is good where much fits.
type dispatcher struct {
	at         int64 // the number of nodes at which to decide next; never if it is not positive
	estimateAt int64 // the number of nodes at which to compare the search with a plan
	subtreesAt int64 // the number of nodes before which subtrees are not used

	// estimate returns about how many nodes a plan needs, for a search that has had so
	// many nodes. It is nil where there are no plans.
	estimate func(searched int64) (nodes float64, err error)

	tryAt int64 // the number of nodes from which the next restart first tries the plan

	// try reports whether so many nodes of the plan find what the caller wants, or end.
	// It is nil where no plan is tried.
	try func(nodes int64) (enough bool, err error)
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

// firstConsider is how many nodes the search has before it thinks of a change.
const firstConsider = 500

// firstRestart is how many nodes the search has before its first restart, where one or two
// fillings are wanted. Before it, the numbers are tried in ascending order. Well-known squares
// have them in order. Then this order is sometimes the best one, and often a bad one. With 500 nodes
// instead of 50, 184 structured squares of order 7 to 10 take 1.5 times as long in the geometric mean.
const firstRestart = 60

// planNodesPerNode is how many nodes of a plan count as one node of the search. Values of 100 to
// 400 are equally fast on squares of order 7 and 8. Estimates of either are more often too low.
const planNodesPerNode = 400

// patience is how many times as long as the search so far a plan may take, until two fillings
// are found. A longer plan waits, since the search may find them soon. The bound is high: a
// plan often has two fillings after a hundredth of its nodes. It was measured on boards of
// order 8.
const patience = 200

// planSoonFactor is how many times too long a plan may be for the search to wait for it.
// If the plan is longer, the search goes on in subtrees. What is left of the search is
// often many times what it seems at first.
const planSoonFactor = 10

// subtreesFrom is how many nodes the search has before it goes on in subtrees.
const subtreesFrom = 1 << 14

// consider returns the changeover that is due, nil to go on as before. The share of the
// search that is finished is done. Subtrees are for those who want more than two
// solutions; until two are found the search restarts.
func (d *dispatcher) consider(stats *search.Stats, done float64) error {
	if stats.Nodes >= d.estimateAt {
		d.estimateAt = 2 * stats.Nodes
		left := float64(stats.Nodes) / max(done, 1e-12) * (1 - done)
		plan := math.Inf(1)
		if d.estimate != nil {
			var err error
			if plan, err = d.estimate(stats.Nodes); err != nil {
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

// planShare bounds each try of a plan: this part of the time of the search so far. All tries
// together take at most twice this part.
const planShare = 1. / 8

// tryPlan returns toPlan if a short part of the plan is enough. The estimate of a plan is its
// whole length, but often two fillings come early. So the search and the plan take turns. The
// search has twice as many nodes from one try to the next.
func (d *dispatcher) tryPlan(nodes int64) error {
	if d.try == nil || nodes < d.tryAt {
		return nil
	}
	d.tryAt = 2 * nodes
	if enough, err := d.try(int64(planShare * planNodesPerNode * float64(nodes))); err != nil || !enough {
		return err
	}
	return toPlan
}
