//go:build unix

package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pipe without a limit waits for its reader, however long that takes.
func TestAPipeWithoutALimitWaits(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	reader, err := os.OpenFile(name, os.O_RDWR, 0) // so that nobody waits for the other side
	require.NoError(t, err)
	defer reader.Close()
	p, err := OpenPipe(t.Context(), name, 0)
	require.NoError(t, err)
	n, err := p.Write([]byte("text"))
	assert.NoError(t, err)
	assert.Equal(t, 4, n)
	require.NoError(t, p.Close())
}
