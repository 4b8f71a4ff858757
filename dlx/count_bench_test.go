package dlx_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

// counted is a problem with a published number of covers, which may be too large to make
// them all.
type counted struct{ name, text, covers string }

// largeInstances take from a second to an hour to count. Each benchmark has the name of
// its instance, so that -bench can pick some. Sources: queens OEIS A000170; Langford
// pairs A014552, twice; Latin squares A002860; domino tilings A004003; paths A096969;
// one-sided pentominoes Knuth, "Dancing links", 2000 (46 without the symmetric ones,
// times 4); pentominoes in boxes
// C. J. Bouwkamp 1969 (12, 264 and 3,940, each eight times). Nobody else has counted
// the Hidokus. The frontier and the tree give the same numbers for them.
func largeInstances() []counted {
	list := []counted{
		{"dominoes-16x16", dominoes(16, 16), "2444888770250892795802079170816"},
		{"latin-6", latin(6), "812851200"},
		{"path-6x6", gridPath(6), "458696"},
		{"pentominoes-2x3x10", box(2, 3, 10), "96"},
		{"pentominoes-2x5x6", box(2, 5, 6), "2112"},
		{"pentominoes-3x4x5", box(3, 4, 5), "31520"},
		{"hidoku-8x8-every-7", looseHidoku(8, 7), "24563138"},
		{"hidoku-8x8-every-8", looseHidoku(8, 8), "1078285033"},
		{"hidoku-9x9-every-6", looseHidoku(9, 6), "524514279"},
		{"hidoku-10x10-every-5", looseHidoku(10, 5), "18599231641"},
		{"one-sided-3x30", oneSided(3, 30), "184"},
	}
	for n, covers := range map[int]int{13: 73712, 14: 365596, 15: 2279184, 16: 14772512} {
		list = append(list, counted{fmt.Sprintf("queens-%d", n), queens(n), fmt.Sprint(covers)})
	}
	for n, half := range map[int]int{15: 39809640, 16: 326721800} {
		list = append(list, counted{fmt.Sprintf("langford-%d", n), langford(n), fmt.Sprint(2 * half)})
	}
	return list
}

func BenchmarkCountLarge(b *testing.B) {
	for _, bench := range largeInstances() {
		b.Run(bench.name, func(b *testing.B) {
			p := read(b, bench.text)
			for b.Loop() {
				n, err := p.Count(context.Background(), nil)
				require.NoError(b, err)
				require.Equal(b, bench.covers, n.String())
			}
		})
	}
}

// BenchmarkCount reports the time of counting, and its ratio to the time of making all
// covers. It measures both.
func BenchmarkCount(b *testing.B) {
	for _, bench := range append(instances(), looseHidokus()...) {
		b.Run(bench.name, func(b *testing.B) {
			p := read(b, bench.text)
			made, counted := time.Duration(0), time.Duration(0)
			for b.Loop() {
				start := time.Now()
				var m dlx.Meter
				require.NoError(b, p.Solve(context.Background(), &m, all))
				made += time.Since(start)
				start = time.Now()
				n, err := p.Count(context.Background(), nil)
				counted += time.Since(start)
				require.NoError(b, err)
				require.Equal(b, bench.covers, n.Int64())
				require.Equal(b, bench.covers, m.Stats().Solutions)
			}
			b.ReportMetric(counted.Seconds()/float64(b.N), "s/count")
			b.ReportMetric(counted.Seconds()/made.Seconds(), "of-solving")
		})
	}
}

// box packs the pentominoes, which may be turned in space, into a box.
func box(height, width, depth int) string {
	var items, options strings.Builder
	name := func(q voxel) string { return fmt.Sprintf("%c%c%c", 'a'+q.r, 'a'+q.c, 'a'+q.z) }
	var cells []voxel
	for k := range height * width * depth {
		q := voxel{k / (width * depth), k / depth % width, k % depth}
		cells = append(cells, q)
		items.WriteString(name(q) + " ")
	}
	for _, piece := range strings.Split("FILNPTUVWXYZ", "") {
		items.WriteString(piece + " ")
		for _, voxels := range moved(solid(pentominoes[piece]), spin, roll) {
			for _, at := range cells {
				option := "\n" + piece
				fits := true
				for _, q := range voxels {
					q = voxel{q.r + at.r, q.c + at.c, q.z + at.z}
					fits = fits && q.r < height && q.c < width && q.z < depth
					option += " " + name(q)
				}
				if fits {
					options.WriteString(option)
				}
			}
		}
	}
	return items.String() + options.String()
}

