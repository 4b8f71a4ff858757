package encode

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// TestSumsEndWithTheirContext has a square whose amounts take long to make.
func TestSumsEndWithTheirContext(t *testing.T) {
	m, err := cutMagicDomains(meter.Start(t.Context(), nil), puzzletest.BlankMagic(t, 24, 1, true))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = m.sums(meter.Start(ctx, nil))
	require.ErrorIs(t, err, context.Canceled)
}

// A filling has the sums of the shorter lines if and only if it has those of the board.
func TestShorterLinesSayTheSame(t *testing.T) {
	right := func(lines []puzzle.Line, s puzzle.Solution) bool {
		common, said := 0, false
		for i := range lines {
			value, _ := lines[i].Value(s)
			if lines[i].Any && !said {
				common, said = value, true
			}
			if lines[i].Any && value != common || !lines[i].Any && value != lines[i].Sum {
				return false
			}
		}
		return true
	}
	shorter := 0
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawLines(t)
		lines := shorterLines(p)
		if len(lines) < len(p.Lines()) {
			shorter++
		}
		for _, s := range puzzletest.Brute(p) {
			require.True(t, right(lines, s))
		}
		for range 50 {
			s := puzzle.Solution(rapid.Permutation(p.Numbers()).Draw(t, "filling"))
			if p.Rules().Form != puzzle.Equation {
				require.Equal(t, right(p.Lines(), s), right(lines, s), "%v", s)
			}
		}
	})
	if !testing.Short() { // which draws few boards
		assert.Positive(t, shorter)
	}
}

// Each of four differences on a pandiagonal square of order 5 is that of five pairs. A search that knows
// one number of each class is much shorter where all have a cell in common.
func TestPandiagonalLinesShareDifferences(t *testing.T) {
	p := read(t, "puzzle: magic\nlines: pandiagonal\n"+strings.Repeat("_,_,_,_,_\n", 5)).(*puzzle.Magic)
	pairs := map[string]int{}
	lines := shorterLines(p)
	for _, l := range lines[:16] {
		require.Len(t, l.Terms, 4)
		require.Zero(t, l.Sum)
		require.Zero(t, l.Terms[0].Cells[0])
		pairs[fmt.Sprint(l.Terms[:2])]++
	}
	assert.Len(t, lines, 17)
	assert.Len(t, pairs, 4)
}

// An integer in order encoding is known to be within any two of its values. The literals that
// this makes false give back the two, and those that the bounds rest on are among them.
func TestBoundsAreThoseOfTheFalseLiterals(t *testing.T) {
	values, atLeast := []int{3, 5, 6, 9}, []sat.Lit{write.Always, 1, 2, 3, write.Always.Not()}
	x := &lineInference{f: &magicFormula{
		magicDomains: &magicDomains{p: puzzletest.BlankMagic(t, 3, 2, true), domains: [][]int{values}},
		ordered:      []write.OrderInt{{Values: values, AtLeast: atLeast}},
	}}
	for high := range values {
		for low := range high + 1 {
			isFalse := map[sat.Lit]bool{}
			for i, l := range atLeast {
				isFalse[l.Not()], isFalse[l] = i <= low, i > high
			}
			got := x.boundsOf(0, func(l sat.Lit) bool {
				require.NotEqual(t, write.Always.Var(), l.Var(), "it is no literal of the formula")
				return isFalse[l]
			})
			require.Equal(t, knownBounds{values[low] - 2, values[high] - 2, atLeast[low].Not(), atLeast[high+1]}, got)
		}
	}
}
