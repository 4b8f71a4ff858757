package cores

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// fourChoices has four items with two options each, so it has 16 covers.
func fourChoices() *model.Problem {
	p := &model.Problem{Primary: 4}
	for i := range model.Item(4) {
		p.Add(model.Element{Item: i})
		p.Add(model.Element{Item: i})
	}
	return p
}

func TestLevelsBeyondTheMemoryEndWithErrLimit(t *testing.T) {
	p := fourChoices()
	for room, limited := range map[int]bool{4*4 - 1: true, 4 * 4: false} {
		run := meter.Start(context.Background(), nil)
		s, err := NewSparse(p, run)
		require.NoError(t, err)
		s.room = room
		err = s.Search(func([]int) bool { return true })
		if limited {
			assert.ErrorIs(t, err, meter.ErrLimit)
			assert.ErrorContains(t, err, "memory for 4 levels of 4 items")
		} else {
			assert.NoError(t, err)
			assert.EqualValues(t, 16, run.Solutions)
		}
		run.Close()
	}
}

// A worker that takes over a part of the tree has the room for all of its levels, as one worker alone
// would have.
func TestAWorkerHasRoomForItsLevels(t *testing.T) {
	p := fourChoices()
	for room, limited := range map[int]bool{4*4 - 1: true, 4 * 4: false} {
		run := meter.Start(context.Background(), nil)
		s, err := NewSparse(p, run)
		require.NoError(t, err)
		s.room, s.Split = room, 3
		require.ErrorIs(t, s.Search(func([]int) bool { return true }), ErrSplit)
		other := s.Clone().(*Sparse)
		other.Join(nil, run)
		other.TakeOver(s.HandOver())
		if err = other.Resume(func([]int) bool { return true }); limited {
			assert.ErrorIs(t, err, meter.ErrLimit)
		} else {
			assert.NoError(t, err)
			assert.EqualValues(t, 8, run.Solutions, "half of the tree was handed over")
		}
		run.Close()
	}
}
