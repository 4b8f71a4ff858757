package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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

	out, name = outputAt(t, "torn")
	_, err := out.Write([]byte("one\ntwo\n"))
	require.NoError(t, err)
	require.NoError(t, out.Publish(4, func(offset int64) error { assert.EqualValues(t, 5, offset); return nil }))
	assert.Equal(t, "torn\none\n", contentOf(t, name))
	require.NoError(t, out.Publish(4, func(offset int64) error { assert.EqualValues(t, 9, offset); return nil }))
	assert.Equal(t, "torn\none\ntwo\n", contentOf(t, name))
	assert.Equal(t, "out: torn\none\ntwo\n", listed(t, filepath.Dir(name)), "nothing stays beside it")
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
	require.NoError(t, out.Publish(0, func(int64) error { return nil }))
	require.NoError(t, out.Close())
	assert.FileExists(t, name, "an empty result is a result")
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

// TestPublishNoticesAStrangerInTime has a program without locks append while Publish
// makes its note.
func TestPublishNoticesAStrangerInTime(t *testing.T) {
	out, name := outputAt(t, "")
	_, err := out.Write([]byte("ours\n"))
	require.NoError(t, err)
	var places []int64
	require.NoError(t, out.Publish(5, func(offset int64) error {
		if places = append(places, offset); offset == 0 {
			return os.WriteFile(name, []byte("a stranger\n"), 0o600)
		}
		return nil
	}))
	assert.Equal(t, []int64{0, 11}, places)
	assert.Equal(t, "a stranger\nours\n", contentOf(t, name))
}

// fullDisk is a file system on which only so many bytes can still be written.
type fullDisk struct {
	FS
	left *int
}

type fullFile struct {
	File
	left *int
}

func (f fullFile) Write(text []byte) (int, error) {
	if len(text) > *f.left {
		n, _ := f.File.Write(text[:*f.left])
		*f.left -= n
		return n, syscall.ENOSPC
	}
	*f.left -= len(text)
	return f.File.Write(text)
}

func (d fullDisk) Append(name string) (File, error) {
	file, err := d.FS.Append(name)
	return fullFile{file, d.left}, err
}

func (d fullDisk) Temp(name string) (File, string, error) {
	file, temporary, err := d.FS.Temp(name)
	return fullFile{file, d.left}, temporary, err
}

// TestAFullDiskLosesNothing publishes on a disk that becomes full at each byte in turn. Then
// there is room again. The file has the whole text or none of it.
func TestAFullDiskLosesNothing(t *testing.T) {
	const before, text = "before\n", "some solutions\nof a cube\n"
	none, whole := 0, 0
	for room := 0; ; room++ {
		name := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(name, []byte(before), 0o600))
		left := room
		out, err := OpenOutputOn(fullDisk{OS, &left}, name)
		require.NoError(t, err)
		_, err = out.Write([]byte(text))
		if err == nil {
			err = out.Publish(int64(len(text)), func(int64) error { return nil })
		}
		require.NoError(t, out.Close())
		if err == nil {
			break
		}
		require.ErrorIs(t, err, syscall.ENOSPC)
		out, err = OpenOutput(name, true)
		require.NoError(t, err)
		require.NoError(t, out.Close())
		switch contentOf(t, name) {
		case before:
			none++
		case before + text:
			whole++
		default:
			require.Fail(t, "torn", "room for %d bytes: %q", room, contentOf(t, name))
		}
		assert.Equal(t, "out: "+contentOf(t, name), listed(t, filepath.Dir(name)))
	}
	assert.Positive(t, none)
	assert.Positive(t, whole)
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
