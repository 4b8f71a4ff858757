package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
)

// sample is a module whose tests end in every way that tests have.
var sample = map[string]string{
	"go.mod": "module sample\n\ngo 1.26\n",
	"good/good_test.go": `package good
import "testing"
func TestGood(t *testing.T) { t.Log("a secret") }
func TestBare(t *testing.T) { t.Skip("needs the program x: y") }
func TestSubtests(t *testing.T) {
	t.Run("skipped", func(t *testing.T) { t.Log("first"); t.SkipNow() })
	t.Run("good", func(t *testing.T) {})
}
func TestMute(t *testing.T) { t.SkipNow() }
func TestParallel(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) { t.Parallel(); if name == "b" { t.Skip("not b") } })
	}
}
`,
	"bad/bad_test.go": `package bad
import ("testing"; "fmt")
func TestBad(t *testing.T) { fmt.Println("printed before"); t.Run("below", func(t *testing.T) { t.Error("wrong answer") }) }
func TestGood(t *testing.T) { t.Log("a secret") }
func TestLate(t *testing.T) { t.Skip("late") }
`,
	"panics/panics_test.go": "package panics\nimport \"testing\"\nfunc TestPanics(t *testing.T) { t.Log(\"before the end\"); panic(\"a great fall\") }\n",
	"exits/exits_test.go":   "package exits\nimport (\"os\"; \"testing\")\nfunc TestExits(t *testing.T) { t.Log(\"last words\"); os.Exit(3) }\n",
	"broken/broken_test.go": "package broken\nvar x int = \"text\"\n",
	"untested/untested.go":  "package untested\n",
}

func TestSkippedListAndOutput(t *testing.T) {
	program := needs.Program(t, "go")
	root := t.TempDir()
	for name, text := range sample {
		file := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	cmd := exec.Command(program, "test", "-json", "./...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "PWD="+root)
	events, err := cmd.Output()
	require.Error(t, err, "most of these tests fail")
	events = append([]byte("something else\n"), events...)
	var out bytes.Buffer
	list, err := copyAndList(bytes.NewReader(events), &out)
	require.NoError(t, err)
	assert.Equal(t, `sample/bad TestLate: late
sample/good TestBare: needs the program x: y
sample/good TestMute: no reason given
sample/good TestParallel/b: not b
sample/good TestSubtests/skipped: first
6 tests passed, 5 skipped
`, list)
	shown := out.String()
	for _, want := range []string{
		"something else\n", "ok  \tsample/good\t", "FAIL\tsample/bad\t", "FAIL\tsample/exits\t",
		"wrong answer", "--- FAIL: TestBad", "--- FAIL: TestBad/below", "printed before\n",
		"panic: a great fall", "before the end", "last words", "cannot use \"text\"", "FAIL\tsample/broken [build failed]",
		"sample/untested\t[no test files]",
	} {
		assert.Contains(t, shown, want)
	}
	assert.NotContains(t, shown, "a secret")
	assert.NotContains(t, shown, "TestGood")
	assert.NotContains(t, shown, "=== ")
}

func TestSkippedShowsTextThatIsNoEvent(t *testing.T) {
	var out bytes.Buffer
	list, err := copyAndList(strings.NewReader("{}\nnot json\n{\"Action\":\"output\",\"Output\":\"end\"}"), &out)
	require.NoError(t, err)
	assert.Equal(t, "{}\nnot json\nend", out.String())
	assert.Equal(t, "0 tests passed, 0 skipped\n", list)
}
