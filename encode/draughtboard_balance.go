package encode

import "crosscut/sat"

// balance says that the stones cover as many more squares of one colour than of the
// other as the board has. It is redundant, since each cell is covered once, and it is
// what a person sees at once on a board without two corners.
//
// A placement has a surplus of one colour, the colours being those of the pattern and
// not of the stone. A stone of one kind is a term, the surplus of where it lies in order
// encoding, and of a kind with several stones each placement is. The families of clauses
// are
//
//	surplus    a placement used has at least, and at most, its surplus
//	balance …  the surpluses have the sum: order, lower, upper as in sumTo
//
// Nothing is said where no stone can change its surplus.
func (t *tiling) balance() error {
	sum, fixed := t.surplus(allCells(t.p.Board().Len())), 0
	var terms []ordered
	for i, k := range t.kinds {
		surplus := make([]int, len(k.placements))
		varies := false
		for j := range k.placements {
			surplus[j] = t.surplus(k.placements[j].cells)
			varies = varies || surplus[j] != surplus[0]
		}
		switch {
		case len(surplus) == 0:
			return nil // and the formula is contradictory
		case !varies:
			fixed += surplus[0] * len(k.stones)
		case len(k.stones) == 1:
			terms = append(terms, t.surplusOf(i, surplus))
		default:
			for j, l := range t.used[i] {
				terms = append(terms, ifUsed(l, surplus[j]))
			}
		}
		if err := t.check(); err != nil {
			return err
		}
	}
	if len(terms) == 0 {
		return nil
	}
	return t.sumTo("balance", sum-fixed, terms, balanced)
}

// allCells returns the numbers of n cells.
func allCells(n int) []int32 {
	cells := make([]int32, n)
	for c := range cells {
		cells[c] = int32(c)
	}
	return cells
}

// surplus returns how many more of the cells are of the colour of the first square than
// not.
func (t *tiling) surplus(cells []int32) (n int) {
	for _, c := range cells {
		if row, col := t.p.Board().Pos(int(c)); (row+col)%2 == 0 {
			n++
		} else {
			n--
		}
	}
	return n
}

// surplusOf returns the surplus of the only stone of a kind, given that of each of its
// placements.
func (t *tiling) surplusOf(i int, surplus []int) ordered {
	low, high := surplus[0], surplus[0]
	for _, n := range surplus {
		low, high = min(low, n), max(high, n)
	}
	met := make([]bool, high-low+1)
	for _, n := range surplus {
		met[n-low] = true
	}
	var values []int
	for n, yes := range met {
		if yes {
			values = append(values, low+n)
		}
	}
	t.begin("surplus")
	term := t.newOrdered(values)
	for j, l := range t.used[i] {
		t.or(l.Not(), term.from(surplus[j]))
		t.or(l.Not(), term.from(surplus[j]+1).Not())
	}
	return term
}

// ifUsed returns an integer that is the surplus if the placement is used, else 0.
func ifUsed(l sat.Lit, surplus int) ordered {
	switch {
	case surplus > 0:
		return ordered{[]int{0, surplus}, []sat.Lit{always, l, always.Not()}}
	case surplus < 0:
		return ordered{[]int{surplus, 0}, []sat.Lit{always, l.Not(), always.Not()}}
	}
	return ordered{[]int{0}, []sat.Lit{always, always.Not()}}
}
