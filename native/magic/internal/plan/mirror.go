package plan

import "slices"

// How the complement saves half of a pass that it carries into itself. Movements and the
// complement can be exchanged. So the complement carries each class of fillings under
// movements into a class.
//
// The orbit of a cell is all cells that a movement can put in its place. A class has a least
// and a greatest number on the orbit. Call h the highest number. The complement turns their
// sum s into 2·h − s. So classes with s < h count double, those with s = h once, and the
// others not at all. This is exact, since s is the same for all fillings of a class.
//
// It applies where no clues are given and each leaf of the walk knows the orbit. It saves 6 %
// of the count of order 5, where one pass has 13 in the centre.

// mirror lets the complement save half of the pass, if it can. The orbit is that of the first
// cell that the plan fills. This cell has the least number of its orbit.
func (k *schemeCounter) mirror(s *scheme) {
	if len(s.order) == 0 || !mirroring.On() {
		return
	}
	orbit := s.order[:1:1]
	for _, p := range s.pairs {
		if p[0] == orbit[0] {
			orbit = append(orbit, p[1])
		}
	}
	known := func(c int32) bool { return s.cut == nil || s.cut.known>>c&1 != 0 }
	if len(orbit) > 1 && !slices.ContainsFunc(orbit, func(c int32) bool { return !known(c) }) {
		k.orbit = orbit
	}
}

// weigh sets the weight of the leaf. It reports whether its fillings count at all.
func (k *schemeCounter) weigh() bool {
	if k.orbit == nil {
		return true
	}
	greatest := int32(0)
	for _, c := range k.orbit {
		greatest = max(greatest, k.walk.value[c&63])
	}
	switch sum := k.walk.value[k.orbit[0]&63] + greatest; {
	case sum < k.highest:
		k.weight = 2
	case sum == k.highest:
		k.weight = 1
	default:
		return false
	}
	return true
}
