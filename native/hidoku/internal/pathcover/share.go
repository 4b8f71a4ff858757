package pathcover

// The share of the time that mending may take. It is bounded by the work of the searches.

// mayWork reports whether mending has not yet taken its share.
func (m *Mender) mayWork(work int) bool {
	return m.work < m.share(work)
}

// share returns the share of the work of the searches that mending may take.
func (m *Mender) share(work int) int {
	least := work / otherShare
	if !largerShare.On() {
		return least
	}
	if m.isLoose || len(m.way) >= LargeBoard || m.isNearly() {
		return max(least, promisingShare*work)
	}
	return least
}

// isNearly reports whether only few cells are lacking.
func (m *Mender) isNearly() bool {
	return m.started && m.best <= 1+len(m.way)/nearlyCovered
}

// giveUp drops all ways where mending has not helped for long.
func (m *Mender) giveUp() {
	if givingUp.On() && m.lacking > 0 && m.work-m.bestAt > stalledWork*len(m.way)*len(m.way) {
		m.beginAnew()
	}
}
