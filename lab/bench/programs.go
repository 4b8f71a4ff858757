//go:build unix

package main

import (
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

	"crosscut"
	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// The part of the bench that compares whole processes: programs that run in turn on the same
// problem.

// processLimit is the processor time after which a process is stopped, in whole seconds, where
// its group has no limit of its own. A stopped one has no time. A process that is not done
// after processWait by the clock is an error, after which the other rows still follow.
const (
	processLimit = 20 * time.Second
	processWait  = 10 * time.Minute
)

// All programs run on an instance in turn, once for their answers and then processRuns times.
// The least time counts. Short programs run again until all have taken processEnough together,
// at most processMost times. Beside other programs, one that takes longer than processLong runs
// once.
const (
	processRuns   = 3
	processMost   = 25
	processEnough = time.Second
	processLong   = time.Second
)

// processGroup is a table of instances on which the same programs run.
type processGroup struct {
	name      string
	limit     time.Duration // of processor time; 0 for processLimit
	programs  []process     // the first one is ours
	instances func(t testing.TB, dir string) []processInstance
}

// process is a program and its arguments. The name can end with a comma and a note. Words in
// capitals stand for arguments that the instance has. The argument "<" lets the program read
// the file of the word FILE.
type process struct {
	name   string
	args   []string
	answer func(output string) string // "" if there is none; nil to compare all of the output
}

// program returns the name of the program without the note.
func (p *process) program() string {
	name, _, _ := strings.Cut(p.name, ",")
	return name
}

// processInstance is a problem.
type processInstance struct {
	name  string
	words map[string][]string // the arguments for which words in capitals stand
	each  int64               // how many of our solutions are one for other programs; 0 for 1
	batch int                 // the number of puzzles, if it counts how many are done in a second
}

// taken is the time of a process. It is zero for one that was stopped.
type taken struct{ processor, clock time.Duration }

// wantsGroup reports whether the pattern is for a group of that name or for rows of it.
func wantsGroup(pattern *regexp.Regexp, name string) bool {
	return pattern.MatchString(name) || strings.HasPrefix(pattern.String(), name+", ")
}

// most returns the processor time after which a process of the group is stopped.
func (g *processGroup) most() time.Duration {
	if g.limit > 0 {
		return g.limit
	}
	return processLimit
}

// run returns the table of the group, and adds its rows to the summary.
func (g *processGroup) run(t testing.TB, pattern *regexp.Regexp, ours string, summary *benchSummary) string {
	var paths []string
	programs := slices.DeleteFunc(slices.Clone(g.programs), func(p process) bool {
		if p.program() == "crosscut" {
			paths = append(paths, ours)
			return false
		}
		path, err := exec.LookPath(p.program())
		if err != nil {
			summary.miss(p.program())
			return true
		}
		paths = append(paths, path)
		return false
	})
	table := fmt.Sprintf("| %s |", g.name)
	for _, p := range programs {
		table += fmt.Sprintf(" %s |", p.name)
	}
	table += " best other / crosscut |\n|---|" + strings.Repeat("--:|", len(programs)+1) + "\n"
	for _, in := range g.instances(t, t.TempDir()) {
		if !pattern.MatchString(g.name + ", " + in.name) {
			continue
		}
		times := in.race(t, programs, paths, g.most(), processLong)
		table += fmt.Sprintf("| %s |", in.name)
		var others []time.Duration
		for i, p := range programs {
			table += fmt.Sprintf(" %s |", processSeconds(times[i].processor))
			if p.program() != "crosscut" {
				others = append(others, times[i].processor)
			}
		}
		ratio, _ := summary.add(g.name, in.name, times[0].processor, others, g.most())
		table += fmt.Sprintf(" %s |\n", ratio)
		t.Logf("%s: %v, %s", in.name, times, ratio)
	}
	return table
}

// race runs the programs in turn, and returns the least times of each. Their answers must agree.
// A program that takes longer than long runs once.
func (in *processInstance) race(t testing.TB, programs []process, paths []string, limit, long time.Duration) []taken {
	times := make([]taken, len(programs))
	done := make([]bool, len(programs))
	agreed := ""
	for i, p := range programs {
		answer, took := in.check(t, &p, paths[i], limit)
		done[i] = answer == "" || took.processor > long
		if answer == "" {
			continue
		}
		times[i] = took
		if agreed == "" {
			agreed = answer
		}
		if agreed != answer {
			t.Errorf("%s by %s: %.300s, not %.300s", in.name, p.name, answer, agreed)
		}
	}
	spent := time.Duration(0)
	for run := 0; run < processRuns || run < processMost && spent < processEnough; run++ {
		if !slices.Contains(done, false) {
			break
		}
		for i, p := range programs {
			if !done[i] {
				took := in.measure(t, exec.Command(paths[i], in.arguments(&p)...), nil)
				spent += took.processor
				times[i] = taken{min(times[i].processor, took.processor), min(times[i].clock, took.clock)}
			}
		}
	}
	return times
}

// check runs a program once, under its limit, and returns its answer. The answer is empty if
// the program was stopped.
func (in *processInstance) check(t testing.TB, p *process, path string, limit time.Duration) (answer string, took taken) {
	limited := fmt.Sprintf(`ulimit -t %d; exec "$@"`, int(limit.Seconds()))
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := exec.Command("sh", append([]string{"-c", limited, "sh", path}, in.arguments(p)...)...)
	took = in.measure(t, cmd, out)
	if !cmd.ProcessState.Exited() {
		return "", taken{}
	}
	text, err := os.ReadFile(out.Name())
	require.NoError(t, err)
	if p.answer == nil {
		return string(text), took
	}
	answer = p.answer(string(text))
	assert.NotEmpty(t, answer, "%s on %s: %.300s", path, in.name, text)
	if p.program() != "crosscut" {
		answer = multiplied(answer, in.each)
	}
	return answer, took
}

// arguments returns the arguments of a program, with those of the instance for the words.
func (in *processInstance) arguments(p *process) (args []string) {
	for _, arg := range p.args {
		if words, is := in.words[arg]; is {
			args = append(args, words...)
		} else {
			args = append(args, arg)
		}
	}
	return args
}

// measure runs a command and returns its times. Without a file, its output goes nowhere.
func (in *processInstance) measure(t testing.TB, cmd *exec.Cmd, out *os.File) taken {
	ctx, cancel := context.WithTimeout(context.Background(), processWait)
	defer cancel()
	if cmd.Args[len(cmd.Args)-1] == "<" {
		cmd.Args = cmd.Args[:len(cmd.Args)-1]
		stdin, err := os.Open(in.words["FILE"][0])
		require.NoError(t, err)
		defer stdin.Close()
		cmd.Stdin = stdin
	}
	if out != nil {
		cmd.Stdout, cmd.Stderr = out, out
	}
	start := time.Now()
	require.NoError(t, cmd.Start())
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	_ = cmd.Wait() // the output says what was found
	clock := time.Since(start)
	assert.NoError(t, ctx.Err(), "%s on %s: not done in %v by the clock", cmd, in.name, processWait)
	return taken{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), clock}
}

