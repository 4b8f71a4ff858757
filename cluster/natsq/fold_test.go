package natsq

import (
	"context"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		path := cubes.Path(paths[0])
		below, err := c.tree.Children(ctx, path)
		require.NoError(t, err)
		o := outcome{Path: paths[0], Split: below, Engine: "cut"}
		if below < 2 || path.Depth() == 3 {
			sum := enumerated(t, c, path)
			o = outcome{Path: paths[0], Count: sum.Count.String(), Digest: sum.Digest.String(), Engine: "native", Time: 1}
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
	all := []outcome{{Path: "3", Split: children, Engine: "cut"}}
	for i := range children {
		path := cubes.Path("3").Child(i)
		sum := enumerated(t, c, path)
		all = append(all, outcome{Path: string(path), Count: sum.Count.String(), Digest: sum.Digest.String(), Engine: "native"})
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
