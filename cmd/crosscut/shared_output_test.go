//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/ledger"
)

// Runs that share an output, or try to. A run never cuts or replaces what it did not write.

// began starts the program in dir, and waits until its checkpoint has solutions that are
// in the output.
func began(t *testing.T, dir, checkpoint, output string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(filepath.Join(dir, "crosscut"), args...)
	cmd.Dir = dir
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	require.Eventually(t, func() bool {
		file, err := os.Open(filepath.Join(dir, checkpoint))
		if err != nil {
			return false
		}
		defer file.Close()
		l, err := ledger.Read(file)
		info, statErr := os.Stat(filepath.Join(dir, output))
		if err != nil || statErr != nil {
			return false
		}
		last := int64(0)
		for _, e := range l.Entries {
			last = max(last, e.Offset+e.Length)
		}
		_, pendingErr := os.Stat(filepath.Join(dir, output+".pending"))
		return last > 0 && info.Size() >= last && pendingErr != nil
	}, patience, time.Millisecond)
	return cmd
}

// killNow kills a program and waits for its end. It reports false if the program was over
// before.
func killNow(cmd *exec.Cmd) bool {
	_ = cmd.Process.Kill() // it may be over
	cmd.Wait()
	return cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled()
}

// ends runs the program in dir and returns its exit code and what it wrote to standard error.
func ends(t *testing.T, dir string, env []string, args ...string) (code int, stderr string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(dir, "crosscut"), args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var text bytes.Buffer
	cmd.Stderr = &text
	hung := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer hung.Stop()
	cmd.Run()
	return cmd.ProcessState.ExitCode(), text.String()
}

// tornOrTwice reads a file of solutions. It returns how many each puzzle has, and fails if
// a solution stands there twice or if there is anything else but lines of comment.
func tornOrTwice(t *testing.T, name string, rows int) map[string]int {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	counts, seen := map[string]int{}, map[[32]byte]bool{}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		file, _, ok := strings.Cut(strings.TrimPrefix(lines[i], "# "), ": solution ")
		if !ok {
			require.True(t, lines[i] == "" || strings.HasPrefix(lines[i], "# "), "line %d: %.80q", i+1, lines[i])
			continue
		}
		require.Less(t, i+rows, len(lines))
		board := lines[i+1 : i+1+rows]
		for _, row := range board {
			require.Equal(t, rows-1, strings.Count(row, ","), "line %d: %.80q", i+1, row)
		}
		require.Empty(t, lines[i+1+rows])
		key := sha256.Sum256([]byte(file + strings.Join(board, "\n")))
		require.False(t, seen[key], "line %d: twice", i+1)
		seen[key] = true
		counts[file]++
		i += rows + 1
	}
	return counts
}

// magicBoards is a puzzle with 7,040 solutions of four rows; see https://oeis.org/A006052.
const magicBoards = "puzzle: magic\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"

// TestOutputKeepsTheResultsOfOtherRuns kills a run. Another run appends its results to the
// same file. Then the first one continues.
func TestOutputKeepsTheResultsOfOtherRuns(t *testing.T) {
	solve := []string{"solve", "--all", "--jobs", "1", "--cubes", "200", "--output", "all", "magic.txt"}
	dir := killedInTheMiddle(t, func(string) bool { return true }, append(solve, "--checkpoint", "kept", "--engine", "sat")...)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "other.txt"), []byte(magicBoards), 0o600))
	code, stderr := ends(t, dir, nil, "solve", "--all", "--output", "all", "other.txt")
	require.Zero(t, code, stderr)
	code, stderr = ends(t, dir, nil, append(solve, "--resume", "kept")...)
	require.Zero(t, code, stderr)
	// The kill may have come after the place of solutions was noted, and before they were there.
	assert.Regexp(t, `crosscut: all: (the solutions of 1 cube are damaged or missing and are found again; )?[0-9,]+ bytes of other text stay as they are\n`, stderr)
	want := map[string]int{"magic.txt": 7040, "other.txt": 7040}
	assert.Equal(t, want, tornOrTwice(t, filepath.Join(dir, "all"), 4))
	code, stderr = ends(t, dir, nil, append(solve, "--resume", "kept")...)
	require.Zero(t, code, stderr)
	assert.Equal(t, want, tornOrTwice(t, filepath.Join(dir, "all"), 4), "continued once more")
}

