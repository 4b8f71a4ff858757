// Package needs says in one place how a test skips when a program is missing.
package needs

import (
	"os/exec"
	"testing"
)

// Program returns where the program of that name is, as [exec.LookPath] finds it. Where
// PATH has no such program, the test is skipped with the message "needs the program NAME".
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("needs the program %s", name)
	}
	return path
}
