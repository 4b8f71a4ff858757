package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/crosscut-cluster/internal/natsq"
	"crosscut/cmd/internal/run"
	"crosscut/puzzle/text"
)

// TestMain makes the program of the tests crosscut-cluster itself, when a test or a
// coordinator starts it with arguments.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		main()
	}
	os.Exit(m.Run())
}

const (
	order4  = "../../testdata/magic/order-4.txt"
	cover   = "../../testdata/cover/queens-8.dlx"
	several = "../../testdata/cover/queens-dominate-7.dlx" // with multiplicities
	answer  = "7040 3e55de53e037d7173799acd2daaca580\n"    // of crosscut count --digest
)

// program starts crosscut-cluster.
func start(t *testing.T, env []string, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = 5 * time.Second
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait() // the end of a process that a test has killed
	})
	return cmd, stdout, stderr
}

// ended runs crosscut-cluster to its end.
func ended(t *testing.T, env []string, args ...string) (stdout, stderr string, code int) {
	cmd, out, errs := start(t, env, args...)
	cmd.Wait() // the exit code says it
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// children returns the numbers of the processes that a process has started.
func children(t *testing.T, of int) []int {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	var all []int
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if fields[1] == strconv.Itoa(of) {
			pid, err := strconv.Atoi(strings.Split(name, "/")[2])
			require.NoError(t, err)
			all = append(all, pid)
		}
	}
	return all
}

// TestRunSurvivesKills kills workers, and twice the whole run.
func TestRunSurvivesKills(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc, to find the workers")
	}
	t.Run("puzzle", func(t *testing.T) {
		t.Parallel()
		runSurvivesKills(t, order4, answer)
	})
	t.Run("cover", func(t *testing.T) {
		t.Parallel()
		name := filepath.Join(t.TempDir(), "queens.dlx")
		require.NoError(t, os.WriteFile(name, []byte(queens(10)), 0o600))
		runSurvivesKills(t, name, "724 edbd8c1a27ce128603fd08b9fa515e48\n") // OEIS A000170
	})
}

// queens returns the n queens problem as an exact cover.
func queens(n int) string {
	var items, rest, options strings.Builder
	for i := range n {
		fmt.Fprintf(&items, "r%d c%d ", i, i)
		for j := range n {
			fmt.Fprintf(&options, "r%d c%d a%d b%d\n", i, j, i+j, n+i-j)
		}
	}
	for i := range 2*n - 1 {
		fmt.Fprintf(&rest, " a%d b%d", i, i+1)
	}
	return items.String() + "|" + rest.String() + "\n" + options.String()
}

func runSurvivesKills(t *testing.T, name, answer string) {
	dir, tries := t.TempDir(), 0
	for n := 0; ; n++ {
		cmd, out, errs := start(t, nil, "run", name, "--digest", "--workers", "2", "--cubes", "3000", "--dir", dir)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		killed := 0
		for running := true; running && killed < 3; {
			select {
			case err := <-ended:
				require.NoError(t, err, errs.String())
				assert.Equal(t, answer, out.String())
				if n > 0 {
					return
				}
				n, dir, running = -1, t.TempDir(), false // it was over too soon
				tries++
				require.Less(t, tries, 10, "it is over too soon each time")
			case <-time.After(150 * time.Millisecond):
				if all := children(t, cmd.Process.Pid); len(all) > 0 && n < 3 {
					killed++
					process, err := os.FindProcess(all[killed%len(all)])
					require.NoError(t, err)
					process.Kill()
				}
			}
		}
		if n >= 0 {
			cmd.Process.Kill()
			<-ended
		}
		require.Less(t, n, 10, "no end: %s", errs)
	}
}

// printed waits until a coordinator has printed the command of a worker.
func printed(t *testing.T, errs *bytes.Buffer, command *regexp.Regexp) (how []string) {
	require.Eventually(t, func() bool {
		how = command.FindStringSubmatch(errs.String())
		return how != nil
	}, 2*time.Minute, 20*time.Millisecond, errs)
	return how
}

