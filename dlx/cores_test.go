package dlx_test

import (
	"context"
	"hash/fnv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

// digest tells sets of covers apart whatever the order: their number and the sum
// of their hashes.
type digest struct{ covers, sum uint64 }

func digestOf(t testing.TB, p *dlx.Problem, core dlx.Core) (d digest) {
	t.Helper()
	hash := fnv.New64a()
	var bytes []byte
	require.NoError(t, p.SolveWith(context.Background(), core, nil, func(options []int) bool {
		bytes = bytes[:0]
		for _, o := range options {
			bytes = append(bytes, byte(o), byte(o>>8), byte(o>>16))
		}
		hash.Reset()
		hash.Write(bytes)
		d.covers++
		d.sum += hash.Sum64()
		return true
	}))
	return d
}

func TestCoresFindTheSameCovers(t *testing.T) {
	for name, text := range map[string]string{
		"queens 10": queens(10), "Langford 8": langford(8), "Latin 4": latin(4), "dominoes 6x6": dominoes(6, 6),
		"path 4x4": gridPath(4),
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			want := digestOf(t, p, dlx.Sparse)
			assert.NotZero(t, want.covers)
			assert.Equal(t, want, digestOf(t, p, dlx.Bitset))
			assert.Equal(t, want, digestOf(t, p, dlx.Ahead))
		})
	}
}

// Every problem of two primary items and one secondary item, with two colours,
// each a subset of the twelve options that there are.
func TestCoresAgreeOnAllTinyProblems(t *testing.T) {
	for set := range 1 << 12 {
		p := dlx.NewProblem(2, 1)
		for k := range 12 {
			if set>>k&1 == 0 {
				continue
			}
			var option []dlx.Element
			for i := range dlx.Item(2) {
				if (k/4+1)>>i&1 != 0 {
					option = append(option, dlx.Element{Item: i})
				}
			}
			if k%4 > 0 {
				option = append(option, dlx.Element{Item: 2, Colour: int32(k%4 - 1)})
			}
			p.Add(option...)
		}
		want := digestOf(t, p, dlx.Sparse)
		require.Equal(t, want, digestOf(t, p, dlx.Bitset), "set %b", set)
		require.Equal(t, want, digestOf(t, p, dlx.Ahead), "set %b", set)
	}
}

func TestBitsetBeyondItsMemoryEndsWithErrLimit(t *testing.T) {
	p := dlx.NewProblem(1, 0)
	for range 100_000 {
		p.Add(dlx.Element{Item: 0})
	}
	err := p.SolveWith(context.Background(), dlx.Bitset, nil, all)
	assert.ErrorIs(t, err, dlx.ErrLimit)
	assert.ErrorContains(t, err, "memory for the conflicts of 100000 options")
	assert.Equal(t, digestOf(t, p, dlx.Sparse), digestOf(t, p, dlx.Auto))
}

func TestUnknownCoreIsAnError(t *testing.T) {
	for _, text := range []string{"a\na", "2|a\na"} {
		err := read(t, text).SolveWith(context.Background(), 7, nil, all)
		assert.EqualError(t, err, "dlx: there is no core 7: they are Auto, Sparse, Bitset and Ahead")
	}
}
