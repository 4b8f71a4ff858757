//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/ledger"
	"crosscut/puzzle"
)

// empty4x4 has 343,184 solutions. Finding them takes about a second.
const empty4x4 = "puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"

// countOfEmpty4x4 returns what "crosscut count --digest" prints for empty4x4 without cubes.
// The number 343,184 is in https://oeis.org/A140519.
func countOfEmpty4x4(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "empty4x4.txt")
	require.NoError(t, os.WriteFile(name, []byte(empty4x4), 0o600))
	found := printed("", "count", "--digest", "--jobs", "1", "--engine", "dlx", name)
	require.True(t, strings.HasPrefix(found, "343184 "), found)
	return found
}

// kills returns how many times the tests kill a program: three, or the value of CROSSCUT_KILLS.
//
//	CROSSCUT_KILLS=50 go test -run Killed -v -timeout 30m ./cmd/crosscut
func kills(t *testing.T) int {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_KILLS")); err == nil {
		return n
	}
	return 2
}

// killed runs the program in dir and kills it after a time. It reports whether the program
// ended before.
func killed(t *testing.T, dir string, after time.Duration, args ...string) (ended bool) {
	cmd := exec.Command(filepath.Join(dir, "crosscut"), args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	timer := time.AfterFunc(after, func() { cmd.Process.Signal(syscall.SIGKILL) })
	defer timer.Stop()
	err := cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		require.Equal(t, syscall.SIGKILL, status.Signal())
		return false
	}
	require.NoError(t, err, stderr.String())
	return true
}

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

// cubesIn returns the number of cubes in a checkpoint. No line may be damaged.
func cubesIn(t *testing.T, name string) int {
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	l, err := ledger.Read(file)
	require.NoError(t, err)
	require.Zero(t, l.Dropped)
	return len(l.Entries)
}

// TestKilledCountGoesOn kills a count at random moments and continues it each time with
// another engine. The result must be that of a count that was never killed.
func TestKilledCountGoesOn(t *testing.T) {
	left, want, dir := kills(t), countOfEmpty4x4(t), folder(t)
	engines := []string{"native", "dlx"}
	start := time.Now()
	printedIn(t, dir, "count", "--digest", "empty4x4.txt", "--cubes", "200", "--checkpoint", "once", "--engine", "dlx")
	long := time.Since(start) // on this machine
	whole := 0
	for run := 0; left > 0 || whole == 0; run++ {
		name, to := "kept"+strconv.Itoa(whole), "found"+strconv.Itoa(whole)
		args := []string{
			"count", "--digest", "empty4x4.txt", "--cubes", "200", "--checkpoint", name, "--resume", name,
			"--engine", engines[run%len(engines)], "--output", to,
		}
		after := rand.N(long * 3 / 2)
		if left == 0 {
			after = time.Hour
		}
		ended := killed(t, dir, after, args...)
		text, err := os.ReadFile(filepath.Join(dir, to))
		if ended || len(text) > 0 {
			// A run that is killed after it has written its result has done its work. The
			// next run would add the same line.
			require.NoError(t, err)
			require.Equal(t, want, string(text))
			whole++
		}
		if ended {
			continue
		}
		left--
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Logf("killed after %v with %d cubes done", after.Round(time.Millisecond), cubesIn(t, filepath.Join(dir, name)))
		}
	}
	t.Logf("%d counts finished, all with the same number and digest", whole)
}

// TestKilledSolveLosesAndDoublesNothing kills a search that writes to a file at random
// moments. In the end the file must be that of a search that was never killed.
func TestKilledSolveLosesAndDoublesNothing(t *testing.T) {
	left, dir := kills(t), folder(t)
	const before = "something that was there before\n"
	fresh := func(name string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(before), 0o600))
	}
	fresh("once")
	solve := []string{"solve", "--all", "empty4x4.txt", "--cubes", "200", "--format", "json"}
	start := time.Now()
	printedIn(t, dir, append(solve, "--checkpoint", "kept", "--output", "once")...)
	long := time.Since(start) // on this machine
	want, err := os.ReadFile(filepath.Join(dir, "once"))
	require.NoError(t, err)
	require.Equal(t, 1+343184+1, bytes.Count(want, []byte("\n")))
	whole := 0
	fresh("found0")
	for {
		to, name := "found"+strconv.Itoa(whole), "kept"+strconv.Itoa(whole)
		after := rand.N(long * 3 / 2)
		if left == 0 {
			after = time.Hour
		}
		if !killed(t, dir, after, append(solve, "--checkpoint", name, "--resume", name, "--output", to)...) {
			left--
			info, err := os.Stat(filepath.Join(dir, to))
			require.NoError(t, err)
			t.Logf("killed after %v with %d bytes written", after.Round(time.Millisecond), info.Size())
			continue
		}
		got, err := os.ReadFile(filepath.Join(dir, to))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), "run %d: %d bytes, not %d", whole, len(got), len(want))
		if whole++; left == 0 {
			break
		}
		fresh("found" + strconv.Itoa(whole))
	}
	t.Logf("%d searches finished, all with the same file", whole)
}

