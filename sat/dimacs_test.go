package sat

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// written returns f as a DIMACS file.
func written(t testing.TB, f *CNF, comments ...string) string {
	var b strings.Builder
	require.NoError(t, f.WriteDIMACS(&b, comments...))
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
		assert.ErrorIs(t, f.WriteDIMACS(failing{full}), full)
	}
	assert.Error(t, formula(1, []Lit{0}).WriteDIMACS(io.Discard))
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
		g, err := ReadDIMACS(iotest.OneByteReader(strings.NewReader(file)), "f.cnf")
		require.NoError(t, err)
		assert.Equal(t, f.Vars(), g.Vars())
		assert.Equal(t, stored(f), stored(g))
		assert.Equal(t, file, written(t, g, "comment"))
	}
}

func TestReadDIMACSTakesWhatTheFormatAllows(t *testing.T) {
	want := [][]Lit{{-2, 3}, {1}}
	for name, file := range map[string]string{
		"plain":                        "p cnf 3 2\n-2 3 0\n1 0\n",
		"no newline at the end":        "p cnf 3 2\n-2 3 0\n1 0",
		"clauses over lines":           "p cnf 3 2\n-2\n\n3\n0 1\n0\n",
		"clauses on one line":          "p cnf 3 2\n-2 3 0 1 0\n",
		"on the line of the header":    "p cnf 3 2 -2 3 0 1 0\n",
		"carriage returns":             "c x\r\np cnf 3 2\r\n-2 3 0\r\n1 0\r\n",
		"tabs and blanks":              "  p\tcnf  3   2 \n\t-2 \t3 0\n   1 0  \n",
		"comments anywhere":            "c\ncomment\nc p cnf 9 9\np cnf 3 2\n-2\nc within a clause 0\n  c indented\n3 0\nc\n1 0\nc end",
		"trailer of SATLIB":            "p cnf 3 2\n-2 3 0\n1 0\n%\n0\n\nwhatever",
		"tautologies and twins":        "p cnf 3 4\n2 -2 0\n3 -2 3 0 1 -1 3 0\n1 1 1 0\n",
		"zeros before numbers":         "p cnf 003 02\n-02 3 00\n1 0\n",
		"comment longer than a buffer": "c" + strings.Repeat(" x", 1<<17) + "\np cnf 3 2\n-2 3 0\n1 0\n",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := ReadDIMACS(strings.NewReader(file), "f.cnf")
			require.NoError(t, err)
			assert.Equal(t, 3, f.Vars())
			assert.Equal(t, want, stored(f))
		})
	}
}

func TestReadDIMACSReadsNames(t *testing.T) {
	file := "c v 1 = number 1 = first\r\nc v -2 = not\nc v 0 = none\nc v x = none\nc v 3 none\n" +
		"c v 3 = " + strings.Repeat("long", 2000) + "\nc v 99999999 = far\np cnf 3 0\nc v 3 = late\n"
	f, err := ReadDIMACS(strings.NewReader(file), "f.cnf")
	require.NoError(t, err)
	assert.Equal(t, map[Lit]string{1: "number 1 = first", -2: "not", 3: "late"}, f.names)
}

