package puzzle

import (
	"fmt"
	"math"

	"crosscut/internal/base"
)

// The lines of the forms that a text only names.

// squareLines returns the rows, the columns and maybe the diagonals of an n×n square.
func squareLines(n, sum int, diagonals bool) []Line {
	var lines []Line
	add := func(rule string, name string, first, stride int) {
		lines = append(lines, sumLine(rule, name, sum, straight(n, first, stride)...))
	}
	for i := range n {
		add(ruleRow, fmt.Sprintf("row %d", i+1), n*i, 1)
	}
	for i := range n {
		add(ruleColumn, fmt.Sprintf("column %d", i+1), i, n)
	}
	if diagonals {
		add(ruleDiagonal, "the falling diagonal", 0, n+1)
		add(ruleDiagonal, "the rising diagonal", n-1, n-1)
	}
	return lines
}

// straight returns n cells or numbers: the first one, and others that are a stride apart.
func straight(n, first, stride int) []int {
	cells := make([]int, n)
	for i := range cells {
		cells[i] = first + i*stride
	}
	return cells
}

// pandiagonalLines returns the lines of a square and its broken diagonals.
func pandiagonalLines(n, sum int) []Line {
	lines := squareLines(n, sum, true)
	for shift := 1; shift < n; shift++ {
		falling, rising := make([]int, n), make([]int, n)
		for r := range n {
			falling[r] = n*r + (r+shift)%n
			rising[r] = n*r + (n-1-r+shift)%n
		}
		lines = append(lines,
			sumLine(ruleDiagonal, fmt.Sprintf("the falling diagonal from r1c%d", shift+1), sum, falling...),
			sumLine(ruleDiagonal, fmt.Sprintf("the rising diagonal from r1c%d", shift), sum, rising...))
	}
	return lines
}

// associativeLines returns the lines of a square and its pairs of opposite cells. All pairs
// have the same sum, and the n²/2 pairs have as much as the n rows.
func associativeLines(n, sum int) ([]Line, error) {
	if 2*sum%n != 0 {
		return nil, fmt.Errorf("opposite cells cannot have equal sums if %d rows have the sum %d", n, sum)
	}
	lines, pair, last := squareLines(n, sum, true), 2*sum/n, n*n-1
	for c := range n * n / 2 {
		name := fmt.Sprintf("r%dc%d and its opposite", c/n+1, c%n+1)
		lines = append(lines, sumLine(ruleLine, name, pair, c, last-c))
	}
	if n%2 == 1 {
		if pair%2 != 0 {
			return nil, fmt.Errorf("the middle cell cannot have half of %d", pair)
		}
		lines = append(lines, sumLine(ruleLine, "the middle cell", pair/2, n*n/2))
	}
	return lines, nil
}

// A Jodici has rings of sectors. Its file has a line for each ring.
const (
	jodiciRings, jodiciSectors = 3, 6
	jodiciRing, jodiciSector   = 30, 15 // the sums
	jodiciHigh                 = 9
)

// newJodici returns the wheel of a [Jodici].
func newJodici(clues []int) (*Magic, error) {
	board, err := NewBoard(jodiciSectors, jodiciRings, nil)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for ring := range jodiciRings {
		cells := straight(jodiciSectors, ring*jodiciSectors, 1)
		lines = append(lines, sumLine(ruleRow, fmt.Sprintf("ring %d", ring+1), jodiciRing, cells...))
	}
	for sector := range jodiciSectors {
		cells := straight(jodiciRings, sector, jodiciSectors)
		lines = append(lines, sumLine(ruleColumn, fmt.Sprintf("sector %d", sector+1), jodiciSector, cells...))
	}
	var numbers []int
	for k := 1; k <= jodiciHigh; k++ {
		numbers = append(numbers, k, k)
	}
	return newMagicLines(board, Jodici, lines, numbers, clues)
}

// wheelPositions returns the places of a Jodici's cells in the lattice of hexagons: ring r
// is r steps from the middle, and the sectors are the six directions. So the movements of
// the wheel are turnings of that lattice.
func wheelPositions() [][2]int {
	directions := [jodiciSectors][2]int{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}
	var positions [][2]int
	for ring := 1; ring <= jodiciRings; ring++ {
		for _, d := range directions {
			positions = append(positions, [2]int{ring * d[0], ring * d[1]})
		}
	}
	return positions
}

// newSquare returns the square of a form with the given numbers.
func (r *MagicRules) newSquare(clues []int) (*Magic, error) {
	n := int(math.Sqrt(float64(len(r.Numbers))))
	if n*n != len(r.Numbers) {
		return nil, fmt.Errorf("%s fill no square", base.Plural(len(r.Numbers), "number"))
	}
	board, err := NewBoard(n, n, nil)
	if err != nil {
		return nil, err
	}
	sum := 0
	if r.Sum != nil {
		sum = *r.Sum
	} else if sum, err = rowSum(n, r.Numbers); err != nil {
		return nil, err
	}
	if tooLarge(sum) {
		return nil, errTooLarge
	}
	lines, err := formLines(r.Form, n, sum, !r.NoDiagonals)
	if err != nil {
		return nil, err
	}
	return newMagicLines(board, r.Form, lines, r.Numbers, clues)
}

// errTooLarge says what [MaxNumber] bounds.
var errTooLarge = fmt.Errorf("numbers and sums are at most %d in magnitude", MaxNumber)

// rowSum returns the sum of each of n rows that share all numbers out.
func rowSum(n int, numbers []int) (int, error) {
	total := 0
	for _, k := range numbers {
		if tooLarge(k) {
			return 0, errTooLarge
		}
		total += k
	}
	if total%n != 0 {
		return 0, fmt.Errorf("the numbers add up to %d, so %d rows cannot have equal sums", total, n)
	}
	return total / n, nil
}

func formLines(form MagicForm, n, sum int, diagonals bool) ([]Line, error) {
	switch form {
	case Square:
		return squareLines(n, sum, diagonals), nil
	case Pandiagonal:
		return pandiagonalLines(n, sum), nil
	case Associative:
		return associativeLines(n, sum)
	}
	return nil, fmt.Errorf("%q is not a form of squares", string(form))
}
