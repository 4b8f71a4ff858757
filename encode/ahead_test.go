package encode

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

// chained is a board with few clues and one solution. A search that never looks ahead
// branches at 300,000 nodes.
const chained = `puzzle: hidoku
moves: rook
 21,___,___,___,___, 92,___,___,___,___
___,___,100,___,___,___, 90,___,___,___
___,___,___,___,___,___,___,___,___,___
___,___,___,___,___,  3,___,___,___,___
___,___,___,___,___,___,___, 58,___,___
___,___,___,___,___,___,___,___,___, 79
___,___, 45,___,___,___,___,___,___,___
___, 31,___,___,___,___,___,___,___,___
___,___,___,___,___,___,___, 66,___,___
___,___, 38,___,___, 69,___,___,___,___
`

func TestLookingAheadIsBegunWhereItPays(t *testing.T) {
	x, err := ExactCover(ctx, read(t, chained))
	require.NoError(t, err)
	var m, ahead dlx.Meter
	all := func([]int) bool { return true }
	require.NoError(t, x.Problem.Solve(ctx, &m, all))
	require.NoError(t, x.Problem.SolveWith(ctx, dlx.Ahead, &ahead, all))
	assert.EqualValues(t, 1, m.Stats().Solutions)
	assert.EqualValues(t, 1, ahead.Stats().Solutions)
	assert.Less(t, ahead.Stats().Nodes, int64(100))
	assert.Less(t, m.Stats().Nodes, int64(10_000))
}