// TestPlacesWithoutTextAreFree kills a run after it has noted the places of solutions, and
// before it has written anything there. The next run writes the file of a run that was never
// killed.
func TestPlacesWithoutTextAreFree(t *testing.T) {
	dir := folder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "magic.txt"), []byte(magicBoards), 0o600))
	solve := []string{"solve", "--all", "--cubes", "20", "--output", "all", "magic.txt"}
	code, stderr := ends(t, dir, nil, append(solve, "--checkpoint", "kept")...)
	require.Zero(t, code, stderr)
	want, err := os.ReadFile(filepath.Join(dir, "all"))
	require.NoError(t, err)
	require.NoError(t, os.Truncate(filepath.Join(dir, "all"), 0))
	code, stderr = ends(t, dir, nil, append(solve, "--resume", "kept")...)
	require.Zero(t, code, stderr)
	got, err := os.ReadFile(filepath.Join(dir, "all"))
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "%d bytes, not %d", len(got), len(want))
}

// TestDamagedOutputIsFoundAgain overwrites the file with as many zeros, as some file systems
// do after a loss of power, or takes its end away, or changes one byte.
func TestDamagedOutputIsFoundAgain(t *testing.T) {
	for _, damage := range []string{"zeros", "shorter", "one byte"} {
		solve := []string{"solve", "--all", "--jobs", "1", "--cubes", "200", "--output", "all", "magic.txt"}
		dir := killedBetweenPieces(t, append(solve, "--checkpoint", "kept", "--engine", "sat")...)
		name := filepath.Join(dir, "all")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		switch damage {
		case "zeros":
			text = make([]byte, len(text))
		case "shorter":
			text = text[:len(text)/2]
		case "one byte":
			text[len(text)/2] ^= 1
		}
		require.NoError(t, os.WriteFile(name, text, 0o600))
		code, stderr := ends(t, dir, nil, append(solve, "--resume", "kept")...)
		require.Zero(t, code, stderr)
		assert.Regexp(t, `crosscut: all: the solutions of \d+ cubes? are damaged or missing and are found again`, stderr, damage)
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(after, text), "nothing is cut or replaced")
		found := map[string]bool{}
		for _, unit := range strings.Split(string(after), "# magic.txt: solution ") {
			if _, board, ok := strings.Cut(unit, "\n"); ok && strings.Count(unit, "\n") >= 6 {
				found[strings.Join(strings.Split(board, "\n")[:4], "\n")] = true
			}
		}
		assert.GreaterOrEqual(t, len(found), 7040, damage)
		assert.True(t, bytes.HasSuffix(after, []byte("# magic.txt: 7,040 solutions, and no other\n")), damage)
	}
}

// killedBetweenPieces kills a run that has written solutions to "all", and returns its
// folder. No piece is on its way to the output then: the next run would complete it, over
// whatever stands in its place.
func killedBetweenPieces(t *testing.T, args ...string) (dir string) {
	t.Helper()
	return killedInTheMiddle(t, func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "all.pending"))
		return err != nil
	}, args...)
}

// killedInTheMiddle kills a run that has written solutions to "all", and returns its folder. It
// tries again if the run was over too soon, or if the folder is not as wanted.
func killedInTheMiddle(t *testing.T, wanted func(dir string) bool, args ...string) (dir string) {
	t.Helper()
	for range 100 {
		dir = folder(t)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "magic.txt"), []byte(magicBoards), 0o600))
		if killNow(began(t, dir, "kept", "all", args...)) && wanted(dir) {
			return dir
		}
	}
	require.Fail(t, "each moment was an unlucky one")
	return dir
}