func TestReadDIMACSSaysWhatIsWrongAndWhere(t *testing.T) {
	for file, want := range map[string]string{
		"":                              "f.cnf:1:1: the file ends; want the header 'p cnf VARIABLES CLAUSES'",
		"c only\n\n":                    "f.cnf:3:1: the file ends; want the header 'p cnf VARIABLES CLAUSES'",
		"1 2 0\n":                       `f.cnf:1:1: "1"; want the header 'p cnf VARIABLES CLAUSES'`,
		"p dnf 3 2\n":                   `f.cnf:1:3: "dnf"; want the header 'p cnf VARIABLES CLAUSES'`,
		"p":                             "f.cnf:1:2: the file ends; want the header 'p cnf VARIABLES CLAUSES'",
		"p cnf":                         "f.cnf:1:6: the file ends; want the number of variables",
		"p cnf 3\n":                     "f.cnf:2:1: the file ends; want the number of clauses",
		"p cnf x 3\n":                   `f.cnf:1:7: "x" is no number; want the number of variables`,
		"p cnf -1 3\n":                  "f.cnf:1:7: -1 for the number of variables; want 0 to 4194304",
		"p cnf 4194305 3\n":             "f.cnf:1:7: 4194305 for the number of variables; want 0 to 4194304",
		"p cnf 3 99999999999\n":         "f.cnf:1:9: 99999999999 is too large for the number of clauses",
		"p cnf 3 2\n1 y 0\n":            `f.cnf:2:3: "y" is no number; want a literal, or 0 at the end`,
		"p cnf 3 2\n1 c 0\n":            `f.cnf:2:3: "c" is no number; want a literal, or 0 at the end`,
		"p cnf 3 2\n1 +2 0\n":           `f.cnf:2:3: "+2" is no number; want a literal, or 0 at the end`,
		"p cnf 3 2\n1 % 0\n":            `f.cnf:2:3: "%" is no number; want a literal, or 0 at the end`,
		"p cnf 3 2\n\n  1 4 0\n":        "f.cnf:3:5: literal 4 where there are 3 variables",
		"p cnf 3 2\n-4 0\n":             "f.cnf:2:1: literal -4 where there are 3 variables",
		"p cnf 3 2\n-2147483648 0\n":    "f.cnf:2:1: -2147483648 is too large for a literal, or 0 at the end",
		"p cnf 3 2\n1 0\n":              "f.cnf:3:1: the formula ends after 1 of the 2 clauses of the header",
		"p cnf 3 2\n1 0\n%\n":           "f.cnf:3:1: the formula ends after 1 of the 2 clauses of the header",
		"p cnf 3 2\n1 0\n2 3":           "f.cnf:3:4: the formula ends within a clause; want 0 after it",
		"p cnf 3 2\n1 0\n2 0\n3 0\n":    "f.cnf:4:1: a clause more than the 2 of the header",
		"p cnf 3 2\n1 0 2 0 0\n":        "f.cnf:2:9: a clause more than the 2 of the header",
		"p cnf 3 0\np cnf 3 0\n":        `f.cnf:2:1: "p" is no number; want a literal, or 0 at the end`,
		"\x00\x01":                      `f.cnf:1:1: "\x00\x01"; want the header 'p cnf VARIABLES CLAUSES'`,
		strings.Repeat("\xff", 1<<16):   `f.cnf:1:1: a word that starts with "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"; want numbers`,
		"c\tv\n \t\v\fp cnf 1 1\n1 \t?": `f.cnf:3:4: "?" is no number; want a literal, or 0 at the end`,
	} {
		f, err := ReadDIMACS(strings.NewReader(file), "f.cnf")
		assert.EqualError(t, err, want, "%.40q", file)
		assert.Nil(t, f)
		syntax := new(SyntaxError)
		assert.ErrorAs(t, err, &syntax)
	}
}

func TestReadersReturnTheErrorsOfTheirSource(t *testing.T) {
	broken := errors.New("unplugged")
	for _, start := range []string{"", "p", "c com", "p cnf 3 2\n1 0", "p cnf 3 2\n1 0\n", "s ", "s SATISFIABLE\nv 1 "} {
		r := func() io.Reader { return io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)) }
		_, err := ReadDIMACS(r(), "f.cnf")
		if !strings.HasPrefix(start, "s ") {
			assert.ErrorIs(t, err, broken, "%q", start)
			assert.ErrorContains(t, err, "reading f.cnf: ")
		}
		_, _, err = ReadModel(r(), "out", 3)
		if !strings.HasPrefix(start, "p ") && start != "p" {
			assert.ErrorIs(t, err, broken, "%q", start)
		}
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
		"a number without end":  {"p cnf 3 2\n", '1'},
		"zeros without end":     {"p cnf 3 2\n", '0'},
		"blanks without end":    {"p cnf 3 2\n", ' '},
		"lines without end":     {"", '\n'},
		"a comment without end": {"c", 'c'},
		"a name without end":    {"c v 1 = ", 'x'},
		"nothing but NUL":       {"", 0},
		"large promises":        {"p cnf 4194304 134217728\n", '\n'},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := ReadDIMACS(io.MultiReader(strings.NewReader(c.start), &endless{c.b, size}), "f.cnf")
			require.Error(t, err)
			_, _, err = ReadModel(io.MultiReader(strings.NewReader(c.start), &endless{c.b, size}), "out", 3)
			require.Error(t, err)
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20))
		})
	}
}

func FuzzReadDIMACS(f *testing.F) {
	for _, file := range []string{
		"", "c v 1 = a\np cnf 3 2\n1 -2 0\n3 0\n%\n0\n", "p cnf 0 1\n0\n", "p cnf 2 1 1\nc\n-1 0", "p cnf 99999999999 1", "p cnf 4194304 0",
	} {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		first, err := ReadDIMACS(bytes.NewReader(file), "f.cnf")
		if err != nil {
			require.Nil(t, first)
			require.True(t, strings.HasPrefix(err.Error(), "f.cnf:"), "%v", err)
			return
		}
		text := written(t, first)
		second, err := ReadDIMACS(strings.NewReader(text), "g.cnf")
		require.NoError(t, err)
		require.Equal(t, text, written(t, second))
	})
}
