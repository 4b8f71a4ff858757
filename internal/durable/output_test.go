package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outputAt opens an output with a text.
func outputAt(t *testing.T, text string) (out *Output, name string) {
	name = filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	out, err := OpenOutput(name, true)
	require.NoError(t, err)
	t.Cleanup(func() { out.Close() })
	return out, name
}

func contentOf(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

func TestATornLineOfAnotherRunIsEnded(t *testing.T) {
	out, name := outputAt(t, "torn")
	require.NoError(t, out.Append([]byte("one\n")))
	require.NoError(t, out.Append([]byte("two\n")))
	assert.Equal(t, "torn\none\ntwo\n", contentOf(t, name))
}

// TestOnlyANewEmptyFileIsRemoved closes outputs without a result.
func TestOnlyANewEmptyFileIsRemoved(t *testing.T) {
	out, name := outputAt(t, "")
	require.NoError(t, out.Close())
	assert.FileExists(t, name, "it was there before")
	require.NoError(t, os.Remove(name))
	open := func() *Output {
		out, err := OpenOutput(name, true)
		require.NoError(t, err)
		return out
	}
	require.NoError(t, open().Close())
	assert.NoFileExists(t, name)

	out = open()
	require.NoError(t, os.Rename(name, name+"2"))
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	require.NoError(t, out.Close())
	assert.FileExists(t, name, "another file has the name now")
	assert.FileExists(t, name+"2")
	require.NoError(t, os.Remove(name))

	out = open()
	require.NoError(t, out.Append([]byte("one\n")))
	require.NoError(t, out.Close())
	assert.Equal(t, "one\n", contentOf(t, name))

	require.NoError(t, os.Symlink("target", name+"-link"))
	name += "-link"
	require.NoError(t, open().Close())
	_, err := os.Lstat(name)
	require.NoError(t, err, "a link stays")
}

func TestWriteNewReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	require.NoError(t, WriteNew(name, saying("first")))
	require.ErrorIs(t, WriteNew(name, saying("second")), os.ErrExist)
	assert.Equal(t, "a: first", listed(t, dir))
	broken := errors.New("broken")
	require.ErrorIs(t, WriteNew(filepath.Join(dir, "b"), func(io.Writer) error { return broken }), broken)
	assert.Equal(t, "a: first", listed(t, dir))
	require.ErrorIs(t, WriteNew(filepath.Join(dir, "none", "b"), saying("")), os.ErrNotExist)
}

func TestMkdirAllSyncsEveryFolder(t *testing.T) {
	dir := t.TempDir()
	var synced []string
	watch(t, func(f *os.File) error {
		synced = append(synced, strings.TrimPrefix(f.Name(), dir))
		return f.Sync()
	})
	require.NoError(t, MkdirAll(filepath.Join(dir, "a", "b")))
	require.NoError(t, MkdirAll(filepath.Join(dir, "a", "b")))
	assert.Equal(t, []string{"", "/a"}, synced)
	assert.DirExists(t, filepath.Join(dir, "a", "b"))
}
