package dlx_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/dlx"
)

// The counts of covers are published: queens OEIS A000170, Langford pairs
// A014552 (twice, since reversals count here), Latin squares A002860, packings
// of the pentominoes by C. B. Haselgrove and J. Haselgrove 1960 (6×10, one
// quarter) and Dana Scott 1958 (8×8 less its centre), times 4 and 8 where
// symmetric packings are not left out. The counts of nodes are our own; the
// small ones are compared with a naive tree elsewhere.
func TestKnownCountsAreFound(t *testing.T) {
	for _, known := range []struct {
		name          string
		text          string
		covers, nodes int64
	}{
		{"queens 4", queens(4), 2, 3},
		{"queens 5", queens(5), 10, 8},
		{"queens 6", queens(6), 4, 25},
		{"queens 7", queens(7), 40, 66},
		{"queens 8", queens(8), 92, 244},
		{"queens 9", queens(9), 352, 906},
		{"queens 10", queens(10), 724, 3516},
		{"Langford 3", langford(3), 2, 1},
		{"Langford 4", langford(4), 2, 4},
		{"Langford 5", langford(5), 0, 9},
		{"Langford 6", langford(6), 0, 36},
		{"Langford 7", langford(7), 52, 129},
		{"Langford 8", langford(8), 300, 589},
		{"Langford 9", langford(9), 0, 2986},
		{"Langford 11", langford(11), 35584, 98531},
		{"Latin 1", latin(1), 1, 0},
		{"Latin 2", latin(2), 2, 1},
		{"Latin 3", latin(3), 12, 10},
		{"Latin 4", latin(4), 576, 545},
		{"pentominoes 3x20", packing(3, 20, false, full), 8, 6581},
	} {
		t.Run(known.name, func(t *testing.T) {
			p := read(t, known.text)
			s := count(t, p, dlx.Sparse)
			assert.Equal(t, known.covers, s.Solutions, "covers")
			assert.Equal(t, known.nodes, s.Nodes, "nodes")
			s = count(t, p, dlx.Bitset)
			assert.Equal(t, known.covers, s.Solutions, "covers")
			assert.LessOrEqual(t, s.Nodes, known.nodes, "nodes")
		})
	}
}

func TestToyProblems(t *testing.T) {
	for _, toy := range []struct {
		name, text string
		covers     []string
	}{
		{"exact cover", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g", []string{"[0 3 4]"}},
		{"colours", "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B", []string{"[1 3]"}},
		{"colour agreed upon three times", "a b c | x\na x:1\nb x:1\nc x:1\nc x:2", []string{"[0 1 2]"}},
		{"no colour agrees with none", "a b | x\na x\nb x:1\nb x", []string{}},
		{"secondary item stays open", "a | x y\na x", []string{"[0]"}},
		{"an option twice", "a b\na b\na b", []string{"[0]", "[1]"}},
		{"an item without options", "a b\na", []string{}},
		{"no options", "a", []string{}},
		{"options without primary items", "a | x y\nx\na x:1\nx:1 y", []string{"[1]"}},
	} {
		t.Run(toy.name, func(t *testing.T) {
			for name, core := range cores {
				covers, _ := solve(t, read(t, toy.text), core)
				assert.Equal(t, toy.covers, covers, name)
			}
		})
	}
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

// voxel is a cell of a solid. For a flat one, z is 0.
type voxel struct{ r, c, z int }

// solid reads layers of rows of '#', parted by '|' and '/'.
func solid(drawing string) []voxel {
	var voxels []voxel
	for z, layer := range strings.Split(drawing, "|") {
		for r, row := range strings.Split(layer, "/") {
			for c, mark := range row {
				if mark == '#' {
					voxels = append(voxels, voxel{r, c, z})
				}
			}
		}
	}
	return voxels
}

// moved returns the different solids that the moves, applied again and again,
// make of one, each pushed into the corner.
func moved(voxels []voxel, moves ...func(voxel) voxel) [][]voxel {
	all := [][]voxel{cornered(voxels)}
	for at := 0; at < len(all); at++ {
		for _, move := range moves {
			next := make([]voxel, len(voxels))
			for k, q := range all[at] {
				next[k] = move(q)
			}
			next = cornered(next)
			if !slices.ContainsFunc(all, func(o []voxel) bool { return slices.Equal(o, next) }) {
				all = append(all, next)
			}
		}
	}
	return all
}

func cornered(voxels []voxel) []voxel {
	low := voxels[0]
	for _, q := range voxels {
		low = voxel{min(low.r, q.r), min(low.c, q.c), min(low.z, q.z)}
	}
	pushed := make([]voxel, len(voxels))
	for k, q := range voxels {
		pushed[k] = voxel{q.r - low.r, q.c - low.c, q.z - low.z}
	}
	slices.SortFunc(pushed, func(a, b voxel) int {
		return cmp.Or(cmp.Compare(a.r, b.r), cmp.Compare(a.c, b.c), cmp.Compare(a.z, b.z))
	})
	return pushed
}

// The moves: quarter turns in two planes, and turning over.
func spin(q voxel) voxel { return voxel{q.c, -q.r, q.z} }
func roll(q voxel) voxel { return voxel{q.r, q.z, -q.c} }
func flip(q voxel) voxel { return voxel{q.r, -q.c, q.z} }

// soma packs the seven pieces of the Soma cube, which may be turned in space.
func soma() string {
	var items, options strings.Builder
	for k := range 27 {
		fmt.Fprintf(&items, "x%d%d%d ", k/9, k/3%3, k%3)
	}
	for name, piece := range []string{
		"##/#", "###/#", "###/.#", "##/.##", "##/#|./#", "##/#|.#", "##/#|#",
	} {
		fmt.Fprintf(&items, "%d ", name)
		for _, voxels := range moved(solid(piece), spin, roll) {
			for k := range 27 {
				option := fmt.Sprintf("\n%d", name)
				fits := true
				for _, q := range voxels {
					r, c, z := q.r+k/9, q.c+k/3%3, q.z+k%3
					fits = fits && r < 3 && c < 3 && z < 3
					option += fmt.Sprintf(" x%d%d%d", r, c, z)
				}
				if fits {
					options.WriteString(option)
				}
			}
		}
	}
	return items.String() + options.String()
}
