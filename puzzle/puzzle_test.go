package puzzle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

func TestBoardNumbersCellsInRowsAndLeavesHolesOut(t *testing.T) {
	b, err := puzzle.NewBoard(3, 2, func(row, col int) bool { return row == 0 && col == 1 })
	require.NoError(t, err)
	assert.Equal(t, []int{3, 2, 5}, []int{b.Width(), b.Height(), b.Len()})
	for _, test := range []struct{ row, col, cell int }{
		{0, 0, 0},
		{0, 1, -1},
		{0, 2, 1},
		{1, 0, 2},
		{1, 1, 3},
		{1, 2, 4},
		{-1, 0, -1},
		{0, -1, -1},
		{2, 0, -1},
		{0, 3, -1},
	} {
		assert.Equal(t, test.cell, b.Cell(test.row, test.col), "row %d column %d", test.row, test.col)
		if test.cell >= 0 {
			row, col := b.Pos(test.cell)
			assert.Equal(t, []int{test.row, test.col}, []int{row, col})
		}
	}
	assert.Equal(t, "r2c3", b.Name(4))
	for cell, beside := range [][]int{{2}, {4}, {0, 3}, {2, 4}, {1, 3}} {
		assert.Equal(t, beside, space.Beside(b, cell), "cell %d", cell)
	}
}

func TestNewBoardRefusesSizesThatAreNone(t *testing.T) {
	for _, test := range []struct {
		width, height int
		want          string
	}{
		{0, 5, "a board of 0x5 squares; both must be at least 1"},
		{5, -1, "a board of 5x-1 squares; both must be at least 1"},
		{129, 128, "a board of 129x128 squares is too large; the most is 16384 squares"},
		{1 << 62, 4, "a board of 4611686018427387904x4 squares is too large; the most is 16384 squares"},
		{4, 1 << 62, "a board of 4x4611686018427387904 squares is too large; the most is 16384 squares"},
	} {
		_, err := puzzle.NewBoard(test.width, test.height, nil)
		assert.EqualError(t, err, test.want)
	}
	_, err := puzzle.NewBoard(2, 2, func(int, int) bool { return true })
	require.EqualError(t, err, "the board has no cells, only holes")
	b, err := puzzle.NewBoard(128, 128, nil)
	require.NoError(t, err)
	assert.Equal(t, puzzle.MaxCells, b.Len())
}

func TestDrawAlignsLabelsAndHoles(t *testing.T) {
	hole := func(row, col int) bool { return row == col }
	for _, test := range []struct {
		name          string
		width, height int
		labels        []string
		want          string
	}{
		{"labels of one letter", 2, 2, []string{"a", "b"}, "#,a\nb,#\n"},
		{"labels of different lengths", 2, 2, []string{"a", "bcd"}, " ##,  a\nbcd, ##\n"},
		{"a single column, where a lone # would be a comment", 1, 2, []string{"a"}, "##\n a\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, err := puzzle.NewBoard(test.width, test.height, hole)
			require.NoError(t, err)
			assert.Equal(t, test.want, b.Draw(func(c int) string { return test.labels[c] }))
		})
	}
}

func TestFormatShowsEmptyCellsAndColours(t *testing.T) {
	assert.Equal(t, "__, 1\n 2,__\n", puzzle.Format(read(t, "puzzle: hidoku\n_,_\n_,_\n"), []int{puzzle.Empty, 1, 2, puzzle.Empty}))
	assert.Equal(t, "-3,-2\n__, 0\n", puzzle.Format(read(t, "numbers: -3..0\n_,_\n_,_\n"), []int{-3, -2, puzzle.Empty, 0}))
	for _, test := range []struct {
		corner, want string
		values       []int
	}{
		{"B", "A,b\n", []int{1, 2}},
		{"W", "b,A\n", []int{2, 1}},
		{"any", "A,b\n", []int{1, 2}},
		{"any", "b,A\n", []int{-2, -1}},
		{"any", "__, b\n", []int{puzzle.Empty, 2}},
	} {
		p := read(t, "puzzle: draughtboard\nboard: 2x1\ncorner: "+test.corner+"\nB\n=\nW\n")
		assert.Equal(t, test.want, puzzle.Format(p, test.values), "corner: %s", test.corner)
	}
	plain := read(t, "puzzle: draughtboard\nboard: 2x1\nX\n=\nX\n")
	assert.Equal(t, "A,B\n", puzzle.Format(plain, []int{1, 2}), "upper case where nothing has a colour")
}

