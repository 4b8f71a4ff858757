package magic

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// newStar returns the star {n/2}: n tips, then n valleys, and lines of two of each.
func newStar(t require.TestingT, n int) *puzzle.Magic {
	board, err := puzzle.NewBoard(n, 2, nil)
	require.NoError(t, err)
	var lines []puzzle.Line
	for j := range n {
		l := puzzle.Line{Rule: "line", Name: fmt.Sprintf("line %d", j+1), Sum: 4*n + 2}
		for _, c := range []int{j, (j + 2) % n, n + j, n + (j+1)%n} {
			l.Terms = append(l.Terms, puzzle.Term{Cells: []int{c}})
		}
		lines = append(lines, l)
	}
	numbers := make([]int, 2*n)
	for i := range numbers {
		numbers[i] = i + 1
	}
	p, err := puzzle.MagicRules{Form: puzzle.Listed, Board: board, Lines: lines, Numbers: numbers}.New(slices.Repeat([]int{puzzle.Empty}, 2*n))
	require.NoError(t, err)
	return p
}

// The counts up to turns and mirrors are those of A. Howroyd (2005): see docs/records.md.
func TestMagicCountsOfStars(t *testing.T) {
	for n, want := range map[int]int64{5: 0, 7: 72, 8: 112, 9: 3014, 10: 10_882, 11: 53_528} {
		if n > 10 && !puzzletest.Long() {
			continue
		}
		p := newStar(t, n)
		count, err := Count(t.Context(), p, new(meter.Meter))
		require.NoError(t, err)
		require.EqualValues(t, 2*int64(n)*want, count.Int64(), "star %d", n)
		if n < 10 {
			require.Len(t, nativetest.All(t, p, Search), 2*n*int(want), "star %d", n)
		}
	}
}
