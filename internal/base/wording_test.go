package base_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/base"
)

func TestDistanceCountsTheLettersToChange(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"count", "count", 0},
		{"count", "coutn", 1},
		{"hint", "hints", 1},
		{"kitten", "sitting", 3},
		{"ab", "ba", 1},
		{"grün", "grun", 1},
		{"solve", "why", 5},
	} {
		assert.Equal(t, test.want, base.Distance(test.a, test.b), "%s %s", test.a, test.b)
		assert.Equal(t, test.want, base.Distance(test.b, test.a), "%s %s", test.b, test.a)
	}
}
