package cubes_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cubes"
	"crosscut/internal/puzzletest"
)

// Without the rules of a puzzle, nothing is known about the parts that it can be cut into.
func TestForeignPuzzlesAreNotCut(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		parts, err := cubes.Split(context.Background(), p, 4)
		require.ErrorContains(t, err, "no cubes of a puzzle of type")
		assert.Nil(t, parts)
	}
}
