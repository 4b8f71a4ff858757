package instances

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// coverText is an exact cover problem in the format of Knuth's programs.
type coverText struct{ items, options strings.Builder }

func (c *coverText) item(format string, args ...any) {
	fmt.Fprintf(&c.items, format+" ", args...)
}

func (c *coverText) option(format string, args ...any) {
	fmt.Fprintf(&c.options, format+"\n", args...)
}

func (c *coverText) String() string { return c.items.String() + "\n" + c.options.String() }

// sudoku is a sudoku of 16×16 with so many clues. It is made from one grid by swaps of
// values, rows and columns, so it has a solution and mostly many.
func sudoku(clues int, seed uint64) string {
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

// aztec is the dominoes on an Aztec diamond. It has 2^(n(n+1)/2) covers.
func aztec(n int) string {
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

// macMahon is MacMahon's 24 squares with three colours on 4×6 cells, with a border of one
// colour. The square of the first colour lies in the upper left quarter. There are 26,656 covers.
func macMahon(border byte) string {
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

// langford is the Langford pairs of n numbers.
func langford(n int) string {
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

// queens is n queens, the rows and columns in their order or from the middle.
func queens(n int, fromMiddle bool) string {
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

// edges is n×n square pieces with coloured edges. Neighbours must agree on their edge. A
// grey rim is the border. The pieces come from a random solution, in random order. They may be turned.
func edges(n, colours int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 8))
	var above, left [17][17]byte
	for k := range n {
		for m := 1; m < n; m++ {
			above[m][k], left[k][m] = 'a'+byte(rng.IntN(colours)), 'a'+byte(rng.IntN(colours))
		}
		above[0][k], above[n][k], left[k][0], left[k][n] = '-', '-', '-', '-'
	}
	var p coverText
	cells := rng.Perm(n * n)
	for k := range n * n {
		p.item("n%d c%d", k, k)
	}
	p.items.WriteString("|")
	for k := range (n + 1) * (n + 1) {
		fmt.Fprintf(&p.items, " h%d v%d", k, k)
	}
	for k, from := range cells {
		r, c := from/n, from%n
		piece := string([]byte{above[r][c], left[r][c+1], above[r+1][c], left[r][c]})
		for to := range n * n {
			r, c := to/n, to%n
			rim := []bool{r == 0, c == n-1, r == n-1, c == 0}
			for turn := range 4 {
				t := piece[turn:] + piece[:turn]
				fits := true
				for side := range 4 {
					fits = fits && rim[side] == (t[side] == '-')
				}
				if fits {
					p.option("n%d c%d h%d:%c v%d:%c h%d:%c v%d:%c", k, to, r*(n+1)+c, t[0], r*(n+1)+c+1, t[1], (r+1)*(n+1)+c, t[2], r*(n+1)+c, t[3])
				}
			}
		}
	}
	return p.String()
}

// golomb is the rulers with so many marks and that length. A colour is the place of a mark.
func golomb(marks, length int) string {
	const places = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var p coverText
	for j := range marks {
		for i := range j {
			p.item("q%d.%d", i, j)
			for a := i; a <= length; a++ {
				for b := a + 1; b <= length-(marks-1-j); b++ {
					if (i > 0 || a == 0) && (j < marks-1 || b == length) {
						p.option("q%d.%d m%d:%c m%d:%c d%d", i, j, i, places[a], j, places[b], b-a)
					}
				}
			}
		}
	}
	p.items.WriteString("|")
	for k := range marks {
		fmt.Fprintf(&p.items, " m%d", k)
	}
	for d := 1; d <= length; d++ {
		fmt.Fprintf(&p.items, " d%d", d)
	}
	return p.String()
}

// triples is so many random triples of items. With a plan, some of them are a cover.
func triples(items, options int, plan bool, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 3))
	var p coverText
	for k := range items {
		p.item("i%d", k)
	}
	var triples [][]int
	for range options {
		triples = append(triples, rng.Perm(items)[:3])
	}
	if plan {
		triples = slices.AppendSeq(triples, slices.Chunk(rng.Perm(items), 3))
	}
	for _, k := range rng.Perm(len(triples)) {
		t := triples[k]
		p.option("i%d i%d i%d", t[0], t[1], t[2])
	}
	return p.String()
}

// pentominoes is so many sets of the twelve pentominoes on a rectangle.
func pentominoes(height, width, sets int) string {
	type cell [2]int
	var p coverText
	for r := range height {
		for c := range width {
			p.item("%d.%d", r, c)
		}
	}
	for k, rows := range []string{
		".## ##. .#.", "#####", "#... ####", "##.. .###", "##. ###", "### .#. .#.", "#.# ###", "#.. #.. ###", "#.. ##. .##", ".#. ### .#.", ".#.. ####", "##. .#. .##",
	} {
		var piece []cell
		for r, row := range strings.Fields(rows) {
			for c, x := range row {
				if x == '#' {
					piece = append(piece, cell{r, c})
				}
			}
		}
		ways := map[string][]cell{}
		var names []string
		for turn := range 8 {
			for i, x := range piece {
				if piece[i] = (cell{x[1], -x[0]}); turn == 4 {
					piece[i] = cell{x[0], -x[1]}
				}
			}
			slices.SortFunc(piece, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
			way := slices.Clone(piece)
			for i := range way {
				way[i] = cell{piece[i][0] - piece[0][0], piece[i][1] - piece[0][1]}
			}
			if name := fmt.Sprint(way); ways[name] == nil {
				ways[name], names = way, append(names, name)
			}
		}
		for set := range sets {
			p.item("n%d.%d", k, set)
			for _, name := range names {
				for at := range height * width {
					text := fmt.Sprintf("n%d.%d", k, set)
					fits := true
					for _, x := range ways[name] {
						r, c := at/width+x[0], at%width+x[1]
						fits = fits && r >= 0 && r < height && c >= 0 && c < width
						text += fmt.Sprintf(" %d.%d", r, c)
					}
					if fits {
						p.option("%s", text)
					}
				}
			}
		}
	}
	return p.String()
}

// latin is a Latin square of order n, of which so many cells are given. It is made from one square
// by swaps of rows, columns and values, so it has a solution.
func latin(n, clues int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	rows, columns, values := rng.Perm(n), rng.Perm(n), rng.Perm(n)
	given := rng.Perm(n * n)[:clues]
	inRow, inColumn := make([]bool, n*n), make([]bool, n*n)
	value := func(r, c int) int { return values[(rows[r]+columns[c])%n] }
	for _, cell := range given {
		r, c := cell/n, cell%n
		inRow[r*n+value(r, c)], inColumn[c*n+value(r, c)] = true, true
	}
	var p coverText
	for i := range n * n {
		if !slices.Contains(given, i) {
			p.item("p%d.%d", i/n, i%n)
		}
		if !inRow[i] {
			p.item("r%d.%d", i/n, i%n)
		}
		if !inColumn[i] {
			p.item("c%d.%d", i/n, i%n)
		}
	}
	for cell := range n * n {
		for v := range n {
			r, c := cell/n, cell%n
			if !slices.Contains(given, cell) && !inRow[r*n+v] && !inColumn[c*n+v] {
				p.option("p%d.%d r%d.%d c%d.%d", r, c, r, v, c, v)
			}
		}
	}
	return p.String()
}

// random is so many options of random items, of two to five primary items each and one of the
// secondary items with one of four colours.
func random(primary, secondary, options int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 2))
	var p coverText
	for k := range primary {
		p.item("i%d", k)
	}
	p.items.WriteString("|")
	for k := range secondary {
		fmt.Fprintf(&p.items, " s%d", k)
	}
	for range options {
		text := ""
		for _, k := range rng.Perm(primary)[:2+rng.IntN(4)] {
			text += fmt.Sprintf("i%d ", k)
		}
		p.option("%ss%d:%c", text, rng.IntN(secondary), 'a'+byte(rng.IntN(4)))
	}
	return p.String()
}
