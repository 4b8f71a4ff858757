package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRoomAsksForLargePiecesOnly(t *testing.T) {
	assert.NoError(t, Room(1<<40), "no limit")
	var asked []int64
	restore := LimitMemory(func(bytes int64) error {
		asked = append(asked, bytes)
		return &LimitError{What: "200M of memory"}
	})
	assert.NoError(t, Room(leastRoom-1))
	assert.ErrorIs(t, Room(leastRoom), ErrLimit)
	assert.NoError(t, RoomToAppend(1<<20, 1<<20+5, 5, 8), "it fits")
	assert.ErrorIs(t, RoomToAppend(1<<20, 1<<20, 1, 8), ErrLimit)
	assert.ErrorIs(t, RoomToAppend(0, 0, 1<<20, 4), ErrLimit)
	assert.Equal(t, []int64{leastRoom, 8 * (1<<20 + 1<<18), 4 << 20}, asked)
	restore()
	assert.NoError(t, Room(1<<40))
}
