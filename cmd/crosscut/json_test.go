package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/serve"
)

// printed runs the program and returns what it wrote to standard output.
func printed(stdin string, args ...string) string {
	var out bytes.Buffer
	runProgram(context.Background(), args, strings.NewReader(stdin), &out, io.Discard, crosscut.Engines())
	return out.String()
}

// records has a command for each kind of output, and the records that it prints.
var records = []struct {
	name  string
	args  string
	stdin string
	lines []any // the record on each line
}{
	{"solve", "solve -n 2 testdata/magic/order-3.txt", "", []any{&serve.Solution{}, &serve.Solution{}, &serve.End{}}},
	{"solve, all", "solve --all testdata/hidoku/seed-10x10.txt", "", []any{&serve.Solution{}, &serve.End{}}},
	{"solve, stones", "solve testdata/draughtboard/d04-2.txt", "", []any{&serve.Solution{}, &serve.End{}}},
	{"solve, none", "solve testdata/magic/order-2.txt", "", []any{&serve.End{}}},
	{"solve, stopped", "solve --nodes 1 testdata/magic/order-4.txt", "", []any{&serve.End{}}},
	{"count", "count testdata/magic/order-3.txt testdata/magic/order-2.txt", "", []any{&serve.Count{}, &serve.Count{}}},
	{"count, digest", "count --digest testdata/magic/order-3.txt", "", []any{&serve.Count{}}},
	{"cubes", "cubes --cubes 3 testdata/magic/order-3.txt", "", []any{&cubeRecord{}, &cubeRecord{}, &cubeRecord{}}},
	{"merge", "merge testdata/cubes/first.jsonl testdata/cubes/second.jsonl", "", []any{&mergeRecord{}}},
	{"merge, missing", "merge testdata/cubes/second.jsonl", "", []any{&mergeRecord{}}},
	{"count, stopped", "count --nodes 1 testdata/magic/order-4.txt", "", []any{&serve.Count{}}},
	{"unique", "unique testdata/magic/seed-5x5.txt testdata/magic/order-3.txt", "", []any{&serve.Unique{}, &serve.Unique{}}},
	{"unique, stopped", "unique --nodes 1 testdata/magic/order-4.txt", "", []any{&serve.Unique{}}},
	{"check", "check testdata/magic/order-3.txt", "", []any{&serve.Check{}}},
	{"check, stopped", "check --nodes 1 testdata/magic/order-4.txt", "", []any{&serve.Check{}}},
	{"verify", "verify testdata/magic/seed-5x5.txt testdata/magic/seed-5x5.solution.txt", "", []any{&serve.Judgement{}}},
	{"verify, wrong", "verify testdata/magic/seed-5x5.txt testdata/magic/seed-5x5.wrong.txt", "", []any{&serve.Judgement{}}},
	{"generate", "generate hidoku --size 4x4 --count 2 --seed 1", "", []any{&serve.Made{}, &serve.Made{}}},
	{"grade", "grade testdata/hidoku/gk08-med-1.txt testdata/magic/order-3.txt", "", []any{&serve.Grade{}, &serve.Grade{}}},
	{"hint", "hint testdata/hidoku/seed-10x10.txt", "", []any{&serve.Step{}}},
	{"hint, the end", "hint --steps testdata/magic/order-1.txt", "", []any{&serve.Step{}, &serve.Steps{}}},
	{"certain", "certain testdata/magic/n3-m1.txt testdata/magic/order-2.txt", "", []any{&serve.Certain{}, &serve.Certain{}}},
	{"repair", "repair testdata/magic/n3-m1.txt testdata/magic/order-2.txt", "", []any{&serve.Repair{}, &serve.Repair{}}},
	{"decode", "decode --from dimacs testdata/magic/order-1.txt -", "SAT\n1 0\n", []any{&serve.Solution{}}},
	{"decode, none", "decode --from dimacs testdata/magic/order-1.txt -", "UNSAT\n", []any{&noSolutionRecord{}}},
}

func TestJSONRecordsAreAsDocumented(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, test := range records {
		t.Run(test.name, func(t *testing.T) {
			args := append(strings.Fields(test.args), "--format", "json")
			if args[0] == "cubes" { // it always prints JSON
				args = args[:len(args)-2]
			}
			stdout := printed(test.stdin, args...)
			lines := strings.SplitAfter(strings.TrimSuffix(stdout, "\n"), "\n")
			require.Len(t, lines, len(test.lines), stdout)
			for i, line := range lines {
				decoder := json.NewDecoder(strings.NewReader(line))
				decoder.DisallowUnknownFields()
				require.NoError(t, decoder.Decode(test.lines[i]), line)
				again, err := json.Marshal(test.lines[i])
				require.NoError(t, err)
				assert.JSONEq(t, line, string(again), "a field that the record lacks, or one that is not in the line")
				assert.Regexp(t, `^{"file":"[^"]`, line)
			}
		})
	}
}

// TestJSONAndTextSayTheSame compares the numbers of the two forms of a count.
func TestJSONAndTextSayTheSame(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	text := printed("", "count", "testdata/magic/order-3.txt")
	object := printed("", "count", "--format", "json", "testdata/magic/order-3.txt")
	assert.Equal(t, "8\n", text)
	assert.Contains(t, object, `"count":8,"complete":true}`)
}
