package puzzletest

import (
	"os/exec"
	"testing"
)

// NeedsProgram returns where the program of that name is, as [exec.LookPath] finds it. Where
// PATH has no such program, the test is skipped with the message "needs the program NAME".
func NeedsProgram(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("needs the program %s", name)
	}
	return path
}

// HasProgram reports whether the program of that name is there, for a test that can do part of
// its work without it. A missing program is a skipped subtest.
func HasProgram(t *testing.T, name string) (found bool) {
	t.Helper()
	t.Run("with "+name, func(t *testing.T) {
		NeedsProgram(t, name)
		found = true
	})
	return found
}
