package site

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var errStopped = errors.New("the program has ended")

// stopAfter ends the program after so many steps. The file of the next one is half written. It reports how many
// steps there were.
func stopAfter(t *testing.T, n int, do func() error) (steps int) {
	t.Helper()
	usual := step
	defer func() { step = usual }()
	step = func(do func() error) error {
		if steps++; steps > n {
			return errStopped
		}
		return do()
	}
	if err := do(); err != nil {
		require.ErrorIs(t, err, errStopped)
	}
	return steps
}

// page returns a page of some files. Each version has its own texts, and one file that no other one has.
func page(version int) fstest.MapFS {
	text := &fstest.MapFile{Data: fmt.Appendf(nil, "version %d", version)}
	return fstest.MapFS{"index.html": text, "js/main.js": text, "same.txt": {Data: []byte("same")}, fmt.Sprintf("js/%d.js", version): text}
}

// isSite fails unless a folder has the files of a version, and nothing else.
func isSite(t *testing.T, dir string, version int) {
	t.Helper()
	want, err := filesOf(page(version), fstest.MapFS{})
	require.NoError(t, err)
	there := 0
	require.NoError(t, filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			there++
		}
		return err
	}))
	assert.Equal(t, len(want)+1, there)
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, string(text), string(got), name)
	}
}

// TestASiteCutShortIsKnownAgain ends the program at each step of the first writing, of an update, and of another
// update after that. A file that was being written stays.
func TestASiteCutShortIsKnownAgain(t *testing.T) {
	all := stopAfter(t, 1000, func() error { return Write(t.TempDir(), page(1), fstest.MapFS{}) }) + 2
	for n := range 2 * all { // even ones begin without a page
		if testing.Short() && n%5 > 0 {
			continue
		}
		dir := t.TempDir()
		for version, steps := range []int{n % 2 * 1000, n / 2, n * 5 % all} {
			stopAfter(t, steps, func() error { return Write(dir, page(version), fstest.MapFS{}) })
			if _, err := os.Stat(filepath.Join(dir, nextFile)); err == nil && steps < 1000 {
				require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html.123.tmp"), []byte("hal"), 0o600))
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, nextFile+".123.tmp"), []byte("hal"), 0o600))
		}
		require.NoError(t, Write(dir, page(3), fstest.MapFS{}), "%d", n)
		isSite(t, dir, 3)
	}
}

// TestFilesOfOthersStay has folders that others wrote, with a list that fits.
func TestFilesOfOthersStay(t *testing.T) {
	for _, foreign := range []string{"thesis.txt", "index.html", "index.html.123.tmp", "js/deep/x"} {
		dir := t.TempDir()
		full := filepath.Join(dir, foreign)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o700))
		require.NoError(t, os.WriteFile(full, []byte("mine"), 0o600))
		sums := fmt.Appendf(nil, "%x  %s\n", sha256.Sum256([]byte("mine")), foreign)
		for _, list := range []string{sumsFile, nextFile} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, list), sums, 0o600))
			assert.ErrorContains(t, Write(dir, page(1), fstest.MapFS{}), "is not of a page that was written here before; give an empty or a new folder")
			got, err := os.ReadFile(full)
			require.NoError(t, err)
			assert.Equal(t, "mine", string(got))
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Len(t, entries, 2, "nothing was added")
			require.NoError(t, os.Remove(filepath.Join(dir, list)))
		}
	}
}
