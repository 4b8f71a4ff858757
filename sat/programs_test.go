package sat

// Solvers of other people read the files that this package writes.

import (
	"bytes"
	"errors"
	"math/rand/v2"
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

func TestOtherSolversAgree(t *testing.T) {
	solvers := map[string]func(t *testing.T, path, file string) []byte{
		"cadical": func(t *testing.T, path, file string) []byte { return answers(t, path, "-q", file) },
		"clasp":   func(t *testing.T, path, file string) []byte { return answers(t, path, "-n", "1", file) },
		"minisat": func(t *testing.T, path, file string) []byte {
			result := filepath.Join(filepath.Dir(file), "result")
			answers(t, path, "-verb=0", file, result)
			out, err := os.ReadFile(result)
			require.NoError(t, err)
			return out
		},
	}
	for name, solve := range solvers {
		t.Run(name, func(t *testing.T) {
			path := needs.Program(t, name)
			file := filepath.Join(t.TempDir(), "formula.cnf")
			for seed := range uint64(40) {
				f := randomCNF(rand.New(rand.NewPCG(seed, 3)))
				for v := range Lit(f.Vars()) {
					f.Name(v+1, "variable")
				}
				require.NoError(t, os.WriteFile(file, []byte(written(t, f, "a comment")), 0o600))
				values, sat, err := ReadModel(bytes.NewReader(solve(t, path, file)), name, f.Vars())
				require.NoError(t, err, "seed %d", seed)
				assert.Equal(t, len(brute(f, nil)) > 0, sat, "seed %d", seed)
				assert.True(t, !sat || f.Satisfied(values), "seed %d: not a model", seed)
			}
		})
	}
}

func TestAModelCounterCountsTheSame(t *testing.T) {
	path := needs.Program(t, "clasp")
	f, _ := permutations(7) // with auxiliary variables
	file := filepath.Join(t.TempDir(), "formula.cnf")
	require.NoError(t, os.WriteFile(file, []byte(written(t, f)), 0o600))
	assert.Contains(t, string(answers(t, path, "-n", "0", "-q", file)), "Models         : 5040")
}
