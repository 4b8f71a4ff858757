package dlx_test

import (
	"fmt"
	"strings"
)

// instance is a problem whose number of covers others have published or counted.
type instance struct {
	name   string
	text   string
	covers int64
}

// instances are the problems on which the cores are compared with each other and with
// Knuth's programs. Sources of the counts: pentominoes C. B. Haselgrove and
// J. Haselgrove 1960, Dana Scott 1958; Soma cube John Conway and Michael Guy 1961
// (240 packings, times 48 symmetries of the cube); queens OEIS A000170; Langford
// pairs A014552, twice; Latin squares A002860; paths A096969; domino tilings
// A004003. Draughtboard: the sample of a solver of 2015 with 104 packings, times
// 2 since two of the stones are alike. Sudoku: Knuth's SSXCC.
func instances() []instance {
	return []instance{
		{"pentominoes-3x20", packing(3, 20, false, full), 8},
		{"pentominoes-6x10-quarter", packing(6, 10, true, full), 2339},
		{"pentominoes-8x8-holed", packing(8, 8, false, holed), 520},
		{"draughtboard-8x8", draughtboard(), 208},
		{"soma", soma(), 11520},
		{"queens-12", queens(12), 14200},
		{"langford-12", langford(12), 216288},
		{"latin-5", latin(5), 161280},
		{"path-5x5", gridPath(5), 8648},
		{"sudoku", sudoku(looseSudoku), looseSudokuCovers},
		{"dominoes-8x8", dominoes(8, 8), 12988816},
	}
}

// looseSudoku has many solutions.
const (
	looseSudoku       = ".2.456.8.4.6...1.....1....6...5..8.15.78....48......6....6................2.4.6.8"
	looseSudokuCovers = 598512
)

// sudoku has a digit or '.' for each of the 81 cells, row by row.
func sudoku(clues string) string {
	var options strings.Builder
	var items []string
	seen := map[string]bool{}
	taken := map[string]bool{}
	names := func(k int, d byte) []string {
		r, c := k/9, k%9
		return []string{
			fmt.Sprintf("p%d%d", r, c), fmt.Sprintf("r%d%c", r, d),
			fmt.Sprintf("c%d%c", c, d), fmt.Sprintf("b%d%c", r/3*3+c/3, d),
		}
	}
	for k := range 81 {
		if clues[k] != '.' {
			for _, name := range names(k, clues[k]) {
				taken[name] = true
			}
		}
	}
	for k := range 81 {
		for d := byte('1'); d <= '9'; d++ {
			option := names(k, d)
			if taken[option[0]] || taken[option[1]] || taken[option[2]] || taken[option[3]] {
				continue
			}
			options.WriteString("\n" + strings.Join(option, " "))
			for _, name := range option {
				if !seen[name] {
					seen[name] = true
					items = append(items, name)
				}
			}
		}
	}
	return strings.Join(items, " ") + options.String()
}

// dominoes covers a board with dominoes.
func dominoes(rows, columns int) string {
	var items, options strings.Builder
	for r := range rows {
		for c := range columns {
			fmt.Fprintf(&items, "%c%c ", 'a'+r, 'a'+c)
			if c+1 < columns {
				fmt.Fprintf(&options, "\n%c%c %c%c", 'a'+r, 'a'+c, 'a'+r, 'a'+c+1)
			}
			if r+1 < rows {
				fmt.Fprintf(&options, "\n%c%c %c%c", 'a'+r, 'a'+c, 'a'+r+1, 'a'+c)
			}
		}
	}
	return items.String() + options.String()
}

// gridPath numbers the cells of an n by n board so that consecutive numbers are
// neighbours by their sides: a Hidoku for rooks without clues. Options are steps
// from k on one cell to k+1 on another, or to nowhere from the last number; cells
// are coloured with their numbers.
func gridPath(n int) string {
	var items, cells, options strings.Builder
	for k := range n * n {
		fmt.Fprintf(&items, "s%d l%d e%d ", k, k, k)
		fmt.Fprintf(&cells, " x%d", k)
	}
	items.WriteString("s! |")
	number := func(k int) string { return string(rune('!' + 30 + k)) }
	for c := range n * n {
		fmt.Fprintf(&options, "\ns0 e%d x%d:%s", c, c, number(1))
		fmt.Fprintf(&options, "\ns! l%d x%d:%s", c, c, number(n*n))
		for k := 1; k < n*n; k++ {
			for _, d := range []int{c - n, c - 1, c + 1, c + n} {
				if d < 0 || d >= n*n || (d/n != c/n && d%n != c%n) {
					continue
				}
				fmt.Fprintf(&options, "\ns%d l%d e%d x%d:%s x%d:%s", k, c, d, c, number(k), d, number(k+1))
			}
		}
	}
	return items.String() + cells.String() + options.String()
}
