package encode

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

// drawnMagic draws magic boards: squares, lists of lines, and those with symmetries.
func drawnMagic(t *rapid.T) puzzle.Puzzle {
	return rapid.OneOf(rapid.Custom(drawSquare), rapid.Custom(drawLines), rapid.Custom(func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawSymmetric(t, 8) })).Draw(t, "board")
}

// The formula for searches has the same solutions, and each has one model.
func TestModelsOfJointsAreTheSolutions(t *testing.T) {
	joined := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawnMagic(t)
		f, err := writeMagicJoints(newRun(t), p.(*puzzle.Magic))
		require.NoError(t, err)
		if f == nil {
			return
		}
		joined++
		want := solutionsOf(t, p)
		requireExact(t, want, f, p)
		requireSame(t, want, modelsOf(t, f), p, "models")
	})
	assert.Positive(t, joined)
}

// Without a family that says something, some board has other models.
func TestJointsNeedBothFamilies(t *testing.T) {
	for names, needed := range map[string]bool{"joint lower + joint upper": true, "cut": false} {
		drawn, differs := rapid.Custom(drawSquare), false
		for seed := range 60 {
			p := drawn.Example(seed)
			f, err := ForSearch(ctx, p, "")
			require.NoError(t, err)
			want := puzzletest.Brute(p)
			if f.Encoding != "" || len(want) > 200 {
				continue
			}
			differs = differs || !equal(want, ofFormula(t, f.without(strings.Split(names, " + ")), f.Keep, f.Decode, len(want)))
		}
		assert.Equal(t, needed, differs, names)
	}
}

// The maps take lines to lines, and there are as many products as permutations that do.
func TestMapsOfLinesAreAll(t *testing.T) {
	for text, size := range map[string]int{
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n":                                          8,
		"puzzle: magic\n" + strings.Repeat("_,_,_,_\n", 4):                              32,
		"puzzle: magic\nlines: pandiagonal\n" + strings.Repeat("_,_,_,_,_\n", 5):        800,
		"puzzle: magic\n" + strings.Repeat("_,_,_,_,_\n", 4) + "1,_,_,_,_\n":            1 << 2,
		"puzzle: magic\nlines: r1c1 r1c2 = 5; r2c1 r2c2 = 5\n_,_\n_,_\n":                8,
		"puzzle: magic\nlines: r1c1 r1c2 = 5; r2c1 r2c2 = 5; r1c1 r2c1 = 3\n_,_\n_,_\n": 2,
	} {
		p := read(t, text).(*puzzle.Magic)
		m, err := magicDomainsOfClues(p)
		require.NoError(t, err)
		maps := m.maps()
		for range 10 {
			require.Equal(t, maps, m.maps(), "the same maps each time")
		}
		for _, image := range maps {
			requireAutomorphism(t, m.lines, image)
		}
		require.Len(t, productsOf(maps), size, text)
	}
}

func requireAutomorphism(t *testing.T, lines []puzzle.Line, image []int) {
	sets := map[string]bool{}
	key := func(cells []int, sum int) string {
		slices.Sort(cells)
		return strings.Join(append(names(cells), names([]int{sum})...), " ")
	}
	for i := range lines {
		sets[key(lines[i].Cells(), lines[i].Sum)] = true
	}
	for i := range lines {
		cells := lines[i].Cells()
		for j, c := range cells {
			cells[j] = image[c]
		}
		require.True(t, sets[key(cells, lines[i].Sum)])
	}
}

func names(cells []int) (all []string) {
	for _, c := range cells {
		all = append(all, string(rune('0'+c)))
	}
	return all
}

// productsOf returns all products of maps.
func productsOf(maps [][]int) (all [][]int) {
	met := map[string]bool{}
	for todo := slices.Clone(maps[:1]); len(todo) > 0; todo = todo[1:] {
		if key := strings.Join(names(todo[0]), ""); !met[key] {
			met[key] = true
			all = append(all, todo[0])
			for _, g := range maps {
				product := make([]int, len(g))
				for c, d := range todo[0] {
					product[c] = g[d]
				}
				todo = append(todo, product)
			}
		}
	}
	return all
}
