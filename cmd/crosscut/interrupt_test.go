//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is how long a program may take before it is taken for hung and killed. On an idle machine it
// takes some seconds at most, and so much more that a busy machine never gets there.
const patience = 15 * time.Minute

// child is a running crosscut program. Its folder contains small.txt and huge.txt. No
// computer can finish the puzzle huge.txt.
type child struct {
	*exec.Cmd
	dir    string
	stdin  io.WriteCloser
	pipe   io.Closer // closes stdout
	stdout *bufio.Reader
	stderr bytes.Buffer
}

// start starts the program. It is this test binary, which acts as crosscut under that name.
func start(t *testing.T, args ...string) *child {
	t.Helper()
	return startIn(t, func(string) {}, args...)
}

// startIn is start in a folder that prepare has prepared. When it returns, the program notices
// signals.
func startIn(t *testing.T, prepare func(dir string), args ...string) *child {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	c := &child{dir: t.TempDir()}
	program := filepath.Join(c.dir, "crosscut")
	require.NoError(t, os.Symlink(binary, program))
	huge := "puzzle: hidoku\n" + strings.Repeat("_ _ _ _ _ _ _ _ _ _ _ _\n", 12)
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "huge.txt"), []byte(huge), 0o600))
	small := "puzzle: hidoku\n1,_\n_,_\n"
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, "small.txt"), []byte(small), 0o600))
	prepare(c.dir)
	c.Cmd = exec.Command(program, args...)
	ready := readiness(t)
	c.Dir, c.Cmd.Stderr, c.Cmd.Env = c.dir, &c.stderr, append(os.Environ(), readyFile+"="+ready)
	c.stdin, err = c.StdinPipe() // stays open
	require.NoError(t, err)
	pipe, err := c.StdoutPipe()
	require.NoError(t, err)
	c.pipe, c.stdout = pipe, bufio.NewReader(pipe)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		if c.ProcessState == nil { // the test failed before the end
			c.Process.Kill()
			c.Wait()
		}
	})
	awaitFile(t, ready)
	return c
}

// readiness returns the name of a file that is not there, for [readyFile].
func readiness(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "ready")
}

// awaitFile waits until a file is there.
func awaitFile(t *testing.T, name string) {
	t.Helper()
	require.Eventually(t, func() bool { _, err := os.Stat(name); return err == nil }, patience, time.Millisecond, name)
}

// heed lets the programs of a test end at a signal, also where it is ignored, as under nohup. A
// signal that this process receives is not ignored by the programs that it starts.
func heed(t *testing.T, signals ...os.Signal) {
	t.Helper()
	received := make(chan os.Signal, 1)
	signal.Notify(received, signals...)
	t.Cleanup(func() { signal.Stop(received) })
}

// interrupt sends the signal, and returns the rest of the output and the exit code. The code
// is -1 when the signal itself ended the program.
func (c *child) interrupt(t *testing.T, signal os.Signal) (rest string, code int) {
	t.Helper()
	require.NoError(t, c.Process.Signal(signal))
	hung := time.AfterFunc(patience, func() { c.Process.Kill() }) // then the exit code is not that of an interrupt
	defer hung.Stop()
	text, err := io.ReadAll(c.stdout)
	require.NoError(t, err)
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return string(text), c.ProcessState.ExitCode()
}

// await waits until the program has printed a line, and a moment more, so that the program
// is in the middle of its work. It returns the line.
func (c *child) await(t *testing.T) string {
	t.Helper()
	line, err := c.stdout.ReadString('\n')
	require.NoError(t, err)
	time.Sleep(100 * time.Millisecond)
	return line
}

// interruptedIn starts the program, and interrupts it after its first line in the midst of as many
// huge puzzles as wanted. On a busy machine, the interrupt may come before they have begun. So it
// tries again.
func interruptedIn(t *testing.T, huge int, args ...string) (first, rest, stderr string) {
	t.Helper()
	for try := 1; ; try++ {
		c := start(t, args...)
		first = c.await(t)
		rest, code := c.interrupt(t, os.Interrupt)
		require.Equal(t, exitInterrupted, code)
		stderr = c.stderr.String()
		if strings.Count(stderr, "crosscut: huge.txt: interrupted\n") == huge || try == 10 {
			return first, rest, stderr
		}
	}
}

