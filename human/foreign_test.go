package human_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/human"
	"crosscut/internal/puzzletest"
)

// A technique is sound only for the rules that it was written for.
func TestForeignPuzzlesAreNotGraded(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		s, err := human.New(p)
		require.ErrorContains(t, err, "no human steps for a puzzle of type")
		assert.Nil(t, s)
		g, err := human.GradeOf(context.Background(), p, human.Extreme)
		require.ErrorContains(t, err, "no human steps for a puzzle of type")
		assert.False(t, g.Solved)
	}
}
