package magic

// A search that is unlucky in its first guesses can take for ever to find out, where others
// lead to a filling soon (Gomes, Selman, Crato and Kautz, "Heavy-tailed phenomena in
// satisfiability and constraint satisfaction problems", Journal of Automated Reasoning
// 24, 2000). So until two are found, which are all that many want, it begins anew again and
// again and tries the numbers in another order. What was searched to its end before is kept
// in mind and left out, so a board without fillings costs little more than it does in one go.

// magicChoice is a cell that is filled by choice, in the search that is going on.
type magicChoice struct {
	cell    int32
	numbers int      // it had at first
	left    []uint64 // those not done with
}

// magicRest is what is left of the search of a state that ended early: the cell chosen
// there, and the numbers that are not done with. What had been found in the state has
// other numbers there, or is missing below.
type magicRest struct {
	magicChoice
	below map[int32]*magicRest // what is left of the numbers begun
}

// of returns what is left where v is chosen, nil for all.
func (rest *magicRest) of(v int32) *magicRest {
	if rest == nil {
		return nil
	}
	return rest.below[v]
}

// The choices that are kept in mind: those with at least this share of the search, at
// most so many, some 100 bytes each and a set of numbers; and those above what was found.
const (
	leastKept = 1. / (1 << 20)
	mostKept  = 1 << 17
)

// room reports whether a choice in a state with a share of part is to be kept in mind.
func (x *magicSwitch) room(part float64) bool { return part >= leastKept && x.kept < mostKept }

// leave returns what is left of a state of which an earlier search left a rest: what is
// left of choice at, of which the number v is begun, and of the state with v.
func (x *magicSwitch) leave(rest *magicRest, at *magicChoice, v int32, below *magicRest) *magicRest {
	if rest == nil {
		rest = &magicRest{magicChoice: magicChoice{cell: at.cell, numbers: at.numbers}, below: map[int32]*magicRest{}}
		x.kept++
	}
	rest.left = append(rest.left[:0], at.left...)
	if below != nil {
		rest.below[v] = below
	}
	return rest
}

// forget says that nothing is left of a state.
func (x *magicSwitch) forget(rest *magicRest) {
	if rest != nil {
		x.kept--
	}
}

// found reports whether the search has found the filling, or would have.
func (x *magicSwitch) found(value *[64]int32) bool {
	for rest := x.rest; rest != nil; {
		v := value[rest.cell]
		if rest.left[v/64]>>(v%64)&1 == 0 {
			return true
		}
		rest = rest.below[v]
	}
	return false
}
