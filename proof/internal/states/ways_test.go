package states

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// accepts runs check_count.py on folders, and prints for each whether it accepts.
const accepts = `
import sys
sys.path.insert(0, "../..")
import check_count
for folder in sys.stdin.read().split():
    sys.argv = ["", folder]
    try:
        check_count.main()
        print("accepted")
    except Exception as reason:
        print("refused:", reason)
`

// TestBothWaysAreAccepted lets Python check proofs that are made state by state and by a search.
func TestBothWaysAreAccepted(t *testing.T) {
	python := needs.Program(t, "python3")
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	var folders []string
	puzzles := 12
	if puzzletest.Long() {
		puzzles = 1000
	}
	for seed := range puzzles {
		rules := rapid.Custom(drawRules).Example(seed)
		f, err := New(run, rules)
		require.NoError(t, err)
		for _, bySearch := range []bool{false, true} {
			folder := t.TempDir()
			var proof strings.Builder
			n, err := f.count(run, &proof, seed%4 == 0, bySearch, 0)
			if errors.Is(err, ErrNone) {
				continue
			}
			require.NoError(t, err)
			var formula strings.Builder
			require.NoError(t, f.CNF.WriteDIMACS(&formula, ""))
			for name, text := range map[string]string{"formula.cnf": formula.String(), "proof.cpog": proof.String(), "count.txt": n.String() + "\n"} {
				require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
			}
			folders = append(folders, folder)
		}
	}
	cmd := exec.Command(python, "-c", accepts)
	cmd.Stdin = strings.NewReader(strings.Join(folders, "\n"))
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	var verdicts []string
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "c ") && !strings.HasPrefix(line, "s ") {
			verdicts = append(verdicts, strings.TrimSpace(line))
		}
	}
	require.Len(t, verdicts, len(folders))
	for i, v := range verdicts {
		assert.Equal(t, "accepted", v, "%s", folders[i])
	}
}
