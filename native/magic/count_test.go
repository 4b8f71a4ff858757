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
