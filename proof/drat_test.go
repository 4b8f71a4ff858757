package proof

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// clauseList is a formula in conjunctive normal form.
type clauseList struct {
	Vars    int
	Clauses [][]int32
}

// readClauses reads a whole formula.
func readClauses(r io.Reader) (f *clauseList, err error) {
	f = new(clauseList)
	f.Vars, err = eachClause(r, func(_ int, clause []int32) error {
		f.Clauses = append(f.Clauses, clause)
		return nil
	})
	return f, err
}

// readFormula reads a formula that is known to be right.
func readFormula(t testing.TB, text string) *clauseList {
	t.Helper()
	f, err := readClauses(strings.NewReader(text))
	require.NoError(t, err)
	return f
}

// anyRoom has no limit.
func anyRoom(int, int, int, int) error { return nil }

// checkerOf returns a checker with the clauses of a formula.
func checkerOf(f *clauseList) *checker {
	c := newChecker(f.Vars, anyRoom)
	for _, clause := range f.Clauses {
		if err := c.add(clause); err != nil {
			panic(err) // there is room
		}
	}
	return c
}

// The four clauses of two variables, and a pigeonhole problem of three pigeons. Variables 1
// and 2 are the holes of the first pigeon, 3 and 4 those of the second, and so on.
const (
	square  = "c a comment\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
	pigeons = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"
)

func TestRightProofsAreAccepted(t *testing.T) {
	for _, c := range []struct{ name, formula, drat, lrat string }{
		{"a unit, then nothing", square, "1 0\n0\n", "5 1 0 1 2 0\n6 0 5 3 4 0\n"},
		{"blanks and deletions", square, "\n 1  0\nd 2 1 0\n0\n", "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"},
		{"a repeated literal", square, "1 1 0\nd -2 1 1 0\n0\n", "5 1 1 0 1 2 0\n6 0 5 3 4 0\n"},
		{"pigeons", pigeons, "-1 0\n0\n", "10 -1 0 4 2 5 3 9 0\n11 0 10 1 7 2 6 8 3 0\n"},
		{"the formula has the empty clause", "p cnf 0 1\n0\n", "0\n", "2 0 1 0\n"},
		{"a tautology", square, "2 -2 0\n1 0\n0\n", "5 2 -2 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readFormula(t, c.formula)
			assert.NoError(t, checkerOf(f).checkDRAT(ctx, strings.NewReader(c.drat)))
			assert.NoError(t, checkLRAT(ctx, f.Vars, f.Clauses, strings.NewReader(c.lrat)))
		})
	}
}

func TestWrongProofsAreRejected(t *testing.T) {
	for _, c := range []struct{ name, proof, want string }{
		{"nothing", "", "the proof ends without the empty clause"},
		{"no empty clause", "1 0\n", "the proof ends without the empty clause"},
		{"more than the empty clause", "1 0\n0\n1 0\n", "line 3: the proof goes on after the empty clause"},
		{"a clause that does not follow", "0\n", "line 1: the clause does not follow from those before it"},
		{"a clause that is deleted twice", "d 1 2 0\nd 2 1 0\n", "line 2: the clause to delete is not there"},
		{"a clause cut short", "1", "line 1: no 0 at the end"},
		{"a deletion cut short", "d 1 2", "line 1: no 0 at the end"},
		{"a bare d", "d", "line 1: no 0 at the end"},
		{"words", "1 x 0\n", `line 1: "x"; want a number from -2 to 2`},
		{"a variable too many", "3 0\n", `line 1: "3"; want a number from -2 to 2`},
		{"a number too large", "1 99999999999999999999 0", `line 1: "99999999999999999999"; want a number from -2 to 2`},
		{"two clauses on a line", "1 0 0\n", `line 1: "0" after the clause`},
		{"zero in another way", "1 -0 0\n", `line 1: "0" after the clause`},
		{"hints", "5 1 0 1 2 0\n", `line 1: "5"; want a number from -2 to 2`},
		{"a line too long", strings.Repeat("1 ", maxLine), "too large to check: a line of more than 16 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.EqualError(t, checkerOf(readFormula(t, square)).checkDRAT(ctx, strings.NewReader(c.proof)), c.want)
		})
	}
}

