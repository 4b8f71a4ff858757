package sat

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

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
	require.NoError(t, f.WriteDIMACS(&text))
	assert.Equal(t, "c v -1 = not one\nc v 2 = a0\nc v 3 = three\nc v -3 = not three\nc v 4 = a2\nc v 5 = a3\nc v 6 = a4\n"+
		"c v 7 = odd\nc v 9 = odd\nc v 12 = c0\nc v 13 = thirteen\nc v 20 = twenty\np cnf 0 0\n", text.String())
}

// No name is made after the writer has failed.
func TestNamesEndWithTheWriter(t *testing.T) {
	var f CNF
	made := 0
	f.NameVars(1, 1<<20, func(int) string { made++; return "name" })
	assert.ErrorContains(t, f.WriteDIMACS(brokenWriter{}), "writing a formula: the disk is full")
	assert.Less(t, made, 1<<14)
}
