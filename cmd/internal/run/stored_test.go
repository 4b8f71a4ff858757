package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A folder may have no problem, or one that is not what the run counts.
func TestAnotherProblemIsNotSearched(t *testing.T) {
	t.Parallel()
	dir, _, _ := finishedRun(t, Digest)
	name := filepath.Join(dir, problemFile)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	f, err := Look(dir)
	require.NoError(t, err)
	for want, damage := range map[string]func() error{
		"problem.txt is not what the run counts": func() error { return os.WriteFile(name, append(text, '\n'), 0o600) },
		"the folder has no problem.txt":          func() error { return os.Remove(name) },
	} {
		require.NoError(t, damage())
		_, err := f.ProblemText()
		require.ErrorContains(t, err, want)
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Mkdir(name, 0o700))
	_, err = f.ProblemText()
	require.ErrorContains(t, err, ": problem.txt: ", "it cannot be read")
	require.NoError(t, os.Remove(name))
	w := opens(t, dir, problemOf(t, kings), Digest, 4)
	require.NoError(t, w.Folder.Begin(t.Context()))
	_, err = f.ProblemText()
	require.NoError(t, err, "the next process writes it")
}
