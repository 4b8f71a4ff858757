package layout

import (
	"fmt"

	"crosscut/puzzle"
)

// SumSpace is the width of the margin that holds the sums of a magic board.
const SumSpace = 1.1

// Sum is the sum of a line of a magic board, and the middle of its text. The origin is the
// top left corner of the board, so a sum at the left has a negative X.
type Sum struct {
	At   Point
	Text string
}

// Sums returns the sums of all rows, columns and, where the puzzle has them, diagonals. On
// a filled line it adds up the numbers. On another one it is what the line must have.
func Sums(p *puzzle.Magic, filled puzzle.Solution) (sums []Sum) {
	n := p.Order()
	far := float64(n) + SumSpace/2
	for i := range n {
		sums = append(sums,
			Sum{Point{far, float64(i) + 0.5}, LineSum(p, filled, n*i, 1)},
			Sum{Point{float64(i) + 0.5, far}, LineSum(p, filled, i, n)})
	}
	if p.Diagonals() {
		sums = append(sums,
			Sum{Point{far, far}, LineSum(p, filled, 0, n+1)},
			Sum{Point{-SumSpace / 2, far}, LineSum(p, filled, n-1, n-1)})
	}
	return sums
}

// LineSum returns the sum of the n cells of a line that begins with the cell first. Its
// cells are stride apart. See [Sums].
func LineSum(p *puzzle.Magic, filled puzzle.Solution, first, stride int) string {
	sum := p.Sum()
	if filled != nil {
		sum = 0
		for i := range p.Order() {
			value := filled[first+i*stride]
			if value == puzzle.Empty {
				return fmt.Sprint(p.Sum())
			}
			sum += value
		}
	}
	return fmt.Sprint(sum)
}