func TestInterruptedCountIsALowerBound(t *testing.T) {
	for _, engine := range []string{"native", "sat", "dlx", "race", "all"} {
		t.Run(engine, func(t *testing.T) {
			first, rest, stderr := interruptedIn(t, 1, "count", "--jobs", "1", "--engine", engine, "small.txt", "huge.txt", "huge.txt")
			assert.Equal(t, "small.txt: 6\n", first)
			assert.Regexp(t, `^huge.txt: \d+\+\n$`, rest)
			lines := strings.Split(strings.TrimSpace(stderr), "\n")
			assert.Equal(t, "crosscut: huge.txt: interrupted", lines[len(lines)-1])
			assert.Equal(t, 1, strings.Count(stderr, "interrupted"), "reported once")
		})
	}
}

func TestInterruptedBatchPrintsWhatItHas(t *testing.T) {
	first, rest, stderr := interruptedIn(t, 2, "count", "--jobs", "2", "small.txt", "huge.txt", "huge.txt", "small.txt")
	assert.Equal(t, "small.txt: 6\n", first)
	assert.Regexp(t, `^huge.txt: \d+\+\nhuge.txt: \d+\+\n$`, rest)
	assert.Equal(t, 2, strings.Count(stderr, "crosscut: huge.txt: interrupted\n"), "reported for each")
}

func TestInterruptedCheckSaysSo(t *testing.T) {
	_, rest, stderr := interruptedIn(t, 1, "check", "--jobs", "1", "small.txt", "huge.txt", "huge.txt")
	assert.Regexp(t, `\nhuge.txt: interrupted\n  native +[0-9,]+\+ solutions +\S+  interrupted\n$`, rest)
	assert.Equal(t, "crosscut: huge.txt: interrupted\n", stderr)
}

func TestInterruptedSolveHasPrintedWhatItFound(t *testing.T) {
	c := start(t, "solve", "--all", "huge.txt")
	c.await(t)
	stdout, code := c.interrupt(t, os.Interrupt)
	assert.Equal(t, exitInterrupted, code)
	assert.Regexp(t, `# huge.txt: [0-9,]+ solutions? so far; there may be others \(interrupted\)\n$`, stdout)
	assert.Equal(t, "crosscut: huge.txt: interrupted\n", c.stderr.String())
}

// TestInterruptLosesNoSolution reads the file during the search, and again after an
// interrupt. The file must only have grown, and hold every solution that the program counted.
func TestInterruptLosesNoSolution(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := start(t, "solve", "--all", "--output", "found", "huge.txt")
		file := filepath.Join(c.dir, "found")
		require.Eventually(t, func() bool {
			text, err := os.ReadFile(file)
			return err == nil && bytes.Count(text, []byte("solution")) > 100
		}, patience, time.Millisecond, "solutions are in the file while the search goes on")
		before, err := os.ReadFile(file)
		require.NoError(t, err)
		_, code := c.interrupt(t, signal)
		assert.Equal(t, exitInterrupted, code)
		after, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, bytes.HasPrefix(after, before))

		lines := strings.Split(strings.TrimSpace(string(after)), "\n")
		heads := 0
		for _, line := range lines[:len(lines)-1] {
			if strings.HasPrefix(line, "#") {
				heads++
				require.Equal(t, fmt.Sprintf("# huge.txt: solution %d", heads), line)
			}
		}
		said := regexp.MustCompile(`^# huge.txt: ([0-9,]+) solutions so far`).FindStringSubmatch(lines[len(lines)-1])
		require.NotNil(t, said, "a last line that says how many")
		assert.Equal(t, fmt.Sprint(heads), strings.ReplaceAll(said[1], ",", ""))
		assert.Equal(t, heads*14, len(lines)-1, "each of 12 rows, a heading and a blank line")
	}
}

