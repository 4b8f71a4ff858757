package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/serve"
)

// TestExamplesOfHelpWork runs each example of the help texts in a folder that contains
// testdata. It understands pipes, redirection to files, and patterns of file names.
func TestExamplesOfHelpWork(t *testing.T) {
	testdata, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(testdata, "testdata"))
	ran := 0
	a := &app{engines: crosscut.Engines()}
	for _, cmd := range a.rootCommand().Commands() {
		ran += runExamples(t, cmd.Example)
	}
	ran += runExamples(t, a.rootCommand().Example)
	assert.GreaterOrEqual(t, ran, 12)
}

// runExamples runs the lines of an example and returns their number.
func runExamples(t *testing.T, example string) (ran int) {
	for _, line := range strings.Split(example, "\n") {
		input := ""
		line, file, kept := strings.Cut(line, " > ")
		for _, stage := range strings.Split(line, " | ") {
			words := strings.Fields(stage)
			if len(words) == 0 || words[0] != "crosscut" {
				break // a solver that may not be installed
			}
			args := expanded(stage)[1:]
			var out, errs bytes.Buffer
			ctx, end := context.WithCancelCause(t.Context())
			if args[0] == "serve" { // it ends at an interrupt only
				time.AfterFunc(100*time.Millisecond, func() { end(serve.ErrInterrupted) })
			}
			code := runProgram(ctx, args, strings.NewReader(input), &out, &errs, crosscut.Engines())
			assert.Equal(t, exitYes, code, "%s\n%s", line, errs.String())
			end(nil)
			input = out.String()
			ran++
		}
		if kept {
			require.NoError(t, os.WriteFile(file, []byte(input), 0o600))
		}
	}
	return ran
}

// expanded returns the words of a command line. It replaces patterns of file names by the
// names. A quoted text is one word.
func expanded(line string) (words []string) {
	for i, piece := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, piece)
			continue
		}
		for _, word := range strings.Fields(piece) {
			if names, err := filepath.Glob(word); err == nil && len(names) > 0 {
				words = append(words, names...)
			} else {
				words = append(words, word)
			}
		}
	}
	return words
}

// TestHelpOfDrawFitsOnAScreen bounds the number of lines of a help text.
func TestHelpOfDrawFitsOnAScreen(t *testing.T) {
	var out, errs bytes.Buffer
	runProgram(t.Context(), []string{"draw", "--help"}, strings.NewReader(""), &out, &errs, crosscut.Engines())
	lines := strings.Count(out.String(), "\n")
	assert.LessOrEqual(t, lines, 40)
	assert.Greater(t, lines, 20)
}

// TestHelpFitsTheTerminal bounds the length of the lines of help texts.
func TestHelpFitsTheTerminal(t *testing.T) {
	a := &app{engines: crosscut.Engines()}
	tooLong := regexp.MustCompile(`(?m)^.{101,}$`)
	for _, cmd := range append(a.rootCommand().Commands(), a.rootCommand()) {
		assert.NotRegexp(t, tooLong, cmd.Long, cmd.Name())
		assert.NotRegexp(t, tooLong, cmd.Example, cmd.Name())
	}
}
