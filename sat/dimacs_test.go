package sat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// written returns f as a DIMACS file.
func written(t testing.TB, f *CNF, comments ...string) string {
	var b strings.Builder
	require.NoError(t, f.WriteDIMACS(&b, nil, comments...))
	return b.String()
}

func TestWriteDIMACSWritesCommentsNamesHeaderAndClauses(t *testing.T) {
	f := formula(11, []Lit{1, -11}, nil, []Lit{2})
	f.Name(2, "number 2 on r1c1")
	f.Name(11, "two\nlines")
	f.Name(-2, "not 2")
	assert.Equal(t, `c made for a test
c
c of two lines
c v 2 = number 2 on r1c1
c v -2 = not 2
c v 11 = two lines
p cnf 11 3
1 -11 0
0
2 0
`, written(t, f, "made for a test\n\nof two lines"))
	assert.Equal(t, "p cnf 0 0\n", written(t, new(CNF)))
}

func TestWriteDIMACSReturnsErrors(t *testing.T) {
	large := formula(0)
	for range 20000 {
		large.Add(1, 2, 3)
	}
	full := errors.New("disk full")
	for _, f := range []*CNF{formula(1), large} {
		assert.ErrorIs(t, f.WriteDIMACS(failing{full}, nil), full)
	}
	assert.Error(t, formula(1, []Lit{0}).WriteDIMACS(io.Discard, nil))
}

// failing is a writer that cannot write.
type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }

func TestDIMACSRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		f := randomCNF(r)
		for range r.IntN(3) {
			f.Name(Lit(r.IntN(9)-4), "a name = with c v 3 = in it")
		}
		file := written(t, f, "comment")
		vars, clauses := readBack(t, file)
		assert.Equal(t, f.Vars(), vars)
		assert.Equal(t, stored(f), clauses)
	}
}

// readBack reads a DIMACS file that says how many clauses it has.
func readBack(t testing.TB, file string) (vars int, all [][]Lit) {
	_, body, found := strings.Cut("\n"+file, "\np cnf ")
	require.True(t, found, "%s", file)
	head, body, _ := strings.Cut(body, "\n")
	size, clauses := 0, [][]Lit{}
	_, err := fmt.Sscan(head, &vars, &size)
	require.NoError(t, err)
	for line := range strings.Lines(body) {
		var clause []Lit
		words := strings.Fields(line)
		for _, word := range words {
			l, err := strconv.Atoi(word)
			require.NoError(t, err)
			clause = append(clause, Lit(l))
		}
		require.Zero(t, clause[len(clause)-1])
		clauses = append(clauses, clause[:len(clause)-1])
	}
	require.Len(t, clauses, size)
	return vars, clauses
}

// Names that overlap: a name of its own counts most, then the first call that has a name.
func TestNamesThatOverlap(t *testing.T) {
	var f CNF
	odd := func(i int) string { return strings.Repeat("odd", i%2) }
	named := func(prefix string) func(int) string { return func(i int) string { return fmt.Sprint(prefix, i) } }
	f.NameVars(6, 4, odd)
	f.NameVars(2, 6, named("a"))
	f.NameVars(2, 1, named("b"))
	f.NameVars(12, 2, named("c"))
	f.Name(-1, "not one")
	f.Name(3, "three")
	f.Name(-3, "not three")
	f.Name(13, "thirteen")
	f.Name(20, "twenty")
	var text strings.Builder
	require.NoError(t, f.WriteDIMACS(&text, nil))
	assert.Equal(t, "c v -1 = not one\nc v 2 = a0\nc v 3 = three\nc v -3 = not three\nc v 4 = a2\nc v 5 = a3\nc v 6 = a4\n"+
		"c v 7 = odd\nc v 9 = odd\nc v 12 = c0\nc v 13 = thirteen\nc v 20 = twenty\np cnf 0 0\n", text.String())
}

// No name is made after the writer has failed.
func TestNamesEndWithTheWriter(t *testing.T) {
	var f CNF
	made := 0
	f.NameVars(1, 1<<20, func(int) string { made++; return "name" })
	assert.ErrorContains(t, f.WriteDIMACS(brokenWriter{}, nil), "writing a formula: the disk is full")
	assert.Less(t, made, 1<<14)
}

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
			values, sat, err := readModel(strings.NewReader(c.file), "out", 3)
			require.NoError(t, err)
			assert.Equal(t, c.want, values)
			assert.Equal(t, c.sat, sat)
		})
	}
	values, sat, err := readModel(strings.NewReader("SAT\n0\n"), "out", 0)
	require.NoError(t, err)
	assert.True(t, sat)
	assert.Equal(t, []bool{false}, values)
}

