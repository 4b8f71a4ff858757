package natsq

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/ledger"
	"crosscut/puzzle"
)

// solutions changes a bench to a run with solutions.
func (b *bench) solutions() {
	b.o.Solutions = filepath.Join(b.dir, "solutions")
	listen := b.server.URL()[len("nats://"):]
	b.server.Stop()
	var err error
	b.server, err = StartServer(ServerOptions{
		Listen: listen, Store: filepath.Join(b.dir, "nats"), Token: b.token, Run: RunName(b.o.Puzzle, b.o.Plan, b.o.Kind), Solutions: true,
	})
	require.NoError(b.t, err)
}

// hasAll checks that a file has every solution of order4 once.
func hasAll(t *testing.T, c *Coordinator, name string) {
	t.Helper()
	require.NoError(t, c.WriteSolutions(name, "x"))
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	all, err := puzzle.ReadSolutions(file, name, c.o.Puzzle)
	require.NoError(t, err)
	var tally crosscut.Tally
	for _, s := range all {
		tally.Add(s)
	}
	require.Equal(t, count4+" "+digest4, fmt.Sprint(tally.Count(), " ", tally.Digest))
}

// TestEverySolutionIsThereOnce interrupts a run, and damages its text between. Cubes whose
// text is damaged are searched again. Some cubes are cut because their text is too long.
func TestEverySolutionIsThereOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	b.solutions()
	for i := range 2 {
		defer b.worker(fmt.Sprint("w", i), nil)()
	}
	b.interrupted(3)
	b.interrupted(8)
	text, err := os.ReadFile(b.o.Solutions)
	require.NoError(t, err)
	require.Greater(t, len(text), 100)
	text[50] ^= 1
	require.NoError(t, os.WriteFile(b.o.Solutions, append(text[:len(text)-3], "left over from a crash\n\n"...), 0o600))
	written := filepath.Join(b.dir, "all.txt")
	c, err := b.serveOpen(within(t, 5*time.Minute))
	isRight(t, c, err)
	defer c.Close()
	hasAll(t, c, written)
	require.ErrorIs(t, c.WriteSolutions(written, "x"), fs.ErrExist)

	first, err := os.ReadFile(written)
	require.NoError(t, err)
	require.NoError(t, c.Close())
	again, err := NewCoordinator(context.Background(), b.o)
	require.NoError(t, err)
	defer again.Close()
	hasAll(t, again, filepath.Join(b.dir, "again.txt"))
	second, err := os.ReadFile(filepath.Join(b.dir, "again.txt"))
	require.NoError(t, err)
	assert.Equal(t, string(first), string(second))
}

// TestCubesWithMuchTextAreCut lets answers have little text.
func TestCubesWithMuchTextAreCut(t *testing.T) {
	t.Parallel()
	p, err := puzzle.Parse(order4)
	require.NoError(t, err)
	tree, err := cubes.NewTree(context.Background(), p, cubes.Plan{First: 40, Cut: 4, Version: cubes.PlanVersion})
	require.NoError(t, err)
	w := &Worker{Engine: native(t), job: Job{Kind: ledger.Digest, Solutions: true}}
	f := &forecast{meter: new(crosscut.Meter), start: time.Now(), pace: func() time.Duration { return time.Hour }, look: time.Hour}
	cut, whole := 0, 0
	for i := range tree.Len() {
		cube, err := tree.At(context.Background(), cubes.Path("").Child(i))
		require.NoError(t, err)
		var o outcome
		switch part := w.collectUpTo(context.Background(), 5000, cube, f, &o); {
		case part.Err != nil:
			require.ErrorIs(t, part.Err, crosscut.ErrStopped)
			children, err := cube.Children(context.Background())
			require.NoError(t, err)
			require.Less(t, len(children), 2)
		case len(part.Rest) > 0:
			require.Empty(t, o.Solutions)
			cut++
		default:
			require.LessOrEqual(t, len(o.Solutions), 5000)
			o.Count = part.Count.String()
			require.True(t, o.fits(true))
			require.Equal(t, len(o.Solutions) == 0, o.fits(false))
			o.Count += "1"
			require.False(t, o.fits(true))
			whole++
		}
	}
	assert.Positive(t, cut)
	assert.Positive(t, whole)
}
