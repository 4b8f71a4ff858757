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
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Runs that share an output, or try to. A run never cuts or replaces what it did not write.

// empty4x4 has 343,184 solutions. Finding them takes about a second.
const empty4x4 = "puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"

// folder returns a folder with the program and empty4x4.txt.
func folder(t *testing.T) string {
	dir := t.TempDir()
	binary, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(binary, filepath.Join(dir, "crosscut")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "empty4x4.txt"), []byte(empty4x4), 0o600))
	return dir
}

// printedIn runs the program in dir to its end.
func printedIn(t *testing.T, dir string, args ...string) string {
	cmd := exec.Command(filepath.Join(dir, "crosscut"), args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return string(text)
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

// TestAnOutputIsOfOneRun starts a run, and others that want the same file under any name.
func TestAnOutputIsOfOneRun(t *testing.T) {
	dir, other := folder(t), t.TempDir()
	huge := "puzzle: hidoku\n" + strings.Repeat("_ _ _ _ _ _\n", 6)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "huge.txt"), []byte(huge), 0o600))
	require.NoError(t, os.Symlink("out", filepath.Join(dir, "out-link")))
	cmd := exec.Command(filepath.Join(dir, "crosscut"), "solve", "--all", "--run", "kept", "--output", "out", "huge.txt")
	cmd.Dir = dir
	require.NoError(t, cmd.Start())
	defer cmd.Wait()
	defer cmd.Process.Kill()
	awaitFile(t, filepath.Join(dir, "kept", "claims"))
	require.NoError(t, os.Link(filepath.Join(dir, "out"), filepath.Join(dir, "out-hard")))
	for _, name := range []string{"out", "out-link", "out-hard"} {
		for _, args := range [][]string{{"count", "empty4x4.txt"}, {"solve", "--all", "--run", "kept", "huge.txt"}} {
			code, stderr := ends(t, dir, []string{"TMPDIR=" + other}, append(args, "--output", name)...)
			assert.Equal(t, exitBad, code, args)
			assert.Equal(t, fmt.Sprintf("crosscut: %s: another run keeps its results there\n", name), stderr)
		}
	}
	left, err := os.ReadDir(other)
	require.NoError(t, err)
	assert.Empty(t, left, "no locks in the folder of temporary files")
}
