package puzzle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestSetsHaveTheStonesThatPeopleKnow counts the stones of each set, and looks at names.
func TestSetsHaveTheStonesThatPeopleKnow(t *testing.T) {
	for set, names := range map[string]string{
		"pentominoes":               "F I L N P T U V W X Y Z",
		"tetrominoes":               "A B C D E",
		"one-sided tetrominoes":     "A B C D E F G",
		"one-sided pentominoes":     "A B C D E F G H I J K L M N O P Q R",
		"hexominoes":                "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z AA AB AC AD AE AF AG AH AI",
		"tetrominoes + pentominoes": "A1 B1 C1 D1 E1 F2 I2 L2 N2 P2 T2 U2 V2 W2 X2 Y2 Z2",
	} {
		require.Equal(t, names, strings.Join(stoneNames(t, "stones: "+set+"\nboard: 20x20\ngaps: any\n"), " "), set)
	}
	require.Equal(t, "A B C D E F G", strings.Join(stoneNames(t, "stones: tetrominoes\nboard: 20x20\ngaps: any\n2 *\nX\n"), " "))
}

// stoneNames returns the names of the stones of a text. No two are alike.
func stoneNames(t *testing.T, content string) (names []string) {
	p := read(t, content)
	board := p.(*puzzle.Draughtboard)
	for s := range board.Stones() {
		names = append(names, board.Name(s+1))
	}
	return names
}

// TestRulesOfCountsAndGaps has for each rule a board that breaks just this one.
func TestRulesOfCountsAndGaps(t *testing.T) {
	p := read(t, "board: 3x2\ngaps: 1..2\n2..3 *\nX,X\n=\n0..1 *, no turns\nX,X,X\n")
	for rows, rule := range map[string]puzzle.Rule{
		"A,A,_\nB,B,_": "", "A,B,_\n A,B,_": "",
		"A,A,_\n_,_,_": puzzle.RuleGaps, "A,A,B\nC,C,B": puzzle.RuleGaps, "D,D,D\nA,A,_": puzzle.RuleUse,
		"A,B,_\nA,B,A": puzzle.RuleShape, "A,A,_\nE,E,_": puzzle.RuleRange,
	} {
		found, err := text.ReadSolutions(strings.NewReader(rows), "rows", p)
		require.NoError(t, err, rows)
		err = p.Check(found[0])
		var broken *puzzle.Violation
		if rule == "" {
			require.NoError(t, err, rows)
			continue
		}
		require.True(t, errors.As(err, &broken), rows)
		require.Equal(t, rule, broken.Rule, rows)
	}
}

// TestTextsOfVariantsComeBack prints and reads random draughtboards that are not plain.
func TestTextsOfVariantsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawDraughtboardVariant(t)
		again, err := text.Parse(p.String())
		require.NoError(t, err, "%s", p)
		require.Equal(t, p.String(), again.String())
		require.Equal(t, p.Setup().Gaps, again.(*puzzle.Draughtboard).Setup().Gaps)
	})
}

// TestCountsMeanTheSameAsStonesDrawnOften compares "3 *" with a stone that is drawn three
// times.
func TestCountsMeanTheSameAsStonesDrawnOften(t *testing.T) {
	counted := read(t, "board: 3x2\n3 *\nX,X\n")
	drawn := read(t, "board: 3x2\nX,X\n=\nX,X\n=\nX,X\n")
	require.Equal(t, drawn.String(), counted.(*puzzle.Draughtboard).Drawn().String())
	require.Equal(t, puzzletest.Brute(drawn), puzzletest.Brute(counted))
}
