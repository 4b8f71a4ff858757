package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFileIsOfOneRunAtATime(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	name := filepath.Join(dir, "kept")
	release, err := lockBeside(name)
	require.NoError(t, err)
	_, err = lockBeside(name)
	require.ErrorIs(t, err, ErrInUse)
	releaseOther, err := lockBeside(name + "2")
	require.NoError(t, err)
	releaseOther()
	release()
	release, err = lockBeside(name)
	require.NoError(t, err)
	release()
	assert.Empty(t, listed(t, dir), "no lock file stays")

	out, err := OpenOutput(name, true)
	require.NoError(t, err)
	_, err = OpenOutput(name, true)
	require.ErrorIs(t, err, ErrInUse)
	require.NoError(t, out.Close())
	assert.Empty(t, listed(t, dir), "no empty file stays")
}

// TestOneHoldsTheLock has many runs that take a lock and release it, which removes the
// lock file. No two may hold it at the same time.
func TestOneHoldsTheLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept")
	var held, taken atomic.Int32
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range 300 {
				release, err := lockBeside(name)
				if errors.Is(err, ErrInUse) {
					continue
				}
				if !assert.NoError(t, err) {
					return
				}
				assert.EqualValues(t, 1, held.Add(1), "two hold the lock")
				taken.Add(1)
				held.Add(-1)
				release()
			}
		})
	}
	running.Wait()
	assert.Positive(t, taken.Load())
}

// TestNoRunWritesToARemovedFile has runs that open a new file and append nothing, and so remove it
// again. Another run opens it at the same time. It may get a file without a name.
func TestNoRunWritesToARemovedFile(t *testing.T) {
	dir := t.TempDir()
	for round := range 100 {
		name := filepath.Join(dir, fmt.Sprint(round))
		var running sync.WaitGroup
		for range 3 {
			running.Go(func() {
				for range 5 {
					if out, err := OpenOutput(name, true); err == nil {
						assert.NoError(t, out.Close())
					} else {
						assert.ErrorIs(t, err, ErrInUse)
					}
				}
			})
		}
		running.Go(func() {
			out, err := OpenOutput(name, true)
			for err != nil {
				assert.ErrorIs(t, err, ErrInUse)
				out, err = OpenOutput(name, true)
			}
			assert.NoError(t, out.Append([]byte("line\n")))
			assert.NoError(t, out.Close())
		})
		running.Wait()
		require.Equal(t, "line\n", contentOf(t, name))
	}
}

func TestAMissingFileIsMissing(t *testing.T) {
	_, err := OpenRegular(filepath.Join(t.TempDir(), "absent"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}
