package natsq

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/run"
)

// TestLateOutcomesAreComparedTogether answers the parts of a finished cube again: all of them
// rightly, and then one of them wrongly.
func TestLateOutcomesAreComparedTogether(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	b := newBench(t, order4, 10)
	b.ledgerInMemory()
	c, err := NewCoordinator(ctx, b.o)
	require.NoError(t, err)
	defer c.Close()
	children, err := c.tree.Children(ctx, "3")
	require.NoError(t, err)
	all := []outcome{{Entry: run.Entry{Path: "3", Split: children, Engine: "cut"}}}
	for i := range children {
		path := cubes.Path("3").Child(i)
		sum := enumerated(t, c, path)
		all = append(all, outcome{Entry: run.Entry{Path: string(path), Count: sum.Count, Digest: sum.Digest.String(), Engine: "native"}})
	}
	fresh, late, err := c.outcomes(&answer{Outcomes: all})
	require.NoError(t, err)
	require.Empty(t, late)
	require.Len(t, fresh, len(all))
	require.NoError(t, c.keep(fresh))

	_, c.late, err = c.outcomes(&answer{Outcomes: all})
	require.NoError(t, err)
	require.Len(t, c.late, len(all))
	require.NoError(t, c.compare(true))
	require.Empty(t, c.late)

	all[2].Count = new(big.Int).Add(all[2].Count, big.NewInt(10))
	_, c.late, err = c.outcomes(&answer{Outcomes: all})
	require.NoError(t, err)
	err = c.compare(true)
	require.ErrorAs(t, err, new(*crosscut.DisagreementError))
	assert.ErrorContains(t, err, "cube 3.1 differ")
}
