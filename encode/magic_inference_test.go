package encode

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/sat"
)

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
