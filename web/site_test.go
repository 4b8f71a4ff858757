package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/web"
)

// engine stands for the files of an engine.
func engine(text string) fs.FS {
	return fstest.MapFS{"engine.wasm": {Data: []byte(text)}, "engine.wasm.br": {Data: []byte("made before")}, "placeholder.txt": {}}
}

// names returns the files below a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			relative, _ := filepath.Rel(dir, name)
			all = append(all, filepath.ToSlash(relative))
		}
		return err
	}))
	return all
}

func TestASiteHasThePageAndTheEngine(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "site")
	require.NoError(t, web.WriteSite(dir, web.Page(), engine(strings.Repeat("engine", 100))))
	assert.Subset(t, names(t, dir), []string{"index.html", "index.html.gz", "index.html.br", "js/main.js.br", "engine/engine.wasm", "engine/engine.wasm.gz", "crosscut-page.sha256"})
	assert.NotContains(t, names(t, dir), "engine/placeholder.txt")
	assert.NotContains(t, names(t, dir), "icon-192.png.gz")
	want, err := fs.ReadFile(web.Page(), "index.html")
	require.NoError(t, err)
	for ending, unpack := range map[string]func(io.Reader) (io.Reader, error){
		"":    func(r io.Reader) (io.Reader, error) { return r, nil },
		".gz": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		".br": func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	} {
		text, err := os.ReadFile(filepath.Join(dir, "index.html"+ending))
		require.NoError(t, err)
		r, err := unpack(bytes.NewReader(text))
		require.NoError(t, err)
		got, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), ending)
	}
	made, err := os.ReadFile(filepath.Join(dir, "engine", "engine.wasm.br"))
	require.NoError(t, err)
	assert.Equal(t, "made before", string(made))
}

// A site is replaced by the next one. Anything else in its folder stays, and so does the site.
func TestASiteReplacesOnlyItself(t *testing.T) {
	dir := t.TempDir()
	page := fstest.MapFS{"index.html": {Data: []byte("one")}, "old.js": {Data: []byte("old")}}
	require.NoError(t, web.WriteSite(dir, page, engine("e")))
	require.NoError(t, web.WriteSite(dir, fstest.MapFS{"index.html": {Data: []byte("two")}}, engine("e")))
	assert.NotContains(t, names(t, dir), "old.js")
	before := names(t, dir)
	for name, text := range map[string]string{"mine.txt": "mine", "index.html": "changed", "engine/deep/mine": "x"} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		old, _ := os.ReadFile(full)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o644))
		assert.ErrorContains(t, web.WriteSite(dir, page, engine("e")), "was written here before")
		got, err := os.ReadFile(full)
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
		require.NoError(t, os.Remove(full))
		if old != nil {
			require.NoError(t, os.WriteFile(full, old, 0o644))
		}
	}
	assert.Equal(t, before, names(t, dir))
	assert.Error(t, web.WriteSite(filepath.Join(dir, "index.html"), page, engine("e")))
}