// Programs that list models print a 0 after each.
func TestReadModelsReadsAllModels(t *testing.T) {
	for file, want := range map[string][]string{
		"c Answer: 1\nv 1 -2\nv 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n": {"[false true false]", "[false false true]"},
		"SAT\n1 2 0 -1 0 2 0\n":  {"[false true true]", "[false false false]", "[false false true]"},
		"s SATISFIABLE\nv 2 0\n": {"[false false true]"},
		"s UNSATISFIABLE\n":      nil,
	} {
		var got []string
		require.NoError(t, ReadModels(strings.NewReader(file), "out", 2, func(values []bool) error {
			got = append(got, fmt.Sprint(values))
			return nil
		}), file)
		assert.Equal(t, want, got, file)
	}
	err := ReadModels(strings.NewReader("v 1 0\nv 2"), "out", 2, func([]bool) error { return nil })
	assert.ErrorContains(t, err, "the file ends without an answer")
	full := errors.New("full")
	err = ReadModels(strings.NewReader("s SATISFIABLE\nv 1 0\nv 2 0\n"), "out", 2, func([]bool) error { return full })
	assert.ErrorIs(t, err, full)
}

func TestReadModelSaysWhatIsWrongAndWhere(t *testing.T) {
	for file, want := range map[string]string{
		"":                     "out is empty; want 's SATISFIABLE' or 's UNSATISFIABLE'",
		"c\n":                  "out: the solver stopped, so it is not decided whether there is a model",
		"s INDETERMINATE\n":    "out: the solver stopped, so it is not decided whether there is a model",
		"c 1\nv 1 0\n":         "out:3:1: the file ends without an answer; want 's SATISFIABLE' or 's UNSATISFIABLE'",
		"hello":                `out:1:1: "hello"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"1 2 0":                `out:1:1: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"s SATISFIABLE\n1 0\n": `out:2:1: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"s SATISFIABLE 1\n":    `out:1:15: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"UNSAT\n1 0\n":         `out:2:1: "1"; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'`,
		"s":                    `out:1:2: status ""; want SATISFIABLE or UNSATISFIABLE`,
		"s SAT":                `out:1:3: status "SAT"; want SATISFIABLE or UNSATISFIABLE`,
		"s UNKNOWN\n":          "out: the solver stopped, so it is not decided whether there is a model",
		"INDET\n":              "out: the solver stopped, so it is not decided whether there is a model",
		"s SATISFIABLE\n":      "out:2:1: a model, and not its values; let the solver print them in lines v: clasp without -q, cadical and kissat without -n, glucose with -model",
		"c Answer: 1\ns SATISFIABLE\nc Models : 1+\n": "out:4:1: a model, and not its values; let the solver print them in lines v: clasp without -q, cadical and kissat without -n, glucose with -model",
		"SAT\n":                                "out:2:1: a model, and not its values; let the solver print them in lines v: clasp without -q, cadical and kissat without -n, glucose with -model",
		"s SATISFIABLE\nv 1 2\n":               "out:3:1: the values end without a 0; is the file cut short?",
		"SAT\n1 2":                             "out:2:4: the values end without a 0; is the file cut short?",
		"SAT\n1 -1 0":                          "out:2:3: variable 1 is both true and false",
		"SAT\n4 0":                             "out:2:1: literal 4 where the last variable is 3",
		"SAT\n1 x 0":                           `out:2:3: "x" is no number; want a literal, or 0 at the end`,
		"SAT\n1 0\n2 0":                        `out:3:1: "2" after the 0 that ends the values; want one answer`,
		"SAT\n1 0 0":                           `out:2:5: "0" after the 0 that ends the values; want one answer`,
		"s UNSATISFIABLE\nv 1 0\n":             "out:3:1: values beside the answer that there are none",
		"s SATISFIABLE\ns UNSATISFIABLE\n":     "out:2:3: a second status; want one answer",
		"SAT\n1 2 3 0\nSAT\n1 2 -3 0\n":        "out:3:1: a second status; want one answer",
		"v 1 -2 3 0\nc Answer: 2\nv 1 2 3 0\n": `out:3:3: "1" after the 0 that ends the values; want one answer`,
		"s SATISFIABLE\nv 123456789012 0\n":    "out:2:3: 123456789012 is too large for a literal, or 0 at the end",
	} {
		values, sat, err := readModel(strings.NewReader(file), "out", 3)
		assert.EqualError(t, err, want, "%q", file)
		assert.Nil(t, values)
		assert.False(t, sat)
	}
	_, _, err := readModel(strings.NewReader("SAT\n1 0"), "out", -1)
	assert.EqualError(t, err, "out:2:1: literal 1 where the last variable is 0")
}

func TestReadModelReturnsTheErrorsOfItsSource(t *testing.T) {
	broken := errors.New("unplugged")
	for _, start := range []string{"", "c com", "s ", "s SATISFIABLE\nv 1 "} {
		_, _, err := readModel(io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)), "out", 3)
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
			_, _, err := readModel(io.MultiReader(strings.NewReader(c.start), &endless{c.b, size}), "out", 3)
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
		values, sat, err := readModel(bytes.NewReader(file), "out", vars)
		switch {
		case err != nil:
			require.True(t, strings.HasPrefix(err.Error(), "out"), "%v", err)
			require.Nil(t, values)
			require.False(t, sat)
		case sat:
			require.Len(t, values, max(vars, 0)+1)
		default:
			require.Nil(t, values)
		}
	})
}
