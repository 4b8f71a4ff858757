//go:build unix

package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestProgramsHaveNamesWithoutProc asks for the name of this program as on a system without /proc.
func TestProgramsHaveNamesWithoutProc(t *testing.T) {
	if _, err := exec.LookPath("ps"); err != nil {
		t.Skip(err)
	}
	program, err := os.Executable()
	assert.NoError(t, err)
	name := filepath.Base(programOf(t.TempDir(), strconv.Itoa(os.Getpid())))
	assert.NotEqual(t, ".", name)
	assert.Contains(t, filepath.Base(program), name) // ps may shorten it
}
