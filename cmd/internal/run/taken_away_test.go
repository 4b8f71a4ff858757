package run

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/durable"
)

// noted has what a folder has said.
type noted struct {
	mu  sync.Mutex
	all []string
}

func (n *noted) note(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, text)
}

func (n *noted) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Join(n.all, "\n")
}

// isKept fails unless somebody who opens the folder later finds the same sum, and the problem.
func isKept(t *testing.T, dir string, want Sum) {
	t.Helper()
	f, err := Look(dir)
	require.NoError(t, err)
	sum, whole, damaged, err := f.Check()
	require.NoError(t, err)
	assert.True(t, whole && damaged == 0 && sum.Equal(want), "whole %v, %d damaged: %v, not %v", whole, damaged, sum, want)
	_, err = f.ProblemText()
	assert.NoError(t, err)
}

// afterCubes lets a worker search by itself, and does something once after some cubes.
func afterCubes(t *testing.T, w *Worker, n int, do func()) {
	t.Helper()
	var mu sync.Mutex
	hires(t, w, 1, func(Cube) error {
		mu.Lock()
		defer mu.Unlock()
		if n--; n == 0 {
			do()
		}
		return nil
	})
}

// takeAway removes a folder with all in it, although the run may write there meanwhile.
func takeAway(t *testing.T, dir string) {
	t.Helper()
	for os.RemoveAll(dir) != nil && !t.Failed() {
		runtime.Gosched()
	}
}

// TestWhatIsTakenAwayIsWrittenAgain takes something of a run away while a process works for it.
func TestWhatIsTakenAwayIsWrittenAgain(t *testing.T) {
	t.Parallel()
	want := plain(t, kings)
	for _, what := range []string{"", journals, claims, workers, problemFile, "own journal", "own text", "a shorter journal", "all and again"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "run")
			w := opens(t, dir, problemOf(t, kings), Solutions, 30)
			var said noted
			w.Folder.Note = said.note
			own := w.Folder.file(journals, w.Folder.Name)
			afterCubes(t, w, 12, func() {
				switch what {
				case "own journal":
					assert.NoError(t, os.Remove(own+lines))
				case "own text":
					assert.NoError(t, os.Remove(own+texts))
				case "a shorter journal":
					assert.NoError(t, os.Rename(own+lines, own+".moved"))
					assert.NoError(t, os.WriteFile(own+lines, w.Folder.first, 0o600))
				case "all and again":
					takeAway(t, dir)
					assert.NoError(t, w.Folder.Sync())
					takeAway(t, dir)
				default:
					takeAway(t, filepath.Join(dir, what))
				}
			})
			isWhole(t, w, want)
			require.NoError(t, w.Folder.Close())
			isKept(t, dir, want)
			if what != claims && what != workers && what != problemFile {
				assert.Contains(t, said.String(), "was taken away; what this process found in ")
			} else {
				assert.Empty(t, said.String())
			}
		})
	}
}

// TestJournalsOfOthersThatAreTakenAwayAreSearchedAgain has a process that has left before.
func TestJournalsOfOthersThatAreTakenAwayAreSearchedAgain(t *testing.T) {
	t.Parallel()
	want, dir := plain(t, kings), t.TempDir()
	first := opens(t, dir, problemOf(t, kings), Digest, 30)
	ctx, stop := context.WithCancel(t.Context())
	ended := func() bool {
		first.mu.Lock()
		defer first.mu.Unlock()
		return first.stop == nil
	}
	afterCubes(t, first, 12, func() {
		for stop(); !ended(); { // it takes no other cube then, however late it is told
			runtime.Gosched()
		}
	})
	_, err := first.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, first.Folder.Close())
	w := opens(t, dir, problemOf(t, kings), Digest, 0)
	var said noted
	w.Folder.Note = said.note
	afterCubes(t, w, 5, func() { takeAway(t, filepath.Join(dir, journals)) })
	isWhole(t, w, want)
	isKept(t, dir, want)
	assert.Contains(t, said.String(), first.Folder.Name+".jsonl was taken away; its cubes are searched again")
}

// failing is a file system whose disk fails after some writes.
type failing struct {
	durable.FS
	left int
}

type failingFile struct {
	durable.File
	of *failing
}

func (d *failing) Append(name string) (durable.File, error) {
	file, err := d.FS.Append(name)
	return failingFile{file, d}, err
}

func (f failingFile) Write(text []byte) (int, error) {
	if f.of.left--; f.of.left < 0 {
		return 0, &os.PathError{Op: "write", Path: "journal", Err: syscall.EIO}
	}
	return f.File.Write(text)
}

// TestADiskThatFailsIsNoBadInput lets the disk fail at the beginning and later. A folder without a right to write
// is no failure.
func TestADiskThatFailsIsNoBadInput(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 5} {
		w := opens(t, t.TempDir(), problemOf(t, kings), Digest, 30)
		w.Folder.fsys = &failing{durable.OS, n}
		_, err := w.Run(t.Context())
		require.ErrorIs(t, err, ErrDisk)
		require.ErrorIs(t, err, syscall.EIO)
		w.Folder.fsys = durable.OS
	}
	right := ofDisk(&os.PathError{Err: syscall.EACCES})
	require.NotErrorIs(t, right, ErrDisk)
	require.ErrorContains(t, right, "; several users of a run need a common group, and umask 002")
	require.NoError(t, ofDisk(nil))
}
