package puzzletest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// RequireSteps compares a text with the file testdata/steps.txt of the package under test.
// Such files hold counters and digests that only a meant change of a search or an encoding
// may change. With STEPS_UPDATE=1 it writes the file first.
func RequireSteps(t *testing.T, got string) {
	t.Helper()
	golden := filepath.Join("testdata", "steps.txt")
	if os.Getenv("STEPS_UPDATE") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want := must[[]byte](t)(os.ReadFile(golden))
	require.Equal(t, string(want), got, "STEPS_UPDATE=1 writes the file anew, where a change is meant")
}