// TestServeAndWork uses one command after the other, as on several machines.
func TestServeAndWork(t *testing.T) {
	dir := t.TempDir()
	serve, out, errs := start(t, nil, "serve", order4, "--digest", "--dir", dir, "--listen", "0.0.0.0:0", "--cubes", "20000")
	join := regexp.MustCompile(`(CROSSCUT_CLUSTER_TOKEN=\w+) crosscut-cluster work tls://\S+:(\d+/\w+) (--fingerprint) (\w+)`)
	how := printed(t, errs, join)
	env, url, print := []string{how[1]}, "tls://127.0.0.1:"+how[2], []string{how[3], how[4]}
	_, said, code := ended(t, []string{tokenName + "=wrong"}, append([]string{"work", url}, print...)...)
	assert.Equal(t, exitBad, code)
	assert.Contains(t, said, "the token is wrong")
	_, said, code = ended(t, []string{tokenName + "="}, append([]string{"work", url}, print...)...)
	assert.Equal(t, exitBad, code)
	assert.Contains(t, said, "the server wants a token, and CROSSCUT_CLUSTER_TOKEN is not set")
	_, said, code = ended(t, env, "work", url, "--fingerprint", strings.Repeat("0", 64))
	assert.Equal(t, exitBad, code)
	assert.Contains(t, said, "another fingerprint")

	work, _, _ := start(t, env, append([]string{"work", url, "--jobs", "2"}, print...)...)
	var status struct {
		Done    int
		Workers []struct{ Name string }
	}
	require.Eventually(t, func() bool {
		text, _, code := ended(t, env, append([]string{"status", url, "--format", "json"}, print...)...)
		return code == 0 && json.Unmarshal([]byte(text), &status) == nil && status.Done > 50
	}, 2*time.Minute, 20*time.Millisecond)
	assert.Len(t, status.Workers, 1)
	if runtime.GOOS == "windows" {
		require.NoError(t, work.Process.Kill())
	} else {
		require.NoError(t, work.Process.Signal(os.Interrupt))
		require.NoError(t, work.Wait(), "it gives its cubes back")
	}
	text, said, code := ended(t, env, append([]string{"status", url}, print...)...)
	assert.Zero(t, code, said)
	assert.Contains(t, text, "solutions so far")
	assert.Contains(t, text, "cubes finished")
	start(t, env, append([]string{"work", url, "--jobs", "2"}, print...)...)
	require.NoError(t, serve.Wait(), errs.String())
	assert.Equal(t, answer, out.String())
}

// TestAPartOfASumIsNoResult interrupts a coordinator without workers.
func TestAPartOfASumIsNoResult(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no program can be interrupted there")
	}
	serve, out, errs := start(t, nil, "serve", cover, "--digest", "--dir", t.TempDir(), "--listen", "127.0.0.1:0")
	printed(t, errs, regexp.MustCompile("crosscut-cluster work"))
	require.NoError(t, serve.Process.Signal(os.Interrupt))
	require.Error(t, serve.Wait())
	assert.Equal(t, exitInterrupted, serve.ProcessState.ExitCode())
	assert.Empty(t, out.String())
	assert.Contains(t, errs.String(), "not finished; 0 solutions so far\n")
}

// TestWorkersKnowACertificateOfOnesOwn serves with a certificate that no authority has signed.
func TestWorkersKnowACertificateOfOnesOwn(t *testing.T) {
	dir := t.TempDir()
	cert, key, err := natsq.SelfSigned()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cert"), cert, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "key"), key, 0o600))
	serve, out, errs := start(t, nil, "serve", several, "--dir", filepath.Join(dir, "run"), "--listen", "127.0.0.1:0",
		"--tls-cert", filepath.Join(dir, "cert"), "--tls-key", filepath.Join(dir, "key"))
	how := printed(t, errs, regexp.MustCompile(`(CROSSCUT_CLUSTER_TOKEN=\w+) crosscut-cluster (work tls://\S+) (--fingerprint) (\w+)`))
	_, said, code := ended(t, []string{how[1]}, append(strings.Fields(how[2]), how[3], how[4])...)
	assert.Zero(t, code, said)
	require.NoError(t, serve.Wait(), errs.String())
	assert.NotEmpty(t, out.String())
}

