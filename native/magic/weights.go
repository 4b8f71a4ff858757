package magic

import "math/bits"

// What a search learns before a restart. A line that often could not have its sum probably
// cannot have it again. So after a restart the search chooses cells of such lines first, and
// finds out sooner that a guess was wrong. This is the weighted degree of Boussemart, Hemery,
// Lecoutre and Sais ("Boosting systematic search by weighting constraints", ECAI 2004).
// Choices that are remembered (unsearched.go) stay. Before the first restart, and where
// subtrees are searched, nothing is learned. So a subtree has the same steps on each worker.

// learn counts a state that is given up for the given reason.
func (s *state) learn(why reasonKind, item int32) {
	if s.changes.at <= 0 {
		return // it will never restart
	}
	switch why {
	case whyLine:
		s.weights[item]++
	case whyCell:
		for _, l := range s.linesOf[item] {
			s.weights[l]++
		}
	}
}

// chooseByWeight returns the open cell that has fewest numbers in comparison with the weights
// of its lines, and how many it has.
func (s *state) chooseByWeight() (cell int32, numbers int) {
	best := int64(0) // the weight of the cell
	for _, c := range s.open[:s.size] {
		n := 0
		for w, word := range s.domain(c) {
			n += bits.OnesCount64(word & s.free[w])
		}
		weight := int64(len(s.linesOf[c]))
		for _, l := range s.linesOf[c] {
			weight += s.weights[l]
		}
		if weight*int64(numbers) > best*int64(n) || best == 0 {
			cell, numbers, best = c, n, weight
		}
	}
	return cell, numbers
}
