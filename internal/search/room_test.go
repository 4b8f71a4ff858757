package search

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestRoomAsksForLargePiecesOnly(t *testing.T) {
	assert.NoError(t, Room(1<<40), "no limit")
	var asked []int64
	restore := LimitMemory(func(bytes int64) error {
		asked = append(asked, bytes)
		return &LimitError{What: "200M of memory"}
	}, func() {})
	assert.NoError(t, Room(leastRoom-1))
	assert.ErrorIs(t, Room(leastRoom), ErrLimit)
	assert.NoError(t, RoomToAppend(1<<20, 1<<20+5, 5, 8), "it fits")
	assert.ErrorIs(t, RoomToAppend(1<<20, 1<<20, 1, 8), ErrLimit)
	assert.ErrorIs(t, RoomToAppend(0, 0, 1<<20, 4), ErrLimit)
	assert.Equal(t, []int64{leastRoom, 8 * (1<<20 + 1<<18), 4 << 20}, asked)
	restore()
	assert.NoError(t, Room(1<<40))
}

func TestRunsLookAtTheMemory(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	over := &LimitError{What: "200M of memory"}
	looks := 0
	restore := LimitMemory(nil, func() {
		if looks++; looks == 3 {
			cancel(over)
		}
	})
	r := Start(ctx, nil)
	defer r.Close()
	restore()
	for looks < 3 {
		_ = r.Err() // the third may already return the error
	}
	assert.Eventually(t, func() bool { return r.Err() == error(over) }, time.Minute, time.Millisecond)
	assert.Equal(t, 3, looks, "none after the end")
	plain := Start(t.Context(), nil)
	defer plain.Close()
	assert.NoError(t, plain.Err())
	assert.Equal(t, 3, looks, "none without a limit")
}
