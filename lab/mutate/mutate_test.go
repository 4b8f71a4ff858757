package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
)

// sample is a module with code that its tests check, code that the tests of an importer
// check, and code that no test checks.
var sample = map[string]string{
	"go.mod": "module sample\n\ngo 1.26\n",
	"code/code.go": `package code

// Sum adds the numbers from 2 to n+1.
func Sum(n int) (sum int) {
	for k := n; k > 0; {
		k--
		sum += k + 2
	}
	return sum
}

const limit = 3

func Small(n int) bool { return n < limit }

func Checked(n int) (int, error) { return n, nil }

func Unchecked(n int) int {
	return n * 2
}
`,
	"code/code_test.go": `package code
import "testing"
func TestSum(t *testing.T) { if Sum(4) != 14 { t.Error("wrong sum") } }
func TestSmall(t *testing.T) { if !Small(2) || Small(3) { t.Error("not small") } }
func TestNothing(t *testing.T) { Unchecked(1) }
`,
	"human/human.go": "package human\nimport \"sample/code\"\nfunc Same(n int) int { m, _ := code.Checked(n); return m }\n",
	"human/human_test.go": `package human
import "testing"
func TestSame(t *testing.T) { if Same(7) != 7 { t.Error("not the same") } }
`,
}

// run writes the sample and runs the command there.
func run(t *testing.T, args ...string) string {
	needs.Program(t, "go")
	root := t.TempDir()
	for name, text := range sample {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	t.Chdir(root)
	t.Setenv("GOFLAGS", "")
	var out strings.Builder
	require.NoError(t, mutate(t.Context(), append([]string{"-in", "."}, args...), &out))
	for name, text := range sample {
		now, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		assert.Equal(t, text, string(now), "%s has changed", name)
	}
	return out.String()
}

func TestMutantsMeetTheirTests(t *testing.T) {
	out := run(t, "-n", "100", "-jobs", "2", "-patience", "1s", "./code")
	for _, row := range []string{
		`code/code\.go:5: killed by code TestSum\n\t- for k := n; k > 0; {\n\t\+ for k := n; k <= 0; {`,
		`code/code\.go:6: too slow in code TestSum\n\t- k--\n\t\+ k\+\+`,
		`code/code\.go:7: killed by code TestSum\n\t- sum \+= k \+ 2\n\t\+ \n`,
		`code/code\.go:12: killed by code TestSmall\n\t- const limit = 3\n\t\+ const limit = 4`,
		`code/code\.go:16: killed by human TestSame\n.*\n\t\+ .*return \*new\(int\), nil`,
		`code/code\.go:19: survived\n\t- return n \* 2\n\t\+ return n \* 3`,
	} {
		assert.Regexp(t, row, out)
	}
	survived := regexp.MustCompile(`(?m)code\.go:(\d+): survived`).FindAllStringSubmatch(out, -1)
	for _, row := range survived {
		assert.Equal(t, "19", row[1])
	}
	all := strings.Count(out, " code/code.go:")
	slow := strings.Count(out, "too slow in ")
	assert.GreaterOrEqual(t, slow, 1)
	sums := fmt.Sprintf(`of +%d killed, %d too slow`, all, slow)
	assert.Regexp(t, `code +\d+ `+sums+`\nall +\d+ `+sums+`, \d+\.\d % killed\n$`, out)
}

func TestMutantsDependOnTheSeedOnly(t *testing.T) {
	first := run(t, "-list", "-n", "8", "./code")
	assert.Equal(t, first, run(t, "-list", "-n", "8", "./code"))
	assert.NotEqual(t, first, run(t, "-list", "-n", "8", "-seed", "2", "./code"))
	assert.Equal(t, first, run(t, "-list", "-n", "3", "./code")+run(t, "-list", "-n", "5", "-from", "3", "./code"))
	name, _, _ := strings.Cut(first, " ")
	one := run(t, "-list", "-only", name, "./code")
	assert.True(t, strings.HasPrefix(first, one) && one != "", "%s", one)
}

func TestMutantsKeepTheirNamesWhenOtherLinesChange(t *testing.T) {
	before := run(t, "-list", "-n", "100", "./code")
	text := sample["code/code.go"]
	defer func() { sample["code/code.go"] = text }()
	sample["code/code.go"] = strings.Replace(text, "package code\n", "package code\n\n// More text.\n", 1)
	after := run(t, "-list", "-n", "100", "./code")
	place := regexp.MustCompile(`:\d+:`)
	assert.Equal(t, place.ReplaceAllString(before, ""), place.ReplaceAllString(after, ""))
}
