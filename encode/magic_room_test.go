package encode

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A look ahead counts the elements of options that are not there yet. So it must know how
// many an option of a line has.
func TestWidthIsTheNumberOfElements(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\nlines: pandiagonal\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: magic\nlines: r1c1 r2c2 r3c3; r1c2 r2c2 r3c2; r1c3 r2c2 r3c1\nsum: any\n1,_,_\n#,_,#\n_,2,_\n",
		"puzzle: magic\nlines: r1c1 r1c2; r1c3 r1c4; r1c1 r1c3; r1c2 r1c4\n_,_,_,_\n",
	} {
		p := read(t, content)
		run := search.Start(context.Background(), nil)
		m, err := cutMagicDomains(run, p.(*puzzle.Magic))
		require.NoError(t, err)
		x := m.newCover(run)
		for i := range m.lines {
			before := x.Options()
			require.NoError(t, x.addLine(i))
			for o := before; o < x.Options(); o++ {
				assert.Len(t, x.Option(o), x.width(i), content)
			}
		}
		assert.Positive(t, x.Options(), content)
		run.Close()
	}
}

// An integer in order encoding is known to be within any two of its values. The literals that
// this makes false give back the two, and those that the bounds rest on are among them.
func TestBoundsAreThoseOfTheFalseLiterals(t *testing.T) {
	values, atLeast := []int{3, 5, 6, 9}, []sat.Lit{write.Always, 1, 2, 3, write.Always.Not()}
	x := &lineInference{f: &magicFormula{
		magicDomains: &magicDomains{p: puzzletest.BlankMagic(t, 3, 2, true), domains: [][]int{values}},
		ordered:      []write.OrderInt{{Values: values, AtLeast: atLeast}},
	}}
	for high := range values {
		for low := range high + 1 {
			isFalse := map[sat.Lit]bool{}
			for i, l := range atLeast {
				isFalse[l.Not()], isFalse[l] = i <= low, i > high
			}
			got := x.boundsOf(0, func(l sat.Lit) bool {
				require.NotEqual(t, write.Always.Var(), l.Var(), "it is no literal of the formula")
				return isFalse[l]
			})
			require.Equal(t, knownBounds{values[low] - 2, values[high] - 2, atLeast[low].Not(), atLeast[high+1]}, got)
		}
	}
}
