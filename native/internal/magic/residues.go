package magic

import (
	"math"
	"slices"
)

// What the sums of all lines together say modulo a prime. A sum of lines with coefficients may
// have no cell left, or one. If none is left, the sum must be 0, or the board has no filling.
// If one is left modulo a large prime, its number is known. The clues of a board that was
// made by hand or changed often contradict in this sense, and no single line shows it.
//
// Gauss's elimination modulo a prime is exact in this direction: whole numbers that fulfil
// the equations fulfil them modulo each prime too. It takes lines² times cells steps.

// residueRow is an equation modulo a prime: coefficients of the open cells, then the sum.
type residueRow []uint64

// placeByAllLines places the numbers that follow from all lines together. It returns false if
// no filling can have these sums.
func (s *state) placeByAllLines() bool {
	cells := slices.Clone(s.open[:s.size])
	for i := range uint64(2) {
		if _, ok := s.reduce(cells, 2+i); !ok { // modulo 2 and 3
			return false
		}
	}
	rows, ok := s.reduce(cells, math.MaxInt32) // a prime, and its square fits into a word
	for i := 0; i < len(rows) && ok; i++ {
		if c, v, single := rows[i].single(); single {
			ok = v < uint64(len(s.value)) && s.has(cells[c], int32(v))
			if ok {
				s.place(cells[c], int32(v))
			}
		}
	}
	return ok
}

// reduce returns the equations of the lines in reduced echelon form. It returns false if
// they contradict one another.
func (s *state) reduce(cells []int32, prime uint64) (rows []residueRow, ok bool) {
	for l := range s.lines {
		row := make(residueRow, len(cells)+1)
		for i, c := range cells {
			if slices.Contains(s.linesOf[c], int32(l)) {
				row[i] = 1
			}
		}
		rest := s.lines[l].rest % int(prime)
		row[len(cells)] = uint64(rest+int(prime)) % prime
		rows = append(rows, row)
	}
	done := 0
	for i := 0; i < len(cells) && done < len(rows); i++ {
		at := slices.IndexFunc(rows[done:], func(row residueRow) bool { return row[i] != 0 })
		if at < 0 {
			continue
		}
		rows[done], rows[done+at] = rows[done+at], rows[done]
		rows[done].scale(inverse(rows[done][i], prime), prime)
		for j := range rows {
			if j != done {
				rows[j].subtract(rows[done], rows[j][i], prime)
			}
		}
		done++
	}
	for _, row := range rows[done:] {
		if row[len(cells)] != 0 {
			return nil, false
		}
	}
	return rows[:done], true
}

func (row residueRow) scale(by, prime uint64) {
	for i := range row {
		row[i] = row[i] * by % prime
	}
}

func (row residueRow) subtract(other residueRow, times, prime uint64) {
	if times == 0 {
		return
	}
	for i, x := range other {
		row[i] = (row[i] + (prime-times)*x) % prime
	}
}

// single returns the only cell of the row and its number, if the row has one cell.
func (row residueRow) single() (cell int, number uint64, ok bool) {
	last := len(row) - 1
	n := 0
	for i, x := range row[:last] {
		if x != 0 {
			cell = i
			n++
		}
	}
	return cell, row[last], n == 1 // the coefficient is 1, since it is the pivot
}

// inverse returns 1/x modulo the prime, by Fermat's little theorem.
func inverse(x, prime uint64) uint64 {
	result := uint64(1)
	for e := prime - 2; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result * x % prime
		}
		x = x * x % prime
	}
	return result
}
