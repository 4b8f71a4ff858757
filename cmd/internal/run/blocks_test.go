package run

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// claimsIn returns the names of the claims in the folder of a run.
func claimsIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(filepath.Join(dir, claims))
	require.NoError(t, err)
	for _, file := range all {
		names = append(names, file.Name())
	}
	return names
}

// TestSmallCubesShareClaims hands out all cubes of a run with many cubes, but for one that another process has.
// Their claims are few, and are gone when the process leaves.
func TestSmallCubesShareClaims(t *testing.T) {
	t.Parallel()
	w := opens(t, t.TempDir(), problemOf(t, kings), Count, 0)
	leaves(t, w.Folder.dir, "other", "elsewhere", 0, "77")
	w.Folder.Header.Cubes, w.lease = 10_000, time.Hour
	most := 0
	ctx, leave := context.WithCancel(t.Context())
	w.Hiring = func() error {
		w.mu.Lock()
		defer w.mu.Unlock()
		given := make(map[string]bool)
		for {
			c, err := w.unclaimed()
			if most = max(most, len(w.blocks)); err != nil || c.path == "" {
				assert.Len(t, given, 10_000-1, "each once")
				assert.NotContains(t, given, "77")
				w.listed = time.Time{}
				c, err := w.left(new(Crew))
				assert.Empty(t, c.path)
				leave()
				return err
			}
			given[c.path] = true
		}
	}
	_, err := w.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	assert.LessOrEqual(t, most, mostClaims)
	assert.Len(t, claimsIn(t, w.Folder.dir), 1)
}

// TestBlocksAreShared has a process that searches the first cube of a block until everything else is done. So
// others take the rest of its block, and then the process leaves all that they have.
func TestBlocksAreShared(t *testing.T) {
	t.Parallel()
	want, p, dir := plain(t, kings), problemOf(t, kings), t.TempDir()
	var first sync.Once
	var searched atomic.Int32
	var other sync.WaitGroup
	w, helper := opens(t, dir, p, Digest, 60), opens(t, dir, p, Digest, 60)
	w.most, helper.most, w.Meter.Workers = 1, 1, 1 // all cubes are in one block
	w.Tree = watched{w.Tree, func(Path) {
		searched.Add(1)
		first.Do(func() {
			other.Go(func() { isWhole(t, helper, want) })
			assert.Eventually(t, func() bool {
				w.mu.Lock()
				defer w.mu.Unlock()
				n := w.state.Counters()
				return n.Open+n.Offered <= 1
			}, time.Minute, time.Millisecond)
		})
	}}
	isWhole(t, w, want)
	other.Wait()
	assert.LessOrEqual(t, searched.Load(), int32(16), "its first cube, or the parts of it")
	assert.Empty(t, claimsIn(t, dir))
}

// TestBlocksOfTheDeadAreTakenOver has a process that died with a block, and others that die of a cube of it. The
// first death counts for each cube of the block.
func TestBlocksOfTheDeadAreTakenOver(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	require.NoError(t, err)
	dir := t.TempDir()
	leaves(t, dir, "dead", host, 0, "0+64", "7", "9~1")
	w := opens(t, dir, problemOf(t, kings), Digest, 60)
	w.most = 1
	var died atomic.Int32
	hires(t, w, 1, func(c Cube) error {
		if c.Path == "8" {
			died.Add(1)
			return ErrDied
		}
		return nil
	})
	isWhole(t, w, plain(t, kings))
	assert.EqualValues(t, deadly-1, died.Load())
	assert.Empty(t, claimsIn(t, dir))
}
