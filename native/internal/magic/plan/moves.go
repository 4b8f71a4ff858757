package plan

// movements are the movements of the cells of a board that keep its set of lines. Rows
// and columns are each exchanged by a permutation, and the board may be transposed. If
// the diagonals count, the columns are permuted like the rows, or like the rows in
// reverse. The permutation keeps the pairs of opposite rows.
//
// A movement takes a solution to another one. At each cell, the other one has the number
// that the first has at the image of the cell.
type movements struct {
	n         int
	diagonals bool
}

// canTake reports whether some movement takes each cell of from to the cell of to with
// the same index.
func (m movements) canTake(from, to []int32) bool {
	for _, transposed := range []bool{false, true} {
		for _, turned := range []bool{false, true} {
			if turned && !m.diagonals {
				continue
			}
			if m.fits(from, to, transposed, turned) {
				return true
			}
		}
	}
	return false
}

// fits reports whether some movement of the given kind takes each cell of from to its
// cell of to.
func (m movements) fits(from, to []int32, transposed, turned bool) bool {
	n := int32(m.n)
	rows, columns := newExchange(m.n), newExchange(m.n)
	for i, c := range from {
		row, column := c/n, c%n
		toRow, toColumn := to[i]/n, to[i]%n
		if transposed {
			toRow, toColumn = toColumn, toRow
		}
		if !m.diagonals {
			if !rows.add(row, toRow) || !columns.add(column, toColumn) {
				return false
			}
			continue
		}
		if turned {
			toColumn = n - 1 - toColumn
		}
		// A partial permutation that keeps opposite rows opposite can always be
		// completed to a whole one.
		if !rows.add(row, toRow) || !rows.add(n-1-row, n-1-toRow) ||
			!rows.add(column, toColumn) || !rows.add(n-1-column, n-1-toColumn) {
			return false
		}
	}
	return true
}

// exchange is a permutation known in part; −1 where it is not known.
type exchange struct{ to, from []int32 }

func newExchange(n int) exchange {
	x := exchange{make([]int32, n), make([]int32, n)}
	for i := range n {
		x.to[i], x.from[i] = -1, -1
	}
	return x
}

// add notes that the permutation takes a to b. It reports whether that is possible.
func (x exchange) add(a, b int32) bool {
	if x.to[a] < 0 && x.from[b] < 0 {
		x.to[a], x.from[b] = b, a
	}
	return x.to[a] == b
}

// lesserPairs returns pairs of cells. Look at solutions that can be made from each other
// by movements that keep the cells of fixed. Exactly one of them has a lesser number on
// the first cell in each pair. The product of the numbers in each is how many such
// solutions there are.
//
// The numbers differ. Look at all cells that some movement puts on the first cell of
// base. Exactly one of them has the least number, and some movement brings it there.
// There remain the movements that keep this cell. For them the same is true of the second
// cell, and so on (Puget, "Breaking symmetries in all different problems", IJCAI 2005).
func (m movements) lesserPairs(fixed, base []int32) (pairs [][2]int32, each []int64) {
	from := append([]int32(nil), fixed...)
	for _, b := range base {
		from = append(from, b)
		orbit := int64(1)
		for c := range int32(m.n * m.n) {
			if c != b && m.canTake(from, append(append([]int32(nil), from[:len(from)-1]...), c)) {
				pairs = append(pairs, [2]int32{b, c})
				orbit++
			}
		}
		each = append(each, orbit)
	}
	return pairs, each
}
