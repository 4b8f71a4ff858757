package encode

import "crosscut/sat"

// The encoding "balance" of draughtboards: the stones cover as many squares of each
// colour as the board has. These clauses are redundant, because each cell is covered
// once, but propagation does not see it. A person sees it at once on a board without two
// corners.
//
// It applies if some stone can lie in ways that cover different numbers of black squares.
// The size is that of a sum with one term for each stone of its own kind and one for each
// placement of the other kinds.

// balance says that the surpluses of the placements used add up to that of the board. The
// surplus of some cells is how many more squares have the colour of the first square than
// the other one. It depends on the pattern of the board and not on the colours of stones.
//
// A kind with one stone is a term of the sum: the surplus of its placement, in order
// encoding. A kind with several stones has a term for each placement, and so has a stone that
// may be left out. The families of clauses are
//
//	surplus    a stone has at least, and at most, the surplus of its placement
//	balance …  the surpluses have the sum: order, lower, upper as in orderSumTo
//
// If no stone can change its surplus, there are no clauses.
func (t *draughtboardFormula) balance() error {
	sum, fixed := t.surplus(allCells(t.p.Board().Len())), 0
	var terms []orderInt
	for i, k := range t.kinds {
		surplus := make([]int, len(k.placements))
		varies := false
		for j := range k.placements {
			surplus[j] = t.surplus(k.placements[j].cells)
			varies = varies || surplus[j] != surplus[0]
		}
		switch {
		case len(surplus) == 0 && k.least == 0:
		case len(surplus) == 0:
			return nil // the formula is contradictory
		case !varies && k.fixed():
			fixed += surplus[0] * len(k.stones)
		case len(k.stones) == 1 && k.fixed():
			terms = append(terms, t.surplusOf(i, surplus))
		default:
			for j, l := range t.used[i] {
				terms = append(terms, surplusIfUsed(l, surplus[j]))
			}
		}
		if err := t.check(); err != nil {
			return err
		}
	}
	if len(terms) == 0 {
		return nil
	}
	return t.orderSumTo("balance", sum-fixed, terms, balanced)
}

// allCells returns the numbers of n cells.
func allCells(n int) []int32 {
	cells := make([]int32, n)
	for c := range cells {
		cells[c] = int32(c)
	}
	return cells
}

// surplus returns how many more of the cells have the colour of the first square than the
// other colour.
func (t *draughtboardFormula) surplus(cells []int32) (n int) {
	for _, c := range cells {
		if row, col := t.p.Board().Pos(int(c)); (row+col)%2 == 0 {
			n++
		} else {
			n--
		}
	}
	return n
}

// surplusOf returns the surplus of the only stone of kind i, given the surplus of each of
// its placements.
func (t *draughtboardFormula) surplusOf(i int, surplus []int) orderInt {
	low, high := surplus[0], surplus[0]
	for _, n := range surplus {
		low, high = min(low, n), max(high, n)
	}
	met := make([]bool, high-low+1)
	for _, n := range surplus {
		met[n-low] = true
	}
	var values []int
	for n, possible := range met {
		if possible {
			values = append(values, low+n)
		}
	}
	t.begin("surplus")
	term := t.newOrderInt(values, nil)
	for j, l := range t.used[i] {
		t.or(l.Not(), term.from(surplus[j]))
		t.or(l.Not(), term.from(surplus[j]+1).Not())
	}
	return term
}

// surplusIfUsed returns an integer that is the surplus if the placement is used, else 0.
func surplusIfUsed(l sat.Lit, surplus int) orderInt {
	switch {
	case surplus > 0:
		return orderInt{values: []int{0, surplus}, atLeast: []sat.Lit{always, l, always.Not()}}
	case surplus < 0:
		return orderInt{values: []int{surplus, 0}, atLeast: []sat.Lit{always, l.Not(), always.Not()}}
	}
	return orderInt{values: []int{0}, atLeast: []sat.Lit{always, always.Not()}}
}
