package dlx_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

// TestItemsWithOneOptionTakeLinearTime has so many items that a look at all of them for each
// takes a minute.
func TestItemsWithOneOptionTakeLinearTime(t *testing.T) {
	const items = 400_000
	p := dlx.NewProblem(items, 0)
	for i := range dlx.Item(items) {
		p.Add(dlx.Element{Item: i})
	}
	start := time.Now()
	n, err := p.Count(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, "1", n.String())
	assert.Less(t, time.Since(start), 50*time.Second)
}
