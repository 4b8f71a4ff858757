//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRunFoldersHaveBounds puts what never ends where a run has its journals.
func TestRunFoldersHaveBounds(t *testing.T) {
	dir := folder(t)
	for run, plant := range map[string]func(name string) error{
		"pipe": func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"zero": func(name string) error { return os.Symlink("/dev/zero", name) },
		"line": func(name string) error { return os.WriteFile(name, bytes.Repeat([]byte("x"), 3<<20), 0o600) },
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, run, "journals"), 0o700))
		require.NoError(t, plant(filepath.Join(dir, run, "journals", "a.jsonl")))
	}
	for _, args := range [][]string{
		{"count", "--digest", "--run", "/dev/zero", "empty4x4.txt"},
		{"count", "--digest", "--run", "pipe", "empty4x4.txt"},
		{"solve", "--all", "--run", "zero", "--output", "out", "empty4x4.txt"},
		{"run", "status", "pipe"},
		{"run", "check", "zero"},
	} {
		code, stderr := ends(t, dir, nil, args...)
		assert.Equal(t, exitBad, code, args)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), "%v: %s", args, stderr)
	}
	code, stderr := ends(t, dir, nil, "count", "--run", "line", "empty4x4.txt") // damage, which is left out
	assert.Equal(t, exitYes, code)
	assert.Regexp(t, `^crosscut: line: damaged lines are left out, and their cubes searched again: [1-9]\n$`, stderr)
}

// TestInterruptEndsWaitingForAReader names a pipe that nobody reads as the output.
func TestInterruptEndsWaitingForAReader(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "--all", "--output", "pipe", "huge.txt"},
		{"solve", "--all", "--output", "pipe", "--run", "kept", "huge.txt"},
		{"run", "status", "--output", "pipe", "counted"},
		{"draw", "--output", "pipe", "huge.txt"},
	} {
		c := startIn(t, func(dir string) {
			require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
			printed("", "count", "--run", filepath.Join(dir, "counted"), "../../testdata/magic/order-3.txt")
		}, args...)
		time.Sleep(200 * time.Millisecond) // usually it waits by now
		_, code := c.interrupt(t, syscall.SIGTERM)
		assert.Equal(t, exitInterrupted, code, args)
		assert.Contains(t, c.stderr.String(), "interrupted")
	}
	dir := folder(t)
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	for _, args := range [][]string{
		{"count", "--time", "200ms", "--output", "pipe", "empty4x4.txt"},
		{"booklet", "--magic", "easy:1:3x3", "--time", "200ms", "--output", "pipe"},
	} {
		code, stderr := ends(t, dir, nil, args...)
		assert.Equal(t, exitLimit, code, args)
		assert.Contains(t, stderr, "stopped by a limit: 200ms", args)
	}
}

// TestInterruptEndsASlowReader has a reader of the output pipe that stops reading.
func TestInterruptEndsASlowReader(t *testing.T) {
	var reader *os.File
	c := startIn(t, func(dir string) {
		name := filepath.Join(dir, "pipe")
		require.NoError(t, syscall.Mkfifo(name, 0o600))
		var err error
		reader, err = os.OpenFile(name, os.O_RDWR, 0)
		require.NoError(t, err)
	}, "solve", "--all", "--output", "pipe", "huge.txt")
	defer reader.Close()
	_, err := io.ReadFull(reader, make([]byte, 1000))
	require.NoError(t, err)
	time.Sleep(300 * time.Millisecond) // the pipe is full
	_, code := c.interrupt(t, syscall.SIGTERM)
	assert.Equal(t, exitInterrupted, code)
}

