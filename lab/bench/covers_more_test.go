//go:build unix

package bench_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// More exact covers for TestBench: those with few items in an option, and those of which a first
// cover is wanted.

// benchEdges is n×n square pieces with coloured edges. Neighbours must agree on their edge. A
// grey rim is the border. The pieces come from a random solution, in random order. They may be turned.
func benchEdges(n, colours int, seed uint64) string {
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

// benchGolomb is the rulers with so many marks and that length. A colour is the place of a mark.
func benchGolomb(marks, length int) string {
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

// benchTriples is so many random triples of items. With a plan, some of them are a cover.
func benchTriples(items, options int, plan bool, seed uint64) string {
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

// benchPentominoes is so many sets of the twelve pentominoes on a rectangle.
func benchPentominoes(height, width, sets int) string {
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

// firstCoverInstances are problems of which one cover is wanted.
func firstCoverInstances(t *testing.T, dir string) []processInstance {
	var files []coverFile
	for _, n := range []int{70, 100, 150, 250, 500, 1500} {
		files = append(files, coverFile{fmt.Sprintf("queens %d", n), benchQueens(n, false)})
	}
	return writeCovers(t, dir, append(files, []coverFile{
		{"pentominoes 10×12, two sets", benchPentominoes(10, 12, 2)},
		{"pentominoes 12×15, three sets", benchPentominoes(12, 15, 3)},
		{"120 items and 40 planted triples", benchTriples(120, 320, true, 1)},
		{"150 items and 50 planted triples", benchTriples(150, 390, true, 1)},
		{"114 items and random triples", benchTriples(114, 290, false, 1)},
	}...))
}

// coverFile is the name and the text of an exact cover problem.
type coverFile struct{ name, text string }

// writeCovers writes problems into a folder.
func writeCovers(t *testing.T, dir string, files []coverFile) (all []processInstance) {
	for _, f := range files {
		file := filepath.Join(dir, strings.ReplaceAll(f.name, " ", "-")+".dlx")
		require.NoError(t, os.WriteFile(file, []byte(f.text), 0o600))
		all = append(all, processInstance{name: f.name, words: map[string][]string{"FILE": {file}}})
	}
	return all
}
