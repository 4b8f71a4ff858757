package sat

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// Formulas that are written in the ways of other programs have the models that brute force finds.
func TestReadDIMACSReadsWhatSolversRead(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		f := randomFormula(rng)
		text := fmt.Sprintf("c made for a test\np  cnf\t%d %d\n", f.Vars(), f.Clauses()+rng.IntN(2))
		for clause := range f.All() {
			for _, l := range clause {
				text += fmt.Sprint(l, []string{" ", "\n", "\t ", "\r\n"}[rng.IntN(4)])
			}
			text += []string{"0\n", "0 ", "0\nc between\n"}[rng.IntN(3)]
		}
		text += []string{"", "\n%\n0\n"}[rng.IntN(2)]
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write([]byte(text))
		require.NoError(t, w.Close())
		for _, content := range []string{text, packed.String()} {
			got, show, _, err := ReadDIMACS(strings.NewReader(content), "f.cnf")
			require.NoError(t, err, text)
			require.Nil(t, show)
			require.Equal(t, f.Vars(), got.Vars())
			require.Equal(t, brute(f, allVars(f)), collect(t, Models, got, allVars(got)), text)
		}
	}
}

// randomFormula returns a formula of a few variables and clauses, which may have none.
func randomFormula(rng *rand.Rand) *CNF {
	f := new(CNF)
	f.NewVars(1 + rng.IntN(6))
	for range rng.IntN(12) {
		var clause []Lit
		for range 1 + rng.IntN(3) {
			l := Lit(1 + rng.IntN(f.Vars()))
			if rng.IntN(2) == 0 {
				l = l.Not()
			}
			clause = append(clause, l)
		}
		f.Add(clause...)
	}
	return f
}

func TestReadDIMACSKeepsWhatTheFileShows(t *testing.T) {
	for comment, want := range map[string][]Lit{
		"c p show 2 3 0": {2, 3}, "c ind 3 0\nc ind 1 0": {3, 1}, "c p show 0": {}, "c shows 2": nil, "c independent of 2": nil,
	} {
		for _, text := range []string{comment + "\np cnf 3 1\n1 2 0\n", "p cnf 3 1\n1 2 0\n" + comment} {
			_, show, note, err := ReadDIMACS(strings.NewReader(text), "f.cnf")
			require.NoError(t, err, text)
			assert.Equal(t, want, show, text)
			assert.Empty(t, note, text)
		}
	}
}

func TestReadDIMACSSaysThatWeightsAreNotRead(t *testing.T) {
	for _, text := range []string{"p cnf 2 1\n1 2 0\nc p weight 1 0.3 0\nc p weight -1 0.7 0\n", "p cnf 2 1\n1 2 0\nc weights 0.3 0.7 1 1\n"} {
		f, show, note, err := ReadDIMACS(strings.NewReader(text), "f")
		require.NoError(t, err)
		assert.Nil(t, show)
		assert.Equal(t, 2, f.Vars())
		assert.Equal(t, "line 3 has weights, which are not read; every model counts once", note)
	}
}

func TestReadDIMACSRefusesWithAPlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `f:1:1: ""; want a line "p cnf`,
		"p cnf 2\n1 2 0\n":            `f:2:1: "1"; want a line "p cnf`,
		"p cnf -2 1\n":                `f:1:7: "-2"; want a line "p cnf`,
		"p cnf 2 x\n":                 `f:1:9: "x"; want a line "p cnf`,
		"1 2 0\n":                     `f:1:1: "1"; want a line "p cnf`,
		"p cnf 2 1\n1 3 0\n":          `f:2:3: literal 3 where the last variable is 2`,
		"p cnf 2 1\n1 +2 0\n":         `f:2:3: "+2" is no number`,
		"p cnf 2 1\n1 2":              `f:2:4: the last clause has no 0`,
		"p cnf 2 1\n1 2 % 0\n":        `f:2:5: the last clause has no 0`,
		"p cnf 2 1\nc p show x\n1 0":  `"x" among the variables to show`,
		"p cnf 2 1\nc ind 3 0\n1 0\n": `variable 3 is to be shown, where the last one is 2`,
		"p wcnf 2 1 9\n9 1 0\n":       `f:1:3: "wcnf" is of a formula with weights`,
		"h 1 0\n":                     `f:1:1: "h" is of a formula with weights`,
		"p pcnf 2 1 1\nvp 1 0\n1 0\n": `f:1:3: "pcnf" is of a formula with variables to show; write "p cnf", and a line "c p show`,
		"p cnf 2 1\nvp 1 0\n1 0\n":    `f:2:1: "vp" is of a formula with variables to show`,
		"p cnf 2 1\n1 0\nw 1 0.5\n":   `f:3:1: "w" is of a formula with weights`,
		"p cnf 2 1\na 1 0\n1 2 0\n":   `f:2:1: "a" is no number; it begins variables of a quantifier`,
		"p cnf 2 1\nx1 -2 0\n":        `f:2:1: "x1" begins a parity`,
		"p cnf 2 1\n1 x2 0\n":         `f:2:3: "x2" is no number`,
		"p edge 2 1\ne 1 2\n":         `f:1:3: "edge" is of a graph`,
		"\x1f\x8bxx":                  `reading f: compressed by gzip, and damaged or not whole; copy all of it`,
		"\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff": `reading f: compressed by gzip, and damaged or not whole; copy all of it`,
		"\xfd7zXZ\x00": `reading f: compressed, and not by gzip; unpack it first`,
	} {
		_, _, _, err := ReadDIMACS(strings.NewReader(text), "f")
		require.ErrorContains(t, err, want, "%q", text)
	}
	_, _, _, err := ReadDIMACS(strings.NewReader("p cnf 99999999 1\n"), "f")
	assert.ErrorIs(t, err, meter.ErrLimit)
}

func TestFormulasAreReadInLinearTime(t *testing.T) {
	for _, hard := range []puzzletest.Hard{
		{Begin: "p cnf 9 9\n", Part: "1 2 0 ", End: "\n"},
		{Begin: "p cnf 9 9\n", Part: "1 ", End: "0\n"},
		{Begin: "c p show", Part: " 1", End: " 0\np cnf 9 9\n"},
		{Part: "c\n", End: "p cnf 9 9\n"},
		{Begin: "p cnf 9 9\n", Part: " ", End: "\n"},
		{Begin: "p cnf 9 9\n", Part: "0\n"},
	} {
		puzzletest.RequireLinear(t, hard.Text, func(content string) {
			_, _, _, _ = ReadDIMACS(strings.NewReader(content), "f.cnf")
		})
	}
}
