package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/human"
)

// validator returns the schema of a line of results, from the text of "crosscut help schema".
func validator(t *testing.T) *jsonschema.Schema {
	text, err := jsonschema.UnmarshalJSON(strings.NewReader(serve.Schema))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("urn:crosscut:results", text))
	result, err := compiler.Compile("urn:crosscut:results")
	require.NoError(t, err)
	return result
}

// validate checks every line of a text and returns the number of lines.
func validate(t *testing.T, by *jsonschema.Schema, text, args string) (lines int) {
	for line := range strings.Lines(text) {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		require.NoError(t, err, "%s: %s", args, line)
		require.NoError(t, by.Validate(value), "%s: %s", args, line)
		lines++
	}
	return lines
}

// puzzles are the arguments for all puzzles of testdata.
const puzzles = " testdata/hidoku testdata/draughtboard testdata/magic"

// printing has, for every command with --format, the arguments to run it with. Its output
// must match the schema.
var printing = map[string][]string{
	"crosscut solve":                 {"solve -n 2 --nodes 500" + puzzles, "solve --nodes 200 testdata/draughtboard", "solve --nodes 1 --engine dlx testdata/magic", "solve --all --engine all testdata/magic/n3-*.txt", "solve testdata/magic/order-2.txt", "solve testdata/draughtboard/d04-2.txt"},
	"crosscut count":                 {"count --nodes 500" + puzzles, "count --nodes 500 --digest testdata/draughtboard"},
	"crosscut unique":                {"unique --nodes 500" + puzzles},
	"crosscut read":                  {"read" + puzzles + " testdata/exchange missing.txt"},
	"crosscut check":                 {"check --nodes 20 --engine dlx testdata/hidoku/g?05-*.txt testdata/draughtboard/d04-*.txt testdata/magic/n3-*.txt", "check --nodes 5 testdata/hidoku/g?05-*.txt"},
	"crosscut grade":                 {"grade testdata/hidoku/g?05-*.txt testdata/magic/n3-m1.txt testdata/magic/n3-x.txt testdata/draughtboard/d04-0.txt"},
	"crosscut hint":                  {"hint" + puzzles, "hint --steps testdata/hidoku/g?05-*.txt testdata/magic/n3-*.txt testdata/draughtboard/d04-0.txt"},
	"crosscut certain":               {"certain testdata/hidoku/g?05-*.txt testdata/magic/n3-*.txt testdata/magic/order-2.txt testdata/draughtboard/d04-*.txt"},
	"crosscut minimal":               {"minimal testdata/hidoku/gk05-med-1.txt testdata/magic/order-3.txt"},
	"crosscut repair":                {"repair testdata/hidoku/gk05-unsat-2.txt testdata/hidoku/gk05-multi-1.txt testdata/hidoku/gk05-med-1.txt testdata/magic/order-2.txt"},
	"crosscut generate hidoku":       {"generate hidoku --size 4x4 --count 3 --seed 1 --difficulty easy"},
	"crosscut generate magic":        {"generate magic --size 3x3 --count 2 --seed 1"},
	"crosscut generate draughtboard": {"generate draughtboard --size 4x4 --stones 2..4 --count 2 --seed 2"},
	"crosscut verify": {
		"verify testdata/magic/seed-5x5.txt testdata/magic/seed-5x5.solution.txt",
		"verify testdata/magic/seed-5x5.txt testdata/magic/seed-5x5.wrong.txt",
		"verify testdata/hidoku/seed-10x10.txt testdata/hidoku/seed-10x10.solution.txt",
		"verify --partial testdata/magic/seed-5x5.txt testdata/magic/seed-5x5.wrong.txt",
	},
	"crosscut decode": {"decode --from dlx testdata/draughtboard/three.txt testdata/draughtboard/three.answer.txt", "decode --from dimacs testdata/magic/order-1.txt -"},
	"crosscut cover": {
		"cover --all testdata/cover/queens-8.dlx", "cover testdata/cover/toy.dlx", "cover --count testdata/cover/langford-7.dlx",
		"cover --nodes 3 --all testdata/cover/queens-8.dlx", "cover --prove --out DIR/cover testdata/cover/toy.dlx",
	},
	"crosscut models":  {"models --all testdata/formula/show.cnf", "models --nodes 1 --all testdata/formula/show.cnf", "models --digest testdata/formula/show.cnf"},
	"crosscut why":     {"why testdata/hidoku/gk05-unsat-2.txt testdata/hidoku/gk05-med-1.txt testdata/magic/order-2.txt testdata/draughtboard/d04-0.txt", "why --steps testdata/hidoku/gk05-unsat-2.txt"},
	"crosscut version": {"version"},
	"crosscut run":     {"run status DIR/run", "run check DIR/run", "run status DIR/some", "run check DIR/some"},
	"crosscut prove":   {"prove testdata/hidoku/gk05-med-1.txt --out DIR/certificate", "prove --check DIR/certificate", "prove --check DIR/cover", "prove --check testdata"},
}

