package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The lists of several tasks keep their elements, in order, while slices are used again.
func TestStockKeepsWhatIsAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s stock[int]
		lists, want := make([][][]int, 3), make([][]int, 3)
		next := 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			i := rapid.IntRange(0, 2).Draw(t, "list")
			if rapid.IntRange(0, 4).Draw(t, "give back") == 0 {
				s.giveBack(lists[i])
				lists[i], want[i] = lists[i][:0], nil
				continue
			}
			more := make([]int, rapid.IntRange(0, 2*partSize).Draw(t, "elements"))
			for j := range more {
				next++
				more[j] = next
			}
			lists[i], want[i] = s.add(lists[i], more), append(want[i], more...)
			if len(more) > 0 {
				last := lists[i][len(lists[i])-1]
				require.Equal(t, more, last[len(last)-len(more):], "they stay together")
			}
			for j := range lists {
				require.Equal(t, want[j], slices.Concat(lists[j]...))
			}
		}
	})
}

func TestStockUsesSlicesAgain(t *testing.T) {
	var s stock[*int]
	list := s.add(s.add(nil, make([]*int, partSize)), []*int{new(int)})
	require.Len(t, list, 2)
	s.giveBack(list)
	assert.Nil(t, list[1][:1][0], "what was found is free")
	again := s.add(nil, []*int{new(int)})
	assert.Same(t, &list[1][:1][0], &again[0][0])
	assert.Len(t, s.add(again, []*int{new(int)}), 1, "a slice is filled before the next one")
	assert.Empty(t, s.add(nil, nil), "nothing takes no slice")
}
