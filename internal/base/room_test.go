package base

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var errFull = errors.New("no memory is left")

func TestRoomAsksForLargePiecesOnly(t *testing.T) {
	_, err := Reserve(1 << 40)
	require.NoError(t, err, "no limit")
	var asked []int64
	restore := LimitMemory(func(bytes int64) error {
		asked = append(asked, bytes)
		return errFull
	})
	_, err = Reserve(leastRoom - 1)
	require.NoError(t, err)
	_, err = Reserve(leastRoom)
	require.ErrorIs(t, err, errFull)
	fits, err := Grow(make([]int64, 5, 1<<20), 1<<20-5)
	require.NoError(t, err)
	assert.Equal(t, 1<<20, cap(fits))
	full, err := Grow(make([]int64, 1<<20), 1)
	require.ErrorIs(t, err, errFull)
	assert.Len(t, full, 1<<20, "the list is as it was")
	_, err = Grow([]int32(nil), 1<<20)
	require.ErrorIs(t, err, errFull)
	assert.Equal(t, []int64{leastRoom, 8 * (1<<20 + 1<<18 + 16), 4 << 20}, asked)
	restore()
	_, err = Reserve(1 << 40)
	require.NoError(t, err)
}

// TestRoomIsReservedUntilItIsAllocated: what is granted counts, although the limit cannot see
// it yet.
func TestRoomIsReservedUntilItIsAllocated(t *testing.T) {
	var asked []int64
	defer LimitMemory(func(bytes int64) error {
		asked = append(asked, bytes)
		if bytes > 10<<20 {
			return errFull
		}
		return nil
	})()
	first, err := Reserve(6 << 20)
	require.NoError(t, err)
	refused, err := Reserve(6 << 20)
	require.ErrorIs(t, err, errFull)
	refused()
	second, err := Reserve(4 << 20)
	require.NoError(t, err, "what was refused is not reserved")
	first()
	first() // once is enough, and twice does no harm
	_, err = Grow([]byte(nil), 6<<20)
	require.NoError(t, err)
	second()
	third, err := Reserve(10 << 20)
	require.NoError(t, err, "Grow reserves nothing when it returns")
	third()
	assert.Equal(t, []int64{6 << 20, 12 << 20, 10 << 20, 10 << 20, 10 << 20}, asked)
}
