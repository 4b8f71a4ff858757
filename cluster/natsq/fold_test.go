package natsq

import (
	"context"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cluster"
	"crosscut/cubes"
	"crosscut/ledger"
)

// TestALedgerIsFolded finishes a run cube by cube, without a queue. The ledger is folded
// whenever it has twice the lines that it needs, and the coordinator starts again each time.
func TestALedgerIsFolded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	b := newBench(t, order4, 10)
	b.ledgerInMemory()
	lines := func() int {
		text, err := os.ReadFile(b.o.Ledger)
		require.NoError(t, err)
		return strings.Count(string(text), "\n") - 1 // without the header
	}
	most, answers, folds, searched := 0, 0, 0, int64(0)
	c, err := NewCoordinator(ctx, b.o)
	require.NoError(t, err)
	for {
		paths := c.state.Offer(1)
		if len(paths) == 0 {
			break
		}
		cube, err := c.tree.At(ctx, cubes.Path(paths[0]))
		require.NoError(t, err)
		below, err := cube.Children(ctx)
		require.NoError(t, err)
		o := outcome{Path: paths[0], Split: len(below), Engine: "cut"}
		if len(below) < 2 || cube.Path().Depth() == 3 {
			tally, err := crosscut.EnumerateCube(ctx, native(t), cube, nil)
			require.NoError(t, err)
			o = outcome{Path: paths[0], Count: tally.Count().String(), Digest: tally.Digest.String(), Engine: "native", Time: 1}
			searched++
		}
		fresh, _, err := c.outcomes(&answer{Outcomes: []outcome{o}})
		require.NoError(t, err)
		require.NoError(t, c.keep(fresh))
		answers++
		before, _ := c.Total()
		was := c.lines
		c.leastLines, c.foldAt = 0, min(c.foldAt, 2*c.state.Lines()+1)
		require.NoError(t, c.foldWhenLong())
		require.Equal(t, c.lines, lines())
		most = max(most, c.lines)
		if c.lines == was {
			continue
		}
		folds++
		require.LessOrEqual(t, c.lines, was/2+1)
		at := c.lines
		require.NoError(t, c.Close())
		c, err = NewCoordinator(ctx, b.o)
		require.NoError(t, err)
		require.Equal(t, at, c.lines)
		after, _ := c.Total()
		require.True(t, before.Equal(after), "%v, folded %v", before, after)
	}
	isRight(t, c, nil)
	times := int64(0)
	require.NoError(t, c.journal.Each(func(e ledger.Entry) error {
		times += e.Time
		return nil
	}))
	require.Equal(t, searched, times, "folded entries have the times of their parts")
	require.NoError(t, c.Close())
	file, err := os.Open(b.o.Ledger)
	require.NoError(t, err)
	defer file.Close()
	l, err := ledger.Read(file)
	require.NoError(t, err)
	l, err = ledger.Fold(l) // as merge and --resume read it
	require.NoError(t, err)
	total := new(big.Int)
	for _, e := range l.Entries {
		total.Add(total, e.Count)
	}
	assert.Len(t, l.Entries, l.Header.Cubes)
	assert.Equal(t, count4, total.String())
	assert.Positive(t, folds)
	assert.Less(t, most, answers/2)
	t.Logf("%d answers, at most %d lines, folded %d times", answers, most, folds)
}

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
	all := []outcome{{Path: "3", Split: len(children), Engine: "cut"}}
	for _, cube := range children {
		tally, err := crosscut.EnumerateCube(ctx, native(t), cube, nil)
		require.NoError(t, err)
		all = append(all, outcome{Path: string(cube.Path()), Count: tally.Count().String(), Digest: tally.Digest.String(), Engine: "native"})
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

	all[2].Count += "0"
	_, c.late, err = c.outcomes(&answer{Outcomes: all})
	require.NoError(t, err)
	err = c.compare(true)
	require.ErrorAs(t, err, new(*cluster.ContradictionError))
	assert.ErrorContains(t, err, "cube 3.1 differ")
}
