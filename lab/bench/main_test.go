//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain runs the tests in the folder of the main module, where their files are.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestTheBenchReadsAnswers(t *testing.T) {
	assert.Equal(t, "9356", printedNumber("UUX\nXXX\n9356\n"))
	assert.Equal(t, "1472", printedAll("# x.txt: 1,472 solutions, and no other\n"))
	assert.Equal(t, "1", firstCover("1:\n a b\n"))
	assert.Empty(t, firstCover("no cover\n"))
	assert.Equal(t, "384", claspsNumber("c\nc Models         : 384\nc Calls : 1\n"))
	assert.Empty(t, claspsNumber("c Models : 384+\n"), "the search did not end")
	assert.Equal(t, "12", gecodesNumber("==========\n\n%%%mzn-stat: solutions=12\n"))
	assert.Equal(t, "12760", modelsNumber("s SATISFIABLE\nc s type mc\nc s exact arb int 12760\n"))
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

func TestTheBenchNamesWhatIsSlower(t *testing.T) {
	var s benchSummary
	const second = time.Second
	s.add("covers", "a", second, []time.Duration{0, 4 * second, 8 * second}, 10*second)
	s.add("covers", "b", 2*second, []time.Duration{second}, 10*second)
	s.add("covers", "c", second, []time.Duration{0}, 10*second)
	s.add("paths", "d", 0, []time.Duration{second}, 10*second)
	s.add("paths", "nobody finished", 0, []time.Duration{0}, 10*second)
	s.add("paths", "nobody to compare with", second, nil, 10*second)
	s.miss("ssxcc")
	s.miss("ssxcc")
	assert.Equal(t, `| group | rows | geometric mean | least | below 1.0 |
|---|--:|--:|--:|--:|
| covers | 3 | 2.71 | 0.50 | 1 |
| paths | 1 | 0.10 | 0.10 | 1 |
below 1.0: covers: b, 0.50 (2000 ms)
below 1.0: paths: d, < 0.10 (10000 ms)
not installed: ssxcc
`, s.String())
}
