package encode_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// constraint is a line of a pseudo-Boolean problem.
type constraint struct {
	factors, variables []int
	sum                int
}

// readOPB reads the constraints, and checks the sizes that the first line tells.
func readOPB(t require.TestingT, text string) (variables int, all []constraint) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	want := 0
	_, err := fmt.Sscanf(lines[0], "* #variable= %d #constraint= %d", &variables, &want)
	require.NoError(t, err)
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, "*") {
			continue
		}
		words := strings.Fields(line)
		var c constraint
		for ; words[0] != "="; words = words[2:] {
			factor, variable := 0, 0
			_, err := fmt.Sscanf(words[0]+" "+words[1], "%d x%d", &factor, &variable)
			require.NoError(t, err, line)
			require.True(t, 0 < variable && variable <= variables, line)
			c.factors, c.variables = append(c.factors, factor), append(c.variables, variable)
		}
		require.Len(t, words, 3, line)
		require.Equal(t, ";", words[2])
		_, err := fmt.Sscan(words[1], &c.sum)
		require.NoError(t, err)
		all = append(all, c)
	}
	assert.Len(t, all, want)
	return variables, all
}

// TestOPBSaysWhatTheRulesSay draws small magic boards, squares and others, and ways to put one number
// on each cell, also with a number too often. The problem and the rules agree on each.
func TestOPBSaysWhatTheRulesSay(t *testing.T) {
	board, err := puzzle.NewBoard(4, 1, nil)
	require.NoError(t, err)
	var chain []puzzle.Line // of pairs, whose sum is not known
	for c := range 3 {
		chain = append(chain, puzzle.Line{Rule: "line", Name: fmt.Sprint("pair ", c), Any: true, Terms: []puzzle.Term{{Cells: []int{c}}, {Cells: []int{c + 1}}}})
	}
	unknown, err := puzzle.MagicRules{Form: puzzle.Listed, Board: board, Lines: chain, Numbers: []int{1, 1, 3, 3}}.New(nil)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawMagic(t)
		switch rapid.IntRange(0, 2).Draw(t, "form") {
		case 1:
			p = puzzletest.DrawLines(t)
		case 2:
			p = unknown
		}
		var text strings.Builder
		err := encode.WriteOPB(context.Background(), &text, p, "a comment\nof two lines")
		if slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return len(l.Terms) < len(l.Cells()) }) {
			require.ErrorContains(t, err, "cannot multiply")
			return
		}
		require.NoError(t, err)
		variables, all := readOPB(t, text.String())
		cells, numbers := p.Board().Len(), slices.Compact(p.Numbers())
		require.Equal(t, cells*len(numbers), variables)
		holds := func(s puzzle.Solution) bool {
			is := make([]int, variables+1)
			for c, k := range s {
				is[c*len(numbers)+slices.Index(numbers, k)+1] = 1
			}
			for _, c := range all {
				sum := 0
				for i, v := range c.variables {
					sum += c.factors[i] * is[v]
				}
				if sum != c.sum {
					return false
				}
			}
			return true
		}
		for _, s := range puzzletest.Brute(p) {
			assert.True(t, holds(s))
		}
		for range 50 {
			s := make(puzzle.Solution, cells)
			for c := range s {
				s[c] = rapid.SampledFrom(numbers).Draw(t, "number")
			}
			assert.Equal(t, p.Check(s) == nil, holds(s), "%v", s)
			if p.Rules().Form == puzzle.Equation {
				continue
			}
			s = rapid.Permutation(p.Numbers()).Draw(t, "filling")
			assert.Equal(t, p.Check(s) == nil, holds(s), "%v", s)
		}
	})
}

func TestOPBIsForMagicBoards(t *testing.T) {
	var text strings.Builder
	for _, p := range []puzzle.Puzzle{puzzletest.BlankHidoku(t, 2, 2, puzzle.King, nil), puzzletest.BlankDraughtboard(t, 2, 2, true)} {
		assert.ErrorContains(t, encode.WriteOPB(t.Context(), &text, p), string(p.Family()))
	}
	assert.Empty(t, text.String())
}

// TestOPBStopsInTheMidst ends the context at the first bytes. A board of order 16 has a text of
// three megabytes.
func TestOPBStopsInTheMidst(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	written := 0
	err := encode.WriteOPB(ctx, writerFunc(func(text []byte) (int, error) {
		cancel()
		written += len(text)
		return len(text), nil
	}), puzzletest.BlankMagic(t, 16, 1, true))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, written, 100_000)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }
