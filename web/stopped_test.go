package web

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/durable"
)

// stopping is the file system of a program that is killed after some operations that change something. It syncs
// nothing, since a kill loses nothing that is written.
type stopping struct {
	durable.FS
	left *int
}

var errKilled = errors.New("the program was killed")

func (s stopping) step() error {
	if *s.left == 0 {
		return errKilled
	}
	*s.left--
	return nil
}

func (s stopping) Temp(name string) (durable.File, string, error) {
	if err := s.step(); err != nil {
		return nil, "", err
	}
	file, temporary, err := s.FS.Temp(name)
	return stoppingFile{file, s}, temporary, err
}

func (s stopping) Rename(from, to string) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.FS.Rename(from, to)
}

func (s stopping) Remove(name string) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.FS.Remove(name)
}

func (s stopping) SyncFolder(string) error { return nil }

type stoppingFile struct {
	durable.File
	fs stopping
}

func (f stoppingFile) Sync() error { return nil }

// WriteSite writes a part before the end.
func (f stoppingFile) Write(text []byte) (int, error) {
	if err := f.fs.step(); err != nil {
		_, _ = f.File.Write(text[:len(text)/2])
		return 0, err
	}
	return f.File.Write(text)
}

// pageOf returns files as they are given: NAME=TEXT.
func pageOf(files ...string) map[string][]byte {
	page := map[string][]byte{}
	for _, file := range files {
		name, text, _ := strings.Cut(file, "=")
		page[name] = []byte(text)
	}
	return page
}

// contents returns all files below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		relative, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(relative)] = string(text)
		return err
	}))
	return all
}

// TestAStoppedUpdateIsGoneOnWith kills the program at each operation of a first page, of an update, and of
// an update after a killed one. Another version of the page takes the folder each time.
func TestAStoppedUpdateIsGoneOnWith(t *testing.T) {
	write := func(dir string, page map[string][]byte, operations int) error {
		return replace(stopping{durable.OS, &operations}, dir, page)
	}
	const all = 1 << 30
	versions := []map[string][]byte{
		pageOf("index.html=one", "index.html.gz=one", "js/old.js=old", "same.css=same"),
		pageOf("index.html=two", "js/new.js=new", "same.css=same"),
		pageOf("index.html=three", "deep/er/third.svg=third"),
	}
	want := make([]map[string]string, len(versions))
	for i, version := range versions {
		dir := t.TempDir()
		require.NoError(t, write(dir, version, all))
		want[i] = contents(t, dir)
	}
	for before := range versions { // pages that are there before one is stopped
		kills := 0
		for stop, done := 0, false; !done; stop++ {
			dir := t.TempDir()
			for i := range before {
				require.NoError(t, write(dir, versions[i], all))
			}
			err := write(dir, versions[before], stop)
			if done = err == nil; !done {
				require.ErrorIs(t, err, errKilled)
				kills++
				_ = write(dir, versions[(before+1)%3], stop/2) // is killed as well
			}
			for i := range versions {
				last := (before + i) % 3
				require.NoError(t, write(dir, versions[last], all), "%d pages, stopped after %d operations", before, stop)
				require.Equal(t, want[last], contents(t, dir), "%d pages, stopped after %d operations", before, stop)
			}
		}
		assert.Greater(t, kills, 10)
	}
}

// TestFilesOfOthersStay has folders that look like a page. Each is refused in one line, and nothing changes.
func TestFilesOfOthersStay(t *testing.T) {
	for what, files := range map[string]map[string]string{
		"downloads": {
			"thesis.txt": "thesis", "data.tar.gz": "data",
			"SHA256SUMS": line([]byte("thesis"), "thesis.txt") + line([]byte("data"), "data.tar.gz"),
		},
		"a page by others": {"index.html": "mine", "SHA256SUMS": line([]byte("mine"), "index.html")},
		"downloads in the list of a page": {
			"thesis.txt": "thesis", "Thesis.js": "x",
			sumsFile: line([]byte("thesis"), "thesis.txt") + line([]byte("x"), "Thesis.js"),
		},
		"a changed file":         {"index.html": "changed", sumsFile: line([]byte("mine"), "index.html")},
		"a temporary of others":  {"thesis.txt.12.tmp": "x", sumsFile: line([]byte("mine"), "index.html")},
		"no list":                {"index.html": "mine"},
		"a file outside":         {"x": "x", sumsFile: line([]byte("x"), "../outside.js")},
		"the list in the middle": {"a/" + sumsFile: ""},
	} {
		dir := t.TempDir()
		for name, text := range files {
			full := filepath.Join(dir, filepath.FromSlash(name))
			require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
			require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
		}
		err := replace(durable.OS, dir, pageOf("index.html=new"))
		require.ErrorContains(t, err, "is not of a page that was written here before", what)
		assert.NotContains(t, err.Error(), "\n", what)
		assert.Equal(t, files, contents(t, dir), what)
	}
}

// TestLinksAreNotOfAPage has a link to a file with the right content. Only the link would be lost, but nobody
// wrote it here.
func TestLinksAreNotOfAPage(t *testing.T) {
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "mine")
	require.NoError(t, replace(durable.OS, dir, pageOf("index.html=one")))
	name := filepath.Join(dir, "index.html")
	require.NoError(t, os.Rename(name, other))
	if os.Symlink(other, name) != nil {
		t.Skip("the system has no links")
	}
	assert.ErrorContains(t, replace(durable.OS, dir, pageOf("index.html=two")), "is not of a page")
	text, err := os.ReadFile(other)
	require.NoError(t, err)
	assert.Contains(t, string(text), "one")
}

// TestThisFolderIsLookedAt has no name of a folder, as a variable of a shell that is not set, and a link to a folder.
// Both are folders like others: files of others stay, and an empty one gets the page.
func TestThisFolderIsLookedAt(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	for _, name := range []string{"", ".", link} {
		dir := t.TempDir()
		t.Chdir(dir)
		if name == link && os.Symlink(dir, link) != nil {
			t.Skip("the system has no links")
		}
		require.NoError(t, replace(durable.OS, name, pageOf("index.html=one")), name)
		require.NoError(t, replace(durable.OS, name, pageOf("index.html=two")), name)
		require.NoError(t, os.WriteFile("index.html", []byte("mine"), 0o600))
		require.ErrorContains(t, replace(durable.OS, name, pageOf("index.html=three")), "is not of a page that was written here before", name)
		assert.Equal(t, "mine", contents(t, dir)["index.html"], name)
	}
}

// Every file of the page has a name that is known again.
func TestEachNameIsOfAPage(t *testing.T) {
	files, err := filesOf(Page(), fstest.MapFS{"engine.wasm": {}, "wasm_exec.js": {}})
	require.NoError(t, err)
	assert.Greater(t, len(files), 30)
	for name := range files {
		assert.Regexp(t, pageName, name)
	}
}