// TestACoverIsServed runs the commands with an exact cover.
func TestACoverIsServed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "all.txt")
	serve, out, errs := start(t, nil, "serve", several, "--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--cubes", "200", "--solutions", name)
	join := regexp.MustCompile(`(CROSSCUT_CLUSTER_TOKEN=\w+) crosscut-cluster work (nats://\S+)`)
	how := printed(t, errs, join)
	env, url := []string{how[1]}, how[2]
	_, said, code := ended(t, env, "work", url, "--engine", "native")
	assert.Equal(t, exitBad, code)
	assert.Equal(t, "crosscut-cluster: this worker does not fit the run: the engine \"native\" for an exact cover; it is dlx or sat\n", said)
	start(t, env, "work", url, "--engine", "sat", "--jobs", "1")
	require.NoError(t, serve.Wait(), errs.String())
	assert.Equal(t, "86 45d7c38eb3ed72a22c1eb820621c2e16\n", out.String())
	all, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Regexp(t, `(?s)^1:\n queens .*\n86:\n.*\n\| 86 covers, and no other\n$`, string(all))
}

// TestTheManualAndTheShellsKnowEachFlag compares them with the help of each command.
func TestTheManualAndTheShellsKnowEachFlag(t *testing.T) {
	dir := t.TempDir()
	_, errs, code := ended(t, nil, "man", "--dir", dir)
	require.Zero(t, code, errs)
	root, err := os.ReadFile(filepath.Join(dir, "crosscut-cluster.1"))
	require.NoError(t, err)
	for name := range shorts {
		assert.Contains(t, string(root), name)
		help, _, _ := ended(t, nil, name, "--help")
		page, err := os.ReadFile(filepath.Join(dir, "crosscut-cluster-"+name+".1"))
		require.NoError(t, err)
		offered, errs, code := ended(t, nil, "__complete", name, "--")
		require.Zero(t, code, errs)
		flags := regexp.MustCompile(`(?m)^  -(\S+)`).FindAllStringSubmatch(help, -1)
		require.NotEmpty(t, flags)
		assert.NotRegexp(t, `(processes|at once|each core\)) \(default [0-9]`, string(page), "a release is the same on every machine")
		for _, f := range flags {
			assert.Contains(t, strings.ReplaceAll(string(page), `\-`, "-"), "--"+f[1], name)
			assert.Contains(t, offered, "--"+f[1], name)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, errs, code := ended(t, nil, "completion", shell)
		require.Zero(t, code, errs)
		assert.Contains(t, script, "crosscut-cluster")
	}
}

func TestTheVersionIsTold(t *testing.T) {
	for _, arg := range []string{"version", "--version"} {
		var out bytes.Buffer
		assert.Equal(t, exitYes, (&program{stdout: &out, stderr: io.Discard}).run(t.Context(), []string{arg}))
		assert.Regexp(t, `^crosscut-cluster \S+.*, go1\S* \w+/\w+\n$`, out.String())
	}
}

func TestWhatIsWrongIsOneLine(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there.txt")
	require.NoError(t, os.WriteFile(there, nil, 0o600))
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"swim"}, `crosscut-cluster: no command "swim"; see "crosscut-cluster help"`},
		{[]string{"run"}, `crosscut-cluster: run needs one file, and got 0; see "crosscut-cluster run --help"`},
		{[]string{"run", "none.txt"}, "crosscut-cluster: none.txt: no such file or directory"},
		{[]string{"run", dir}, "crosscut-cluster: " + dir + ": a directory; name one file"},
		{[]string{"run", order4, "--workers", "0"}, `crosscut-cluster: --workers 0; it must be 1 to 4096; see "crosscut-cluster run --help"`},
		{[]string{"run", order4, "--workers", "x"}, `crosscut-cluster: invalid value "x" for flag -workers: it must be a whole number; see "crosscut-cluster run --help"`},
		{[]string{"status", "--none"}, `crosscut-cluster: flag provided but not defined: -none; see "crosscut-cluster status --help"`},
		{[]string{"run", order4, "--cubes", "0"}, `crosscut-cluster: --cubes 0; it must be 1 to 1048576; see "crosscut-cluster run --help"`},
		{[]string{"serve", order4, "--cut", "1"}, `crosscut-cluster: --cut 1; it must be 2 to 1048576; see "crosscut-cluster serve --help"`},
		{[]string{"run", order4, "--engine", "x"}, `crosscut-cluster: no engine "x"; the engines are native, sat, dlx and race`},
		{[]string{"run", order4, "--memory", "2Q"}, `crosscut-cluster: invalid value "2Q" for flag -memory: it is a size such as 512M or 2G; see "crosscut-cluster run --help"`},
		{[]string{"serve", order4}, `crosscut-cluster: serve needs --dir; see "crosscut-cluster serve --help"`},
		{[]string{"serve", order4, "--dir", filepath.Join(dir, "run"), "--nats", "nats://example.org:4222"}, "crosscut-cluster: --nats nats://example.org:4222: a server on another machine needs tls:// and --creds"},
		{[]string{"serve", order4, "--dir", filepath.Join(dir, "run"), "--listen", "here"}, `crosscut-cluster: the address "here"; it is like 127.0.0.1:4222`},
		{[]string{"serve", order4, "--dir", filepath.Join(dir, "run"), "--listen", "127.0.0.1:99999"}, `crosscut-cluster: the port "99999"; it is a number up to 65535`},
		{[]string{"serve", order4, "--dir", filepath.Join(dir, "run"), "--lease", "0s"}, `crosscut-cluster: --lease 0s; it must be at least 1s; see "crosscut-cluster serve --help"`},
		{[]string{"serve", order4, "--dir", filepath.Join(dir, "run"), "--creds", "x"}, `crosscut-cluster: --creds, --fingerprint and --tls-ca go with --nats; see "crosscut-cluster serve --help"`},
		{[]string{"run", cover, "--engine", "native"}, `crosscut-cluster: the engine "native" for an exact cover; it is dlx or sat`},
		{[]string{"run", several, "--core", "sparse"}, "crosscut-cluster: the core sparse for items with multiplicities; it is auto"},
		{[]string{"run", order4, "--engine", "sat", "--core", "sparse"}, "crosscut-cluster: a core goes with the engine dlx, not sat"},
		{[]string{"run", order4, "--solutions", there}, "crosscut-cluster: --solutions " + there + ": the file exists already"},
		{[]string{"run", order4, "--solutions", filepath.Join(dir, "none", "x")}, "crosscut-cluster: --solutions " + filepath.Join(dir, "none", "x") + ": there is no such folder"},
		{[]string{"work", "nats://127.0.0.1:1"}, `crosscut-cluster: work needs the URL of a run, as serve prints it, such as tls://head:4222/0123456789ab; see "crosscut-cluster work --help"`},
		{[]string{"work", "nats://127.0.0.1:1/0123456789ab"}, "crosscut-cluster: nats://127.0.0.1:1: no server answers"},
		{[]string{"work", "x", "--memory", "2Q"}, `crosscut-cluster: invalid value "2Q" for flag -memory: it is a size such as 512M or 2G; see "crosscut-cluster work --help"`},
		{[]string{"status", "x", "--format", "y"}, `crosscut-cluster: --format y; it is text or json; see "crosscut-cluster status --help"`},
	} {
		out, errs, code := ended(t, nil, test.args...)
		assert.Equal(t, exitBad, code, test.args)
		assert.Empty(t, out)
		assert.Equal(t, test.want+"\n", errs)
	}
	out, _, code := ended(t, nil, "help")
	assert.Zero(t, code)
	assert.Equal(t, usage, out)
}

