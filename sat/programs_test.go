package sat

// A solver of other people reads a file that this package writes. Others are in command_test.go.

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
)

// answers runs a solver, whose exit code is 10 or 20 when it has an answer.
func answers(t *testing.T, path string, args ...string) []byte {
	out, err := exec.Command(path, args...).Output()
	exit := new(exec.ExitError)
	require.True(t, errors.As(err, &exit) && (exit.ExitCode() == 10 || exit.ExitCode() == 20 || exit.ExitCode() == 30),
		"%s: %v\n%s", path, err, out)
	return out
}

func TestAModelCounterCountsTheSame(t *testing.T) {
	path := needs.Program(t, "clasp")
	f, _ := permutations(7) // with auxiliary variables
	file := filepath.Join(t.TempDir(), "formula.cnf")
	require.NoError(t, os.WriteFile(file, []byte(written(t, f)), 0o600))
	assert.Contains(t, string(answers(t, path, "-n", "0", "-q", file)), "Models         : 5040")
}
