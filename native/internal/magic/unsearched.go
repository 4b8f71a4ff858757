package magic

import "crosscut/puzzle"

// What a search leaves out after a restart. A search that is unlucky in its first guesses
// may need very long to find out. Other guesses lead to a filling soon (Gomes,
// Selman, Crato and Kautz, "Heavy-tailed phenomena in satisfiability and constraint
// satisfaction problems", Journal of Automated Reasoning 24, 2000). So the search
// restarts again and again, with the numbers in another order. It does so until two
// fillings are found, which are all that many callers want. What was searched to its
// end before is remembered and left out. So a board without fillings costs little more
// than without restarts. The memory is bounded: see mostChoicesKept.

// choice is a cell that is filled by choice, in the present search.
type choice struct {
	cell    int32
	numbers int      // how many it had at first
	left    []uint64 // those not finished
	hint    int32    // the number to try first, −1 for none
	picked  int      // how many numbers of the order were tried or left out
}

// unsearched is what is left of the search of a state that ended early: the cell chosen
// there, and the numbers that are not finished. Fillings found in the state have other
// numbers there, or are missing below.
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

	known []puzzle.Solution // what was yielded while there were exchanges (exchanges.go)
}

// leave returns what is left of a state: what is left of choice at, whose number v is
// begun, and of the state with v. rest is what an earlier search left of the state, or
// nil.
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
func (x *progress) found(value []int32) bool {
	for rest := x.rest; rest != nil; {
		v := value[rest.cell]
		if rest.left[v/64]>>(v%64)&1 == 0 {
			return true
		}
		rest = rest.below[v]
	}
	return false
}
