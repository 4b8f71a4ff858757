package proof

import (
	"strings"
	"testing"

	"crosscut/internal/puzzletest"
)

// TestReadingIsLinear reads long proofs and formulas. Their steps follow at once from a small formula.
func TestReadingIsLinear(t *testing.T) {
	for name, hard := range map[string]puzzletest.Hard{
		"clauses":            {Part: "1 2 -2 0\n", End: "0\n"},
		"deletions":          {Part: "1 2 0\nd 1 2 0\n", End: "0\n"},
		"a long clause":      {Begin: "1", Part: " 1", End: " 0\n0\n"},
		"blanks":             {Begin: "1", Part: " ", End: "0\n0\n"},
		"blank lines":        {Part: "\n", End: "1 0\n0\n"},
		"digits":             {Part: "1", End: " 0\n"},
		"zeros":              {Begin: "1 ", Part: "0 ", End: "\n"},
		"the letter d":       {Part: "d ", End: "0\n"},
		"no clause":          {Part: "d\n"},
		"a long word":        {Part: "x", End: "\n"},
		"steps with hints":   {Part: "{i}9 1 0 1 2 0\n", End: "5 0 1 2 3 4 0\n"},
		"hints":              {Begin: "9 1 0", Part: " 1", End: " 2 0\n"},
		"a clause of hints":  {Begin: "9 1", Part: " 1", End: " 0 1 2 0\n5 0 9 3 4 0\n"},
		"deletions by hints": {Part: "9 1 0 1 2 0\n9 d 9 0\n"},
		"numbers to delete":  {Begin: "9 d", Part: " 1", End: " 0\n"},
		"comments":           {Part: "c x\n", End: "p cnf 2 1\n1 2 0\n"},
		"headers":            {Begin: "p cnf 2 1\n", Part: "p cnf 2 1\n"},
		"a long header":      {Begin: "p cnf 2 1", Part: " 1", End: "\n"},
		"a formula":          {Begin: "p cnf 2 1\n", Part: "1 2 0\n"},
	} {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) {
				f := readFormula(t, square)
				_ = checkerOf(f).checkDRAT(ctx, strings.NewReader(text))
				_ = checkLRAT(ctx, f.Vars, f.Clauses, strings.NewReader(text))
				_, _ = readClauses(strings.NewReader(text))
			})
		})
	}
}

// TestRepeatedClausesCostNoMore has first halves that make second halves hard: clauses of which there are many, and a
// clause with one literal many times.
func TestRepeatedClausesCostNoMore(t *testing.T) {
	for name, halves := range map[string][2]puzzletest.Hard{
		"equal clauses are deleted":  {{Part: "3 4 -4 0\n"}, {Part: "d 3 4 -4 0\n"}},
		"a long clause is each hint": {{Begin: "5 1", Part: " 1", End: " 0 1 2 0\n"}, {Begin: "6 2 0", Part: " 5", End: " 3 0\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := func(size int) string { return halves[0].Text(size/2) + halves[1].Text(size/2) }
			puzzletest.RequireLinear(t, text, func(text string) {
				f := readFormula(t, strings.Replace(square, "p cnf 2", "p cnf 4", 1))
				_ = checkerOf(f).checkDRAT(ctx, strings.NewReader(text))
				_ = checkLRAT(ctx, f.Vars, f.Clauses, strings.NewReader(text))
			})
		})
	}
}