// TestEveryLineHoldsToTheSchema validates the output of every command with --format for the
// puzzles of testdata.
func TestEveryLineHoldsToTheSchema(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	dir := t.TempDir()
	results := validator(t)
	printed("", "count", "--digest", "--run", filepath.Join(dir, "run"), "testdata/magic/order-3.txt")
	unfinished(t, filepath.Join(dir, "run"), filepath.Join(dir, "some"))
	commands := 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			visit(below)
		}
		if cmd.Flags().Lookup("format") == nil || cmd.HasSubCommands() {
			return
		}
		commands++
		lines := 0
		require.NotEmpty(t, printing[cmd.CommandPath()], cmd.CommandPath())
		for _, args := range printing[cmd.CommandPath()] {
			words := strings.ReplaceAll(args, "DIR", dir)
			lines += validate(t, results, printed("UNSAT\n", expanded(words+" --format json")...), args)
		}
		assert.Positive(t, lines, cmd.CommandPath())
	}
	visit((&app{engines: crosscut.Engines()}).rootCommand())
	assert.Len(t, printing, commands, "printing has a command that does not exist")
}

// TestTheSchemaRefusesWhatIsNoResult shows that the schema does not accept everything.
func TestTheSchemaRefusesWhatIsNoResult(t *testing.T) {
	result := validator(t)
	for _, line := range []string{
		`{"file":"a","solutions":1,"complete":false,"stopped":"as many as asked for"}`,
		`{}`, `[]`, `3`, `{"file":"a"}`,
		`{"file":"","count":1,"complete":true}`,
		`{"file":"a","count":-1,"complete":true}`,
		`{"file":"a","count":1}`,
		`{"file":"a","count":1,"complete":true,"more":1}`,
		`{"file":"a","solution":0,"rows":[[1]]}`,
		`{"file":"a","solution":1,"rows":[[1.5]]}`,
		`{"file":"a","solution":1,"rows":[["_"]]}`,
		`{"file":"a","unique":"no","solutions":[]}`,
		`{"file":"a","verdict":"perhaps","claim":"?","engines":[]}`,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		require.NoError(t, err)
		assert.Error(t, result.Validate(value), line)
	}
}

// TestHelpPrintsTheSchema checks that the help topic is only JSON.
func TestHelpPrintsTheSchema(t *testing.T) {
	assert.JSONEq(t, serve.Schema, printed("", "help", "schema"))
}

// TestTheSchemaListsTheTechniques compares the list of the schema with that of the package.
func TestTheSchemaListsTheTechniques(t *testing.T) {
	for technique := human.Technique(0); technique <= human.Guess; technique++ {
		assert.Contains(t, serve.Schema, fmt.Sprintf("%q", strings.ReplaceAll(technique.String(), " ", "-")))
	}
}

// printed runs the program and returns what it wrote to standard output.
func printed(stdin string, args ...string) string {
	var out bytes.Buffer
	runProgram(context.Background(), args, strings.NewReader(stdin), &out, io.Discard, crosscut.Engines())
	return out.String()
}

// unfinished copies a run without its last line, as if a process still worked for it.
func unfinished(t *testing.T, from, to string) {
	names, err := filepath.Glob(filepath.Join(from, "journals", "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for sub, text := range map[string]string{"journals/a.jsonl": "", "workers/w": `{"host":"h","pid":1,"jobs":2,"holds":["1"],"beat":3}`} {
		if text == "" {
			whole, err := os.ReadFile(names[0])
			require.NoError(t, err)
			text = string(whole[:len(whole)-20])
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(to, sub)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(to, sub), []byte(text), 0o600))
	}
}
