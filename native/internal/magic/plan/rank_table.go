package plan

// rankTable counts sets of numbers by the ranks of these numbers among 16 free ones. All its counters are 0 between uses. A ring has
// at most 16·15·14·13 fillings, so no counter overflows.
type rankTable [1 << 16]uint16

// pairs returns how many pairs of a set of one and a set of two are disjoint and have
// all 16 free numbers between them. A set has the ranks of its numbers from bit 48 on.
func (t *rankTable) pairs(one, two []uint64) uint64 {
	for _, set := range one {
		t[set>>48]++
	}
	n := uint64(0)
	for _, set := range two {
		n += uint64(t[^set>>48])
	}
	for _, set := range one {
		t[set>>48] = 0
	}
	return n
}
