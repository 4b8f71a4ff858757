package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// watch replaces fsync until the test ends.
func watch(t *testing.T, sync func(*os.File) error) {
	old := fsync
	fsync = sync
	t.Cleanup(func() { fsync = old })
}

// saying returns content for Write.
func saying(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// listed returns the names in a folder with what the files say.
func listed(t *testing.T, dir string) string {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var all []string
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			text = []byte("a folder")
		}
		name, _, temporary := strings.Cut(entry.Name(), ".")
		if temporary {
			name += ".tmp"
		}
		all = append(all, name+": "+string(text))
	}
	return strings.Join(all, ", ")
}

// TestWriteSyncsTheFileBeforeAndTheFolderAfter looks at the folder at each sync. A crash
// right then keeps at least what the syncs before it have stored.
func TestWriteSyncsTheFileBeforeAndTheFolderAfter(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	var syncs []string
	watch(t, func(f *os.File) error {
		what := "file"
		if f.Name() == dir {
			what = "folder"
		}
		syncs = append(syncs, what+" while "+listed(t, dir))
		return f.Sync()
	})
	require.NoError(t, Write(name, saying("old")))
	require.NoError(t, Write(name, saying("new")))
	assert.Equal(t, []string{
		"file while a.tmp: old", "folder while a: old",
		"file while a: old, a.tmp: new", "folder while a: new",
	}, syncs)

	syncs = nil
	work := filepath.Join(dir, "work")
	require.NoError(t, os.Mkdir(work, 0o755))
	require.NoError(t, Rename(work, filepath.Join(dir, "b")))
	assert.Equal(t, []string{"folder while a: new, b: a folder"}, syncs)
}

// TestAFailureLeavesOneWholeFile makes each step fail in turn.
func TestAFailureLeavesOneWholeFile(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name    string
		content func(io.Writer) error
		failing int // the sync that fails, from 1
		want    string
	}{
		{"content", func(w io.Writer) error { _ = saying("ha")(w); return broken }, 0, "a: old"},
		{"sync of the file", saying("new"), 1, "a: old"},
		{"sync of the folder", saying("new"), 2, "a: new"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "a")
			require.NoError(t, Write(name, saying("old")))
			syncs := 0
			watch(t, func(*os.File) error {
				if syncs++; syncs == test.failing {
					return broken
				}
				return nil
			})
			assert.ErrorIs(t, Write(name, test.content), broken)
			assert.Equal(t, test.want, listed(t, dir))
		})
	}
}

func TestErrorsCarryTheNameThatWasGiven(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "none", "a")
	assert.EqualError(t, Write(missing, saying("")), fmt.Sprintf("write %s: %v", missing, syscall.ENOENT))

	taken := filepath.Join(dir, "folder") // a file cannot replace a folder
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "inside"), 0o755))
	err := Write(taken, saying(""))
	var pathErr *fs.PathError
	require.ErrorAs(t, err, &pathErr)
	assert.Equal(t, taken, pathErr.Path)
	assert.Equal(t, "folder: a folder", listed(t, dir))

	// An error of content may be about a file of its own, so it stays as it is.
	other := &fs.PathError{Op: "open", Path: "other", Err: syscall.EPERM}
	assert.Equal(t, other, Write(filepath.Join(dir, "b"), func(io.Writer) error { return other }))
	assert.Error(t, Rename(filepath.Join(dir, "no"), filepath.Join(dir, "b")))
	assert.Error(t, Rename(taken, filepath.Join(dir, "none", "b")))
}

func TestPermissionsAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	for _, want := range []fs.FileMode{0o644, 0o600, 0o664} {
		if want != 0o644 {
			require.NoError(t, os.Chmod(name, want))
		}
		require.NoError(t, Write(name, saying("text")))
		info, err := os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, want, info.Mode().Perm())
	}
}

func TestSyncAcceptsWhatCannotBeSynced(t *testing.T) {
	_, pipe, err := os.Pipe()
	require.NoError(t, err)
	defer pipe.Close()
	assert.NoError(t, Sync(pipe))
	closed, err := os.Create(filepath.Join(t.TempDir(), "a"))
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	assert.Error(t, Sync(closed))
}

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
