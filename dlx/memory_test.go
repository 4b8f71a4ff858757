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
	assert.Equal(t, Bitset, problem(1024, 1024).suited(), "few options")
	assert.Equal(t, Sparse, problem(1025, 1025).suited(), "more options, none contradicts another")
	assert.Equal(t, Bitset, problem(2, 4096).suited(), "each contradicts half of the others")
	assert.Equal(t, Bitset, problem(16, 4096).suited(), "each contradicts 256 in 64 words")
	assert.Equal(t, Sparse, problem(17, 4096).suited(), "each contradicts 241 in 64 words")
	assert.Equal(t, Sparse, problem(5, 20_000).suited(), "large tables, each contradicts 13 for a word")
	assert.Equal(t, Bitset, problem(1, 20_000).suited(), "large tables, each contradicts all")
}

func TestBitsetTablesAreBoundedBeforeTheyAreMade(t *testing.T) {
	p := NewProblem(1, 0)
	for range 20_000 {
		p.Add(Element{Item: 0})
	}
	assert.Greater(t, p.bitsetBytes(), smallBytes)
	assert.Less(t, p.bitsetBytes(), mostBytes)
	assert.Equal(t, 8*(100*2+64*2+100*3), func() int {
		p := NewProblem(64, 0)
		for range 100 {
			p.Add(Element{Item: 0})
		}
		return p.bitsetBytes()
	}())
}