// processSeconds shows a time, or "stopped" for 0.
func processSeconds(d time.Duration) string {
	switch {
	case d == 0:
		return "stopped"
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%.4f s", d.Seconds())
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

// buildProgram builds the program into a folder, in the way of a release. A copy of the file
// that the linker wrote starts faster than that file, so it returns the path of a copy.
func buildProgram(t testing.TB) string {
	linked := filepath.Join(t.TempDir(), "linked")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", linked, "./cmd/crosscut")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	program, err := os.ReadFile(linked)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "crosscut")
	require.NoError(t, os.WriteFile(path, program, 0o700))
	return path
}

// The part of the bench that compares two jobs with one: paths, all solutions, counts, digests,
// generated puzzles and batches of each family.

// jobs is the name of the group of these comparisons.
const jobs = "two jobs"

// jobPrograms print the same, whatever the number of jobs.
var jobPrograms = []process{
	{jobs, []string{"COMMAND", "--jobs", "2", "REST"}, nil},
	{"one job", []string{"COMMAND", "--jobs", "1", "REST"}, nil},
}

// runJobs returns the table of the group. It adds each row to the summary twice: once by the
// processor time and once by the clock.
func runJobs(t testing.TB, pattern *regexp.Regexp, ours string, summary *benchSummary) string {
	table := "| " + jobs + " | processor, 1 | processor, 2 | 1 / 2 | clock, 1 | clock, 2 | 1 / 2 | puzzles a second |\n|---|" + strings.Repeat("--:|", 7) + "\n"
	for _, in := range jobInstances(t, t.TempDir()) {
		if !pattern.MatchString(jobs + ", " + in.name) {
			continue
		}
		times := in.race(t, jobPrograms, []string{ours, ours}, processWait, processWait)
		two, one := times[0], times[1]
		work, _ := summary.add(jobs+", processor time", in.name, two.processor, []time.Duration{one.processor}, processWait)
		clock, _ := summary.add(jobs+", by the clock", in.name, two.clock, []time.Duration{one.clock}, processWait)
		pace := "-"
		if in.batch > 0 && two.clock > 0 {
			pace = fmt.Sprintf("%.0f", float64(in.batch)/two.clock.Seconds())
		}
		table += fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s | %s |\n", in.name, processSeconds(one.processor),
			processSeconds(two.processor), work, processSeconds(one.clock), processSeconds(two.clock), clock, pace)
		t.Logf("%s: %v", in.name, times)
	}
	return table
}

// jobInstances are commands for all families.
func jobInstances(t testing.TB, dir string) (all []processInstance) {
	command := func(name, command string, batch int, rest ...string) {
		all = append(all, processInstance{name: name, batch: batch, words: map[string][]string{"COMMAND": strings.Fields(command), "REST": rest}})
	}
	write := func(name string, puzzles ...puzzle.Puzzle) string {
		var texts []string
		for _, p := range puzzles {
			texts = append(texts, p.String())
		}
		file := filepath.Join(dir, name+".txt")
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(texts, "---\n")), 0o600))
		return file
	}
	for _, in := range pathInstances(t, dir) {
		command("count, paths: "+in.name, "count", 0, in.words["FILE"]...)
	}
	hidoku := write("hidoku", puzzletest.LargeHidoku(t, puzzle.King, 8, 8, 0.3, false, 1))
	magic := write("magic", madePuzzle(t, "magic %v %v %v", 5, 0.12, 0))
	command("solve --all, Hidoku of 8×8", "solve --all", 0, write("hidoku-few", puzzletest.LargeHidoku(t, puzzle.King, 8, 8, 0.3, false, 2)))
	command("solve --all, draughtboard of 7×7", "solve --all", 0, write("7×7-few", madePuzzle(t, "dissection %v %v %v %v", 7, 3, 4, 5)))
	command("solve --all, magic square of 5×5", "solve --all", 0, magic)
	command("count, Hidoku of 8×8", "count", 0, hidoku)
	command("count, draughtboard of 8×8", "count", 0, write("8×8", madePuzzle(t, "dissection %v %v %v %v", 8, 4, 5, 2)))
	command("count, magic square of 5×5", "count", 0, magic)
	command("count --digest, Hidoku of 8×8", "count --digest", 0, hidoku)
	command("count --digest, draughtboard of 7×7", "count --digest", 0, write("7×7", madePuzzle(t, "dissection %v %v %v %v", 7, 3, 4, 2)))
	command("count --digest, magic square of 5×5", "count --digest", 0, magic)
	command("generate, 60 minimal Hidokus of 10×10", "generate hidoku", 60, "--size", "10x10", "--count", "60", "--minimal", "--seed", "1")
	command("generate, 30 draughtboards of 8×8", "generate draughtboard", 30, "--count", "30", "--seed", "1")
	command("generate, 15 magic squares of 5×5", "generate magic", 15, "--count", "15", "--seed", "1")
	for _, b := range batches(t) {
		command(fmt.Sprintf("unique, %d %s", len(b.puzzles), b.name), "unique", len(b.puzzles), write("batch-"+b.name, b.puzzles...))
	}
	return all
}

