package web

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file of which there is only one by gzip is listed and read as if it were there. A walk finds it, so a server
// and a folder with the page have it.
func TestPackedFilesAreThereUnpacked(t *testing.T) {
	small, err := Gzip([]byte("the engine"))
	require.NoError(t, err)
	folder := Unpacked{fstest.MapFS{
		EngineFile + ".gz": {Data: small}, LoaderFile: {Data: []byte("loader")}, LoaderFile + ".gz": {Data: []byte("no gzip")}, "broken.gz": {Data: []byte("no gzip")},
	}}
	var names []string
	require.NoError(t, fs.WalkDir(folder, ".", func(name string, _ fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	}))
	assert.ElementsMatch(t, []string{".", EngineFile, EngineFile + ".gz", LoaderFile, LoaderFile + ".gz", "broken", "broken.gz"}, names)
	for name, want := range map[string]string{EngineFile: "the engine", LoaderFile: "loader", EngineFile + ".gz": string(small)} {
		text, err := fs.ReadFile(folder, name)
		require.NoError(t, err, name)
		assert.Equal(t, want, string(text), name)
	}
	for _, name := range []string{"broken", "missing"} {
		_, err := fs.ReadFile(folder, name)
		assert.Error(t, err, name)
	}
}