// oneSided packs the 18 pentominoes that may be turned but not turned over.
func oneSided(rows, columns int) string {
	var items, options strings.Builder
	name := func(q voxel) string { return fmt.Sprintf("%02d,%02d", q.r, q.c) }
	for k := range rows * columns {
		items.WriteString(name(voxel{k / columns, k % columns, 0}) + " ")
	}
	for _, piece := range strings.Split("FILNPTUVWXYZ", "") {
		sides := [][]voxel{solid(pentominoes[piece]), nil}
		for _, q := range sides[0] {
			sides[1] = append(sides[1], flip(q))
		}
		turned := moved(sides[0], spin)
		over := cornered(sides[1])
		if slices.ContainsFunc(turned, func(q []voxel) bool { return slices.Equal(q, over) }) {
			sides = sides[:1]
		}
		for side, shape := range sides {
			fmt.Fprintf(&items, "%s%d ", piece, side)
			for _, voxels := range moved(shape, spin) {
				for k := range rows * columns {
					option := fmt.Sprintf("\n%s%d", piece, side)
					fits := true
					for _, q := range voxels {
						q = voxel{q.r + k/columns, q.c + k%columns, 0}
						fits = fits && q.r < rows && q.c < columns
						option += " " + name(q)
					}
					if fits {
						options.WriteString(option)
					}
				}
			}
		}
	}
	return items.String() + options.String()
}

// looseHidokus have few clues and many solutions. The numbers are from two cores that
// make all of them.
func looseHidokus() []instance {
	return []instance{
		{"hidoku-7x7-every-6", looseHidoku(7, 6), 115265},
		{"hidoku-6x6-every-8", looseHidoku(6, 8), 832892},
		{"hidoku-6x6-every-7", looseHidoku(6, 7), 1036332},
	}
}

// looseHidoku is a Hidoku for kings on n by n cells. The solution it is made from winds
// through the rows. Every so many of its numbers are clues, and the last one. Items and
// options are as for gridPath, except those that the distances to the next clues exclude.
func looseHidoku(n, every int) string {
	last := n * n
	place := func(k int) (r, c int) { // of number k, from 1
		r, c = (k-1)/n, (k-1)%n
		if r%2 == 1 {
			c = n - 1 - c
		}
		return r, c
	}
	given := func(k int) bool { return k == last || (k-1)%every == 0 }
	near := func(r, c, k, clue int) bool {
		a, b := place(clue)
		return max(a-r, r-a, b-c, c-b) <= max(k-clue, clue-k)
	}
	fits := func(r, c, k int) bool {
		from, to := k, k
		for !given(from) {
			from--
		}
		for !given(to) {
			to++
		}
		clue := false
		for j := 1; j <= last; j++ {
			a, b := place(j)
			clue = clue || j != k && given(j) && a == r && b == c
		}
		return !clue && near(r, c, k, from) && near(r, c, k, to)
	}
	var items, cells, options strings.Builder
	for k := range last {
		fmt.Fprintf(&items, "s%d l%d e%d ", k, k, k)
		fmt.Fprintf(&cells, " x%d", k)
	}
	fmt.Fprintf(&items, "s%d |", last)
	for c := range last {
		if fits(c/n, c%n, 1) {
			fmt.Fprintf(&options, "\ns0 e%d x%d:1", c, c)
		}
		if fits(c/n, c%n, last) {
			fmt.Fprintf(&options, "\ns%d l%d x%d:%d", last, c, c, last)
		}
		for k := 1; k < last; k++ {
			for d := range last {
				if step := max(c/n-d/n, d/n-c/n, c%n-d%n, d%n-c%n); step == 1 && fits(c/n, c%n, k) && fits(d/n, d%n, k+1) {
					fmt.Fprintf(&options, "\ns%d l%d e%d x%d:%d x%d:%d", k, c, d, c, k, d, k+1)
				}
			}
		}
	}
	return items.String() + cells.String() + options.String()
}
