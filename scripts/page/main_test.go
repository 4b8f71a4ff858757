package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/web"
)

// mostOfAVisit is the most that the first visit may load, in bytes of brotli.
const mostOfAVisit = 2_060_000

// TestTheFirstVisitIsSmall bounds what the first visit loads: the engine and the files of the
// page. It skips where the engine was not built.
func TestTheFirstVisitIsSmall(t *testing.T) {
	engine, err := web.Engine()
	if err != nil {
		t.Skip("needs the engine, from \"go generate ./web\"")
	}
	total := 0
	add := func(files fs.FS, name string) {
		text, err := fs.ReadFile(files, name)
		require.NoError(t, err)
		less, err := web.Brotli(text)
		require.NoError(t, err)
		total += min(len(less), len(text))
	}
	smallest, err := fs.ReadFile(engine, web.EngineFile+".br")
	require.NoError(t, err)
	total += len(smallest)
	add(engine, web.LoaderFile)
	t.Logf("the engine has %d bytes", total)
	require.NoError(t, fs.WalkDir(web.Page(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			add(web.Page(), name)
		}
		return err
	}))
	t.Logf("the first visit has %d bytes", total)
	assert.LessOrEqual(t, total, mostOfAVisit)
}

// TestTheEngineIsOfTheseSources fails for an engine in dist that was built from other sources.
func TestTheEngineIsOfTheseSources(t *testing.T) {
	engine, err := web.Engine()
	if err != nil {
		t.Skip("needs the engine, from \"go generate ./web\"")
	}
	text, err := fs.ReadFile(engine, web.DescribeFile)
	require.NoError(t, err)
	var description web.Description
	require.NoError(t, json.Unmarshal(text, &description))
	sources, err := hashSources(filepath.Join("..", ".."))
	require.NoError(t, err)
	assert.Equal(t, sources, description.Sources, "the engine is stale; run \"go generate ./web\"")
}

func TestAChangedSourceChangesTheHash(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		sum, err := hashSources(root)
		require.NoError(t, err)
		return sum
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module example\n\ngo 1.26\n"), 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(root, "sat"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "sat", "a.go"), []byte("package sat"), 0o644))
	first := write("cmd/page-engine/main.go", "package main\n\nimport _ \"example/sat\"\n\nfunc main() {}\n")
	assert.Equal(t, first, write("sat/a_test.go", "package sat"))
	assert.Equal(t, first, write("sat/b_linux.go", "package sat"), "the engine has no such file")
	assert.Equal(t, first, write("cmd/crosscut/main.go", "package main"))
	assert.Equal(t, first, write("docs/a.md", "words"))
	second := write("sat/a.go", "package sat // changed")
	assert.NotEqual(t, first, second)
	third := write("sat/b.go", "package sat")
	assert.NotEqual(t, second, third)
	assert.NotEqual(t, third, write("go.mod", "module example\n\ngo 1.26.1\n"))
}
