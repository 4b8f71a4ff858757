//go:build unix

package bench_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/encode"
	"crosscut/puzzle/text"
)

// Exact covers for TestBench, most of them with a cover below nearly every node or with colours.

// coverText is an exact cover problem in the format of Knuth's programs.
type coverText struct{ items, options strings.Builder }

func (c *coverText) item(format string, args ...any) {
	fmt.Fprintf(&c.items, format+" ", args...)
}

func (c *coverText) option(format string, args ...any) {
	fmt.Fprintf(&c.options, format+"\n", args...)
}

func (c *coverText) String() string { return c.items.String() + "\n" + c.options.String() }

// benchSudoku is a sudoku of 16×16 with so many clues. It is made from one grid by swaps of
// values, rows and columns, so it has a solution and mostly many.
func benchSudoku(clues int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 16))
	shuffled := func() (lines []int) {
		for _, band := range rng.Perm(4) {
			for _, k := range rng.Perm(4) {
				lines = append(lines, 4*band+k)
			}
		}
		return lines
	}
	values, rows, columns := rng.Perm(16), shuffled(), shuffled()
	given := rng.Perm(256)[:clues]
	var used [3][16][16]bool // in rows, columns and boxes
	places := func(cell int) [3]int { return [3]int{cell / 16, cell % 16, cell/64*4 + cell%16/4} }
	for _, cell := range given {
		r, c := rows[cell/16], columns[cell%16]
		for kind, at := range places(cell) {
			used[kind][at][values[(4*(r%4)+r/4+c)%16]] = true
		}
	}
	var p coverText
	for cell := range 256 {
		if slices.Contains(given, cell) {
			continue
		}
		p.item("p%02x", cell)
		at := places(cell)
		for v := range 16 {
			if !used[0][at[0]][v] && !used[1][at[1]][v] && !used[2][at[2]][v] {
				p.option("p%02x r%x%x c%x%x b%x%x", cell, at[0], v, at[1], v, at[2], v)
			}
		}
	}
	for kind, letter := range "rcb" {
		for at := range 16 {
			for v := range 16 {
				if !used[kind][at][v] {
					p.item("%c%x%x", letter, at, v)
				}
			}
		}
	}
	return p.String()
}

// benchAztec is the dominoes on an Aztec diamond. It has 2^(n(n+1)/2) covers.
func benchAztec(n int) string {
	var p coverText
	in := func(r, c int) bool {
		k := min(r, 2*n-1-r) + 1
		return r < 2*n && c >= n-k && c < n+k
	}
	for r := range 2 * n {
		for c := range 2 * n {
			if !in(r, c) {
				continue
			}
			p.item("%x_%x", r, c)
			if in(r, c+1) {
				p.option("%x_%x %x_%x", r, c, r, c+1)
			}
			if in(r+1, c) {
				p.option("%x_%x %x_%x", r, c, r+1, c)
			}
		}
	}
	return p.String()
}

// benchMacMahon is MacMahon's 24 squares with three colours on 4×6 cells, with a border of one
// colour. The square of the first colour lies in the upper left quarter. There are 26,656 covers.
func benchMacMahon(border byte) string {
	const height, width = 4, 6
	var p coverText
	var squares []string
	for k := range 81 {
		s := string([]byte{'a' + byte(k/27), 'a' + byte(k/9%3), 'a' + byte(k/3%3), 'a' + byte(k%3)})
		if turn := func(n int) string { return s[n:] + s[:n] }; s <= min(turn(1), turn(2), turn(3)) {
			squares = append(squares, s)
		}
	}
	for _, s := range squares {
		p.item("%s", s)
	}
	for k := range height * width {
		p.item("p%d%d", k/width, k%width)
	}
	p.items.WriteString("|")
	for r := range height + 1 {
		for c := range width + 1 {
			if c < width {
				fmt.Fprintf(&p.items, " h%d%d", r, c)
			}
			if r < height {
				fmt.Fprintf(&p.items, " v%d%d", r, c)
			}
		}
	}
	for _, s := range squares {
		for k := range height * width {
			r, c := k/width, k%width
			if s == "aaaa" && (2*r >= height || 2*c >= width) {
				continue
			}
			turned := []string{s, s[1:] + s[:1], s[2:] + s[:2], s[3:] + s[:3]}
			for i, t := range turned {
				inner := []bool{r > 0, c < width-1, r < height-1, c > 0}
				fits := slices.Index(turned, t) == i
				for side := range 4 {
					fits = fits && (inner[side] || t[side] == border)
				}
				if fits {
					p.option("%s p%d%d h%d%d:%c v%d%d:%c h%d%d:%c v%d%d:%c", s, r, c, r, c, t[0], r, c+1, t[1], r+1, c, t[2], r, c, t[3])
				}
			}
		}
	}
	return p.String()
}

// benchLangford is the Langford pairs of n numbers.
func benchLangford(n int) string {
	var p coverText
	for k := 1; k <= n; k++ {
		p.item("n%d", k)
		for at := 0; at+k+1 < 2*n; at++ {
			p.option("n%d s%d s%d", k, at, at+k+1)
		}
	}
	for at := range 2 * n {
		p.item("s%d", at)
	}
	return p.String()
}

// benchQueens is n queens, the rows and columns in their order or from the middle.
func benchQueens(n int, fromMiddle bool) string {
	var p coverText
	for k := range n {
		at := k
		if fromMiddle {
			at = n/2 + (k+1)/2*(1-2*(k%2))
		}
		p.item("r%d c%d", at, at)
	}
	p.items.WriteString("|")
	for k := range 2*n - 1 {
		fmt.Fprintf(&p.items, " a%d b%d", k, k)
	}
	for r := range n {
		for c := range n {
			p.option("r%d c%d a%d b%d", r, c, r+c, n-1-r+c)
		}
	}
	return p.String()
}

// coverInstances writes exact cover problems.
func coverInstances(t *testing.T, dir string) []processInstance {
	var files []coverFile
	add := func(name, content string) { files = append(files, coverFile{name, content}) }
	for seed := range uint64(6) {
		add(fmt.Sprintf("sudoku 16×16, 110 clues, seed %d", seed), benchSudoku(110, seed))
	}
	add("Aztec diamond 6", benchAztec(6))
	for _, border := range []byte("abc") {
		add(fmt.Sprintf("MacMahon squares 4×6, border %c", border), benchMacMahon(border))
	}
	add("Langford pairs 12", benchLangford(12))
	add("queens 12", benchQueens(12, true))
	add("edges 7×7, 7 colours", benchEdges(7, 7, 1))
	add("Golomb ruler, 8 marks", benchGolomb(8, 34))
	add("102 items and random triples", benchTriples(102, 270, false, 1))
	for _, name := range []string{"pentominoes-6x10", "pentominoes-5x12", "pentominoes-8x8-centre", "seed-8x8", "d08holes-0", "dominoes-6x6"} {
		in, err := os.Open(filepath.Join("testdata", "draughtboard", name+".txt"))
		require.NoError(t, err)
		file, err := text.Read(in, name, "")
		require.NoError(t, in.Close())
		require.NoError(t, err)
		cover, err := encode.ExactCover(context.Background(), file.Puzzle)
		require.NoError(t, err)
		var content bytes.Buffer
		require.NoError(t, cover.Problem.Write(&content))
		add(name, content.String())
	}
	return writeCovers(t, dir, files)
}
