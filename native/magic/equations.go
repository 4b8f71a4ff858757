package magic

import "math/bits"

// magicEquations are the sums of the lines as a system of linear equations, in
// reduced echelon form over the unknown cells: each row has a pivot, an unknown
// cell in no other row. So a cell follows from the known ones exactly when it is
// the only unknown cell of its row. Boards of up to 64 cells.
type magicEquations struct {
	unknown uint64
	rows    []magicRow
	lines   []magicRow // the same equations as they come, with few cells each
}

// magicRow says that the products of coefficients and cells have a sum.
type magicRow struct {
	of    [64]int32
	cells uint64 // those with a coefficient
	sum   int64
	pivot int32 // −1 when no cell of the row is unknown
}

// newMagicEquations returns the equations of the lines of s, with the open cells
// unknown.
func newMagicEquations(s *magicState) *magicEquations {
	e := new(magicEquations)
	for _, c := range s.open[:s.size] {
		e.unknown |= 1 << c
	}
	for _, line := range s.lines {
		row := magicRow{pivot: -1, sum: int64(line.rest)}
		for _, c := range line.cells {
			row.of[c] = 1
			row.cells |= 1 << c
			if s.value[c] >= 0 {
				row.sum += int64(s.value[c])
			}
		}
		e.lines = append(e.lines, row)
		e.add(row)
	}
	return e
}

// clone returns a copy that can be changed; lines never are.
func (e *magicEquations) clone() *magicEquations {
	return &magicEquations{unknown: e.unknown, rows: append([]magicRow(nil), e.rows...), lines: e.lines}
}

// add adds an equation, and reports whether it says more of the unknown cells than
// those before it.
func (e *magicEquations) add(row magicRow) bool {
	for i := range e.rows {
		if other := &e.rows[i]; other.pivot >= 0 {
			row.eliminate(other)
		}
	}
	row.pivot = -1
	if row.cells == 0 && row.sum == 0 {
		return false
	}
	e.rows = append(e.rows, row)
	return e.pivot(len(e.rows) - 1)
}

// pivot gives row i an unknown cell as its pivot and takes that out of the other
// rows; it reports whether there was one.
func (e *magicEquations) pivot(i int) bool {
	row := &e.rows[i]
	open := row.cells & e.unknown
	if open == 0 {
		row.pivot = -1
		return false
	}
	row.pivot = int32(bits.TrailingZeros64(open))
	for j := range e.rows {
		if j != i {
			e.rows[j].eliminate(row)
		}
	}
	return true
}

// eliminate takes the pivot of other out of the row.
func (row *magicRow) eliminate(other *magicRow) {
	a, b := row.of[other.pivot], other.of[other.pivot]
	if a == 0 {
		return
	}
	common := gcd(a, b)
	a, b = a/common, b/common
	row.sum = int64(b)*row.sum - int64(a)*other.sum
	common = int32(0)
	for set := row.cells | other.cells; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		row.of[c] = b*row.of[c] - a*other.of[c]
		common = gcd(common, row.of[c])
		if row.of[c] == 0 {
			row.cells &^= 1 << c
		} else {
			row.cells |= 1 << c
		}
	}
	if common > 1 && row.sum%int64(common) == 0 {
		row.sum /= int64(common)
		for set := row.cells; set != 0; set &= set - 1 {
			row.of[bits.TrailingZeros64(set)] /= common
		}
	}
}

// learn makes cell c known, and returns the set of the cells that follow from the
// known ones now and did not before. They are known too then, but the rows that
// say what they are keep them as pivots until the next call.
func (e *magicEquations) learn(c int32) uint64 {
	e.unknown &^= 1 << c
	for i := range e.rows {
		if p := e.rows[i].pivot; p >= 0 && e.unknown>>p&1 == 0 {
			e.pivot(i)
		}
	}
	follow := e.following()
	e.unknown &^= follow
	return follow
}

// following returns the unknown cells that follow from the known ones.
func (e *magicEquations) following() uint64 {
	set := uint64(0)
	for i := range e.rows {
		if row := &e.rows[i]; row.pivot >= 0 && row.cells&e.unknown == 1<<row.pivot {
			set |= 1 << row.pivot
		}
	}
	return set
}

// would returns what learn(c) would, and changes nothing. A cell that follows then is
// in a sum of rows in which it is the only unknown one beside c, and a sum of rows has
// the pivots of all of them.
func (e *magicEquations) would(c int32) uint64 {
	var own *magicRow
	for i := range e.rows {
		if e.rows[i].pivot == c {
			own = &e.rows[i]
		}
	}
	rest, set := uint64(1)<<c, uint64(0) // what a row must have beside its pivot
	if own != nil {
		rest = own.cells & e.unknown &^ rest
		if rest&(rest-1) == 0 {
			set = rest
		}
	}
	for i := range e.rows {
		row := &e.rows[i]
		if row.pivot < 0 || row == own || e.unknown>>row.pivot&1 == 0 || row.cells&e.unknown != rest|1<<row.pivot {
			continue
		}
		if own == nil || row.proportional(own, rest) {
			set |= 1 << row.pivot
		}
	}
	return set
}

// proportional reports whether the coefficients of the cells have the same ratios in
// both rows.
func (row *magicRow) proportional(other *magicRow, cells uint64) bool {
	first := bits.TrailingZeros64(cells)
	for set := cells; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		if row.of[c]*other.of[first] != row.of[first]*other.of[c] {
			return false
		}
	}
	return true
}

// rowOf returns an equation that says what the unknown cell c is, where the cells of
// follow, c among them, are the unknown cells that follow from the known ones: a
// line, with few terms, where one will do.
func (e *magicEquations) rowOf(c int32, follow uint64) *magicRow {
	for i := range e.lines {
		if line := &e.lines[i]; line.of[c] != 0 && line.cells&(e.unknown|follow) == 1<<c {
			return line
		}
	}
	for i := range e.rows {
		if e.rows[i].pivot == c {
			return &e.rows[i]
		}
	}
	return nil
}

// contradict reports whether an equation of known cells is not fulfilled.
func (e *magicEquations) contradict(value []int32) bool {
	for i := range e.rows {
		row := &e.rows[i]
		if row.cells&e.unknown != 0 {
			continue
		}
		sum := int64(0)
		for set := row.cells; set != 0; set &= set - 1 {
			c := bits.TrailingZeros64(set)
			sum += int64(row.of[c]) * int64(value[c])
		}
		if sum != row.sum {
			return true
		}
	}
	return false
}

// gcd returns the greatest common divisor, not negative.
func gcd(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
