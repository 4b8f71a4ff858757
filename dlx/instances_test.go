package dlx_test

import (
	"fmt"
	"strings"
)

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
