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
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAFileIsOfOneRunUnderEachName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept")
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
		_, err := lockBeside(name)
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
			assert.ErrorIs(t, err, errIrregular, name)
		case <-time.After(time.Minute):
			t.Fatalf("%s: opening it waits", name)
		}
	}
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
				assert.ErrorIs(t, err, errIrregular)
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

// TestNewFoldersHaveTheRightsOfTheUmask compares them with those that the system gives.
func TestNewFoldersHaveTheRightsOfTheUmask(t *testing.T) {
	dir := t.TempDir()
	before := syscall.Umask(0o002) // others in the group may write
	defer syscall.Umask(before)
	require.NoError(t, MkdirAll(filepath.Join(dir, "a", "b")))
	info, err := os.Stat(filepath.Join(dir, "a", "b"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o775), info.Mode().Perm())
}
