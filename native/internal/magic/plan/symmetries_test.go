package plan

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// symmetriesByTrying returns all permutations of the cells of a root that take lines to lines, and known
// cells to cells with the same number. Mirrored ones take numbers and sums to those of their complements.
func symmetriesByTrying(root *Root, mirrored bool) (all []permutation) {
	n := len(root.value)
	lines := make(map[string]bool)
	key := func(image []int, line *equation, sum int64) string {
		cells := uint64(0)
		for set := line.cells; set != 0; set &= set - 1 {
			cells |= 1 << image[bits.TrailingZeros64(set)]
		}
		return fmt.Sprint(cells, sum)
	}
	identity := upTo(n)
	for i := range root.e.lines {
		lines[key(identity, &root.e.lines[i], root.e.lines[i].sum)] = true
	}
	for _, image := range permutations(n) {
		keeps := true
		for c, v := range root.value {
			if mirrored && v >= 0 {
				v = int32(n-1) - v
			}
			keeps = keeps && root.value[image[c]] == v
		}
		for i := 0; keeps && i < len(root.e.lines); i++ {
			line := &root.e.lines[i]
			sum := line.sum
			if mirrored {
				sum = int64((n-1)*bits.OnesCount64(line.cells)) - sum
			}
			keeps = lines[key(image, line, sum)]
		}
		if keeps {
			move := make(permutation, n)
			for c, d := range image {
				move[c] = int32(d)
			}
			all = append(all, move)
		}
	}
	return all
}

// Of all images of a filling, the comparisons pick as many as they say. Every symmetry makes one image.
func TestMagicSymmetriesPickOneOfEachClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawSymmetric(t, 6)
		root := rootOf(p, meter.Start(context.Background(), nil))
		if root == nil {
			return
		}
		requireClasses(t, root)
	})
}

func requireClasses(t *rapid.T, root *Root) {
	n := len(root.value)
	var open, cells []int32
	for c, v := range root.value {
		cells = append(cells, int32(c))
		if v < 0 {
			open = append(open, int32(c))
		}
	}
	base := rapid.Permutation(open).Draw(t, "base")[:rapid.IntRange(0, len(open)).Draw(t, "levels")]
	filling := rapid.Permutation(cells).Draw(t, "filling")
	ch, err := root.symmetries(base)
	require.NoError(t, err)
	mirrored, err := root.mirrored()
	require.NoError(t, err)
	group, others := symmetriesByTrying(root, false), symmetriesByTrying(root, true)
	require.Equal(t, len(others) > 0, mirrored != nil)

	class := make(map[string][]int32)
	for _, move := range group {
		image := make([]int32, n)
		for c, d := range move {
			image[c] = filling[d]
		}
		class[fmt.Sprint(image)] = image
	}
	require.Len(t, class, len(group))
	images := make(map[string]bool)
	require.NoError(t, ch.images(0, filling, ch.roomForImages(), func(image []int32) error {
		require.NotNil(t, class[fmt.Sprint(image)])
		images[fmt.Sprint(image)] = true
		return nil
	}))
	require.Len(t, images, len(group))

	for _, move := range others {
		image := make([]int32, n)
		for c, d := range move {
			image[d] = int32(n-1) - filling[c]
		}
		class[fmt.Sprint(image)] = image
	}
	if mirrored != nil {
		image := make([]int32, n)
		mirrored.mirrorImage(image, filling)
		require.NotNil(t, class[fmt.Sprint(image)])
	}
	s := &scheme{}
	s.comparisons, s.each = ch.comparisons(len(base))
	s.mirror = ch.mirror(len(base), mirrored)
	picked, classes := int64(0), int64(0)
	for _, image := range class {
		fits := func(x comparison) bool {
			a, b := image[x.less], image[x.more]
			return x.most > 0 && a+b <= x.most || x.most == 0 && a < b
		}
		value := new([64]int32)
		copy(value[:], image)
		if slices.ContainsFunc(s.comparisons, func(x comparison) bool { return !fits(x) }) {
			continue
		}
		classes++
		if slices.ContainsFunc(s.mirror, func(x comparison) bool { return !fits(x) }) {
			continue
		}
		if picked++; s.standsForMirrorImage(value) {
			picked++
		}
	}
	require.EqualValues(t, len(class), classes*s.each.Int64())
	require.EqualValues(t, len(class), picked*s.each.Int64(), "%v", s.mirror)
}

// Lists of many lines have equations whose numbers grow. A board has no plan then, and no number overflows.
func TestMagicEquationsSayWhenTheirNumbersAreLarge(t *testing.T) {
	large := 0
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		value, domains := make([]int32, 40), make([]uint64, 40)
		for c := range value {
			value[c], domains[c] = -1, 1<<40-1
		}
		lines := []Line{{Cells: cellsOf(1<<40 - 1), Sum: 20 * 39}}
		for range rapid.IntRange(1, 40).Draw(t, "lines") {
			line := Line{Cells: cellsOf(random.Uint64() & (1<<40 - 1)), Sum: random.Intn(1000)}
			if random.Intn(50) == 0 {
				line.Sum = 1 << 60
			}
			lines = append(lines, line)
		}
		root := NewRoot(nil, meter.Start(context.Background(), nil), lines, value, domains, 1<<40-1)
		draft, err := root.draft(root.e.unknown, root.e.unknown, 1)
		require.NoError(t, err)
		if draft.e.large {
			large++
			c, err := newCount(root)
			require.NoError(t, err)
			s, err := c.whole(1)
			require.NoError(t, err)
			require.True(t, !root.e.large || math.IsInf(s.estimate, 1))
			return
		}
		for _, step := range root.e.compile(draft.order, domains, nil) {
			for _, f := range step.forms {
				require.LessOrEqual(t, f.constant, int32(1<<28))
				for _, term := range f.terms {
					require.LessOrEqual(t, max(term.times, -term.times, f.over), int32(1<<16))
				}
			}
		}
	})
	require.Positive(t, large)
}

func cellsOf(set uint64) (cells []int32) {
	for ; set != 0; set &= set - 1 {
		cells = append(cells, int32(bits.TrailingZeros64(set)))
	}
	return cells
}
