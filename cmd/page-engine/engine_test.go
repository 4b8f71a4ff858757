package main_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/serve"
	"crosscut/internal/puzzletest"
)

// question is a question for ask.js.
type question struct {
	Operation string `json:"operation"`
	Text      string `json:"text"`
	Options   string `json:"options"` // an object of strings
}

// answers is what ask.js writes.
type answers struct {
	Ready      bool     `json:"ready"`
	Operations []string `json:"operations"`
	Answers    []struct {
		Status       int     `json:"status"`
		Type         string  `json:"type"`
		Body         string  `json:"body"`
		Reports      int     `json:"reports"` // calls of the function that takes progress
		Ticks        int     `json:"ticks"`   // ticks of a clock of 10 ms while the engine worked
		Milliseconds float64 `json:"milliseconds"`
	} `json:"answers"`
}

// built is a folder with the engine, once a test has built it.
var built string

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(built)
	os.Exit(code)
}

// buildEngine builds the engine, unless another test did, and returns its name and that of its loader.
func buildEngine(t *testing.T) (engine, loader string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	loader = filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	if built != "" {
		return filepath.Join(built, "engine.wasm"), loader
	}
	dir, err := os.MkdirTemp("", "engine")
	require.NoError(t, err)
	build := exec.Command("go", "build", "-tags", "page", "-o", filepath.Join(dir, "engine.wasm"), ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	built = dir
	return filepath.Join(built, "engine.wasm"), loader
}

// inNode builds the engine and asks it in node. It skips the test where there is no node.
func inNode(t *testing.T, questions []question) answers {
	t.Helper()
	node := puzzletest.NeedsProgram(t, "node")
	dir := t.TempDir()
	engine, loader := buildEngine(t)
	text, err := json.Marshal(questions)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "questions.json"), text, 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	ask := exec.CommandContext(ctx, node, filepath.Join("testdata", "ask.js"),
		loader, engine, filepath.Join(dir, "questions.json"))
	ask.Stderr = os.Stderr
	out, err := ask.Output()
	require.NoError(t, err)
	var got answers
	require.NoError(t, json.Unmarshal(out, &got), string(out))
	require.Len(t, got.Answers, len(questions))
	return got
}

// puzzles returns the texts of all puzzles in testdata by their names.
func puzzles(t *testing.T) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	root := filepath.Join("..", "..", "testdata")
	for _, family := range []string{"hidoku", "magic", "draughtboard"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, family), func(name string, entry fs.DirEntry, err error) error {
			base := strings.TrimSuffix(filepath.Base(name), ".txt")
			if err != nil || entry.IsDir() || strings.Contains(base, ".") {
				return err
			}
			text, err := os.ReadFile(name)
			texts[base] = string(text)
			return err
		}))
	}
	require.NotEmpty(t, texts)
	return texts
}

// TestTheEngineAnswersAsTheProgramDoes asks about puzzles of testdata, here and in WebAssembly. The
// answers must be the same bytes. With CROSSCUT_LONG it asks about all of them, else about every fifth.
func TestTheEngineAnswersAsTheProgramDoes(t *testing.T) {
	all := puzzles(t)
	var questions []question
	var names []string
	ask := func(name, operation, text, options string) {
		questions = append(questions, question{operation, text, options})
		names = append(names, name+" "+operation)
	}
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i%puzzletest.Often(5, 1) != 0 {
			continue
		}
		ask(name, "read", all[name], "")
		ask(name, "solve", all[name], `{"n":"2","nodes":"200"}`)
		ask(name, "unique", all[name], `{"nodes":"300"}`)
	}
	for _, name := range []string{"gk05-med-1", "gr05-ends-1", "n3-m1", "d04-0", "gk05-unsat-2"} {
		for _, operation := range []string{"hint", "grade", "why", "certain", "minimal"} {
			ask(name, operation, all[name], "")
		}
		ask(name, "count", all[name], `{"engine":"sat"}`)
		ask(name, "count", all[name], `{"engine":"dlx"}`)
		ask(name, "encode", all[name], `{"to":"dimacs"}`)
	}
	ask("none", "generate", "", `{"family":"hidoku","size":"4x4","seed":"20261122","difficulty":"easy"}`)
	ask("none", "cook", "", "")
	ask("order-3", "solve", all["order-3"], `{"engine":"prayer"}`)

	got := inNode(t, questions)
	for i, q := range questions {
		var options map[string]string
		if q.Options != "" {
			require.NoError(t, json.Unmarshal([]byte(q.Options), &options))
		}
		want := serve.Ask(t.Context(), serve.Question{Operation: q.Operation, Text: q.Text, Options: options}, serve.Bounds{}, nil)
		assert.Equal(t, string(want.Body), got.Answers[i].Body, names[i])
		assert.Equal(t, want.Kind.Status(), got.Answers[i].Status, names[i])
		assert.Equal(t, want.Type, got.Answers[i].Type, names[i])
		if slow := got.Answers[i].Milliseconds; slow > 2000 {
			t.Logf("%s: %.0f ms", names[i], slow)
		}
	}
	assert.True(t, got.Ready)
	assert.Len(t, got.Operations, len(serve.Operations()))
}