// TestInterruptByHangup closes the terminal of a run: it saves as with other signals.
func TestInterruptByHangup(t *testing.T) {
	heed(t, syscall.SIGHUP)
	c := start(t, "count", "--digest", "--run", "kept", "--cubes", "50", "huge.txt")
	awaitFile(t, filepath.Join(c.dir, "kept", "claims"))
	rest, code := c.interrupt(t, syscall.SIGHUP)
	assert.Equal(t, exitInterrupted, code)
	assert.Empty(t, rest, "no part of a sum")
	assert.Equal(t, "crosscut: the same command goes on with the run in kept\ncrosscut: huge.txt: interrupted\n", c.stderr.String())
	for _, sub := range []string{"claims", "workers"} {
		left, err := os.ReadDir(filepath.Join(c.dir, "kept", sub))
		require.NoError(t, err)
		assert.Empty(t, left, "what it searched is free for others")
	}

	ignoring := exec.Command("sh", "-c", `trap "" HUP; exec ./crosscut count huge.txt`) // as nohup does
	ready := readiness(t)
	ignoring.Dir, ignoring.Env = c.dir, append(os.Environ(), readyFile+"="+ready)
	require.NoError(t, ignoring.Start())
	awaitFile(t, ready)
	require.NoError(t, ignoring.Process.Signal(syscall.SIGHUP))
	time.Sleep(300 * time.Millisecond)
	assert.NoError(t, ignoring.Process.Signal(syscall.Signal(0)), "it goes on")
	require.NoError(t, ignoring.Process.Signal(syscall.SIGTERM))
	ignoring.Wait()
	assert.Equal(t, exitInterrupted, ignoring.ProcessState.ExitCode())
}

// TestOutputThatIsClosedIsAnError starts the program without a standard output.
func TestOutputThatIsClosedIsAnError(t *testing.T) {
	dir := folder(t)
	parents := exitYes
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		parents = exitBad // nobody tells what the output of the parent is
	}
	for shell, want := range map[string]int{
		"./crosscut count small.txt >&-; exit $?":                 exitBad,
		"./crosscut solve small.txt >&-; exit $?":                 exitBad,
		"./crosscut --help >&-; exit $?":                          exitBad,
		"./crosscut count --output out small.txt >&-; exit $?":    exitYes, // nothing is printed
		"./crosscut count small.txt >/dev/null; exit $?":          exitYes,
		"./crosscut count small.txt 1<>/dev/null 2>&1; exit $?":   exitYes, // a service
		"(./crosscut count small.txt; exit $?) 1<>/dev/null":      parents, // it is the parent's
		"./crosscut count small.txt >/dev/null 2>&1 <&-; exit $?": exitYes,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "small.txt"), []byte("puzzle: hidoku\n1,_\n_,_\n"), 0o600))
		cmd := exec.Command("sh", "-c", shell)
		cmd.Dir = dir
		text, _ := cmd.CombinedOutput()
		assert.Equal(t, want, cmd.ProcessState.ExitCode(), shell)
		if want == exitBad {
			assert.Equal(t, "crosscut: standard output is closed\n", string(text), shell)
		}
	}
}

// TestGenerateContinuesAfterAKill kills a run that writes a folder of puzzles, at several
// moments, and continues it.
func TestGenerateContinuesAfterAKill(t *testing.T) {
	args := []string{"generate", "hidoku", "--size", "6x6", "--seed", "7", "--count", "30", "--jobs", "1", "--dir"}
	dir := folder(t)
	printedIn(t, dir, append(args, "whole")...)
	names := func(name string) []string {
		all, err := filepath.Glob(filepath.Join(dir, name, "*.txt"))
		require.NoError(t, err)
		return all
	}
	want := names("whole")
	require.Len(t, want, 60)
	for some := 1; some < 60; some += 20 {
		cmd := exec.Command(filepath.Join(dir, "crosscut"), append(args, "made")...)
		cmd.Dir = dir
		require.NoError(t, cmd.Start())
		require.Eventually(t, func() bool { return len(names("made")) >= some }, patience, time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
	}
	printedIn(t, dir, append(args, "made")...)
	require.Len(t, names("made"), 60)
	for i, name := range names("made") {
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		text, err := os.ReadFile(want[i])
		require.NoError(t, err)
		assert.Equal(t, string(text), string(got))
	}
}
