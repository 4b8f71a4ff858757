//go:build unix

package crosscut_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
)

// The part of TestBench that compares whole processes: our program beside those of others on
// the same problem, and two jobs beside one.

// processLimit is the processor time after which a process is stopped, in whole seconds. A
// stopped one has no time. A process that is not done after processWait by the clock is an
// error, after which the other rows still follow.
const (
	processLimit = 20 * time.Second
	processWait  = 10 * time.Minute
)

// processRuns is how often each program runs on an instance, in turn. The least time counts.
// A program that takes longer than processLong runs once.
const (
	processRuns = 3
	processLong = time.Second
)

// oneByOne is our program when it makes every cover. It is no other program.
const oneByOne = "crosscut --core bitset"

// processGroup is a table of instances on which the same programs run.
type processGroup struct {
	name      string
	programs  []process // the first one is ours
	instances func(t *testing.T, dir string) []processInstance
}

// process is a program and its arguments. FILE, GRAPH and ENDS stand for files of an instance.
// The argument "<" lets the program read FILE.
type process struct {
	name   string
	args   []string
	answer *regexp.Regexp // its group is the number of solutions; nil to compare the output
}

// processInstance is a problem in a file. For ddpaths it is also a graph and its two ends.
type processInstance struct{ name, file, graph, ends string }

var (
	printedNumber  = regexp.MustCompile(`^(\d+)\n`)
	firstCover     = regexp.MustCompile(`^(1):\n`)
	knuthsNumber   = regexp.MustCompile(`Altogether (\d+) solution`)
	ddpathsNumber  = regexp.MustCompile(`(?m)^    #solution = (\d+)$`)
	wholeProcesses = []processGroup{
		{
			name: "exact covers", instances: coverInstances,
			programs: []process{
				{"crosscut", []string{"cover", "--count", "--jobs", "1", "FILE"}, printedNumber},
				{oneByOne, []string{"cover", "--count", "--core", "bitset", "--jobs", "1", "FILE"}, printedNumber},
				{"ssxcc", []string{"v1", "<"}, knuthsNumber},
				{"ssxcc-frb0", []string{"v1", "<"}, knuthsNumber},
			},
		},
		{
			name: "first covers", instances: firstCoverInstances,
			programs: []process{
				{"crosscut", []string{"cover", "--jobs", "1", "FILE"}, firstCover},
				{"ssxcc", []string{"v1", "t1", "<"}, knuthsNumber},
				{"ssxcc-frb0", []string{"v1", "t1", "<"}, knuthsNumber},
			},
		},
		{
			name: "counting paths", instances: pathInstances,
			programs: []process{
				{"crosscut", []string{"count", "--jobs", "1", "FILE"}, printedNumber},
				{"ddpaths", []string{"-hamilton", "-count", "GRAPH", "ENDS"}, ddpathsNumber},
			},
		},
		twoJobs("two jobs, digest", digestInstances, "count", "--digest", "FILE"),
		twoJobs("two jobs, batch", batchInstances, "unique", "FILE"),
		twoJobs("two jobs, generate", generateInstances, "generate", "hidoku", "--size", "10x10", "--count", "60", "--minimal", "--seed", "1"),
	}
)

// twoJobs returns a group in which two jobs compete with one. Both are our program.
func twoJobs(name string, instances func(t *testing.T, dir string) []processInstance, args ...string) processGroup {
	with := func(jobs string) []string { return append([]string{args[0], "--jobs", jobs}, args[1:]...) }
	return processGroup{
		name: name, instances: instances,
		programs: []process{{"crosscut", with("2"), nil}, {"crosscut, one job", with("1"), nil}},
	}
}

// wanted reports whether the pattern is for the group or for rows of it.
func (g *processGroup) wanted(pattern *regexp.Regexp) bool {
	return pattern.MatchString(g.name) || strings.HasPrefix(pattern.String(), g.name+", ")
}