// TestOptionsThatAreNoJSONAreBadInput has options that only the page could send.
func TestOptionsThatAreNoJSONAreBadInput(t *testing.T) {
	var questions []question
	for _, options := range []string{"{", "null", `{"n":}`} {
		questions = append(questions, question{"solve", "puzzle: hidoku\n1,_\n", options})
	}
	for i, a := range inNode(t, questions).Answers {
		assert.Equal(t, 400, a.Status, questions[i].Options)
		assert.Contains(t, a.Body, "the options are no JSON object: ", questions[i].Options)
	}
}

// TestTheEngineKeepsTimeLimits asks questions that take hours. Each must end after its limit,
// and they must let events in and report progress meanwhile.
func TestTheEngineKeepsTimeLimits(t *testing.T) {
	magic := "puzzle: magic\n\n" + strings.Repeat("_ _ _ _ _ _\n", 6)
	hidoku := "puzzle: hidoku\nmoves: rook\n\n" + strings.Repeat(strings.Repeat("_ ", 25)+"\n", 25)
	questions := []question{
		{"count", magic, `{"time":"500ms"}`},
		{"count", magic, `{"time":"500ms","engine":"sat"}`},
		{"count", magic, `{"time":"500ms","engine":"dlx"}`},
		{"count", magic, `{"time":"500ms","engine":"race"}`},
		{"hint", hidoku, `{"time":"500ms"}`},
		{"certain", hidoku, `{"time":"500ms"}`},
		{"generate", "", `{"time":"500ms","family":"draughtboard","size":"12","difficulty":"extreme"}`},
		{"generate", "", `{"time":"500ms","family":"magic","size":"7","minimal":""}`},
	}
	ticks, reports := 0, 0
	for i, a := range inNode(t, questions).Answers {
		assert.Equal(t, 504, a.Status, "%v: %s", questions[i], a.Body)
		assert.Less(t, a.Milliseconds, 20_000.0, "%v", questions[i]) // the machine may be busy
		ticks += a.Ticks
		reports += a.Reports
	}
	assert.GreaterOrEqual(t, ticks, len(questions), "the engine lets no events in")
	assert.GreaterOrEqual(t, reports, len(questions), "the engine reports no progress")
}

// TestThePackageWorksInNode puts the npm package where a program finds it, and uses it. The process
// ends by itself, when no question is open.
func TestThePackageWorksInNode(t *testing.T) {
	node := puzzletest.NeedsProgram(t, "node")
	dir := t.TempDir()
	into := filepath.Join(dir, "node_modules", "crosscut")
	require.NoError(t, os.CopyFS(into, os.DirFS("../../web/npm")))
	engine, loader := buildEngine(t)
	require.NoError(t, os.Link(engine, filepath.Join(into, "engine.wasm")))
	content, err := os.ReadFile(loader)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(into, "wasm_exec.js"), content, 0o600))
	script, err := os.ReadFile(filepath.Join("testdata", "package.mjs"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "package.mjs"), script, 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	use := exec.CommandContext(ctx, node, "package.mjs")
	use.Dir, use.Stderr = dir, os.Stderr
	out, err := use.Output()
	require.NoError(t, err)
	var got map[string]any
	require.NoError(t, json.Unmarshal(out, &got), string(out))
	assert.Regexp(t, "the line joins ", got["step"])
	delete(got, "step")
	assert.Equal(t, map[string]any{
		"solutions": 2.0, "complete": true, "count": 2.0, "unique": false, "made": 2.0, "level": true, "wrong": "input", "svg": true, "ended": "ended",
	}, got)
}