// benchBatch is many puzzles of a kind.
type benchBatch struct {
	name    string
	puzzles []puzzle.Puzzle
}

// batches returns a batch of each family, of Hidokus with one and with several solutions. The
// published ones are among the shared cases, and have one. A short list is repeated.
func batches(t testing.TB) []benchBatch {
	const many, few = 10_000, 2_000
	repeated := func(list []puzzle.Puzzle) []puzzle.Puzzle { return slices.Repeat(list, max(1, many/max(1, len(list)))) }
	made := func(make func(seed uint64) puzzle.Puzzle) (list []puzzle.Puzzle) {
		for seed := range uint64(few) {
			list = append(list, make(seed))
		}
		return list
	}
	var published, unique []puzzle.Puzzle
	for _, f := range sharedCases(t, "published/hidoku") {
		found, err := crosscut.First(t.Context(), crosscut.Native, f.Puzzle, 2, nil)
		if n := f.Puzzle.Board().Len(); n >= 65 && n <= 144 && err == nil && len(found) == 1 {
			published = append(published, f.Puzzle)
		}
	}
	wish := generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 10, 10, puzzle.King, nil), Clues: 45}
	require.NoError(t, generate.Puzzles(t.Context(), wish, generate.Series{Seed: 1, Count: few / 2, Workers: 2}, func(m generate.Made) bool {
		unique = append(unique, m.Puzzle)
		return true
	}))
	return slices.DeleteFunc([]benchBatch{
		{"published Hidokus", repeated(published)},
		{"Hidokus of 10×10", repeated(unique)},
		{"Hidokus of 10×10 with several solutions", made(func(seed uint64) puzzle.Puzzle {
			return puzzletest.LargeHidoku(t, puzzle.King, 10, 10, 0.4, false, seed)
		})},
		{"draughtboards of 6×6", made(func(seed uint64) puzzle.Puzzle { return madePuzzle(t, "dissection %v %v %v %v", 6, 4, 6, seed) })},
		{"magic squares of 4×4", made(func(seed uint64) puzzle.Puzzle { return madePuzzle(t, "magic %v %v %v", 4, 0.3, seed) })},
	}, func(b benchBatch) bool { return len(b.puzzles) == 0 })
}
