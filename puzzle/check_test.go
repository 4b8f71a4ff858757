package puzzle_test

import (
	"errors"
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

const (
	twoCells  = "puzzle: hidoku\n_,_\n"
	fourCells = "_,_\n_,_\n"
	square2   = "puzzle: magic\ndiagonals: no\n_,_\n_,_\n"
	square3   = "puzzle: magic\n2,_,_\n_,_,_\n_,_,_\n"
	empty3    = "puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n"
	blackLeft = "puzzle: draughtboard\nboard: 2x1\ncorner: B\nB\n=\nW\n"
	bothWays  = "puzzle: draughtboard\nboard: 2x1\ncorner: any\nB\n=\nW\n"
	straight  = "puzzle: draughtboard\nboard: 2x2\nX,X\n=\nX,X\n"
	// An S, and the rest of 3x2.
	turnsOnly = "puzzle: draughtboard\nboard: 3x2\nflips: no\nX,X,_\n_,X,X\n=\nX\n=\nX\n"
)

func TestEveryRuleHasABoardThatBreaksJustIt(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		good, bad    puzzle.Solution // good is nil where the puzzle has no solution to compare with
		rule         string
		cell         int
		detail       string
	}{
		{"too short", twoCells, puzzle.Solution{1, 2}, puzzle.Solution{1}, "length", -1, "1 value for 2 cells"},
		{"nothing at all", twoCells, puzzle.Solution{1, 2}, nil, "length", -1, "0 values for 2 cells"},
		{"too long", twoCells, puzzle.Solution{1, 2}, puzzle.Solution{1, 2, 3}, "length", -1, "3 values for 2 cells"},
		{"hidoku: a number too small", "puzzle: hidoku\n_\n", puzzle.Solution{1}, puzzle.Solution{0}, "range", 0, "0 on r1c1 is outside 1..1"},
		{"hidoku: a number too large", "puzzle: hidoku\n_\n", puzzle.Solution{1}, puzzle.Solution{2}, "range", 0, "2 on r1c1 is outside 1..1"},
		{"hidoku: an open cell", twoCells, puzzle.Solution{1, 2}, puzzle.Solution{1, puzzle.Empty}, "range", 1, "nothing stands on r1c2"},
		{"hidoku: a clue overwritten", "puzzle: hidoku\n_,2\n", puzzle.Solution{1, 2}, puzzle.Solution{2, 1}, "clue", 1, "1 on r1c2, where 2 is given"},
		{"hidoku: a number twice", twoCells, puzzle.Solution{1, 2}, puzzle.Solution{1, 1}, "twice", 1, "1 stands on r1c1 and on r1c2"},
		{"hidoku: numbers apart", "puzzle: hidoku\n_,_,_\n", puzzle.Solution{1, 2, 3}, puzzle.Solution{1, 3, 2}, "touch", 2, "1 on r1c1 and 2 on r1c3 do not touch"},
		{"hidoku: a hole between", "puzzle: hidoku\n_,#,_\n", nil, puzzle.Solution{1, 2}, "touch", 1, "1 on r1c1 and 2 on r1c3 do not touch"},
		{"hidoku: a rook does not go aslant", "moves: rook\n" + fourCells, puzzle.Solution{1, 2, 4, 3}, puzzle.Solution{1, 3, 4, 2}, "touch", 3, "1 on r1c1 and 2 on r2c2 do not touch"},
		{"hidoku: a hexagon has no neighbour below on the right of an even row", "moves: hex\n" + fourCells, puzzle.Solution{1, 3, 2, 4}, puzzle.Solution{1, 3, 4, 2}, "touch", 3, "1 on r1c1 and 2 on r2c2 do not touch"},
		{"hidoku: a wall between", "moves: rook\nwalls: r1c1-r1c2\n" + fourCells, puzzle.Solution{1, 4, 2, 3}, puzzle.Solution{1, 2, 4, 3}, "touch", 1, "1 on r1c1 and 2 on r1c2 do not touch"},
		{"hidoku: no bridge between", "moves: rook\nbridges: r1c1-r2c2\n" + fourCells, puzzle.Solution{2, 1, 4, 3}, puzzle.Solution{4, 2, 3, 1}, "touch", 2, "2 on r1c2 and 3 on r2c1 do not touch"},
		{"hidoku: not over this edge of the torus", "moves: rook\ntorus: yes\n_,_,_\n_,_,_\n_,_,_\n", puzzle.Solution{1, 2, 3, 8, 6, 7, 9, 5, 4}, puzzle.Solution{1, 2, 3, 8, 5, 6, 9, 4, 7}, "touch", 7, "3 on r1c3 and 4 on r3c2 do not touch"},
		{"hidoku: a step that is none of the moves", "moves: (1,1) (0,2)\n_,_,_\n", nil, puzzle.Solution{2, 3, 1}, "touch", 1, "2 on r1c1 and 3 on r1c2 do not touch"},
		{"hidoku: an open path", "moves: rook\nclosed: yes\n_,_,_\n_,_,_\n", puzzle.Solution{1, 2, 3, 6, 5, 4}, puzzle.Solution{1, 4, 5, 2, 3, 6}, "closed", 5, "6 on r2c3 and 1 on r1c1 do not touch"},
		{"hidoku: a link", "links: r1c1-r1c2\n" + fourCells, puzzle.Solution{1, 2, 3, 4}, puzzle.Solution{1, 3, 2, 4}, "link", 1, "r1c1-r1c2 is linked, with 1 and 3"},
		{"hidoku: the opposite of a link", "unlinked: r1c1-r1c2\n" + fourCells, puzzle.Solution{1, 3, 2, 4}, puzzle.Solution{1, 2, 3, 4}, "unlinked", 1, "r1c1-r1c2 is unlinked, with 1 and 2"},
		{"hidoku: on a closed path the last number and the first are unlinked too", "unlinked: r1c1-r1c2\nclosed: yes\n" + fourCells, puzzle.Solution{1, 3, 2, 4}, puzzle.Solution{1, 4, 2, 3}, "unlinked", 1, "r1c1-r1c2 is unlinked, with 1 and 4"},
		{"hidoku: an order", "order: r1c1 r1c2 r2c2\n" + fourCells, puzzle.Solution{1, 2, 3, 4}, puzzle.Solution{1, 4, 2, 3}, "order", 3, "4 on r1c2 comes after 3 on r2c2"},
		{"magic: a number too small", "puzzle: magic\nnumbers: 5..5\n_\n", puzzle.Solution{5}, puzzle.Solution{4}, "range", 0, "4 on r1c1 is outside 5..5"},
		{"magic: a number too large", "puzzle: magic\nnumbers: -5..-5\n_\n", puzzle.Solution{-5}, puzzle.Solution{-4}, "range", 0, "-4 on r1c1 is outside -5..-5"},
		{"magic: a clue overwritten", square3, puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}, puzzle.Solution{4, 3, 8, 9, 5, 1, 2, 7, 6}, "clue", 0, "4 on r1c1, where 2 is given"},
		{"magic: a number twice", square3, puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8}, puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 6}, "twice", 8, "6 stands on r1c3 and on r3c3"},
		{"magic: a row", square2, nil, puzzle.Solution{1, 2, 4, 3}, "row", 0, "row 1 has the sum 3, not 5"},
		{"magic: a column", square2, nil, puzzle.Solution{1, 4, 2, 3}, "column", 0, "column 1 has the sum 3, not 5"},
		{"magic: the falling diagonal", empty3, puzzle.Solution{2, 9, 4, 7, 5, 3, 6, 1, 8}, puzzle.Solution{1, 9, 5, 6, 2, 7, 8, 4, 3}, "diagonal", 0, "diagonal 1 has the sum 6, not 15"},
		{"magic: the rising diagonal", empty3, puzzle.Solution{2, 9, 4, 7, 5, 3, 6, 1, 8}, puzzle.Solution{5, 9, 1, 7, 2, 6, 3, 4, 8}, "diagonal", 2, "diagonal 2 has the sum 6, not 15"},
		{"magic: another sum", "puzzle: magic\nsum: 2\n_\n", nil, puzzle.Solution{1}, "row", 0, "row 1 has the sum 1, not 2"},
		{"stones: no stone", blackLeft, puzzle.Solution{1, 2}, puzzle.Solution{1, 0}, "range", 1, "r1c2 is covered by none of 2 stones"},
		{"stones: an open cell", blackLeft, puzzle.Solution{1, 2}, puzzle.Solution{1, puzzle.Empty}, "range", 1, "r1c2 is covered by none of 2 stones"},
		{"stones: one too many", blackLeft, puzzle.Solution{1, 2}, puzzle.Solution{1, 3}, "range", 1, "r1c2 is covered by none of 2 stones"},
		{"stones: the other colouring, which is not open", blackLeft, puzzle.Solution{1, 2}, puzzle.Solution{-2, -1}, "range", 0, "r1c1 is covered by stone 2 of the other colouring"},
		{"stones: one left over", blackLeft, puzzle.Solution{1, 2}, puzzle.Solution{2, 2}, "shape", -1, "stone A is not on the board"},
		{"stones: a cell too many", "puzzle: draughtboard\nboard: 3x1\nX,X\n=\nX\n", puzzle.Solution{1, 1, 2}, puzzle.Solution{1, 2, 2}, "shape", 0, "stone A has 2 cells and covers 1"},
		{"stones: torn apart", "puzzle: draughtboard\nboard: 3x1\nX,X\n=\nX\n", puzzle.Solution{1, 1, 2}, puzzle.Solution{1, 2, 1}, "shape", 0, "the cells of stone A, from r1c1 on, do not have its shape"},
		{"stones: bent", straight, puzzle.Solution{1, 1, 2, 2}, puzzle.Solution{1, 2, 2, 1}, "shape", 0, "the cells of stone A, from r1c1 on, do not have its shape"},
		{"stones: turned over", turnsOnly, puzzle.Solution{1, 1, 2, 3, 1, 1}, puzzle.Solution{2, 1, 1, 1, 1, 3}, "shape", 1, "the cells of stone A, from r1c2 on, do not have its shape"},
		{"stones: black on white", blackLeft, puzzle.Solution{1, 2}, puzzle.Solution{2, 1}, "colour", 1, "stone A lies with the wrong colours, from r1c2 on"},
		{"stones: half of it right", "puzzle: draughtboard\nsolutions: 0\nboard: 2x1\ncorner: B\nB,B\n", nil, puzzle.Solution{1, 1}, "colour", 0, "stone A lies with the wrong colours, from r1c1 on"},
		{"stones: white corner, black stone", bothWays, puzzle.Solution{-2, -1}, puzzle.Solution{-1, -2}, "colour", 0, "stone A lies with the wrong colours, from r1c1 on"},
		{"stones: two colourings at once", bothWays, puzzle.Solution{1, 2}, puzzle.Solution{1, -2}, "colour", 1, "r1c1 and r1c2 are of different colourings"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.puzzle)
			if test.good != nil {
				require.NoError(t, p.Check(test.good), "the board it is to be compared with")
			}
			var broken *puzzle.Violation
			require.ErrorAs(t, p.Check(test.bad), &broken)
			assert.Equal(t, puzzle.Violation{Rule: test.rule, Cell: test.cell, Detail: test.detail}, *broken)
		})
	}
}