// run returns the table of the group, and adds its rows to the summary.
func (g *processGroup) run(t *testing.T, pattern *regexp.Regexp, ours string, summary *benchSummary) string {
	dir := t.TempDir()
	programs, paths := g.programs[:1:1], []string{ours}
	for _, p := range g.programs[1:] {
		switch {
		case strings.HasPrefix(p.name, "crosscut"):
			programs, paths = append(programs, p), append(paths, ours)
		case needs.Found(t, p.name):
			programs, paths = append(programs, p), append(paths, needs.Program(t, p.name))
		default:
			summary.miss(p.name)
		}
	}
	table := fmt.Sprintf("| %s |", g.name)
	for _, p := range programs {
		table += fmt.Sprintf(" %s |", p.name)
	}
	table += " best other / crosscut |\n|---|" + strings.Repeat("--:|", len(programs)+1) + "\n"
	for _, in := range g.instances(t, dir) {
		if !pattern.MatchString(g.name + ", " + in.name) {
			continue
		}
		times := in.race(t, programs, paths)
		others := times[1:]
		if len(programs) > 1 && programs[1].name == oneByOne {
			others = times[2:]
		}
		table += fmt.Sprintf("| %s |", in.name)
		for _, d := range times {
			table += fmt.Sprintf(" %s |", processSeconds(d))
		}
		ratio, _ := summary.add(g.name, in.name, times[0], others, processLimit)
		table += fmt.Sprintf(" %s |\n", ratio)
		t.Logf("%s: %v, %s", in.name, times, ratio)
	}
	return table
}

// race runs the programs in turn, and returns the least processor time of each, 0 for one
// that was stopped. Their answers must agree.
func (in *processInstance) race(t *testing.T, programs []process, paths []string) []time.Duration {
	times := make([]time.Duration, len(programs))
	stopped := make([]bool, len(programs))
	agreed := ""
	for range processRuns {
		for i, p := range programs {
			if stopped[i] || times[i] > processLong {
				continue
			}
			answer, took := in.run(t, p, paths[i])
			if stopped[i] = answer == ""; stopped[i] {
				times[i] = 0
				continue
			}
			if agreed == "" {
				agreed = answer
			}
			require.Equal(t, agreed, answer, "%s by %s", in.name, p.name)
			if times[i] == 0 || took < times[i] {
				times[i] = took
			}
		}
	}
	return times
}

// run runs a program once. The answer is empty if it was stopped.
func (in *processInstance) run(t *testing.T, p process, path string) (answer string, took time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), processWait)
	defer cancel()
	args := slices.Clone(p.args)
	var stdin *os.File
	for i, arg := range args {
		switch arg {
		case "FILE":
			args[i] = in.file
		case "GRAPH":
			args[i] = in.graph
		case "ENDS":
			args[i] = in.ends
		case "<":
			var err error
			stdin, err = os.Open(in.file)
			require.NoError(t, err)
			defer stdin.Close()
			args = args[:i]
		}
	}
	limited := fmt.Sprintf(`ulimit -t %d; exec "$@"`, int(processLimit.Seconds()))
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limited, "sh", path}, args...)...)
	if stdin != nil {
		cmd.Stdin = stdin
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // the output says what was found
	require.NotNil(t, cmd.ProcessState, "%s does not start", path)
	assert.NoError(t, ctx.Err(), "%s on %s: not done in %v by the clock", path, in.name, processWait)
	took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if !cmd.ProcessState.Exited() {
		return "", 0
	}
	if p.answer == nil {
		return out.String(), took
	}
	number := p.answer.FindStringSubmatch(out.String())
	if !assert.NotNil(t, number, "%s on %s: %.300s", path, in.name, out.String()) {
		return "", 0
	}
	return number[1], took
}

// processSeconds shows a time, or "stopped" for 0.
func processSeconds(d time.Duration) string {
	if d == 0 {
		return "stopped"
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

// buildProgram builds the program into a folder.
func buildProgram(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "crosscut")
	out, err := exec.Command("go", "build", "-o", path, "./cmd/crosscut").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}
