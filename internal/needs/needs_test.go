package needs

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
	Program(r, "nosuch-program")
	assert.Equal(t, "needs the program nosuch-program", r.skipped)
}

func TestProgramsOnThePathAreFound(t *testing.T) {
	r := new(recorder)
	assert.NotEmpty(t, Program(r, "go"))
	assert.Empty(t, r.skipped)
}

func TestFound(t *testing.T) {
	assert.True(t, Found(t, "go"))
	assert.False(t, Found(t, "program-that-no-machine-has"))
}