func TestViolationNamesItsRule(t *testing.T) {
	err := read(t, twoCells).Check(puzzle.Solution{1, 1})
	assert.EqualError(t, err, `rule "twice": 1 stands on r1c1 and on r1c2`)
}

func TestMagicBoardsWithoutDiagonalsAreNotAskedForThem(t *testing.T) {
	semi := puzzle.Solution{2, 7, 6, 4, 3, 8, 9, 5, 1}
	assert.NoError(t, read(t, "diagonals: no\n"+empty3).Check(semi))
	assert.Error(t, read(t, empty3).Check(semi))
}

// In a puzzle with one solution no exchange of two values can be a solution.
func TestNoExchangeOfTwoValuesOfTheOnlySolutionPasses(t *testing.T) {
	for _, file := range []string{"hidoku/seed-10x10", "magic/seed-5x5"} {
		t.Run(file, func(t *testing.T) {
			p := read(t, testdata(t, file+".txt"))
			s := solution(t, p, testdata(t, file+".solution.txt"))
			require.NoError(t, p.Check(s))
			for c := range s {
				for d := range c {
					s[c], s[d] = s[d], s[c]
					require.Error(t, p.Check(s), "%s and %s exchanged", p.Board().Name(c), p.Board().Name(d))
					s[c], s[d] = s[d], s[c]
				}
			}
			require.NoError(t, p.Check(s))
		})
	}
}

