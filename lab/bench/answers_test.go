//go:build unix

package bench_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Tests of TestBench itself: it reads the right answers and stops at its limits.

func TestTheBenchReadsAnswers(t *testing.T) {
	assert.Equal(t, "9356", printedNumber("UUX\nXXX\n9356\n"))
	assert.Equal(t, "1472", printedAll("# x.txt: 1,472 solutions, and no other\n"))
	assert.Equal(t, "1", firstCover("1:\n a b\n"))
	assert.Empty(t, firstCover("no cover\n"))
	solutions := upToTwo("----------", "==========")
	assert.Equal(t, "2", solutions("x\n----------\ny\n----------\n"))
	assert.Equal(t, "1", solutions("x\n----------\n==========\n"))
	assert.Equal(t, "0", solutions("==========\n"))
	assert.Empty(t, solutions("x\n----------\n"), "the search did not end")
	assert.Equal(t, "1460089659025264", multiplied("730044829512632", 2))
	assert.Equal(t, "7", multiplied("7", 0))
}

func TestTheBenchChoosesGroups(t *testing.T) {
	for pattern, wanted := range map[string]bool{".": true, "covers|paths": true, "exact covers, queens": true, "first covers, queens": false, "magic": false} {
		assert.Equal(t, wanted, wantsGroup(regexp.MustCompile(pattern), "exact covers"), pattern)
	}
}

// Programs run on the same file: one gets its name, and one reads it. The third is stopped.
func TestTheBenchRunsPrograms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "number")
	require.NoError(t, os.WriteFile(file, []byte("21\n"), 0o600))
	in := processInstance{name: "a number", words: map[string][]string{"FILE": {file}, "SCRIPT": {"-c", "while :; do :; done"}}, each: 2}
	programs := []process{
		{"crosscut", []string{"-c", "echo 42"}, printedNumber},
		{"reader", []string{"<"}, printedNumber},
		{"cat", []string{"FILE"}, printedNumber},
		{"loop", []string{"SCRIPT"}, printedNumber},
	}
	times := in.race(t, programs, []string{"sh", "cat", "cat", "sh"}, time.Second, processLong)
	require.Len(t, times, len(programs))
	for i := range 3 {
		assert.NotZero(t, times[i].clock, programs[i].name)
	}
	assert.Equal(t, taken{}, times[3], "it runs longer than allowed")
}
