package dlx

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/dlx/internal/model"
)

func TestDensityTellsWhichCoreSuits(t *testing.T) {
	problem := func(items, options int) *model.Problem {
		p := NewProblem(items, 0)
		for k := range options {
			p.Add(Element{Item: Item(k % items)})
		}
		return &p.data
	}
	assert.Equal(t, Bitset, suited(problem(1024, 1024)), "few options")
	assert.Equal(t, Sparse, suited(problem(1025, 1025)), "more options, none contradicts another")
	assert.Equal(t, Bitset, suited(problem(2, 4096)), "each contradicts half of the others")
	assert.Equal(t, Bitset, suited(problem(16, 4096)), "each contradicts 256 in 64 words")
	assert.Equal(t, Sparse, suited(problem(17, 4096)), "each contradicts 241 in 64 words")
	assert.Equal(t, Sparse, suited(problem(5, 20_000)), "large tables, each contradicts 13 for a word")
	assert.Equal(t, Bitset, suited(problem(1, 20_000)), "large tables, each contradicts all")
}

func TestBitsetTablesAreBoundedBeforeTheyAreMade(t *testing.T) {
	p := NewProblem(1, 0)
	for range 20_000 {
		p.Add(Element{Item: 0})
	}
	assert.Greater(t, p.data.BitsetBytes(), smallBytes)
	assert.Less(t, p.data.BitsetBytes(), model.MostBytes)
	assert.Equal(t, 8*(100*2+64*2+100*3), func() int {
		p := NewProblem(64, 0)
		for range 100 {
			p.Add(Element{Item: 0})
		}
		return p.data.BitsetBytes()
	}())
}