// layByVersions judges a solution in another way than Check: it lists the versions of each
// stone, while Check turns the plane.
func layByVersions(p *puzzle.Draughtboard, s puzzle.Solution) bool {
	corner := p.Setup().Corner
	if corner == puzzle.AnyColour {
		corner = puzzle.Black
		if s[0] < 0 {
			corner = puzzle.White
		}
	}
	for stone, given := range p.Stones() {
		var cells []puzzle.StoneCell
		for c, value := range s {
			if value == stone+1 || p.Signed() && value == -stone-1 {
				row, col := p.Board().Pos(c)
				cells = append(cells, puzzle.StoneCell{Row: row, Col: col, Colour: p.ColourAt(c, corner)})
			}
		}
		lies, err := puzzle.NewStone(cells)
		if err != nil || !slices.ContainsFunc(given.Versions(p.Setup().Flips), func(v puzzle.Stone) bool {
			return slices.EqualFunc(v.Cells(), lies.Cells(), func(a, b puzzle.StoneCell) bool {
				return a.Row == b.Row && a.Col == b.Col && (a.Colour == puzzle.AnyColour || a.Colour == b.Colour)
			})
		}) {
			return false
		}
	}
	return true
}

func TestDraughtboardCheckAgreesWithTheListOfVersions(t *testing.T) {
	passed, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p, s := drawDraughtboard(t, 12)
		if err := p.Check(s); err != nil {
			t.Fatalf("the cut itself: %v", err)
		}
		cells := rapid.IntRange(0, len(s)-1)
		for range 8 {
			changed := slices.Clone(s)
			switch c, d := cells.Draw(t, "c"), cells.Draw(t, "d"); rapid.IntRange(0, 2).Draw(t, "change") {
			case 0: // two cells exchange their stones
				changed[c], changed[d] = s[d], s[c]
			case 1: // two stones exchange their places
				for e := range s {
					switch s[e] {
					case s[c]:
						changed[e] = s[d]
					case s[d]:
						changed[e] = s[c]
					}
				}
			case 2: // the other colouring
				for e := range s {
					changed[e] = -s[e]
				}
			}
			got, want := p.Check(changed) == nil, layByVersions(p, changed) && (p.Signed() || changed[0] > 0)
			if got != want {
				t.Fatalf("%v\n%v: Check says %v, the versions say %v", p, changed, p.Check(changed), want)
			}
			if want {
				passed++
			} else {
				failed++
			}
		}
	})
	assert.Positive(t, passed)
	assert.Positive(t, failed)
}