func TestStoneNamesCountLikeColumnsOfASpreadsheet(t *testing.T) {
	for stone, want := range map[int]string{
		1: "A", 2: "B", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", puzzle.MaxCells: "XFD", 0: "",
	} {
		assert.Equal(t, want, new(puzzle.Draughtboard).Name(stone), "stone %d", stone)
	}
	seen := make(map[string]int)
	for stone := 1; stone <= puzzle.MaxCells; stone++ {
		name := new(puzzle.Draughtboard).Name(stone)
		require.Zero(t, seen[name], "%s is a name of two stones", name)
		seen[name] = stone
	}
}

func TestMagicSumIsTheTotalSharedByTheRows(t *testing.T) {
	for n := 1; n <= 20; n++ {
		for low := -30; low <= 30; low++ {
			total := 0
			for k := low; k < low+n*n; k++ {
				total += k
			}
			require.Zero(t, total%n)
			p, err := puzzle.MagicRules{Order: n, Low: low}.New(nil)
			require.NoError(t, err)
			require.Equal(t, total/n, p.Sum(), "order %d from %d", n, low)
			require.Equal(t, 2*p.Sum(), n*(p.Low()+p.High()))
		}
	}
}

func TestNeighboursAreMutualSortedAndAtTheMovesDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t, 40)
		for c := range p.Board().Len() {
			near := p.Neighbours(c)
			require.True(t, slices.IsSorted(near))
			for d := range p.Board().Len() {
				require.Equal(t, touches(p, c, d), slices.Contains(near, d), "%s and %s", p.Board().Name(c), p.Board().Name(d))
				require.Equal(t, slices.Contains(near, d), slices.Contains(p.Neighbours(d), c))
			}
		}
	})
}

// touches decides by the distance between the centres. Hexagons that touch are one
// apart, and their rows are √3/2 apart. All lengths are doubled or squared, so that they
// are whole numbers.
func touches(p *puzzle.Hidoku, c, d int) bool {
	r1, c1 := p.Board().Pos(c)
	r2, c2 := p.Board().Pos(d)
	down, right := r1-r2, c1-c2
	switch p.Rules().Moves {
	case puzzle.King:
		return max(down*down, right*right) == 1
	case puzzle.Rook:
		return down*down+right*right == 1
	}
	right2 := 2*right + r1%2 - r2%2
	return right2*right2+3*down*down == 4
}

func TestNewHidokuRefusesBadCluesAndMoves(t *testing.T) {
	b, err := puzzle.NewBoard(2, 1, nil)
	require.NoError(t, err)
	for _, test := range []struct {
		moves puzzle.Moves
		clues []int
		want  string
	}{
		{"queen", []int{puzzle.Empty, puzzle.Empty}, `moves: "queen"; it is king, rook, hex, knight or steps such as (1,2) (1,3)`},
		{puzzle.King, []int{1}, "1 clue for 2 cells"},
		{puzzle.King, []int{0, 1}, "0 on r1c1 is outside 1..2; puzzle.Empty stands for an open cell"},
		{puzzle.King, []int{1, 3}, "3 on r1c2 is outside 1..2"},
		{puzzle.King, []int{2, 2}, "2 stands twice, on r1c1 and r1c2"},
	} {
		_, err := puzzle.HidokuRules{Moves: test.moves}.New(b, test.clues)
		assert.EqualError(t, err, test.want)
	}
}

