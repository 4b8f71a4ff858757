package dlx_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The tests of restarts show that each cover comes once in this order, for any number of workers.
func TestOptionsThatHideLittleComeFirst(t *testing.T) {
	for text, want := range map[string][]int32{
		"a b c d e f\na b c d e f\na b c d e\nb c d e f\n":     {1, 2, 0}, // a and f have two options, the others three
		"a b c d e f | g\na b c d e f\na b c d e\nb c d e f\n": nil,       // there is a secondary item
		"a b c d\na b c d\na b c\n":                            nil,       // options are small
	} {
		assert.Equal(t, want, read(t, text).OrderForFew(), "%q", text)
	}
}