func TestCheckSurvivesAnyValues(t *testing.T) {
	values := rapid.OneOf(rapid.IntRange(-3, 3), rapid.Int(), rapid.Just(puzzle.Empty))
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		n := p.Board().Len()
		s := rapid.OneOf(rapid.SliceOfN(values, n, n), rapid.SliceOf(values)).Draw(t, "values")
		if err := p.Check(s); err != nil {
			var broken *puzzle.Violation
			require.ErrorAs(t, err, &broken)
			require.Less(t, broken.Cell, n)
		}
	})
}

func TestPartialBoardsBreakARuleOrNone(t *testing.T) {
	closed := "puzzle: hidoku\nmoves: rook\nclosed: yes\nunlinked: r1c1-r2c1\norder: r1c1 r1c2\n_,_\n_,_\n"
	hidoku := "puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,_\n"
	magic := "puzzle: magic\n_,_,_\n_,5,_\n_,_,_\n"
	stones := "puzzle: draughtboard\nboard: 3x2\ncorner: B\nB,W\n=\nB,W\n=\nW,B\n"
	for _, test := range []struct {
		puzzle, board string
		rule          string // "" if no rule is broken
	}{
		{hidoku, "1,2,_\n_,_,_\n_,_,9", ""},
		{hidoku, "_,_,_\n_,_,_\n_,_,_", ""},
		{hidoku, "1,3,_\n2,_,_\n_,_,4", "touch"},
		{closed, "1,_\n_,4", "closed"},
		{closed, "1,_\n4,_", "unlinked"},
		{closed, "3,2\n_,_", "order"},
		{hidoku, "1,2,_\n_,_,_\n_,_,10", "range"},
		{hidoku, "1,2,_\n_,_,_\n_,_,2", "twice"},
		{hidoku, "2,_,_\n_,_,_\n_,_,_", "clue"},
		{magic, "2,7,6\n_,_,_\n_,_,_", ""},
		{magic, "2,7,_\n_,_,_\n_,_,9", ""},
		{magic, "2,7,8\n_,_,_\n_,_,_", "row"},
		{magic, "2,_,_\n_,5,_\n_,_,9", "diagonal"},
		{stones, "A,a,_\n_,_,_", ""},
		{stones, "A,_,_\n_,_,_", ""},
		{stones, "A,_,a\n_,_,_", "shape"},
		{stones, "A,a,A\n_,_,_", "shape"},
	} {
		p := read(t, test.puzzle)
		boards, err := text.ReadSolutions(strings.NewReader(test.board), "board", p)
		require.NoError(t, err)
		err = puzzle.CheckPartial(p, boards[0])
		if test.rule == "" {
			assert.NoError(t, err, test.board)
			continue
		}
		var v *puzzle.Violation
		require.True(t, errors.As(err, &v), test.board)
		assert.Equal(t, test.rule, v.Rule, test.board)
		assert.Error(t, p.Check(boards[0]))
	}
	var none *puzzle.Hidoku
	assert.Error(t, puzzle.CheckPartial(none, nil))
}

func TestVariantsHaveNames(t *testing.T) {
	p := read(t, "moves: knight\ntorus: yes\nclosed: yes\nbridges: r1c1-r1c2\nwalls: r1c1-r2c3\nlinks: r1c1-r1c2\nunlinked: r1c2-r2c4\norder: r1c1\n"+rows(5, 5, "_")).(*puzzle.Hidoku)
	assert.Equal(t, "moves: knight, torus, closed, walls, bridges, links, unlinked, order", puzzle.Variant(p))
	assert.Empty(t, puzzle.Variant(read(t, twoCells)))
}
