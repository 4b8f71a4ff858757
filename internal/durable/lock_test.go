//go:build unix

package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFileIsOfOneRunAtATime(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	name := filepath.Join(dir, "kept")
	release, err := LockBeside(name)
	require.NoError(t, err)
	_, err = LockBeside(name)
	require.ErrorIs(t, err, ErrInUse)
	releaseOther, err := LockBeside(name + "2")
	require.NoError(t, err)
	releaseOther()
	release()
	release, err = LockBeside(name)
	require.NoError(t, err)
	release()
	assert.Empty(t, listed(t, dir), "no lock file stays")

	out, err := OpenOutput(name, true)
	require.NoError(t, err)
	require.NoError(t, os.Symlink("kept", name+"-link"))
	require.NoError(t, os.Link(name, name+"-hard"))
	for _, other := range []string{name, name + "-link", name + "-hard"} {
		_, err = OpenOutput(other, true)
		require.ErrorIs(t, err, ErrInUse, other)
	}
	require.NoError(t, out.Close())
	out, err = OpenOutput(name+"-link", true)
	require.NoError(t, err)
	require.NoError(t, out.Close())
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
				release, err := LockBeside(name)
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

func TestNoLocksIsAnError(t *testing.T) {
	old := tryLock
	t.Cleanup(func() { tryLock = old })
	name := filepath.Join(t.TempDir(), "kept")
	reasons := []error{syscall.ENOTSUP, syscall.ENOSYS, syscall.ENOLCK, errors.ErrUnsupported}
	for i, reason := range append(reasons, reasons...) {
		given := reason
		if i >= len(reasons) { // as on systems that flock does not know
			given = &fs.PathError{Op: "Lock", Path: name, Err: reason}
		}
		tryLock = func(*flock.Flock) (bool, error) { return false, given }
		_, err := LockBeside(name)
		require.ErrorIs(t, err, ErrNoLocks)
		_, err = OpenOutput(name, true)
		require.ErrorIs(t, err, ErrNoLocks)
		assert.EqualError(t, err, fmt.Sprintf("the file system has no locks (%v)", reason))
		out, err := OpenOutput(name, false)
		require.NoError(t, err)
		require.NoError(t, out.Close())
	}
}

func TestRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("file", link))
	for _, name := range []string{name, link} {
		file, err := OpenRegular(name)
		require.NoError(t, err)
		text, err := io.ReadAll(file)
		require.NoError(t, err)
		assert.Equal(t, "text", string(text))
		require.NoError(t, file.Close())
	}
}

// TestOtherFilesAreRefused has files that nobody writes to. Opening the pipe must not wait.
func TestOtherFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // the name of a socket must be short
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	socket, err := net.Listen("unix", "socket")
	require.NoError(t, err)
	defer socket.Close()
	require.NoError(t, os.Symlink("pipe", "link"))
	require.NoError(t, os.Symlink("/dev/zero", "zeros"))
	for _, name := range []string{"pipe", "socket", "link", "zeros", "/dev/null", dir} {
		done := make(chan error, 1)
		go func() {
			_, err := OpenRegular(name)
			done <- err
		}()
		select {
		case err := <-done:
			assert.ErrorIs(t, err, ErrIrregular, name)
		case <-time.After(time.Minute):
			t.Fatalf("%s: opening it waits", name)
		}
	}
}

func TestAMissingFileIsMissing(t *testing.T) {
	_, err := OpenRegular(filepath.Join(t.TempDir(), "absent"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// TestAFileThatIsReplacedIsRefused exchanges a file and a pipe all the time, so that the
// first look can see a file and opening finds the pipe.
func TestAFileThatIsReplacedIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	require.NoError(t, os.WriteFile("file", nil, 0o600))
	require.NoError(t, os.Link("file", "name"))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Link([]string{"pipe", "file"}[i%2], "next")
			_ = os.Rename("next", "name")
		}
	}()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 20_000 {
			file, err := OpenRegular("name")
			if err != nil {
				assert.ErrorIs(t, err, ErrIrregular)
				continue
			}
			info, err := file.Stat()
			assert.True(t, err == nil && info.Mode().IsRegular())
			file.Close()
		}
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Minute):
		t.Error("opening waits")
	}
	close(stop)
	<-stopped
}