// TestInterruptEndsALongStep has boards on which the next step takes half a minute.
func TestInterruptEndsALongStep(t *testing.T) {
	empty := "puzzle: magic\n" + strings.Repeat(strings.Repeat("_ ", 60)+"\n", 60)
	for _, args := range [][]string{{"hint", "-"}, {"hint", "--steps", "--time", "1h", "-"}} {
		c := start(t, args...)
		_, err := c.stdin.Write([]byte(empty))
		require.NoError(t, err)
		require.NoError(t, c.stdin.Close())
		time.Sleep(500 * time.Millisecond)
		stdout, code := c.interrupt(t, os.Interrupt)
		assert.Equal(t, exitInterrupted, code)
		assert.Empty(t, stdout)
		assert.Regexp(t, `^crosscut: (standard input: )?interrupted\n$`, c.stderr.String(), "it may still be reading")
	}
	c := startIn(t, func(dir string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "empty.txt"), []byte(empty), 0o600))
	}, "hint", "--time", "200ms", "empty.txt")
	hung := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer hung.Stop()
	c.Wait()
	assert.Equal(t, exitLimit, c.ProcessState.ExitCode())
	assert.Equal(t, "crosscut: empty.txt: stopped by a limit: 200ms\n", c.stderr.String())
}

// TestInterruptedDrawingLeavesNothing interrupts the drawing of a large booklet.
func TestInterruptedDrawingLeavesNothing(t *testing.T) {
	c := start(t, "draw", "--to", "pdf", "--output", "book.pdf", "-")
	board := "puzzle: hidoku\n" + strings.Repeat(strings.Repeat("_ ", 128)+"\n", 128)
	_, err := c.stdin.Write([]byte(board))
	require.NoError(t, err)
	require.NoError(t, c.stdin.Close())
	there := func() []string {
		names, err := filepath.Glob(filepath.Join(c.dir, "book.pdf*"))
		require.NoError(t, err)
		return names
	}
	require.Eventually(t, func() bool { return len(there()) > 0 }, patience, time.Millisecond, "it begins to draw")
	stdout, code := c.interrupt(t, os.Interrupt)
	assert.Equal(t, exitInterrupted, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "crosscut: book.pdf: interrupted\n", c.stderr.String())
	assert.Empty(t, there())
}

func TestInterruptEndsWaitingForInput(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "-"}, {"verify", "huge.txt", "-"}, {"decode", "--from", "dlx", "-", "-"}, {"encode", "--to", "dlx", "-"},
	} {
		t.Run(args[0], func(t *testing.T) {
			c := start(t, args...)
			// More than a pipe holds: when all is written, the program has read some.
			_, err := c.stdin.Write(bytes.Repeat([]byte("\n"), 1<<20))
			require.NoError(t, err)
			stdout, code := c.interrupt(t, os.Interrupt)
			assert.Equal(t, exitInterrupted, code)
			assert.Empty(t, stdout)
			assert.Regexp(t, `^crosscut: (standard input: )?interrupted\n$`, c.stderr.String())
		})
	}
}

// TestSecondInterruptEndsAtOnce has a program that is in the middle of its output, and nobody reads
// it. The pipe is full, so the program cannot end by itself. The system joins two signals that
// come before the program has noticed the first one, so the second one is repeated.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	heed(t, os.Interrupt)
	dir := folder(t)
	name := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	reader, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer reader.Close()
	output, err := os.OpenFile(name, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer output.Close()
	cmd := exec.Command(filepath.Join(dir, "crosscut"), "solve", "--all", "empty4x4.txt")
	cmd.Dir, cmd.Stdout = dir, output
	require.NoError(t, cmd.Start())
	hung := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer hung.Stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cmd.Wait()
	}()
	_, err = reader.Read(make([]byte, 1))
	require.NoError(t, err)
	fill(t, name)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	select {
	case <-ended:
		require.Fail(t, "it does not wait")
	case <-time.After(200 * time.Millisecond):
	}
	for again := true; again; {
		_ = cmd.Process.Signal(os.Interrupt) // it may have ended
		select {
		case <-ended:
			again = false
		case <-time.After(100 * time.Millisecond):
		}
	}
	assert.Equal(t, syscall.SIGINT, cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(), "ended by the signal")
}

