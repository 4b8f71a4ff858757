package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
)

// TestReadmeShowsWhatTheProgramPrints runs each "$ crosscut …" of the README and
// compares standard output and standard error with the lines below it, in which …
// stands for anything. With README_UPDATE=1 it writes the output into the README,
// where the times are then to be replaced by ….
func TestReadmeShowsWhatTheProgramPrints(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```console\n(.*?)```")
	ran := 0
	updated := blocks.ReplaceAllStringFunc(string(readme), func(block string) string {
		var text strings.Builder
		text.WriteString("```console\n")
		for _, shown := range strings.Split(strings.TrimSuffix(block, "```"), "\n$ ")[1:] {
			command, want, _ := strings.Cut(strings.TrimSuffix(shown, "\n")+"\n", "\n")
			got := output(strings.Fields(command)[1:])
			text.WriteString("$ " + command + "\n" + got)
			pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*")
			if os.Getenv("README_UPDATE") == "" {
				assert.Regexp(t, "^"+pattern+"$", got, command)
			}
			ran++
		}
		return text.String() + "```"
	})
	assert.GreaterOrEqual(t, ran, 10)
	if os.Getenv("README_UPDATE") != "" {
		require.NoError(t, os.WriteFile("README.md", []byte(updated), 0o600))
	}
}

// TestReadmeCommandsRun runs the commands of the README that are shown without their
// output, in a folder that has testdata. A block ends for the test where it calls a
// program by others that is not there.
func TestReadmeCommandsRun(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(filepath.Join(root, "testdata"), "testdata"))
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(readme, -1) {
		for line := range strings.Lines(string(block[1])) {
			if !runLine(t, strings.TrimSpace(line)) {
				break
			}
			ran++
		}
	}
	assert.GreaterOrEqual(t, ran, 4)
}

// runLine runs a line of a shell that has pipes, an output file and a comment at most. It
// returns false when one of its programs is not there.
func runLine(t *testing.T, line string) bool {
	line, _, _ = strings.Cut(line, " # ")
	line = strings.TrimSpace(line)
	commands, file, _ := strings.Cut(line, " > ")
	input := ""
	for _, command := range strings.Split(commands, " | ") {
		words := expanded(command)
		if words[0] == "crosscut" {
			input = runs(t, exitYes, input, words[1:]...)
			continue
		}
		path, err := exec.LookPath(words[0])
		if err != nil || words[0] == "go" { // which would test itself
			return false
		}
		cmd := exec.Command(path, words[1:]...)
		cmd.Stdin = strings.NewReader(input)
		out, _ := cmd.Output() // SAT solvers have exit codes of their own
		input = string(out)
	}
	if file != "" {
		require.NoError(t, os.WriteFile(file, []byte(input), 0o600))
	}
	return true
}

// output runs the program and returns all that it printed.
func output(args []string) string {
	var out bytes.Buffer
	run(context.Background(), args, strings.NewReader(""), &out, &out, crosscut.Engines())
	return out.String()
}
