package pathcover

import "math/bits"

// The share of the time that mending may take. It is bounded by the work of the searches, and
// becomes smaller while mending does not help.

// mayWork reports whether mending has not yet taken its share.
func (m *Mender) mayWork(work int) bool {
	return m.work < m.share(work)
}

// share returns the share of the work of the searches that mending may take.
func (m *Mender) share(work int) int {
	least := work / unpromising
	if !largerShare.On() {
		return least
	}
	if m.isLoose || len(m.way) >= Large || m.isNearly() {
		return max(least, hopeful*work>>m.halvings())
	}
	return least
}

// isNearly reports whether only few cells are lacking.
func (m *Mender) isNearly() bool {
	return m.started && m.fewest <= 1+len(m.way)/nearly
}

// halvings returns how often the share is halved, because mending does not help.
func (m *Mender) halvings() int {
	if !smallerShare.On() {
		return 0
	}
	if !m.drew {
		return m.givenUp
	}
	return m.givenUp + bits.Len(uint((m.work-m.since)/m.stale()))
}

// stale returns the work in vain after which the share is halved.
func (m *Mender) stale() int { return staleWork * len(m.way) * len(m.way) }

// giveUp drops all ways where mending has not helped for long.
func (m *Mender) giveUp() {
	if giveUp.On() && m.lacking > 0 && m.work-m.since > hopeless*m.stale() {
		m.givenUp++
		m.beginAnew()
	}
}
