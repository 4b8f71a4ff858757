package main

import (
	"bytes"
	"context"
	"os"
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

// output runs the program and returns all that it printed.
func output(args []string) string {
	var out bytes.Buffer
	run(context.Background(), args, strings.NewReader(""), &out, &out, crosscut.Engines())
	return out.String()
}
