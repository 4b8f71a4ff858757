package plan

import (
	"math"
	"math/bits"
	"slices"
)

// equations are the sums of the lines as a system of linear equations, in reduced
// echelon form over the unknown cells. Each row has a pivot, an unknown cell in no
// other row. So a cell follows from the known ones exactly when it is the only unknown
// cell of its row. They apply to boards of up to 64 cells.
type equations struct {
	unknown uint64
	large   bool // some numbers became too large, and the rows are not to be used
	rows    []equation
	lines   []equation // the same equations in their first form, with few cells each
}

// equation says that the products of coefficients and cells have a sum.
type equation struct {
	of    [64]int32
	cells uint64 // the cells whose coefficient is not 0
	sum   int64
	pivot int32 // −1 when no cell of the row is unknown
}

// newEquations returns the equations of the lines, each once, with the open cells unknown.
func newEquations(lines []Line, value []int32) *equations {
	e := new(equations)
	for c, v := range value {
		if v < 0 {
			e.unknown |= 1 << c
		}
	}
	for _, line := range lines {
		row := equation{pivot: -1, sum: int64(line.Sum)}
		for _, c := range line.Cells {
			row.of[c] = 1
			row.cells |= 1 << c
		}
		if slices.ContainsFunc(e.lines, func(other equation) bool { return other.cells == row.cells && other.sum == row.sum }) {
			continue
		}
		e.lines = append(e.lines, row)
		e.large = e.large || isLarge(row.sum)
		e.add(row)
	}
	return e
}

// clone returns a copy that can be changed. Lines never change.
func (e *equations) clone() *equations { return e.copyTo(new(equations)) }

// copyTo makes to a copy and returns it. It uses the memory of to.
func (e *equations) copyTo(to *equations) *equations {
	to.unknown, to.large, to.rows, to.lines = e.unknown, e.large, append(to.rows[:0], e.rows...), e.lines
	return to
}

// add adds an equation. It reports whether it adds knowledge about the unknown cells to
// that of the earlier equations.
func (e *equations) add(row equation) bool {
	for i := range e.rows {
		if other := &e.rows[i]; other.pivot >= 0 {
			e.eliminate(&row, other)
		}
	}
	row.pivot = -1
	if row.cells == 0 && row.sum == 0 {
		return false
	}
	e.rows = append(e.rows, row)
	return e.pivot(len(e.rows) - 1)
}

// pivot gives row i an unknown cell as its pivot and eliminates that from the other
// rows. It reports whether there was one.
func (e *equations) pivot(i int) bool {
	row := &e.rows[i]
	open := row.cells & e.unknown
	if open == 0 {
		row.pivot = -1
		return false
	}
	row.pivot = int32(bits.TrailingZeros64(open))
	for j := range e.rows {
		if j != i {
			e.eliminate(&e.rows[j], row)
		}
	}
	return true
}

// eliminate removes the pivot of other from the row. The numbers of a step of a plan stay below 2^31 while
// coefficients and sums are not large: see [equation.isLarge].
func (e *equations) eliminate(row, other *equation) {
	a, b := int64(row.of[other.pivot]), int64(other.of[other.pivot])
	if a == 0 || e.large {
		return
	}
	common := gcd(a, b)
	a, b = a/common, b/common
	var of [64]int64
	sum := b*row.sum - a*other.sum
	common = 0
	row.cells |= other.cells
	for set := row.cells; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		of[c] = b*int64(row.of[c]) - a*int64(other.of[c])
		common = gcd(common, of[c])
	}
	if common == 0 || sum%common != 0 {
		common = 1
	}
	row.sum = sum / common
	for set := row.cells; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		x := of[c] / common
		if e.large = e.large || max(x, -x) > math.MaxInt16; x == 0 {
			row.cells &^= 1 << c
		}
		row.of[c] = int32(x)
	}
	e.large = e.large || isLarge(row.sum)
}

// isLarge reports whether a sum is more than 64 coefficients of up to 2^15 make of numbers below 64.
func isLarge(sum int64) bool { return max(sum, -sum) > math.MaxInt32/8 }

// learn makes cell c known. It returns the set of the cells that now follow from the
// known ones and did not before. From then on these cells are known too. But the rows
// that give their values keep them as pivots until the next call.
func (e *equations) learn(c int32) uint64 {
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
func (e *equations) following() uint64 {
	set := uint64(0)
	for i := range e.rows {
		if row := &e.rows[i]; row.pivot >= 0 && row.cells&e.unknown == 1<<row.pivot {
			set |= 1 << row.pivot
		}
	}
	return set
}

// follows returns per unknown cell what learn would return for it. If a cell d follows from c,
// some sum of rows has only these two as unknown cells. A sum of rows has the pivots of all
// of them. So it is one row with one unknown cell besides its pivot, or a sum of two rows that
// differ only by their pivots.
func (e *equations) follows() (set [64]uint64) {
	var list [64]int // the rows with unknown pivots
	var rests [64]uint64
	n := 0
	for i := range e.rows {
		row := &e.rows[i]
		if row.pivot < 0 || e.unknown>>row.pivot&1 == 0 {
			continue
		}
		rest := row.cells & e.unknown &^ (1 << row.pivot)
		if rest&(rest-1) == 0 && rest != 0 {
			c := bits.TrailingZeros64(rest)
			set[c] |= 1 << row.pivot
			set[row.pivot] |= rest
		}
		for j, other := range rests[:n] {
			if other == rest && row.proportional(&e.rows[list[j]], rest) {
				d := e.rows[list[j]].pivot
				set[d] |= 1 << row.pivot
				set[row.pivot] |= 1 << d
			}
		}
		list[n], rests[n] = i, rest
		n++
	}
	return set
}

// proportional reports whether the coefficients of the cells have the same ratios in
// both rows.
func (row *equation) proportional(other *equation, cells uint64) bool {
	first := bits.TrailingZeros64(cells)
	for set := cells; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		if row.of[c]*other.of[first] != row.of[first]*other.of[c] {
			return false
		}
	}
	return true
}

// rowOf returns an equation that gives the unknown cell c. follow are the unknown cells
// that follow from the known ones, c among them. It prefers a line, which has few
// terms.
func (e *equations) rowOf(c int32, follow uint64) *equation {
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
func (e *equations) contradict(value []int32) bool {
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
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
