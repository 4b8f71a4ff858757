package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
)

// modulePath returns the path of this module.
func modulePath(t *testing.T) string {
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
}

// TestReadmeUseFromAnotherModule follows the README: it saves the program beside a clone,
// and runs each of the two blocks. They need only modules that this module needs too.
// -trimpath lets them reuse what earlier runs have built.
func TestReadmeUseFromAnotherModule(t *testing.T) {
	shell := needs.Program(t, "sh")
	needs.Program(t, "go")
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	program := regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindSubmatch(readme)
	require.NotNil(t, program, "README.md has no program")
	assert.Contains(t, string(program[1]), `"`+modulePath(t)+`"`)
	var printed []string
	for _, form := range []string{"replace", "workspace"} {
		block := regexp.MustCompile("(?s)```sh\n# use crosscut from another module: " + form + "\n(.*?)```").FindSubmatch(readme)
		require.NotNil(t, block, "README.md has no block for %s", form)
		beside := t.TempDir()
		mine := filepath.Join(beside, "mine")
		require.NoError(t, os.Symlink(root, filepath.Join(beside, "crosscut")))
		require.NoError(t, os.Mkdir(mine, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(mine, "main.go"), program[1], 0o600))
		cmd := exec.Command(shell, "-e", "-c", string(block[1]))
		cmd.Dir = mine
		cmd.Env = append(os.Environ(), "GOSUMDB=off", "GOFLAGS=-trimpath", "GOWORK=", "PWD="+mine)
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		require.NoError(t, err, "%s: %s", form, errs.String())
		assert.NotEmpty(t, out, form)
		printed = append(printed, string(out))
	}
	assert.Equal(t, printed[0], printed[1])
}
