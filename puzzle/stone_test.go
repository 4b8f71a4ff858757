package puzzle_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// stonesOf returns the stones of a draughtboard's text without a board.
func stonesOf(t testing.TB, board, text string) []puzzle.Stone {
	t.Helper()
	return read(t, "puzzle: draughtboard\nsolutions: 0\nboard: "+board+"\n"+text).(*puzzle.Draughtboard).Stones()
}

func TestVersionsAreAsManyAsTheStoneHasDifferentSides(t *testing.T) {
	for _, test := range []struct {
		name, board, stone string
		turned, flipped    int
	}{
		{"one cell", "1x1", "B\n", 1, 1},
		{"plain domino", "2x1", "X,X\n", 2, 2},
		{"coloured domino", "2x1", "B,W\n", 4, 4},
		{"plain square", "2x2", "X,X\nX,X\n", 1, 1},
		{"chequered square", "2x2", "B,W\nW,B\n", 2, 2},
		{"plain S", "2x2", "X,X,_\n_,X,X\n", 2, 4},
		{"chequered S", "2x2", "B,W,_\n_,B,W\n", 4, 8},
		{"plain L", "2x2", "X,_\nX,_\nX,X\n", 4, 8},
		{"square with one cell coloured", "2x2", "B,X\nX,X\n", 4, 4},
		{"plain plus", "5x1", "_,X,_\nX,X,X\n_,X,_\n", 1, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			stone := stonesOf(t, test.board, test.stone)[0]
			assert.Len(t, stone.Versions(false), test.turned)
			assert.Len(t, stone.Versions(true), test.flipped)
			assert.True(t, slices.Equal(stone.Cells(), stone.Versions(true)[0].Cells()), "the stone itself comes first")
		})
	}
}

// turn and flip move the cells without using the package.
func turn(s puzzle.Stone) puzzle.Stone { return moved(s, func(r, c int) (int, int) { return c, -r }) }

func flip(s puzzle.Stone) puzzle.Stone { return moved(s, func(r, c int) (int, int) { return -r, c }) }

func moved(s puzzle.Stone, move func(r, c int) (int, int)) puzzle.Stone {
	cells := slices.Clone(s.Cells())
	for i, c := range cells {
		cells[i].Row, cells[i].Col = move(c.Row, c.Col)
	}
	made, err := puzzle.NewStone(cells)
	if err != nil {
		panic(err)
	}
	return made
}

func contains(all []puzzle.Stone, s puzzle.Stone) bool {
	return slices.ContainsFunc(all, func(t puzzle.Stone) bool { return slices.Equal(s.Cells(), t.Cells()) })
}

func TestVersionsAreTheOrbitUnderTurningAndFlipping(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawDraughtboard(t, 12)
		for _, stone := range p.Stones() {
			for _, flips := range []bool{false, true} {
				versions := stone.Versions(flips)
				require.LessOrEqual(t, len(versions), 8)
				require.Contains(t, []int{1, 2, 4, 8}, len(versions), "an orbit divides the group")
				for i, v := range versions {
					require.False(t, contains(versions[:i], v), "a version twice")
					require.True(t, contains(versions, turn(v)), "not closed under turning")
					require.True(t, !flips || contains(versions, flip(v)), "not closed under flipping")
				}
			}
		}
	})
}

func TestStonesAreShiftedToTheOriginAndSorted(t *testing.T) {
	s, err := puzzle.NewStone([]puzzle.StoneCell{{Row: 5, Col: -2, Colour: puzzle.White}, {Row: 4, Col: -2, Colour: puzzle.Black}})
	require.NoError(t, err)
	assert.Equal(t, []puzzle.StoneCell{{Row: 0, Col: 0, Colour: puzzle.Black}, {Row: 1, Col: 0, Colour: puzzle.White}}, s.Cells())
	assert.Len(t, s.Cells(), 2)
	assert.Equal(t, "B\nW\n", s.String())
}

func TestNewStoneRefusesWhatIsNoStone(t *testing.T) {
	cell := func(row, col int) puzzle.StoneCell {
		return puzzle.StoneCell{Row: row, Col: col, Colour: puzzle.Black}
	}
	const apart = "the cells of the stone are not connected by their sides"
	for _, test := range []struct {
		name, want string
		cells      []puzzle.StoneCell
	}{
		{"nothing", "a stone without cells", nil},
		{"a cell twice", "two cells of a stone in one place", []puzzle.StoneCell{cell(0, 0), cell(0, 1), cell(0, 0)}},
		{"a cell in two colours", "two cells of a stone in one place", []puzzle.StoneCell{cell(0, 0), {Colour: puzzle.White}}},
		{"corners only", apart, []puzzle.StoneCell{cell(0, 0), cell(1, 1)}},
		{"a gap", apart, []puzzle.StoneCell{cell(0, 0), cell(0, 2)}},
		{"as far apart as numbers go", apart, []puzzle.StoneCell{cell(math.MinInt, 0), cell(math.MaxInt, 0)}},
		{"far apart sideways", apart, []puzzle.StoneCell{cell(0, math.MinInt), cell(0, math.MaxInt)}},
		{"a colour nobody knows", `"G" is not a colour; a stone's cell is B, W or X`, []puzzle.StoneCell{{Colour: 'G'}}},
		{"no colour", `"\x00" is not a colour; a stone's cell is B, W or X`, []puzzle.StoneCell{{}}},
		{"too many cells", "a stone of 16385 cells is too large; the most is 16384 cells", make([]puzzle.StoneCell, puzzle.MaxCells+1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := puzzle.NewStone(test.cells)
			assert.EqualError(t, err, test.want)
		})
	}
}

