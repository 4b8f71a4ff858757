package dlx

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestLevelsBeyondTheMemoryEndWithErrLimit(t *testing.T) {
	p := NewProblem(4, 0)
	for i := range Item(4) {
		p.Add(Element{Item: i})
		p.Add(Element{Item: i})
	}
	for room, limited := range map[int]bool{4*4 - 1: true, 4 * 4: false} {
		run := search.Start(context.Background(), nil)
		s, err := newSparse(p, run)
		require.NoError(t, err)
		s.room = room
		err = s.search(func([]int) bool { return true })
		if limited {
			assert.ErrorIs(t, err, ErrLimit)
			assert.ErrorContains(t, err, "memory for 4 levels of 4 items")
		} else {
			assert.NoError(t, err)
			assert.EqualValues(t, 16, run.Solutions)
		}
		run.Close()
	}
}

func TestDensityTellsWhichCoreSuits(t *testing.T) {
	problem := func(items, options int) *Problem {
		p := NewProblem(items, 0)
		for k := range options {
			p.Add(Element{Item: Item(k % items)})
		}
		return p
	}
	assert.True(t, problem(1024, 1024).dense(), "few options")
	assert.False(t, problem(1025, 1025).dense(), "more options, none contradicts another")
	assert.True(t, problem(2, 4096).dense(), "each contradicts half of the others")
	assert.True(t, problem(16, 4096).dense(), "each contradicts 256 in 64 words")
	assert.False(t, problem(17, 4096).dense(), "each contradicts 241 in 64 words")
}

func TestBitsetTablesAreBoundedBeforeTheyAreMade(t *testing.T) {
	p := NewProblem(1, 0)
	for range 20_000 {
		p.Add(Element{Item: 0})
	}
	assert.Greater(t, p.bitsetBytes(), autoBytes)
	assert.Less(t, p.bitsetBytes(), mostBytes)
	assert.Equal(t, 8*(100*2+64*2+100*3), func() int {
		p := NewProblem(64, 0)
		for range 100 {
			p.Add(Element{Item: 0})
		}
		return p.bitsetBytes()
	}())
}
