package magic

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestMagicCountsOfEmptyBoardsWithoutEnumeration(t *testing.T) {
	for _, row := range []struct {
		n         int
		diagonals bool
		count     int64
		source    string
	}{
		{1, true, 1, "by hand"},
		{2, true, 0, "by hand"},
		{2, false, 0, "by hand"},
		{3, true, 8, "the Lo Shu, turned and mirrored"},
		{3, false, 72, "OEIS A271103"},
		{4, true, 7040, "Frénicle de Bessy 1693: 880, each turned and mirrored"},
		{4, false, 549504, "OEIS A271103: 68,688 up to turning and mirroring"},
	} {
		n, err := Count(context.Background(), newMagic(t, row.n, -3, row.diagonals, nil), new(search.Meter))
		require.NoError(t, err)
		assert.Equal(t, row.count, n.Int64(), "order %d: %s", row.n, row.source)
	}
}

func TestMagicCountStops(t *testing.T) {
	p := newMagic(t, 5, 1, true, nil)
	m := &search.Meter{MaxNodes: 5000, Workers: 2}
	_, err := Count(context.Background(), p, m)
	require.ErrorIs(t, err, search.ErrLimit)
	assert.EqualValues(t, 5000, m.Stats().Nodes)

	ctx, cancel := context.WithCancel(context.Background())
	var cancelled atomic.Int64
	time.AfterFunc(200*time.Millisecond, func() { cancelled.Store(time.Now().UnixNano()); cancel() })
	_, err = Count(ctx, p, &search.Meter{Workers: 2})
	require.ErrorIs(t, err, context.Canceled)
	assert.Less(t, time.Now().UnixNano()-cancelled.Load(), int64(time.Minute))
}
