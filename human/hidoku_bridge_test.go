package human_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/human"
	"crosscut/internal/puzzletest"
)

// TestNobodyGoesThroughManyWays takes the steps of boards on which gaps have hundreds of
// ways.
func TestNobodyGoesThroughManyWays(t *testing.T) {
	most := 0
	for _, file := range puzzletest.Files(t, "../testdata/hidoku") {
		if file.Name != "gr08-min-1.txt" && file.Name != "gx09-min-1.txt" {
			continue
		}
		s, err := human.New(file.Puzzle)
		require.NoError(t, err)
		for {
			step, err := s.Next(context.Background())
			if err != nil {
				break
			}
			most = max(most, step.Ways)
		}
	}
	assert.Greater(t, most, 8)
	assert.LessOrEqual(t, most, 20)
}

func TestManyWaysWeighMore(t *testing.T) {
	for ways, weight := range map[int]int{0: 7, 1: 7, 8: 7, 9: 8, 16: 8, 17: 9, 20: 9} {
		assert.Equal(t, weight, human.Step{Technique: human.LongBridge, Ways: ways}.Weight(), ways)
	}
	assert.Equal(t, 5, human.Step{Technique: human.Bridge, Ways: 20}.Weight())
}
