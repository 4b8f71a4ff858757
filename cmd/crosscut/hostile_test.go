//go:build unix

package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/base"
)

// silentPipe makes a pipe that nobody writes to, and returns its name.
func silentPipe(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe.txt")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	return name
}

// end waits for the end of the program, and returns its output and exit code.
func (c *child) end(t *testing.T) (stdout string, code int) {
	t.Helper()
	hung := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer hung.Stop()
	text, err := io.ReadAll(c.stdout)
	require.NoError(t, err)
	_ = c.Wait() // the exit code says it too
	return string(text), c.ProcessState.ExitCode()
}

// watchPeak measures the largest resident memory of a running child. peak waits for its end
// and returns it, in bytes. It is 0 on systems without /proc. The usage that Wait reports
// would not do: on Linux it is at least the memory of this process.
func (c *child) watchPeak() (peak func() int64) {
	found := make(chan int64)
	go func() {
		largest := int64(0)
		for {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
			_, line, there := strings.Cut(string(status), "VmHWM:")
			if err != nil || !there { // it has ended
				found <- largest
				return
			}
			kB := int64(0)
			fmt.Sscan(line, &kB)
			largest = max(largest, kB<<10)
			time.Sleep(time.Millisecond)
		}
	}()
	return func() int64 { return <-found }
}

// assertKept checks that a peak is at most a quarter above a limit, in bytes, and 20 MB for
// the program itself. On an idle machine it is a tenth. On a busy one, the watch over the memory
// looks less often.
func assertKept(t *testing.T, limit, peak int64) {
	t.Helper()
	t.Logf("%d kB", peak>>10)
	if !raceDetector {
		assert.LessOrEqual(t, peak, limit+limit/4+20_000_000)
	}
}

// TestTheLimitOfMemoryIsKept has searches that need more in a moment, some in large pieces.
func TestTheLimitOfMemoryIsKept(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"8": 8, "40": 40, "100": 100} {
		text := "puzzle: magic\n" + strings.Repeat(strings.Repeat("_ ", size)+"\n", size)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	rook := "puzzle: hidoku\nmoves: rook\n" + strings.Repeat(strings.Repeat("_ ", 14)+"\n", 14)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "rook"), []byte(rook), 0o600))
	board := "puzzle:,hidoku\n" + strings.Repeat(strings.Repeat(",", 119)+"\n", 120)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "boards"), []byte(board+strings.Repeat("---\n"+board, 29)), 0o600))
	for _, c := range []struct {
		limit base.Bytes
		line  string
	}{
		{100 << 20, "count --engine race 8"},
		{100 << 20, "count --engine dlx 8"},
		{100 << 20, "count --engine sat 40"},
		{30 << 20, "count --engine native rook"},
		{100 << 20, "count --engine dlx --run folder 8"},
		{100 << 20, "hint --time 1h 40"},
		{30 << 20, "export --time 1h --to janko 100"},
		{30 << 20, "import --from csv boards"},
		{24 << 20, "generate draughtboard --seed 1 --count 4 --size 20x20"},
		{30 << 20, "booklet --seed 1 --draughtboard easy:4:60x60"},
	} {
		t.Run(c.line, func(t *testing.T) {
			args := strings.Fields(c.line)
			if args[0] != "generate" && args[0] != "booklet" {
				args[len(args)-1] = filepath.Join(dir, args[len(args)-1])
			}
			child := start(t, append(args, "--memory", c.limit.String())...)
			peak := child.watchPeak()
			_, code := child.end(t)
			assert.Equal(t, exitLimit, code)
			assert.Contains(t, child.stderr.String(), ": stopped by a limit: "+c.limit.String()+" of memory\n")
			assertKept(t, int64(c.limit), peak())
		})
	}
}

// waiting lists commands that read a file named PIPE.
var waiting = []string{
	"solve PIPE", "count PIPE", "unique PIPE", "check PIPE", "hint PIPE", "grade PIPE", "certain PIPE", "why PIPE",
	"prove PIPE --out new", "cover PIPE", "encode --to dlx PIPE",
	"decode --from dlx PIPE small.txt", "decode --from dlx small.txt PIPE", "generate hidoku --from PIPE",
}

