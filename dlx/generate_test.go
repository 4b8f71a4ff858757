package dlx_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/meter"
)

// The problems of the tests are made as text, so that reading is tested on the way.

// queens places n queens; the diagonals are secondary.
func queens(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, "r%d c%d ", k, k)
	}
	b.WriteString("|")
	for k := range 2*n - 1 {
		fmt.Fprintf(&b, " a%d b%d", k, k)
	}
	for r := range n {
		for c := range n {
			fmt.Fprintf(&b, "\nr%d c%d a%d b%d", r, c, r+c, r-c+n-1)
		}
	}
	return b.String()
}

// langford places the pairs 1 to n in 2n slots, with k slots between the two of pair k.
func langford(n int) string {
	var b strings.Builder
	for k := 1; k <= n; k++ {
		fmt.Fprintf(&b, "%d ", k)
	}
	for j := range 2 * n {
		fmt.Fprintf(&b, "s%d ", j)
	}
	for k := 1; k <= n; k++ {
		for j := 0; j+k+1 < 2*n; j++ {
			fmt.Fprintf(&b, "\n%d s%d s%d", k, j, j+k+1)
		}
	}
	return b.String()
}

// latin fills an n by n square so that no row or column has a number twice.
func latin(n int) string {
	var items, options strings.Builder
	for r := range n {
		for c := range n {
			fmt.Fprintf(&items, "p%d%d r%d%d c%d%d ", r, c, r, c, r, c)
			for v := range n {
				fmt.Fprintf(&options, "\np%d%d r%d%d c%d%d", r, c, r, v, c, v)
			}
		}
	}
	return items.String() + options.String()
}

// The pentominoes, each as the cells of an ASCII drawing.
var pentominoes = map[string]string{
	"F": ".##/##/.#", "I": "#####", "L": "####/#", "N": "###/..##", "P": "###/##", "T": "###/.#/.#",
	"U": "#.#/###", "V": "###/#/#", "W": "#/##/.##", "X": ".#/###/.#", "Y": "####/.#", "Z": "##/.#/.##",
}

// packing fills a board with all pentominoes. The board has the cells for which on is
// true. With quarter, the centre of the X stays in the upper left quarter of the board.
// This leaves one of four symmetric packings.
func packing(rows, columns int, quarter bool, on func(r, c int) bool) string {
	var items, options strings.Builder
	for r := range rows {
		for c := range columns {
			if on(r, c) {
				fmt.Fprintf(&items, "%c%c ", 'a'+r, 'a'+c)
			}
		}
	}
	for _, name := range strings.Split("FILNPTUVWXYZ", "") {
		items.WriteString(name + " ")
		for _, cells := range moved(solid(pentominoes[name]), spin, flip) {
			for r := range rows {
				for c := range columns {
					if quarter && name == "X" && (2*(r+1) >= rows || 2*(c+1) >= columns) {
						continue
					}
					option := "\n" + name
					for _, p := range cells {
						if r+p.r < rows && c+p.c < columns && on(r+p.r, c+p.c) {
							option += fmt.Sprintf(" %c%c", 'a'+r+p.r, 'a'+c+p.c)
						}
					}
					if len(option) == 17 {
						options.WriteString(option)
					}
				}
			}
		}
	}
	return items.String() + options.String()
}

func full(int, int) bool { return true }

// holed is the board of 8 by 8 cells without the four in the middle.
func holed(r, c int) bool { return (r != 3 && r != 4) || (c != 3 && c != 4) }

func read(t testing.TB, text string) *dlx.Problem {
	t.Helper()
	p, err := dlx.Read(strings.NewReader(text), "test.dlx")
	require.NoError(t, err)
	return p
}

// cores are the searches that must agree.
var cores = map[string]dlx.Core{"auto": dlx.Auto, "sparse": dlx.Sparse, "bitset": dlx.Bitset, "ahead": dlx.Ahead, "links": dlx.Links}

// solve returns the covers as sorted texts, and the counters.
func solve(t testing.TB, p *dlx.Problem, core dlx.Core) ([]string, meter.Stats) {
	t.Helper()
	var m meter.Meter
	covers := []string{}
	require.NoError(t, p.SolveWith(context.Background(), core, &m, func(options []int) bool {
		covers = append(covers, fmt.Sprint(options))
		return true
	}))
	slices.Sort(covers)
	return covers, m.Stats()
}

// count returns the counters of an exhausted search.
func count(t testing.TB, p *dlx.Problem, core dlx.Core) meter.Stats {
	t.Helper()
	var m meter.Meter
	require.NoError(t, p.SolveWith(context.Background(), core, &m, func([]int) bool { return true }))
	require.Equal(t, 1.0, m.Done(), "an exhausted search is done")
	return m.Stats()
}