// fill writes to a named pipe until it has no place for a single byte.
func fill(t *testing.T, name string) {
	t.Helper()
	fd, err := syscall.Open(name, syscall.O_WRONLY|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer syscall.Close(fd)
	for _, size := range []int{4096, 1} {
		for err = nil; err == nil || err == syscall.EINTR; {
			_, err = syscall.Write(fd, make([]byte, size))
		}
		require.Equal(t, syscall.EAGAIN, err)
	}
}

func TestReaderThatHasEnoughEndsTheProgramQuietly(t *testing.T) {
	c := start(t, "solve", "--all", "huge.txt")
	assert.Equal(t, "# huge.txt: solution 1\n", c.await(t))
	hung := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer hung.Stop()
	require.NoError(t, c.pipe.Close())
	c.Wait()
	assert.Equal(t, syscall.SIGPIPE, c.ProcessState.Sys().(syscall.WaitStatus).Signal())
	assert.Empty(t, c.stderr.String())
}

// TestInterruptLeavesNoPart interrupts commands that are in the middle of their work, once with an
// output that exists and once without. They leave it as it was.
func TestInterruptLeavesNoPart(t *testing.T) {
	olds := map[string]string{ // each is of the kind of one command
		"old.made": "puzzle: hidoku\n1,2\n", "old.counts": "old.txt: 1\n", "old.janko": "[begin]\n[end]\n", "old.drawn": "old\n1──2\n",
	}
	prepare := func(dir string) {
		write := func(name, text string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		write("large.txt", "puzzle: magic\n"+strings.Repeat(strings.Repeat("_ ", 12)+"\n", 12))
		large := "puzzle: hidoku\n" + strings.Repeat(strings.Repeat("_ ", 100)+"\n", 100)
		write("boards.txt", strings.Repeat(large+"---\n", 180)+large)
		write("many.txt", strings.Repeat("puzzle: magic\n"+strings.Repeat(strings.Repeat("_ ", 7)+"\n", 7)+"---\n", 20_000))
		for name, text := range olds {
			write(name, text)
		}
	}
	for _, test := range []struct{ args, old, stderr string }{
		{"generate hidoku --size 40x40 --minimal --seed 1 --output", "old.made", "generate: interrupted"},
		{"count --run run --cubes 1000000 large.txt --output", "old.counts", "large.txt: interrupted"},
		{"export --to janko --time 1m boards.txt --output", "old.janko", "boards.txt: interrupted"},
		// Between two puzzles, none is named.
		{"draw --to text --with-solutions many.txt --output", "old.drawn", "(many.txt#[0-9]+: )?interrupted"},
	} {
		for _, output := range []string{test.old, "new"} {
			c := startIn(t, prepare, append(strings.Fields(test.args), output)...)
			time.Sleep(500 * time.Millisecond)
			stdout, code := c.interrupt(t, os.Interrupt)
			assert.Equal(t, exitInterrupted, code, test.args)
			assert.Empty(t, stdout, test.args)
			assert.Regexp(t, "^crosscut: "+test.stderr+"\n$", c.stderr.String())
			left, err := filepath.Glob(filepath.Join(c.dir, output+"*"))
			require.NoError(t, err)
			if output == "new" {
				assert.Empty(t, left, test.args)
				continue
			}
			assert.Equal(t, []string{filepath.Join(c.dir, test.old)}, left, test.args)
			text, err := os.ReadFile(filepath.Join(c.dir, test.old))
			require.NoError(t, err)
			assert.Equal(t, olds[test.old], string(text), test.args)
		}
	}
}
