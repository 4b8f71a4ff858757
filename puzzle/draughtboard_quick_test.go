package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"crosscut/puzzle"
	"crosscut/puzzle/text"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readDraughtboard reads a draughtboard from a text without its first line.
func readDraughtboard(t *testing.T, rows string) *puzzle.Draughtboard {
	t.Helper()
	p, err := text.Parse("puzzle: draughtboard\n" + rows)
	require.NoError(t, err, rows)
	return p.(*puzzle.Draughtboard)
}

// The quick check accepts just the correct boards, among all fillings of small ones.
func TestQuickCheckAgreesWithTheSlowCheck(t *testing.T) {
	accepted := 0
	for _, given := range []string{
		"board: 3x2\ncorner: any\nX,W\n=\nW,X\n=\nB,X\n",
		"board: 2x3\ncorner: W\nflips: no\nB,W\n=\nX,_\nX,X\n=\nX\n",
		"board:\nW,B,W\nB,#,B\n=\nB\nW\n=\nB,W,B\n",
		"board: 3x2\nflips: no\nX,X,X\n=\nX\nX\n=\nX\n",
		"board: 5x1\ncorner: any\nB,W\n=\nX,B\n=\nX\n",
		"board: 2x2\nX,X\n=\nX,X\n",
		"board: 3x2\ncorner: B\nX,X,_\n_,X,X\n=\nX,X\n", "board: 4x2\nB,W,B\nW,_,_\n=\n_,_,W\nB,W,B\n", "board: 2x3\ncorner: B\nX,X,_\n_,X,X\n=\nX\n=\nX\n",
	} {
		p := readDraughtboard(t, given)
		require.True(t, puzzle.HasQuick(p), given)
		s := slices.Repeat([]int{-len(p.Stones())}, p.Board().Len())
		for more := true; more; more = nextFilling(s, len(p.Stones())) {
			accepts := puzzle.QuickAccepts(p, s)
			if correct := puzzle.SlowCheck(p, s) == nil; accepts != correct {
				t.Fatalf("%s%v: correct %v, accepted %v", given, s, correct, accepts)
			}
			if accepts {
				accepted++
			}
		}
		assert.False(t, puzzle.QuickAccepts(p, s[1:]), "too short")
	}
	assert.Greater(t, accepted, 50)
}

// nextFilling counts s up, with values from -stones to stones. It reports false after the last.
func nextFilling(s puzzle.Solution, stones int) bool {
	for c := range s {
		if s[c]++; s[c] <= stones {
			return true
		}
		s[c] = -stones
	}
	return false
}

func TestQuickCheckAppliesToPlainBoardsWithSmallStones(t *testing.T) {
	for given, want := range map[string]bool{
		"board: 8x1\nX,X,X,X,X,X,X,X\n":                          true,
		"board: 1x8\nX,X,X,X,X,X,X,X\n":                          true,
		"board: 8x8\n" + strings.Repeat("X\n=\n", 62) + "X,X\n":  true,
		"board: 8x8\n" + strings.Repeat("X\n=\n", 64):            true,
		"board: 13x5\n" + strings.Repeat("X\n=\n", 65):           false, // too many stones
		"board: 12x6\n" + strings.Repeat("X,X,X,X,X,X\n=\n", 12): true,
		"board: 12x7\n" + strings.Repeat("X,X,X,X,X,X\n=\n", 14): false, // more than 64 bits
		"board: 7x12\n" + strings.Repeat("X,X,X,X,X,X\n=\n", 14): false, // more than 64 bits
		"board: 2x2\n0..4 *\nX\n=\n0..1 *\nX,X\n":                false, // not plain
		"board: 2x2\ngaps: 1\nX,X,X\n":                           false, // not plain
	} {
		assert.Equal(t, want, puzzle.HasQuick(readDraughtboard(t, given)), given)
	}
}
