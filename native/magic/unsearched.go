package magic

// A search that is unlucky in its first guesses can take for ever to find out, where others
// lead to a filling soon (Gomes, Selman, Crato and Kautz, "Heavy-tailed phenomena in
// satisfiability and constraint satisfaction problems", Journal of Automated Reasoning
// 24, 2000). So until two are found, which are all that many want, it begins anew again and
// again and tries the numbers in another order. What was searched to its end before is kept
// in mind and left out, so a board without fillings costs little more than it does in one go.

// choice is a cell that is filled by choice, in the search that is going on.
type choice struct {
	cell    int32
	numbers int      // it had at first
	left    []uint64 // those not done with
}

// unsearched is what is left of the search of a state that ended early: the cell chosen
// there, and the numbers that are not done with. What had been found in the state has
// other numbers there, or is missing below.
type unsearched struct {
	choice
	below map[int32]*unsearched // what is left of the numbers begun
}

// under returns what is left where v is chosen, nil for all.
func (rest *unsearched) under(v int32) *unsearched {
	if rest == nil {
		return nil
	}
	return rest.below[v]
}

// progress is what is known of how far the search is.
type progress struct {
	rest *unsearched // what is left, when the search is to restart or to go on by a plan
	kept int         // the choices kept in rest
	done float64     // the share of the search that is finished
}

// The choices that are kept in mind: those with at least this share of the search, at
// most so many, some 100 bytes each and a set of numbers; and those above what was found.
const (
	leastShareKept  = 1. / (1 << 20)
	mostChoicesKept = 1 << 17
)

// room reports whether a choice in a state with a share of part is to be kept in mind.
func (x *progress) room(part float64) bool { return part >= leastShareKept && x.kept < mostChoicesKept }

// leave returns what is left of a state of which an earlier search left a rest: what is
// left of choice at, of which the number v is begun, and of the state with v.
func (x *progress) leave(rest *unsearched, at *choice, v int32, below *unsearched) *unsearched {
	if rest == nil {
		rest = &unsearched{choice: choice{cell: at.cell, numbers: at.numbers}, below: map[int32]*unsearched{}}
		x.kept++
	}
	rest.left = append(rest.left[:0], at.left...)
	if below != nil {
		rest.below[v] = below
	}
	return rest
}

// forget says that nothing is left of a state.
func (x *progress) forget(rest *unsearched) {
	if rest != nil {
		x.kept--
	}
}

// found reports whether the search has found the filling, or would have.
func (x *progress) found(value *[64]int32) bool {
	for rest := x.rest; rest != nil; {
		v := value[rest.cell]
		if rest.left[v/64]>>(v%64)&1 == 0 {
			return true
		}
		rest = rest.below[v]
	}
	return false
}
