package sat

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadModelReadsBothFormats(t *testing.T) {
	yes := []bool{false, true, false, true}
	for name, c := range map[string]struct {
		file string
		want []bool
		sat  bool
	}{
		"competition":           {"c cadical\ns SATISFIABLE\nv 1 -2\nv 3 0\n", yes, true},
		"values first":          {"c Answer: 1\nv 1 -2 3 0\ns SATISFIABLE\nc Models : 1\n", yes, true},
		"open variables":        {"s SATISFIABLE\nv 3 0\nv\n", []bool{false, false, false, true}, true},
		"a value twice":         {"s SATISFIABLE\nv 3 1 3 0\n", yes, true},
		"carriage returns":      {"s SATISFIABLE\r\nv 1 -2 3 0\r\n", yes, true},
		"minisat":               {"SAT\n1 -2 3 0\n", yes, true},
		"minisat over lines":    {"SAT\n1 -2\n3 0", yes, true},
		"competition, no model": {"c x\ns UNSATISFIABLE\n", nil, false},
		"minisat, no model":     {"UNSAT\n", nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			values, sat, err := ReadModel(strings.NewReader(c.file), "out", 3)
			require.NoError(t, err)
			assert.Equal(t, c.want, values)
			assert.Equal(t, c.sat, sat)
		})
	}
	values, sat, err := ReadModel(strings.NewReader("SAT\n0\n"), "out", 0)
	require.NoError(t, err)
	assert.True(t, sat)
	assert.Equal(t, []bool{false}, values)
}

func TestReadModelSaysWhatIsWrongAndWhere(t *testing.T) {
	for file, want := range map[string]string{
		"":                                     "out:1:1: the file ends without an answer; want 's SATISFIABLE' or 's UNSATISFIABLE'",
		"c 1\nv 1 0\n":                         "out:3:1: the file ends without an answer; want 's SATISFIABLE' or 's UNSATISFIABLE'",
		"hello":                                `out:1:1: "hello"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"1 2 0":                                `out:1:1: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"s SATISFIABLE\n1 0\n":                 `out:2:1: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"s SATISFIABLE 1\n":                    `out:1:15: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"UNSAT\n1 0\n":                         `out:2:1: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"s":                                    `out:1:2: status ""; want SATISFIABLE or UNSATISFIABLE`,
		"s SAT":                                `out:1:3: status "SAT"; want SATISFIABLE or UNSATISFIABLE`,
		"s UNKNOWN\n":                          "out:1:3: the solver has not decided whether there is a model",
		"INDET\n":                              "out:1:1: the solver has not decided whether there is a model",
		"s SATISFIABLE\n":                      "out:2:1: the values end without a 0; is the file cut short?",
		"s SATISFIABLE\nv 1 2\n":               "out:3:1: the values end without a 0; is the file cut short?",
		"SAT\n1 2":                             "out:2:4: the values end without a 0; is the file cut short?",
		"SAT\n1 -1 0":                          "out:2:3: variable 1 is both true and false",
		"SAT\n4 0":                             "out:2:1: literal 4 where there are 3 variables",
		"SAT\n1 x 0":                           `out:2:3: "x" is no number; want a literal, or 0 at the end`,
		"SAT\n1 0\n2 0":                        `out:3:1: "2" after the 0 that ends the values; want one answer`,
		"SAT\n1 0 0":                           `out:2:5: "0" after the 0 that ends the values; want one answer`,
		"s UNSATISFIABLE\nv 1 0\n":             "out:3:1: values beside the answer that there are none",
		"s SATISFIABLE\ns UNSATISFIABLE\n":     "out:2:3: a second status; want one answer",
		"SAT\n1 2 3 0\nSAT\n1 2 -3 0\n":        "out:3:1: a second status; want one answer",
		"v 1 -2 3 0\nc Answer: 2\nv 1 2 3 0\n": `out:3:3: "1" after the 0 that ends the values; want one answer`,
		"s SATISFIABLE\nv 123456789012 0\n":    "out:2:3: 123456789012 is too large for a literal, or 0 at the end",
	} {
		values, sat, err := ReadModel(strings.NewReader(file), "out", 3)
		assert.EqualError(t, err, want, "%q", file)
		assert.Nil(t, values)
		assert.False(t, sat)
	}
	_, _, err := ReadModel(strings.NewReader("SAT\n1 0"), "out", -1)
	assert.EqualError(t, err, "out:2:1: literal 1 where there are 0 variables")
}

func TestReadModelReturnsTheErrorsOfItsSource(t *testing.T) {
	broken := errors.New("unplugged")
	for _, start := range []string{"", "c com", "s ", "s SATISFIABLE\nv 1 "} {
		_, _, err := ReadModel(io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)), "out", 3)
		assert.ErrorIs(t, err, broken, "%q", start)
		assert.ErrorContains(t, err, "reading out: ", "%q", start)
	}
}

// endless repeats a byte n times without storing it.
type endless struct {
	b byte
	n int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	p = p[:min(len(p), e.n)]
	for i := range p {
		p[i] = e.b
	}
	e.n -= len(p)
	return len(p), nil
}

func TestRubbishTakesLittleMemory(t *testing.T) {
	const size = 8 << 20
	for name, c := range map[string]struct {
		start string
		b     byte
	}{
		"a word without end":    {"", 'x'},
		"a number without end":  {"v ", '1'},
		"zeros without end":     {"v ", '0'},
		"blanks without end":    {"v ", ' '},
		"lines without end":     {"", '\n'},
		"a comment without end": {"c", 'c'},
		"nothing but NUL":       {"", 0},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := ReadModel(io.MultiReader(strings.NewReader(c.start), &endless{c.b, size}), "out", 3)
			require.Error(t, err)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20))
		})
	}
}

func FuzzReadModel(f *testing.F) {
	for _, file := range []string{"", "s SATISFIABLE\nv 1 -2 3 0\n", "SAT\n1 2 0", "UNSAT", "s UNSATISFIABLE\nc x", "v 1 0\ns SATISFIABLE"} {
		f.Add([]byte(file), 3)
	}
	f.Fuzz(func(t *testing.T, file []byte, vars int) {
		vars = vars % 1000
		values, sat, err := ReadModel(bytes.NewReader(file), "out", vars)
		switch {
		case err != nil:
			require.True(t, strings.HasPrefix(err.Error(), "out:"), "%v", err)
			require.Nil(t, values)
			require.False(t, sat)
		case sat:
			require.Len(t, values, max(vars, 0)+1)
		default:
			require.Nil(t, values)
		}
	})
}