func TestNewHidokuNamesThePairThatBreaksARule(t *testing.T) {
	b, err := puzzle.NewBoard(3, 1, nil)
	require.NoError(t, err)
	parted := puzzle.HidokuRules{Moves: puzzle.King}
	puzzletest.Part(&parted, 0, 1)
	puzzletest.Part(&parted, 2, 0)
	for _, rules := range []puzzle.HidokuRules{{Moves: puzzle.King, Links: [][2]int{{0, 1}, {2, 0}}}, parted} {
		_, err := rules.New(b, nil)
		assert.ErrorContains(t, err, "r1c1-r1c3 do not touch")
	}
}

func TestNewMagicRefusesWhatCannotBeMeant(t *testing.T) {
	const large = "numbers and sums are at most 1099511627776 in magnitude"
	open := slices.Repeat([]int{puzzle.Empty}, 4)
	for _, test := range []struct {
		name        string
		n, low, sum int
		clues       []int
		want        string
	}{
		{"no rows", 0, 1, 0, nil, "a board of 0x0 squares; both must be at least 1"},
		{"too many rows", 129, 1, 0, nil, "a board of 129x129 squares is too large; the most is 16384 squares"},
		{"too low", 2, -puzzle.MaxNumber - 1, 0, open, large},
		{"too high", 2, puzzle.MaxNumber - 2, 0, open, large},
		{"sum too large", 2, 1, puzzle.MaxNumber + 1, open, large},
		{"clue outside", 2, 5, 13, []int{4, puzzle.Empty, puzzle.Empty, puzzle.Empty}, "4 on r1c1 is outside 5..8"},
		{"clue twice", 2, 5, 13, []int{puzzle.Empty, 6, puzzle.Empty, 6}, "6 stands twice, on r1c2 and r2c2"},
		{"clues for another board", 2, 5, 13, []int{5}, "1 clue for 4 cells"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := puzzle.MagicRules{Order: test.n, Low: test.low, Sum: new(test.sum)}.New(test.clues)
			assert.EqualError(t, err, test.want)
		})
	}
}

func TestNewDraughtboardRefusesAreasThatDiffer(t *testing.T) {
	b, err := puzzle.NewBoard(2, 2, nil)
	require.NoError(t, err)
	domino := stonesOf(t, "2x1", "B,W\n")
	_, err = puzzle.Setup{Board: b, Corner: puzzle.Black, Flips: true, Stones: domino}.New()
	require.EqualError(t, err, "the stones have 2 cells, the board has 4")
	_, err = puzzle.Setup{Board: b, Corner: 'Q', Flips: true, Stones: domino}.New()
	require.EqualError(t, err, `corner "Q"; it is B, W or any`)
}

func TestColouringsAreThoseThatTheStonesCanFill(t *testing.T) {
	const black, white = puzzle.Black, puzzle.White
	for _, test := range []struct {
		name, text string
		colourings []puzzle.Colour
		signed     bool
		balance    string
	}{
		{"given", "board: 2x1\ncorner: W\nB\n=\nW\n", []puzzle.Colour{white}, false, ""},
		{"open", "board: 2x1\nB\n=\nW\n", []puzzle.Colour{black, white}, true, ""},
		{"open, no stone coloured", "board: 2x1\nX\n=\nX\n", []puzzle.Colour{black}, false, ""},
		{"open, one has too few black squares", "board: 3x1\nB\n=\nX,B\n", []puzzle.Colour{black}, true, ""},
		{"open, one has too few white squares", "board: 3x1\nW\n=\nW\n=\nB\n", []puzzle.Colour{white}, true, ""},
		{"given, too few", "board: 3x1\ncorner: W\nB\n=\nX,B\n", nil, false, "the stones have 2 black cells, the board with a corner W has 1"},
		{"open, both too few", "board: 4x1\nW\n=\nW\n=\nW\n=\nX\n", nil, true, "the stones have 3 white cells, the board with a corner B has 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, "puzzle: draughtboard\nsolutions: 0\n"+test.text).(*puzzle.Draughtboard)
			assert.Equal(t, test.colourings, p.Colourings())
			assert.Equal(t, test.signed, p.Signed())
			if test.balance == "" {
				assert.NoError(t, p.Balance())
			} else {
				assert.EqualError(t, p.Balance(), test.balance)
			}
		})
	}
}

