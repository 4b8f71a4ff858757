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

// TestReadmeUseFromAnotherModule follows the README: it saves the program, and runs each of the two
// blocks. They need only modules that this module needs too. The clone beside the program gets its
// real path, so a workspace reuses what Go has built of it. A replaced module is built anew, so the
// first block does not run the program: it only lists the packages.
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
	for form, here := range map[string]string{"replace": "go list -deps .", "workspace": "go run ."} {
		block := regexp.MustCompile("(?s)```sh\n# use crosscut from another module: " + form + "\n(.*?)```").FindSubmatch(readme)
		require.NotNil(t, block, "README.md has no block for %s", form)
		require.Contains(t, string(block[1]), "\ngo run .\n")
		commands := strings.NewReplacer("../crosscut", root, "\ngo run .\n", "\n"+here+"\n").Replace(string(block[1]))
		mine := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(mine, "main.go"), program[1], 0o600))
		cmd := exec.Command(shell, "-e", "-c", commands)
		cmd.Dir = mine
		flags := strings.ReplaceAll(os.Getenv("GOFLAGS"), "-json", "") // with it, go mod edit only prints
		cmd.Env = append(os.Environ(), "GOFLAGS="+flags, "GOSUMDB=off", "GOWORK=", "PWD="+mine)
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		require.NoError(t, err, "%s: %s", form, errs.String())
		assert.NotEmpty(t, out, form)
	}
}
