package cores

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOptionsThatHideLittleTendToComeFirst(t *testing.T) {
	d := newDraws(1)
	first := map[int32]int{}
	for range 10_000 {
		options := []int32{3, 2, 1}
		d.Sort(options, func(o int32) int { return int(o) })
		first[options[0]]++
	}
	// The chances are as 1/2⁴ to 1/3⁴ to 1/4⁴.
	assert.InDelta(t, 7934, first[1], 150)
	assert.InDelta(t, 1567, first[2], 150)
	assert.InDelta(t, 496, first[3], 100)
}

func TestARandomSearchBeginsWhereTheTroubleIs(t *testing.T) {
	d := newDraws(3)
	d.Costs[1] = 1. / 5
	assert.Less(t, d.Score(1, 4), d.Score(0, 2))
	assert.Less(t, d.Score(0, 2), d.Score(2, 3))
	d.Again(0)
	assert.Equal(t, []int32{0, 1, 2}, d.Ranks, "each other search")
}
