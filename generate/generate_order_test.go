package generate

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut"
)

// numberOf returns the number of the puzzle that is made with rng and the seed 0.
func numberOf(rng *rand.Rand) int {
	first := rng.Uint64()
	for i := 1; ; i++ {
		if rand.New(rand.NewPCG(0, uint64(i))).Uint64() == first {
			return i
		}
	}
}

// Finished puzzles behind an unfinished one are handed out, whatever ended the context.
func TestPuzzlesFinishedBeforeTheEndAreHandedOut(t *testing.T) {
	for _, cause := range []error{context.Canceled, errors.New("interrupted"), &crosscut.LimitError{What: "1s"}} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var finished atomic.Int64
		make1 := func(ctx context.Context, c chance) (*Made, error) {
			if numberOf(c.rng)%3 == 1 { // 1 and 4 take too long, 2 and 3 finish
				if finished.Load() == 2 {
					cancel(cause)
				}
				<-ctx.Done()
				return nil, context.Cause(ctx)
			}
			if finished.Add(1) == 2 {
				defer cancel(cause)
			}
			return new(Made), nil
		}
		var got []int
		assert.Equal(t, cause, makeAll(ctx, make1, chanceByNumber, 4, 2, func(m Made) bool {
			got = append(got, m.Number)
			return true
		}))
		assert.Equal(t, []int{2, 3}, got, "%v", cause)
	}
}

// After an error the puzzles before it are handed out, and those behind it are not.
func TestPuzzlesBeforeAnErrorAreHandedOut(t *testing.T) {
	failure := errors.New("no luck")
	make1 := func(ctx context.Context, c chance) (*Made, error) {
		switch numberOf(c.rng) {
		case 3:
			return nil, failure
		case 4:
			<-ctx.Done() // the error of 3 ends it
			return nil, context.Cause(ctx)
		}
		return new(Made), nil
	}
	var got []int
	err := makeAll(context.Background(), make1, chanceByNumber, 1000, 3, func(m Made) bool {
		got = append(got, m.Number)
		return true
	})
	assert.ErrorIs(t, err, failure)
	assert.EqualError(t, err, "puzzle 3: no luck")
	assert.Equal(t, []int{1, 2}, got)
}

// chanceByNumber gives each puzzle random numbers that [numberOf] recognises.
func chanceByNumber(i int) chance { return chance{rng: rand.New(rand.NewPCG(0, uint64(i)))} }