func TestStoneWithoutCellsIsHarmless(t *testing.T) {
	var none puzzle.Stone
	assert.Len(t, none.Versions(true), 1)
	assert.Empty(t, none.String())
	board, err := puzzle.NewBoard(1, 1, nil)
	require.NoError(t, err)
	_, err = puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: []puzzle.Stone{none}}.New()
	assert.EqualError(t, err, "a stone without cells")
}

func TestColours(t *testing.T) {
	assert.Equal(t, puzzle.White, puzzle.Black.Other())
	assert.Equal(t, puzzle.Black, puzzle.White.Other())
	assert.Equal(t, puzzle.AnyColour, puzzle.AnyColour.Other())
}

func TestKindsPutStonesTogetherThatCanLieAlike(t *testing.T) {
	text := "B,W,_\n_,B,W\n=\nB\n=\n_,B,W\nB,W,_\n=\nW,_\nB,W\n_,B\n=\nB\n=\nW\n"
	for _, test := range []struct {
		flips string
		want  []int
	}{
		{"yes", []int{0, 1, 0, 0, 1, 5}},
		{"no", []int{0, 1, 2, 2, 1, 5}},
	} {
		p := read(t, "puzzle: draughtboard\nsolutions: 0\nboard: 3x5\nflips: "+test.flips+"\n"+text).(*puzzle.Draughtboard)
		assert.Equal(t, test.want, p.Kinds(), "flips: %s", test.flips)
	}
}

func TestKindsAgreeWithComparingEveryPairOfStones(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawDraughtboard(t, 25)
		for s, stone := range p.Stones() {
			want := slices.IndexFunc(p.Stones(), func(other puzzle.Stone) bool {
				return contains(other.Versions(p.Setup().Flips), stone)
			})
			require.Equal(t, want, p.Kinds()[s])
		}
	})
}

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
	require.Equal(t, "A B C D E F1 F2", strings.Join(stoneNames(t, "stones: tetrominoes\nboard: 20x20\ngaps: any\n2 *\nX\n"), " "))
	require.Equal(t, "A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 F1 G1 G2", strings.Join(stoneNames(t, "stones: tetrominoes + tetrominoes\nboard: 20x20\ngaps: any\nX,X,X\n=\n2 *\nX\n"), " "))
}

// TestALetterIsTheNameOfOneStone reads stones that are drawn for several. Their names have numbers, also where a certificate
// gives each stone a letter of its own, so a letter of one is no name of another.
func TestALetterIsTheNameOfOneStone(t *testing.T) {
	p := read(t, "board: 4x2\n* *\nX,X\n=\nX\n=\n0..3 *\nX\n").(*puzzle.Draughtboard)
	setup := p.Setup()
	setup.Lettered = true
	lettered, err := setup.New()
	require.NoError(t, err)
	names := []string{"A1", "A2", "A3", "A4", "B1", "C1", "C2", "C3"}
	for i, name := range names {
		assert.Equal(t, name, p.Name(i+1))
		assert.Equal(t, "ABCDEFGH"[i:i+1], lettered.Name(i+1))
	}
	for _, rows := range []string{"A1,A1,A2,A2\nA3,A3,B1,C1\n", "A,A,B,B\nC,C,E,F\n"} {
		solutions, err := text.ReadSolutions(strings.NewReader(rows), "s", p)
		require.NoError(t, err)
		require.Equal(t, puzzle.Solution{1, 1, 2, 2, 3, 3, 5, 6}, solutions[0])
		require.NoError(t, p.Check(solutions[0]))
	}
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
	for rows, rule := range map[string]string{
		"A,A,_\nB,B,_": "", "A,B,_\n A,B,_": "",
		"A,A,_\n_,_,_": "gaps", "A,A,B\nC,C,B": "gaps", "D,D,D\nA,A,_": "use",
		"A,B,_\nA,B,A": "shape", "A,A,_\nE,E,_": "range",
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

func TestBoardsOfSetsNameThem(t *testing.T) {
	board, err := puzzle.NewBoard(10, 6, nil)
	require.NoError(t, err)
	p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Sets: []string{"pentominoes"}}.New()
	require.NoError(t, err)
	require.Contains(t, p.String(), "\nstones: pentominoes\n")
}

// TestCountsMeanTheSameAsStonesDrawnOften compares "3 *" with a stone that is drawn three
// times.
func TestCountsMeanTheSameAsStonesDrawnOften(t *testing.T) {
	counted := read(t, "board: 3x2\n3 *\nX,X\n")
	drawn := read(t, "board: 3x2\nX,X\n=\nX,X\n=\nX,X\n")
	require.Equal(t, puzzletest.Brute(drawn), puzzletest.Brute(counted))
}