// TestCheckpointAndOutputAreOfOneRun starts a run, and others that want the same files under
// any name.
func TestCheckpointAndOutputAreOfOneRun(t *testing.T) {
	dir, other := folder(t), t.TempDir()
	huge := "puzzle: hidoku\n" + strings.Repeat("_ _ _ _ _ _\n", 6)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "huge.txt"), []byte(huge), 0o600))
	link := func(from, to string) { require.NoError(t, os.Symlink(from, filepath.Join(dir, to))) }
	link("out", "out-link")
	link("kept", "kept-link")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	link("folder", "folder-link")
	solve := []string{"solve", "--all", "--cubes", "50", "huge.txt"}
	for _, run := range [][]string{
		append(solve, "--output", "out", "--checkpoint", "kept"),
		{"count", "--digest", "--checkpoint", "folder/counted", "huge.txt"},
	} {
		cmd := exec.Command(filepath.Join(dir, "crosscut"), run...)
		cmd.Dir = dir
		require.NoError(t, cmd.Start())
		defer cmd.Wait()
		defer cmd.Process.Kill()
	}
	for _, name := range []string{"out", "kept", "folder/counted"} {
		awaitFile(t, filepath.Join(dir, name))
	}
	require.NoError(t, os.Link(filepath.Join(dir, "out"), filepath.Join(dir, "out-hard")))
	for _, test := range []struct {
		name string // in the message
		args []string
	}{
		{"out", append(solve, "--output", "out", "--checkpoint", "kept", "--resume", "kept")},
		{"out", []string{"count", "--output", "out", "empty4x4.txt"}},
		{"out-link", []string{"count", "--output", "out-link", "empty4x4.txt"}},
		{"out-hard", []string{"count", "--output", "out-hard", "empty4x4.txt"}},
		{"kept", append(solve, "--output", "out2", "--resume", "kept")},
		{"kept-link", append(solve, "--output", "out2", "--checkpoint", "kept-link", "--resume", "kept-link")},
		{"folder/counted", []string{"count", "--digest", "--resume", "folder/counted", "huge.txt"}},
		{"folder-link/counted", []string{"count", "--digest", "--resume", "folder-link/counted", "huge.txt"}},
		{"folder/counted", []string{"work", "--resume", "folder/counted", "huge.txt"}},
	} {
		code, stderr := ends(t, dir, []string{"TMPDIR=" + other}, test.args...)
		assert.Equal(t, exitBad, code, test.args)
		assert.Equal(t, fmt.Sprintf("crosscut: %s: another run keeps its results there\n", test.name), stderr)
	}
	left, err := os.ReadDir(other)
	require.NoError(t, err)
	assert.Empty(t, left, "no locks in the folder of temporary files")
}

// TestCheckpointLockIsNotMisled puts things where the lock of a checkpoint has its name.
func TestCheckpointLockIsNotMisled(t *testing.T) {
	count := []string{"count", "--digest", "--checkpoint", "kept", "--resume", "kept", "--cubes", "20", "small.txt"}
	for what, plant := range map[string]func(name string) error{
		"link":   func(name string) error { return os.Symlink(filepath.Join(filepath.Dir(name), "victim"), name) },
		"pipe":   func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"folder": func(name string) error { return os.Mkdir(name, 0o700) },
	} {
		dir := folder(t)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "small.txt"), []byte("puzzle: hidoku\n1,_\n_,_\n"), 0o600))
		require.NoError(t, plant(filepath.Join(dir, "kept.lock")))
		code, stderr := ends(t, dir, nil, count...)
		assert.Equal(t, exitBad, code, what)
		assert.Contains(t, stderr, "kept.lock", what)
		assert.NoFileExists(t, filepath.Join(dir, "victim"))
		require.NoError(t, os.Remove(filepath.Join(dir, "kept.lock")))
		code, stderr = ends(t, dir, nil, count...)
		assert.Zero(t, code, stderr)
		assert.NoFileExists(t, filepath.Join(dir, "kept.lock"), "the lock is removed")

		mine := filepath.Join(dir, "kept.lock")
		require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o600))
		code, stderr = ends(t, dir, nil, count...)
		assert.Zero(t, code, stderr)
		assert.FileExists(t, mine, "a file of somebody else stays")
	}
	dir := folder(t)
	code, stderr := ends(t, dir, []string{"TMPDIR=/nonexistent"}, "count", "--checkpoint", "kept", "empty4x4.txt")
	assert.Zero(t, code, stderr)
}