// TestInterruptKeepsWhatIsDone interrupts searches that no computer can finish.
func TestInterruptKeepsWhatIsDone(t *testing.T) {
	for _, args := range [][]string{
		{"count", "--digest"}, {"count"}, {"solve", "--all"}, {"work", "--shard", "1/2"},
	} {
		c := start(t, append(args, "--checkpoint", "kept", "--cubes", "50", "huge.txt")...)
		kept := filepath.Join(c.dir, "kept")
		awaitFile(t, kept)
		if args[0] == "solve" {
			c.await(t)
		}
		time.Sleep(200 * time.Millisecond)
		rest, code := c.interrupt(t, os.Interrupt)
		assert.Equal(t, exitInterrupted, code)
		cubesIn(t, kept)
		assert.Equal(t, "crosscut: huge.txt: interrupted\n", c.stderr.String())
		switch args[0] {
		case "count":
			assert.Regexp(t, `^\d+\+( [0-9a-f]{32})?\n$`, rest)
		case "solve":
			assert.Regexp(t, `# huge.txt: [0-9,]+ solutions? so far; there may be others \(interrupted\)\n$`, rest)
		}
	}
}

// TestInterruptedCountGoesOn interrupts a count, removes lines from its checkpoint, and
// continues.
func TestInterruptedCountGoesOn(t *testing.T) {
	want, dir := countOfEmpty4x4(t), folder(t)
	args := []string{"count", "--digest", "--cubes", "200", "--resume", "kept", "--checkpoint", "kept", "empty4x4.txt"}
	ready := readiness(t)
	cmd := exec.Command(filepath.Join(dir, "crosscut"), args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), readyFile+"="+ready)
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	awaitFile(t, ready)
	awaitFile(t, filepath.Join(dir, "kept"))
	time.Sleep(200 * time.Millisecond) // it may have done something, or everything, or nothing
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	said, err := io.ReadAll(pipe)
	require.NoError(t, err)
	if cmd.Wait(); cmd.ProcessState.ExitCode() != exitYes { // it may have finished before
		assert.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())
		assert.Contains(t, string(said), "+ ")
	}
	kept := filepath.Join(dir, "kept")
	text, err := os.ReadFile(kept)
	require.NoError(t, err)
	header := bytes.IndexByte(text, '\n') + 1
	require.NoError(t, os.WriteFile(kept, text[:header+(len(text)-header)*2/3], 0o600))
	assert.Equal(t, want, printedIn(t, dir, args...))
	assert.Equal(t, want, printedIn(t, dir, args...), "from a whole checkpoint")
}

// TestCountKeepsWhatItsTrialFound stops a count before its first cube, during the trial of
// the whole puzzle.
func TestCountKeepsWhatItsTrialFound(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "empty4x4.txt")
	require.NoError(t, os.WriteFile(name, []byte(empty4x4), 0o600))
	ctx, stop := context.WithCancelCause(context.Background())
	one := crosscut.Engine{Name: "native", Search: func(ctx context.Context, p puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		found, err := crosscut.First(context.Background(), crosscut.Native, p, 1, nil)
		if err != nil {
			return err
		}
		yield(found[0])
		stop(&crosscut.LimitError{What: "enough"})
		<-ctx.Done()
		return context.Cause(ctx)
	}}
	var out, errs bytes.Buffer
	code := runProgram(ctx, []string{"count", "--jobs", "1", "--checkpoint", filepath.Join(dir, "kept"), name},
		strings.NewReader(""), &out, &errs, []crosscut.Engine{one})
	assert.Equal(t, exitLimit, code, errs.String())
	assert.Equal(t, "1+\n", out.String())
}

// TestEmptyCheckpointIsNoRunToContinue names an empty file, such as mktemp makes.
func TestEmptyCheckpointIsNoRunToContinue(t *testing.T) {
	dir := folder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "kept"), nil, 0o600))
	for _, flags := range [][]string{{"--checkpoint", "kept"}, {"--checkpoint", "kept", "--resume", "kept"}} {
		code, stderr := ends(t, dir, nil, append([]string{"count", "empty4x4.txt"}, flags...)...)
		assert.Equal(t, exitBad, code)
		assert.Equal(t, "crosscut: empty4x4.txt: --checkpoint kept exists and is empty; remove it, or name another file\n", stderr)
	}
	info, err := os.Stat(filepath.Join(dir, "kept"))
	require.NoError(t, err)
	assert.Zero(t, info.Size(), "nobody writes to it")
}
