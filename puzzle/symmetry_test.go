package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

func TestSymmetriesOfKnownBoards(t *testing.T) {
	square := func(cell string, n int) string {
		return strings.Repeat(strings.TrimSuffix(strings.Repeat(cell+",", n), ",")+"\n", n)
	}
	const hexagon = "puzzle: hidoku\nmoves: hex\n#,_,_\n_,_,_\n#,_,_\n"
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"a square", "puzzle: hidoku\n" + square("_", 3), 8},
		{"a rectangle", "puzzle: hidoku\n_,_,_\n_,_,_\n", 4},
		{"a line", "puzzle: hidoku\n_,_,_\n", 2},
		{"a cell", "puzzle: hidoku\n_\n", 1},
		{"a square off the middle of its rows", "puzzle: hidoku\n#,_,_\n#,_,_\n", 8},
		{"a square in two cells of a diagonal", "puzzle: hidoku\n_,#\n#,_\n", 2},
		{"a plus", "puzzle: hidoku\n#,_,#\n_,_,_\n#,_,#\n", 8},
		{"an L", "puzzle: hidoku\n_,#\n_,_\n", 2},
		{"an F", "puzzle: hidoku\n#,_,_\n_,_,#\n#,_,#\n", 1},
		{"a clue in the middle", "puzzle: hidoku\n_,_,_\n_,5,_\n_,_,_\n", 8},
		{"a clue on a diagonal", "puzzle: hidoku\n1,_,_\n_,_,_\n_,_,_\n", 2},
		{"a clue beside the middle", "puzzle: hidoku\n_,1,_\n_,_,_\n_,_,_\n", 2},
		{"clues on both diagonals", "puzzle: hidoku\n1,_,2\n_,_,_\n_,_,_\n", 1},
		{"a magic board", "puzzle: magic\n" + square("_", 4), 8},
		{"a magic board with a clue", "puzzle: magic\n4,_\n_,_\n", 2},
		{"a hexagon of seven cells", hexagon, 12},
		{"a hexagon with its middle given", strings.Replace(hexagon, "_,_,_", "_,1,_", 1), 12},
		{"a hexagon with a clue at its edge", strings.Replace(hexagon, "_,_,_", "1,_,_", 1), 2},
		{"three hexagons around a corner", "puzzle: hidoku\nmoves: hex\n_,_\n_,#\n", 6},
		{"four rows of hexagons", "puzzle: hidoku\nmoves: hex\n" + square("_", 4), 2},
		{"three rows of hexagons", "puzzle: hidoku\nmoves: hex\n" + square("_", 3), 2},
		{"stones, colours do not matter", "puzzle: draughtboard\nboard: 2x2\ncorner: B\n" + square("X", 2), 8},
		{"stones, the colours of the square must stay", "puzzle: draughtboard\nboard: 2x2\ncorner: B\n" + "B,W\nW,B\n", 4},
		{"stones, odd squares keep their colours", "puzzle: draughtboard\nboard: 3x3\ncorner: B\nB,X,X\nX,X,X\nX,X,X\n", 8},
		{"stones, colours may be exchanged", "puzzle: draughtboard\nboard: 2x2\ncorner: any\n" + "B,W\nW,B\n", 8},
		{"a stone that is not turned over and is its own mirror image", "puzzle: draughtboard\nboard: 2x2\ncorner: any\nflips: no\n" + "B,W\nW,B\n", 8},
		{"the same, and colours stay", "puzzle: draughtboard\nboard: 2x2\ncorner: W\nflips: no\n" + "B,W\nW,B\n", 4},
		{"a stone that is not turned over and is no mirror image of itself", "puzzle: draughtboard\nboard: 4x2\nflips: no\nX,X,X\nX,_,_\n=\nX,X,X\nX,_,_\n", 2},
		{"stones on a board with a hole", "puzzle: draughtboard\ncorner: any\nboard:\n#,W\nW,B\n=\nX,_\nX,X\n", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			group := puzzle.Symmetries(read(t, test.text))
			assert.Len(t, group, test.want)
			requireGroup(t, group)
		})
	}
}

func TestSymmetriesAreAGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { requireGroup(t, puzzle.Symmetries(puzzletest.Draw(t))) })
}

