package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

func TestFirstStopsAtTheNumberAskedFor(t *testing.T) {
	p := read(t, queens(6))
	all, err := p.First(context.Background(), 100, nil)
	require.NoError(t, err)
	assert.Len(t, all, 4)
	for n := -1; n <= 5; n++ {
		var m dlx.Meter
		covers, err := p.First(context.Background(), n, &m)
		require.NoError(t, err)
		want := min(n, 4)
		if n <= 0 {
			want = 4
		}
		assert.Equal(t, all[:want], covers)
		assert.EqualValues(t, want, m.Stats().Solutions)
	}
}

func TestFirstReturnsWhatWasFoundBeforeALimit(t *testing.T) {
	covers, err := read(t, queens(8)).First(context.Background(), 100, &dlx.Meter{MaxNodes: 50})
	assert.ErrorIs(t, err, dlx.ErrLimit)
	assert.NotEmpty(t, covers)

	covers, err = read(t, "a\n").First(context.Background(), 1, nil)
	assert.NoError(t, err)
	assert.Empty(t, covers)

	broken := dlx.NewProblem(1, 0)
	broken.Add()
	covers, err = broken.First(context.Background(), 1, nil)
	assert.Equal(t, broken.Validate(), err)
	assert.Nil(t, covers)
}

func TestRandomDrawsACoverIfThereIsOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		covers := multicovers(p)
		seed := rapid.Uint64().Draw(rt, "seed")
		cover, err := p.Random(context.Background(), seed, nil)
		if len(covers) == 0 {
			require.ErrorIs(rt, err, dlx.ErrNoCover)
			require.Nil(rt, cover)
			return
		}
		require.NoError(rt, err)
		require.Contains(rt, covers, fmt.Sprint(cover))
		again, err := p.Random(context.Background(), seed, nil)
		require.NoError(rt, err)
		require.Equal(rt, cover, again)
	})
}

// The seeds are fixed, so the result is fixed too.
func TestRandomGetsToAllCovers(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		covers int
	}{"queens 6": {queens(6), 4}, "Latin 3": {latin(3), 12}, "matrices": {matrices(3, 1, 2), 102}} {
		t.Run(name, func(t *testing.T) {
			p := read(t, c.text)
			seen := map[string]int{}
			for seed := range uint64(20 * c.covers) {
				cover, err := p.Random(context.Background(), seed, nil)
				require.NoError(t, err)
				seen[fmt.Sprint(cover)]++
			}
			assert.Len(t, seen, c.covers)
		})
	}
}

func TestRandomEndsAsSolveDoes(t *testing.T) {
	p := read(t, queens(8))
	_, err := p.Random(context.Background(), 1, &dlx.Meter{MaxNodes: 1})
	assert.ErrorIs(t, err, dlx.ErrLimit)
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	_, err = p.Random(ctx, 1, nil)
	assert.ErrorIs(t, err, cause)

	broken := dlx.NewProblem(1, 0)
	broken.Add(el(7, 0))
	_, err = broken.Random(context.Background(), 1, nil)
	assert.Equal(t, broken.Validate(), err)
}