func TestWrongHintsAreRejected(t *testing.T) {
	for _, c := range []struct{ name, proof, want string }{
		{"nothing", "", "the proof ends without the empty clause"},
		{"no empty clause", "5 1 0 1 2 0\n", "the proof ends without the empty clause"},
		{"a hint too few", "5 1 0 1 0\n", "line 1: the clause does not follow from its hints"},
		{"no hints", "5 1 0 0\n", "line 1: the clause does not follow from its hints"},
		{"a hint that is not a unit", "5 0 1 0\n", "line 1: clause 1, a hint, is not a unit"},
		{"a hint that is not there", "5 1 0 1 7 0\n", "line 1: clause 7, a hint, is not there"},
		{"a hint that is negative", "5 1 0 -1 0\n", "line 1: clause -1, a hint, is not there"},
		{"a hint that was deleted", "4 d 1 0\n5 1 0 1 2 0\n", "line 2: clause 1, a hint, is not there"},
		{"a deletion of nothing", "4 d 9 0\n", "line 1: clause 9, to delete, is not there"},
		{"a deletion cut short", "4 d 1\n", "line 1: no 0 at the end"},
		{"a bare deletion", "4 d\n", "line 1: no 0 at the end"},
		{"a number taken", "4 1 0 1 2 0\n", "line 1: clause 4 is there already"},
		{"hints cut short", "5 1 0 1 2\n", "line 1: no 0 at the end"},
		{"no clause", "5\n", "line 1: no 0 at the end"},
		{"words", "x 1 0 1 2 0\n", `line 1: "x"; want the number of a clause`},
		{"a number and more", "5x 1 0 1 2 0\n", `line 1: "5x"; want the number of a clause`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.EqualError(t, checkLRAT(ctx, 2, readFormula(t, square).Clauses, strings.NewReader(c.proof)), c.want)
		})
	}
}

func TestBadFormulasAreRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", `0 clauses, not as many as a header "p cnf VARIABLES CLAUSES" says`},
		{"only comments", "c\ncnf\n", `0 clauses, not as many as a header "p cnf VARIABLES CLAUSES" says`},
		{"no header", "1 2 0\n", `line 1: "1 2 0"; want "p cnf VARIABLES CLAUSES" with at most 4194304 variables`},
		{"a header and more", "p cnf 2 1x\n1 0\n", `line 1: "p cnf 2 1x"; want "p cnf VARIABLES CLAUSES" with at most 4194304 variables`},
		{"a clause too few", "p cnf 2 2\n1 0\n", `1 clauses, not as many as a header "p cnf VARIABLES CLAUSES" says`},
		{"a clause too many", "p cnf 2 1\n1 0\n2 0\n", `2 clauses, not as many as a header "p cnf VARIABLES CLAUSES" says`},
		{"a clause cut short", "p cnf 2 1\n1 2\n", "line 2: no 0 at the end"},
		{"two clauses on a line", "p cnf 2 2\n1 0 2 0\n", `line 2: "2" after the clause`},
		{"a variable too many", "p cnf 2 1\n3 0\n", `line 2: "3"; want a number from -2 to 2`},
		{"too large", "p cnf 99999999 1\n", `line 1: "p cnf 99999999 1"; want "p cnf VARIABLES CLAUSES" with at most 4194304 variables`},
		{"negative", "p cnf 2 -1\n", `line 1: "p cnf 2 -1"; want "p cnf VARIABLES CLAUSES" with at most 4194304 variables`},
		{"words", "p cnf two 1\n", `line 1: "p cnf two 1"; want "p cnf VARIABLES CLAUSES" with at most 4194304 variables`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readClauses(strings.NewReader(c.text))
			assert.EqualError(t, err, c.want)
		})
	}
}

func TestTheModelOfLiterals(t *testing.T) {
	c := checkerOf(readFormula(t, "p cnf 3 2\n-1 2 0\n-2 3 0\n"))
	model, err := c.model([]int32{1})
	require.NoError(t, err)
	assert.Equal(t, []bool{false, true, true, true}, model)
	_, err = c.model([]int32{2})
	assert.EqualError(t, err, "its literals do not fix a model by unit propagation")
	_, err = c.model([]int32{1, -3})
	assert.EqualError(t, err, "its literals do not fix a model by unit propagation")
	_, err = c.model([]int32{1, -1})
	assert.EqualError(t, err, "its literals do not fix a model by unit propagation")
	model, err = c.model([]int32{-3, -1})
	require.NoError(t, err, "what was supposed before must be forgotten")
	assert.Equal(t, make([]bool, 4), model)
	require.NoError(t, c.add([]int32{1}))
	_, err = c.model([]int32{-2})
	assert.EqualError(t, err, "its literals do not fix a model by unit propagation")
}

// TestWithoutRoomThereIsNoVerdict refuses room for one list after the other.
func TestWithoutRoomThereIsNoVerdict(t *testing.T) {
	f, noRoom := readFormula(t, pigeons), errors.New("no room")
	for _, proof := range []string{"-1 0\n0\n", "-2 -3 0\n-1 0\n0\n", "0\n", "1 2 3 0\n1 0\n", "1 -1 0\n1 -1 0\n"} {
		verdict := checkerOf(f).checkDRAT(ctx, strings.NewReader(proof))
		for refused, met := 0, true; met; refused++ {
			asked := 0
			met = false
			c := newChecker(f.Vars, func(length, capacity, _, elementSize int) error {
				require.LessOrEqual(t, length, capacity)
				require.Contains(t, []int{4, 8}, elementSize)
				if asked++; asked <= refused {
					return nil
				}
				met = true
				return noRoom
			})
			var err error
			for _, clause := range f.Clauses {
				if err == nil {
					err = c.add(clause)
				}
			}
			if err == nil {
				err = c.checkDRAT(ctx, strings.NewReader(proof))
			}
			if met {
				require.Equal(t, noRoom, err, "%q, list %d", proof, refused)
				_, err = c.model([]int32{1})
				require.Equal(t, noRoom, err)
			} else {
				require.Equal(t, verdict, err)
			}
		}
	}
}

