package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLubysSequence(t *testing.T) {
	var terms []int64
	for i := range 15 {
		terms = append(terms, Luby(i+1))
	}
	assert.Equal(t, []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}, terms)
}
