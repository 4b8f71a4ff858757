package puzzletest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// recorder is a test that only notes how it was skipped.
type recorder struct {
	testing.TB
	skipped string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) { r.skipped = fmt.Sprintf(format, args...) }

func TestMissingProgramsAreNamed(t *testing.T) {
	r := new(recorder)
	NeedsProgram(r, "nosuch-program")
	assert.Equal(t, "needs the program nosuch-program", r.skipped)
}

func TestProgramsOnThePathAreFound(t *testing.T) {
	r := new(recorder)
	assert.NotEmpty(t, NeedsProgram(r, "go"))
	assert.Empty(t, r.skipped)
}

func TestProgramsOfAPathAreTold(t *testing.T) {
	assert.True(t, HasProgram(t, "go"))
	assert.False(t, HasProgram(t, "program-that-no-machine-has"))
}