// TestWaitingForInputEnds has a pipe that nobody writes to. A limit of time ends it, and a signal.
func TestWaitingForInputEnds(t *testing.T) {
	pipe := silentPipe(t)
	for i, line := range append([]string{
		"verify PIPE small.txt", "verify small.txt PIPE", "count --run folder PIPE", "draw PIPE",
	}, waiting...) {
		for _, signalled := range []bool{false, true} {
			if !signalled && i < 4 {
				continue
			}
			t.Run(fmt.Sprint(line, signalled), func(t *testing.T) {
				t.Parallel()
				args := strings.Fields(strings.ReplaceAll(line, "PIPE", pipe))
				want, says := exitLimit, pipe+`: stopped by a limit: 1s( without input)?`
				var c *child
				if signalled {
					c, want, says = start(t, args...), exitInterrupted, `((`+pipe+`|small\.txt): )?interrupted`
					time.Sleep(200 * time.Millisecond)
					require.NoError(t, c.Process.Signal(syscall.SIGTERM))
				} else {
					c = start(t, append(args, "--time", "1s")...)
				}
				stdout, code := c.end(t)
				assert.Equal(t, want, code)
				assert.Empty(t, stdout)
				assert.Regexp(t, `^crosscut: `+says+`\n$`, c.stderr.String())
			})
		}
	}
}

// TestOtherFilesGoOnAfterASilentOne has a wait that is too long between two puzzles.
func TestOtherFilesGoOnAfterASilentOne(t *testing.T) {
	pipe := silentPipe(t)
	c := start(t, "count", "--time", "3s", "small.txt", pipe, "small.txt")
	stdout, code := c.end(t)
	assert.Equal(t, exitLimit, code)
	assert.Equal(t, "small.txt: 6\nsmall.txt: 6\n", stdout)
	assert.Equal(t, "crosscut: "+pipe+": stopped by a limit: 3s without input\ncrosscut: 1 of 3 puzzles could not be read\n", c.stderr.String())
}

// TestAPipeIsAStream writes slowly: each wait is below the limit, and all together are not. A
// busy machine can make a wait longer than the limit. So one of several tries must end well.
func TestAPipeIsAStream(t *testing.T) {
	for try := 1; ; try++ {
		pipe := silentPipe(t)
		c := start(t, "count", "--time", "3s", pipe)
		out, err := os.OpenFile(pipe, os.O_RDWR, 0) // also if the program has given up
		require.NoError(t, err)
		for range 4 {
			time.Sleep(time.Second)
			_, err := out.WriteString("puzzle: hidoku\n1,_\n_,_\n---\n")
			require.NoError(t, err)
		}
		require.NoError(t, out.Close())
		stdout, code := c.end(t)
		if code == exitLimit && try < 10 {
			continue
		}
		require.Equal(t, exitYes, code, c.stderr.String())
		require.Equal(t, 4, strings.Count(stdout, ": 6\n"))
		return
	}
}

func TestADirectoryHasRegularFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // the name of a socket must be short
	require.NoError(t, os.Mkdir("in", 0o700))
	require.NoError(t, os.WriteFile("in/a.txt", []byte("puzzle: hidoku\n1,_\n_,_\n"), 0o600))
	require.NoError(t, syscall.Mkfifo("in/b.txt", 0o600))
	require.NoError(t, os.Symlink("/dev/zero", "in/c.txt"))
	socket, err := net.Listen("unix", "in/d.txt")
	require.NoError(t, err)
	defer socket.Close()
	require.NoError(t, os.Symlink("b.txt", "in/e.txt"))
	require.NoError(t, os.Symlink(".", "in/f.txt"))
	require.NoError(t, os.Symlink("a.txt", "in/z.txt"))
	c := start(t, "count", filepath.Join(dir, "in"))
	stdout, code := c.end(t)
	assert.Equal(t, exitBad, code)
	in := filepath.Join(dir, "in") + "/"
	assert.Equal(t, in+"a.txt: 6\n"+in+"z.txt: 6\n", stdout)
	want := ""
	for _, name := range []string{"b", "c", "d", "e", "f"} {
		want += "crosscut: " + in + name + ".txt: not a regular file\n"
	}
	assert.Equal(t, want+"crosscut: 5 of 7 puzzles could not be read\n", c.stderr.String())
}

func TestAnyFileNameGivesValidSVG(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "inv\xff\xfe.txt")
	if err := os.WriteFile(name, []byte("puzzle: hidoku\n1,_\n_,_\n"), 0o600); err != nil {
		t.Skip(err) // a file system for names in UTF-8
	}
	c := start(t, "draw", "--to", "svg", name)
	stdout, code := c.end(t)
	assert.Equal(t, exitYes, code, c.stderr.String())
	for in := xml.NewDecoder(strings.NewReader(stdout)); ; {
		_, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
}

