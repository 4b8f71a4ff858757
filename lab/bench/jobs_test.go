//go:build unix

package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// The part of TestBench that compares two jobs with one: paths, all solutions, counts, digests,
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
func runJobs(t *testing.T, pattern *regexp.Regexp, ours string, summary *benchSummary) string {
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
func jobInstances(t *testing.T, dir string) (all []processInstance) {
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
func batches(t *testing.T) []benchBatch {
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