// TestExitCodesAreThoseOfCrosscut counts nothing, as crosscut count, solve --all and cover --count do.
func TestExitCodesAreThoseOfCrosscut(t *testing.T) {
	for _, test := range []struct {
		text      string
		solutions bool
		want      int
	}{
		{"puzzle: magic\nnumbers: 1..4\nsum: 5\n_,_\n_,_\n", false, exitYes},
		{"puzzle: magic\nnumbers: 1..4\nsum: 5\n_,_\n_,_\n", true, exitNo},
		{"a b c\na b\nb c\n", false, exitNo},
		{"a b c\na b\nb c\n", true, exitNo},
		{"a b c\na b\nc\n", false, exitYes},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "problem")
		require.NoError(t, os.WriteFile(name, []byte(test.text), 0o600))
		args := []string{"run", name, "--workers", "1"}
		if test.solutions {
			args = append(args, "--solutions", filepath.Join(dir, "all"))
		}
		out, errs, code := ended(t, nil, args...)
		assert.Equal(t, test.want, code, "%s %v", test.text, test.solutions)
		assert.Empty(t, errs)
		assert.NotEmpty(t, out)
	}
}

// TestADiskThatFailsHasItsOwnExitCode has the code that the examples for systemd and Kubernetes start again.
func TestADiskThatFailsHasItsOwnExitCode(t *testing.T) {
	assert.Equal(t, 74, exitCode(fmt.Errorf("%w: x", run.ErrDisk)))
	for _, name := range []string{"crosscut-cluster.service", "coordinator.yaml"} {
		text, err := os.ReadFile(examples + name)
		require.NoError(t, err)
		never := regexp.MustCompile(`(?m)^RestartPreventExitStatus=.*|values: \[.*\]`).FindString(string(text))
		assert.Contains(t, never, "4")
		assert.NotContains(t, never, "74", name)
	}
}