func TestCheckingEndsWithItsContext(t *testing.T) {
	ended, cancel := context.WithCancel(ctx)
	cancel()
	f := readFormula(t, square)
	assert.ErrorIs(t, checkerOf(f).checkDRAT(ended, strings.NewReader("1 0\n0\n")), context.Canceled)
	assert.ErrorIs(t, checkLRAT(ended, f.Vars, f.Clauses, strings.NewReader("5 1 0 1 2 0\n")), context.Canceled)
}

// follows is the definition of following by unit propagation.
func follows(clauses [][]int32, clause []int32) bool {
	truth := map[int32]bool{}
	for _, l := range clause {
		if truth[l] {
			return true
		}
		truth[-l] = true
	}
	for again := true; again; {
		again = false
		for _, c := range clauses {
			open, satisfied := map[int32]bool{}, false
			for _, l := range c {
				satisfied = satisfied || truth[l]
				if !truth[-l] {
					open[l] = true
				}
			}
			if satisfied || len(open) > 1 {
				continue
			}
			if len(open) == 0 {
				return true
			}
			for l := range open {
				truth[l], again = true, true
			}
		}
	}
	return false
}

func TestWhatFollowsIsWhatTheDefinitionSays(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		c := newChecker(5, anyRoom)
		var clauses [][]int32
		for range 25 {
			if c.refuted { // and stays so, whatever is deleted
				break
			}
			clause := randomClause(r, 5)
			require.Equal(t, follows(clauses, clause), !c.suppose(clause, 1, func(bool) {}), "seed %d: %v of %v", seed, clause, clauses)
			if len(clauses) > 0 && r.IntN(4) == 0 {
				i := r.IntN(len(clauses))
				require.True(t, c.remove(clauses[i]))
				// A unit, or a clause that has made a literal true, stays.
				if _, hash := normal(clauses[i]); len(c.byHash[hash]) < count(clauses, clauses[i]) {
					clauses = append(clauses[:i:i], clauses[i+1:]...)
				}
			} else {
				require.NoError(t, c.add(clause))
				clauses = append(clauses, clause)
			}
		}
	}
}

// count returns how many clauses have the same literals as the given one.
func count(clauses [][]int32, clause []int32) (n int) {
	two, _ := normal(clause)
	for _, other := range clauses {
		if one, _ := normal(other); slices.Equal(one, two) {
			n++
		}
	}
	return n
}

func randomClause(r *rand.Rand, vars int) []int32 {
	clause := []int32{}
	for range 1 + r.IntN(4) {
		clause = append(clause, int32(1+r.IntN(vars))*int32(1-2*r.IntN(2)))
	}
	return clause
}

// FuzzReaders reads any text as a formula and as a proof. A formula whose proof is
// accepted must be contradictory.
func FuzzReaders(f *testing.F) {
	f.Add(square, "1 0\n0\n")
	f.Add(pigeons, "-1 0\nd 1 2 0\n0\n")
	f.Add(square, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n")
	f.Add("p cnf 1 0\n", "1 -1 0\nd 1 0")
	f.Fuzz(func(t *testing.T, formula, proof string) {
		cnf, err := readClauses(strings.NewReader(formula))
		if err != nil || cnf.Vars > 12 {
			return
		}
		drat := checkerOf(cnf).checkDRAT(ctx, strings.NewReader(proof)) == nil
		lrat := checkLRAT(ctx, cnf.Vars, cnf.Clauses, strings.NewReader(proof)) == nil
		if (drat || lrat) && satisfiable(cnf) {
			t.Fatalf("a proof is accepted (DRAT %v, LRAT %v), and there is a model", drat, lrat)
		}
	})
}

// satisfiable tries all assignments.
func satisfiable(f *clauseList) bool {
	for bits := range 1 << f.Vars {
		all := true
		for _, clause := range f.Clauses {
			some := false
			for _, l := range clause {
				v := max(l, -l)
				some = some || (bits>>(v-1)&1 == 1) == (l > 0)
			}
			all = all && some
		}
		if all {
			return true
		}
	}
	return false
}

// Readers who trust nobody read the checker, so it stays short.
func TestTheCheckerIsShort(t *testing.T) {
	code := 0
	for _, name := range []string{"dimacs.go", "drat.go"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.NotContains(t, string(text), "\"crosscut", "%s shares no code with the solvers", name)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				code++
			}
		}
	}
	assert.Less(t, code, 300, "lines of code")
}
