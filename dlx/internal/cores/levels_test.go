package cores

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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

func TestFewestIsTheFirstItemWithTheFewestOptions(t *testing.T) {
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	rapid.Check(t, func(t *rapid.T) {
		p := &model.Problem{Primary: rapid.IntRange(1, 300).Draw(t, "items")}
		for range rapid.IntRange(1, 300).Draw(t, "options") {
			var option []model.Element
			for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, p.Primary-1), 1, min(p.Primary, 20), rapid.ID).Draw(t, "option") {
				option = append(option, model.Element{Item: model.Item(i)})
			}
			p.Add(option...)
		}
		s := NewBitset(p, run)
		live, open := make([]uint64, s.Words), make([]uint64, s.Breadth)
		for o := rapid.IntRange(0, s.Options/2).Draw(t, "first live"); o < s.Options; o += rapid.IntRange(1, 3).Draw(t, "step") {
			model.Insert(live, o)
		}
		for i := rapid.IntRange(0, p.Primary-1).Draw(t, "first open"); i < p.Primary; i += rapid.IntRange(1, 70).Draw(t, "step") {
			model.Insert(open, i)
		}
		size, item := math.MaxInt, 0
		for i := range p.Primary {
			n := 0
			for o := range s.Options {
				if model.Contains(live, o) && model.Contains(s.Mask(i), o) {
					n++
				}
			}
			if model.Contains(open, i) && n < size {
				size, item = n, i
			}
		}
		s.size = math.MaxInt
		s.fewest(live, open)
		require.Equal(t, []int{size, item}, []int{s.size, s.item})
	})
}
