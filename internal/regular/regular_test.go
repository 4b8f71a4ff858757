//go:build unix

package regular

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(name, []byte("text"), 0o600))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("file", link))
	for _, name := range []string{name, link} {
		file, err := Open(name)
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
			_, err := Open(name)
			done <- err
		}()
		select {
		case err := <-done:
			assert.ErrorIs(t, err, ErrIrregular, name)
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: opening it waits", name)
		}
	}
}

func TestAMissingFileIsMissing(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "absent"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// TestAFileThatIsReplacedIsRefused opens a pipe as if the first look had seen a file.
func TestAFileThatIsReplacedIsRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	file, err := os.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	require.NoError(t, err)
	defer file.Close()
	info, err := file.Stat()
	require.NoError(t, err)
	assert.ErrorIs(t, judge(name, info), ErrIrregular)
}
