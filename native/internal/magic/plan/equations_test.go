package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// What is left of a row has no cell of the pivot, holds for the same values, and has no common divisor.
func TestEliminationKeepsWhatARowSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(-6, 6)
		var values [64]int32
		draw := func(name string) equation {
			e := equation{pivot: -1}
			for c := range 5 {
				if e.of[c] = int32(number.Draw(t, name)); e.of[c] != 0 {
					e.cells |= 1 << c
				}
				e.sum += int64(e.of[c] * values[c])
			}
			return e
		}
		for c := range 5 {
			values[c] = int32(number.Draw(t, "value"))
		}
		row, other := draw("row"), draw("other")
		other.pivot = 2
		if row.of[2] == 0 || other.of[2] == 0 {
			return
		}
		new(equations).eliminate(&row, &other)
		assert.Zero(t, row.of[2])
		divisor, sum := int64(0), int64(0)
		for c := range 5 {
			assert.Equal(t, row.of[c] != 0, row.cells>>c&1 != 0, "cell %d", c)
			divisor = gcd(divisor, int64(row.of[c]))
			sum += int64(row.of[c] * values[c])
		}
		assert.Equal(t, row.sum, sum)
		assert.LessOrEqual(t, divisor, int64(1), "the values are integers, so the divisor of the coefficients divides the sum")
	})
}