// TestASignalAtOnceIsAnInterrupt ends runs that have hardly begun.
func TestASignalAtOnceIsAnInterrupt(t *testing.T) {
	for _, command := range [][]string{{"run", cover}, {"serve", cover, "--dir", t.TempDir(), "--listen", "127.0.0.1:0"}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errInterrupted)
		var out, errs bytes.Buffer
		p := &program{stdout: &out, stderr: &errs}
		assert.Equal(t, exitInterrupted, p.run(ctx, command), command)
		assert.Empty(t, out.String(), "no part of a sum")
		assert.Regexp(t, `^crosscut-cluster: (.*: )?interrupted$`, strings.Split(strings.TrimSpace(errs.String()), "\n")[strings.Count(strings.TrimSpace(errs.String()), "\n")])
	}
}

// TestASignalEndsTheWaitForInput has a standard input that stays silent.
func TestASignalEndsTheWaitForInput(t *testing.T) {
	silent, writer, err := os.Pipe()
	require.NoError(t, err)
	defer silent.Close()
	defer writer.Close() // ends the reader that is left behind
	stdin := os.Stdin
	os.Stdin = silent
	defer func() { os.Stdin = stdin }()
	for _, command := range [][]string{{"run", "-"}, {"serve", "-", "--dir", t.TempDir()}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(50*time.Millisecond, func() { cancel(errInterrupted) })
		var errs bytes.Buffer
		code := make(chan int, 1)
		go func() { code <- (&program{stdout: io.Discard, stderr: &errs}).run(ctx, command) }()
		select {
		case got := <-code:
			assert.Equal(t, exitInterrupted, got, command)
			assert.Equal(t, "crosscut-cluster: standard input: interrupted\n", errs.String())
		case <-time.After(time.Minute):
			t.Fatal("no end", command)
		}
	}
}

// TestRunWritesAllSolutions compares the solutions of a run with those of its puzzle.
func TestRunWritesAllSolutions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "all.txt")
	out, errs, code := ended(t, nil, "run", order4, "--workers", "2", "--cubes", "40", "--solutions", name)
	require.Zero(t, code, errs)
	require.Equal(t, answer, out)
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(content), "# "+order4+": solution 1\n"))
	p, err := text.Parse("puzzle: magic\nnumbers: 1..16\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n")
	require.NoError(t, err)
	all, err := text.ReadSolutions(bytes.NewReader(content), name, p)
	require.NoError(t, err)
	var tally crosscut.Tally
	for _, s := range all {
		tally.Add(s)
	}
	assert.Equal(t, answer, fmt.Sprintf("%v %v\n", tally.Count(), tally.Digest))
}

// TestAPoisonCubeGetsHalfTheMemory notes which limits are watched, and when.
func TestAPoisonCubeGetsHalfTheMemory(t *testing.T) {
	var w natsq.Worker
	var seen []int64
	watched := 0
	stop := watchMemory(&w, 1000, func(limit int64, over func() bool) func() {
		seen = append(seen, limit)
		watched++
		return func() { watched-- }
	})
	w.Alone(true)
	require.Equal(t, 1, watched)
	w.Alone(false)
	require.Equal(t, 1, watched)
	stop()
	assert.Zero(t, watched)
	assert.Equal(t, []int64{1000, 500, 1000}, seen)
}
