package hidoku

import "math/bits"

// The share of the time that mending may take. It is bounded by the work of the searches, and
// becomes smaller while mending does not help.

const (
	// Mending may take hopeful times as long as the searches on boards where it mostly finds a
	// solution if there is one. These are boards with at least large cells, those with at least
	// loose open candidates for each number, and those with all but few cells on ways: one cell
	// in nearly. Small boards with one solution are hardly ever so. On others it may take one
	// part in unpromising of the time of the searches. Time is counted in candidates that the
	// searches remove. A change takes a third of that time, a cell of a way in the making half.
	//
	// The share is halved after some work that did not help, after twice that work,
	// after four times that work, and so on. The work is staleWork times the square of the number
	// of cells, because the last faults of large boards are further from each other.
	hopeful        = 16
	unpromising    = 8
	large          = 1000
	loose          = 30
	nearly         = 100
	staleWork      = 2
	changesForWork = 3
	reachedForWork = 2

	// workToBegin is the least work for each cell with which mending begins.
	workToBegin = 600

	// hopeless is how many times that work may be in vain before mending starts again.
	hopeless = 8
)

// mayWork reports whether mending has not yet taken its share.
func (m *mender) mayWork(work int) bool {
	return m.work < m.share(work)
}

// share returns the share of the work of the searches that mending may take.
func (m *mender) share(work int) int {
	least := work / unpromising
	if m.isLoose || len(m.way) >= large || m.isNearly() {
		return max(least, hopeful*work>>m.halvings())
	}
	return least
}

// isNearly reports whether only few cells are lacking.
func (m *mender) isNearly() bool {
	return m.started && m.fewest <= 1+len(m.way)/nearly
}

// halvings returns how often the share is halved, because mending does not help.
func (m *mender) halvings() int {
	if !m.drew {
		return m.givenUp
	}
	return m.givenUp + bits.Len(uint((m.work-m.since)/m.stale()))
}

// stale returns the work in vain after which the share is halved.
func (m *mender) stale() int { return staleWork * len(m.way) * len(m.way) }

// giveUp drops all ways where mending has not helped for long.
func (m *mender) giveUp() {
	if m.lacking > 0 && m.work-m.since > hopeless*m.stale() {
		m.givenUp++
		m.beginAnew()
	}
}
