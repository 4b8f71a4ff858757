package main

import (
	"go/format"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// plant writes files into a new folder.
func plant(t *testing.T, files map[string]string) (root string) {
	root = t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return root
}

func TestRenameChangesThePathAndNothingElse(t *testing.T) {
	root := plant(t, map[string]string{
		"go.mod":          "module box\n\ngo 1.26.0\n\nrequire github.com/box v1.0.0 // box\n",
		"tools.mod":       "// box tools\nmodule box\n\ntool (\n\tbox/cmd/box\n)\n",
		"go.work":         "use ./box\n\nreplace box => ../box\n",
		"web/go.mod":      "module box/web\n\nrequire (\n\tbox v0.1.0\n)\n\nreplace box => ../\n",
		"box.go":          "// Package box is not box/lid.\npackage box\n",
		"lid/lid.go":      "package lid\n\nimport (\n\t\"fmt\"\n\n\t\"box\"\n\t. \"box/in/ner\" // dot\n\t\"boxer\"\n\t_ \"a/box\"\n)\n\nvar _ = fmt.Sprint(box.X, \"box/lid\")\n",
		"lid/one_test.go": "package lid\n\nimport alias \"box\"\n\nvar _ = alias.X\n",
		"in/ner/x.go":     "package ner\n",
		"README.md":       "box solves; `go doc box/lid`, ./box/lid, box/other, box/lids\n\n```go\nimport (\n\t\"box\"\n\t\"box/lid\"\n)\n```\n\n    go mod edit -require box@v0.1.0 -replace box=../box\n",
		".git/config.md":  "box/lid",
		"testdata/a.txt":  "box/lid",
	})
	require.NoError(t, rename(root, "a.org/b/box"))
	for name, want := range map[string]string{
		"go.mod":          "module a.org/b/box\n\ngo 1.26.0\n\nrequire github.com/box v1.0.0 // box\n",
		"tools.mod":       "// box tools\nmodule a.org/b/box\n\ntool (\n\ta.org/b/box/cmd/box\n)\n",
		"go.work":         "use ./box\n\nreplace a.org/b/box => ../box\n",
		"web/go.mod":      "module a.org/b/box/web\n\nrequire (\n\ta.org/b/box v0.1.0\n)\n\nreplace a.org/b/box => ../\n",
		"box.go":          "// Package box is not box/lid.\npackage box\n",
		"lid/lid.go":      "package lid\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/b/box\"\n\t. \"a.org/b/box/in/ner\" // dot\n\t_ \"a/box\"\n\t\"boxer\"\n)\n\nvar _ = fmt.Sprint(box.X, \"box/lid\")\n",
		"lid/one_test.go": "package lid\n\nimport alias \"a.org/b/box\"\n\nvar _ = alias.X\n",
		"README.md":       "box solves; `go doc a.org/b/box/lid`, ./box/lid, box/other, box/lids\n\n```go\nimport (\n\t\"a.org/b/box\"\n\t\"a.org/b/box/lid\"\n)\n```\n\n    go mod edit -require a.org/b/box@v0.1.0 -replace a.org/b/box=../box\n",
		".git/config.md":  "box/lid",
		"testdata/a.txt":  "box/lid",
	} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.Equal(t, want, string(text), name)
	}
}

// TestRenameThereAndBack renames this module in memory, and expects the formatted files
// of today after it is renamed back.
func TestRenameThereAndBack(t *testing.T) {
	const there = "example.org/elsewhere/crosscut"
	files, err := textFiles(filepath.Join("..", ".."))
	require.NoError(t, err)
	changed, err := plan(filepath.Join("..", ".."), there)
	require.NoError(t, err)
	assert.Greater(t, len(changed), 100, "most files import others")
	for _, name := range []string{"go.mod", "tools.mod", "cmd/crosscut/main_test.go", "README.md"} {
		assert.Contains(t, changed, name)
	}
	r := newRenamer(there, modulePath(t), files)
	for name, text := range changed {
		assert.Contains(t, string(text), there, name)
		back, err := r.file(name, text)
		require.NoError(t, err)
		want := files[name]
		if filepath.Ext(name) == ".go" {
			want, err = format.Source(want)
			require.NoError(t, err)
		}
		assert.Equal(t, string(want), string(back), name)
	}
}

func TestRenameRefusesWithoutAChange(t *testing.T) {
	for _, path := range []string{"", "/", "a//b", "a b", "../x", "a/.b", "a/b.", "a@v1", "--help", "a/-b", "https://a.org/b"} {
		_, err := plan(".", path)
		assert.ErrorContains(t, err, "not the path of a module", "%q", path)
	}
	files := map[string]string{"a.go": "package a\n\nimport \"box/b\"\n", "b/b.go": "no Go\n"}
	_, err := plan(plant(t, files), "a.org/b")
	assert.ErrorContains(t, err, "go.mod")
	files["go.mod"] = "// a comment\nmodule box\n"
	_, err = plan(plant(t, files), "a.org/b")
	assert.ErrorContains(t, err, "not the module line")
	files["go.mod"] = "module box\n"
	root := plant(t, files)
	assert.ErrorContains(t, rename(root, "a.org/b"), "b/b.go:1:1")
	text, err := os.ReadFile(filepath.Join(root, "a.go"))
	require.NoError(t, err)
	assert.Equal(t, files["a.go"], string(text), "one bad file, no change")
}
