package natsq

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/run"
)

// TestFilesAreOfOneForm reads all puzzles and exact covers of testdata.
func TestFilesAreOfOneForm(t *testing.T) {
	forms := map[run.Form]int{}
	for _, folder := range []string{"hidoku", "magic", "draughtboard", "cover"} {
		names, err := filepath.Glob("../../../../testdata/" + folder + "/*")
		require.NoError(t, err)
		for _, name := range names {
			file, err := os.Open(name)
			require.NoError(t, err)
			p, err := Read(file, name)
			file.Close()
			if err != nil {
				assert.NotContains(t, err.Error(), "a puzzle and an exact cover", name)
				continue
			}
			assert.Equal(t, folder == "cover", p.Form() == run.Cover, name)
			forms[p.Form()]++
		}
	}
	assert.Equal(t, 4, forms[run.Cover])
	assert.Greater(t, forms[run.Puzzle], 50)
	for text, want := range map[string]string{
		"B W\nW B\n":             "x: a puzzle and an exact cover",
		"|\n_\n_\n":              "",
		"puzzle: hidoku\n_\n_\n": "",
		"a b\nc\n":               "not a puzzle: x:2:1: no numbers in it; draw each cell of a stone as X, with a blank line before another stone; on a board write a number, _ for an open cell, or # for a hole; nor an exact cover: x:2:1: unknown item \"c\"",
		"| x\na b\nc\n":          "x:3:1: unknown item \"c\"",
		"puzzle: hidoku\na\n":    "x:2:1: \"a\" is not a cell",
		"":                       "not a puzzle: x:1:1: no puzzle",
	} {
		_, err := Read(strings.NewReader(text), "x")
		if want == "" {
			assert.NoError(t, err, text)
		} else {
			require.Error(t, err, text)
			assert.True(t, strings.HasPrefix(err.Error(), want), "%q: %v", text, err)
		}
	}
}

// A folder is neither a puzzle nor an exact cover. The error says that once.
func TestAFolderIsOneError(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	require.NoError(t, err)
	defer folder.Close()
	_, err = Read(folder, "x")
	require.EqualError(t, err, "x: is a directory")
	assert.NotContains(t, err.Error(), "nor an exact cover")
}