// requireGroup fails the test unless a puzzle's symmetries begin with the identity,
// are all different, and have their inverses and products among them.
func requireGroup(t require.TestingT, group []puzzle.Symmetry) {
	require.True(t, slices.IsSorted(group[0].Image), "the identity first")
	require.Contains(t, []int{1, 2, 3, 4, 6, 8, 12}, len(group))
	find := func(image []int, recolours bool) bool {
		return slices.ContainsFunc(group, func(s puzzle.Symmetry) bool {
			return slices.Equal(s.Image, image) && s.Recolours == recolours
		})
	}
	for i, f := range group {
		inverse := make([]int, len(f.Image))
		for c, d := range f.Image {
			inverse[d] = c
		}
		require.True(t, find(inverse, f.Recolours), "no inverse")
		for j, g := range group {
			require.True(t, i == j || !slices.Equal(f.Image, g.Image), "a symmetry twice")
			product := make([]int, len(f.Image))
			for c := range product {
				product[c] = g.Image[f.Image[c]]
			}
			require.True(t, find(product, f.Recolours != g.Recolours), "not closed")
		}
	}
}

func TestSymmetriesOfHidokusKeepWhatTouches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t, 30)
		for _, s := range puzzle.Symmetries(p) {
			for c := range p.Board().Len() {
				var near []int
				for _, d := range p.Neighbours(c) {
					near = append(near, s.Image[d])
				}
				slices.Sort(near)
				require.Equal(t, p.Neighbours(s.Image[c]), near)
				require.Equal(t, p.Clue(c), p.Clue(s.Image[c]))
			}
		}
	})
}

// countOrbits checks that the images of solutions are solutions, and returns how
// many solutions there are up to symmetry, counted in three ways.
func countOrbits(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution) (orbits int) {
	group := puzzle.Symmetries(p)
	least, fixed := 0, 0
	seen := make(map[string]bool)
	var memory puzzle.Solution // for all images
	for _, x := range solutions {
		if !seen[puzzle.Format(p, x)] {
			orbits++
		}
		for _, s := range group {
			y := s.Apply(nil, x)
			require.NoError(t, p.Check(y))
			require.Equal(t, p.Canonical(y), y)
			memory = s.Apply(memory, x)
			require.Equal(t, y, memory)
			_, known := slices.BinarySearchFunc(solutions, y, slices.Compare[puzzle.Solution])
			require.True(t, known, "an image that brute force did not find")
			seen[puzzle.Format(p, y)] = true
			if slices.Equal(x, y) {
				fixed++
			}
		}
		if !slices.ContainsFunc(group, func(g puzzle.Symmetry) bool { return slices.Compare(g.Apply(nil, x), x) < 0 }) {
			least++
		}
	}
	require.Equal(t, orbits, least, "representatives")
	require.Equal(t, orbits*len(group), fixed, "Burnside's lemma")
	return orbits
}

func TestSolutionsUpToSymmetryOfKnownPuzzles(t *testing.T) {
	dominoes := func(n int) string { return strings.Repeat("X,X\n=\n", n) }
	const mirrorImages = "puzzle: draughtboard\nboard: 4x2\n1 *\nX,X\nX,X\n=\n1 *\nX,X\nX,_\n=\nX\n"
	open := func(text string) string { return strings.Replace(text, "corner: B", "corner: any", 1) }
	coloured, unflipped := testdata(t, "draughtboard/d04-0.txt"), testdata(t, "draughtboard/d05-3.txt")
	for _, test := range []struct {
		name, text  string
		all, orbits int
	}{
		{"magic squares of order 3", empty3, 8, 1},
		{"king's paths on 2x2", "puzzle: hidoku\n_,_\n_,_\n", 24, 3},
		{"dominoes on 4x4 (OEIS A004003, A068928)", "puzzle: draughtboard\nboard: 4x4\n" + dominoes(8), 36, 9},
		{"dominoes on 3x2", "puzzle: draughtboard\nboard: 3x2\n" + dominoes(3), 3, 2},
		{"coloured stones", coloured, 36, 9},
		{"coloured stones in both colourings", open(coloured), 72, 9},
		{"stones that are not turned over, two alike", unflipped, 12, 3},
		{"stones that are not turned over, one colouring open", open(unflipped), 12, 3},
		{"stones that are their own mirror images, and flip", mirrorImages, 8, 2},
		{"stones that are their own mirror images, and do not flip", strings.ReplaceAll(mirrorImages, "1 *", "1 *, no flips"), 8, 2},
		{"no stone may be turned over, and none would change", strings.Replace(mirrorImages, "board:", "flips: no\nboard:", 1), 8, 2},
		{"dominoes in both colourings", "puzzle: draughtboard\nboard: 2x2\nB,W\n=\nW,B\n", 4, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.text)
			solutions := puzzletest.Brute(p)
			assert.Len(t, solutions, test.all)
			assert.Equal(t, test.orbits, countOrbits(t, p, solutions))
		})
	}
}

func TestImagesOfSolutionsAreSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		countOrbits(t, p, puzzletest.Brute(p))
	})
}