func TestCanonicalPutsInterchangeableStonesInTheOrderOfTheirCells(t *testing.T) {
	p := read(t, "puzzle: draughtboard\nboard: 5x1\nX\n=\nX,X\n=\nX\n=\nX\n").(*puzzle.Draughtboard)
	assert.Equal(t, puzzle.Solution{1, 2, 2, 3, 4}, p.Canonical(puzzle.Solution{4, 2, 2, 3, 1}))
	signed := read(t, "puzzle: draughtboard\nboard: 4x1\nB\n=\nW\n=\nB\n=\nW\n").(*puzzle.Draughtboard)
	assert.Equal(t, puzzle.Solution{-2, -1, -4, -3}, signed.Canonical(puzzle.Solution{-4, -3, -2, -1}))
}

func TestCanonicalIsOneSolutionPerFilling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, s := drawDraughtboard(t, 20)
		given := slices.Clone(s)
		require.Equal(t, s, p.Canonical(s), "idempotent")
		// Stones of a kind exchange their numbers at random: the filling is the same.
		names := make([]int, len(p.Stones()))
		for kind := range names {
			var alike []int
			for stone := range names {
				if p.Kinds()[stone] == kind {
					alike = append(alike, stone)
				}
			}
			for i, stone := range rapid.Permutation(alike).Draw(t, "alike") {
				names[alike[i]] = stone
			}
		}
		renamed := make(puzzle.Solution, len(s))
		for c, value := range s {
			if renamed[c] = names[max(value, -value)-1] + 1; value < 0 {
				renamed[c] *= -1
			}
		}
		require.NoError(t, p.Check(renamed))
		require.Equal(t, s, p.Canonical(renamed))
		require.Equal(t, slices.Equal(s, renamed), puzzle.IsCanonical(p, renamed))
		require.Equal(t, given, s, "the argument is left alone")
	})
}

func TestCanonicalLeavesNumbersAlone(t *testing.T) {
	s := puzzle.Solution{2, 1}
	assert.Equal(t, s, read(t, twoCells).Canonical(s))
	assert.Equal(t, s, read(t, empty3).Canonical(s))
}

// Finding the kinds once took quadratic time on a large board of equal single cells, and on
// one of stones that are all different.
func TestThousandsOfStonesAreReadAndNamed(t *testing.T) {
	alike := read(t, "puzzle: draughtboard\nboard: 128x128\n"+strings.Repeat("X\n=\n", puzzle.MaxCells)).(*puzzle.Draughtboard)
	assert.Len(t, alike.Stones(), puzzle.MaxCells)
	assert.Equal(t, 0, slices.Max(alike.Kinds()))
	s := make(puzzle.Solution, puzzle.MaxCells)
	for c := range s {
		s[c] = puzzle.MaxCells - c
	}
	require.NoError(t, alike.Check(s))
	s = alike.Canonical(s)
	assert.True(t, slices.IsSorted(s))
	assert.Contains(t, puzzle.Format(alike, s), "XFD")

	var different strings.Builder
	for i := range 2048 {
		cells := make([]string, 8)
		for c, j := 0, i; c < len(cells); c, j = c+1, j/3 {
			cells[c] = string("BWX"[j%3])
		}
		fmt.Fprintf(&different, "%s\n=\n", strings.Join(cells, ","))
	}
	p := read(t, "puzzle: draughtboard\nsolutions: 0\nboard: 128x128\n"+different.String()).(*puzzle.Draughtboard)
	kinds := slices.Compact(slices.Sorted(slices.Values(p.Kinds())))
	assert.Greater(t, len(kinds), 1000)
}