// certificateOf writes a certificate of a puzzle, and returns its folder.
func certificateOf(t *testing.T, puzzle string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "c")
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	c := start(t, "prove", "--quiet", filepath.Join(root, "testdata", puzzle), "--out", dir)
	_, code := c.end(t)
	require.Equal(t, exitYes, code, c.stderr.String())
	return dir
}

// TestACertificateHasRegularFiles has pipes in the folder, which nobody writes to.
func TestACertificateHasRegularFiles(t *testing.T) {
	for _, file := range []string{"puzzle.txt", "solutions.txt", "formula.cnf", "proof.drat", "proof.lrat"} {
		dir := certificateOf(t, "magic/n3-m1.txt")
		require.NoError(t, os.RemoveAll(filepath.Join(dir, file)))
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, file), 0o600))
		c := start(t, "prove", "--check", dir)
		stdout, code := c.end(t)
		assert.Equal(t, exitBad, code)
		assert.Empty(t, stdout)
		assert.Equal(t, fmt.Sprintf("crosscut: %s: open %s: not a regular file\n", dir, filepath.Join(dir, file)), c.stderr.String())
	}
}

// TestASparseListNeedsLittleMemory has a list of solutions with 20 GB of zero bytes.
func TestASparseListNeedsLittleMemory(t *testing.T) {
	dir := certificateOf(t, "magic/n3-m1.txt")
	list := filepath.Join(dir, "solutions.txt")
	if err := os.Truncate(list, 20<<30); err != nil {
		t.Skip(err)
	}
	c := start(t, "prove", "--check", "--memory", "200M", dir)
	peak := c.watchPeak()
	stdout, code := c.end(t)
	assert.Equal(t, exitNo, code, c.stderr.String())
	assert.Equal(t, dir+": not right: solutions.txt: it is not text, because it has a zero byte\n", stdout)
	assertKept(t, 50<<20, peak())
}

// TestALimitOfMemoryIsNoVerdict has a proof that adds clauses without end.
func TestALimitOfMemoryIsNoVerdict(t *testing.T) {
	dir := certificateOf(t, "magic/n3-m1.txt")
	proof, err := os.Create(filepath.Join(dir, "proof.drat"))
	require.NoError(t, err)
	for range 100 {
		_, err = proof.WriteString(strings.Repeat("1 -1 0\n", 100_000))
		require.NoError(t, err)
	}
	require.NoError(t, proof.Close())
	c := start(t, "prove", "--check", "--memory", "100M", dir)
	peak := c.watchPeak()
	stdout, code := c.end(t)
	assert.Equal(t, exitLimit, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "crosscut: "+dir+": stopped by a limit: 100M of memory\n", c.stderr.String())
	assertKept(t, 100<<20, peak())
}

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

// firstFew returns so much of a text as a label may have.
func firstFew(text string) string { return string([]rune(text)[:min(12, len([]rune(text)))]) }

// Any title, author, label and name of a file can stand in every form of picture and exchange, and in JSON.
func TestAnyTextIsInEveryOutput(t *testing.T) {
	dir := folder(t)
	texts := []string{"🎂 数独 𝟙", "<&>\"' \\ $x_1^2$ ~#%{}", "שלום \u202eabc", "e\u0301\u200d한", "\ufeff\U0010fffd", "Ä;,\tß"}
	for i, text := range texts {
		name := strings.NewReplacer("/", "", "\x00", "").Replace(text) + ".txt"
		board := "puzzle: hidoku\ntitle: " + text + "\nauthor: " + text + "\nlabels:\n" +
			firstFew(strings.NewReplacer(",", "", " ", "").Replace(text)) + ",\n,\n=\n1,_\n_,_\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(board), 0o600))
		for _, args := range [][]string{
			{"draw", "--to", "text"},
			{"draw", "--to", "svg"},
			{"draw", "--to", "png"},
			{"draw", "--to", "pdf"},
			{"draw", "--to", "pdf", "--with-solutions"},
			{"booklet", "--title", text, "--author", text},
			{"solve"},
			{"solve", "--format", "json"},
			{"export", "--to", "csv"},
			{"export", "--to", "link"},
			{"export", "--to", "janko"},
			{"export", "--to", "penpa"},
			{"encode", "--to", "dimacs"},
			{"encode", "--to", "dlx"},
		} {
			args = append(args, "--output", fmt.Sprintf("out%d-%s", i, strings.Join(args[:min(3, len(args))], "")), name)
			code, stderr := ends(t, dir, nil, args...)
			assert.Less(t, code, exitBad, "%q: %s", args, stderr)
			assert.NotContains(t, stderr, "goroutine", "%q", args)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
