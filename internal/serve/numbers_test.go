package serve

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTwoNumbersAreReadWhole(t *testing.T) {
	for _, text := range []string{"2x30", " 2x 30 "} {
		first, second, ok := TwoNumbers(text, "x")
		assert.Equal(t, [3]any{2, 30, true}, [3]any{first, second, ok}, text)
	}
	for _, text := range []string{"", "x", "2", "2x", "x2", "2x3x4", "2x3a", "2 x3", "2x99999999999999999999"} {
		_, _, ok := TwoNumbers(text, "x")
		assert.False(t, ok, text)
	}
}
