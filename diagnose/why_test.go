package diagnose_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// thinner returns the puzzle that has only some of the clues or stones of p, straight
// from the definition.
func thinner(t require.TestingT, p puzzle.Puzzle, parts []int) puzzle.Puzzle {
	if board, ok := p.(*puzzle.Draughtboard); ok {
		less := puzzle.Setup{Board: board.Board(), Corner: board.Setup().Corner, Flips: board.Setup().Flips}
		bare := board.Board().Len()
		for _, s := range parts {
			stock := board.Stock(s)
			stock.Count = puzzle.Range{Least: 1, Most: 1}
			less.Stocks = append(less.Stocks, stock)
			bare -= len(board.Stones()[s].Cells())
		}
		less.Gaps = puzzle.Range{Least: bare, Most: bare}
		q, err := less.New()
		require.NoError(t, err)
		return q
	}
	kept := slices.Repeat([]int{puzzle.Empty}, p.Board().Len())
	for _, c := range parts {
		kept[c] = p.(puzzle.Numbered).Clue(c)
	}
	if h, ok := p.(*puzzle.Hidoku); ok && h.Ranked() {
		rules := h.Rules()
		rules.Order = slices.DeleteFunc(slices.Clone(rules.Order), func(c int) bool { return !slices.Contains(parts, c) })
		less, err := rules.New(h.Board(), kept)
		require.NoError(t, err)
		return less
	}
	less, err := p.(puzzle.Numbered).WithClues(kept)
	require.NoError(t, err)
	return less
}

// checkConflict fails the test unless brute force agrees that a conflict is minimal.
func checkConflict(t require.TestingT, p puzzle.Puzzle, c *diagnose.Conflict) {
	parts := slices.Clone(c.Cells)
	for _, s := range c.Stones {
		require.Positive(t, s, "stones are counted from 1")
		parts = append(parts, s-1)
	}
	require.Empty(t, puzzletest.Brute(thinner(t, p, parts)), "%v of\n%v", parts, p)
	require.Empty(t, c.Loose)
	for i := range parts {
		if c.Clash { // one that is needed for the rule may be wrong itself
			break
		}
		rest := slices.Delete(slices.Clone(parts), i, i+1)
		require.NotEmpty(t, puzzletest.Brute(thinner(t, p, rest)), "%v without %d of\n%v", parts, parts[i], p)
	}
	if len(parts) > 0 {
		require.Equal(t, thinner(t, p, parts).String(), c.Reduced.String())
	}
}

func TestConflictsAreMinimalSaysBruteForce(t *testing.T) {
	for _, content := range []string{
		"puzzle: hidoku\n1,_,2\n_,_,_\n3,_,_\n",
		"puzzle: zip\n1,_,3\n_,_,_\n4,2,_\n",
		"puzzle: magic\n5,_,_\n_,_,_\n_,_,_\n",
		"puzzle: draughtboard\nboard: 3x2\nX,X,X\n_,X,_\n=\nX,X\n",
	} {
		p := puzzletest.Read(t, content)
		c, err := diagnose.Why(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		checkConflict(t, p, c)
		require.NotEmpty(t, slices.Concat(c.Cells, c.Stones))
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawAny(t)
		all := puzzletest.Brute(p)
		e := rapid.SampledFrom(crosscut.Engines()).Draw(t, "engine")
		c, err := diagnose.Why(context.Background(), e, p, nil)
		require.NoError(t, err)
		if len(all) > 0 {
			require.NoError(t, p.Check(c.Solution))
			return
		}
		require.Nil(t, c.Solution)
		if c.Gaps != nil { // see TestGapsAreTheNearestThatArePossible
			return
		}
		if c.Count == "" && c.Bare == nil {
			checkConflict(t, p, c)
			return
		}
		board, ok := p.(*puzzle.Draughtboard)
		require.True(t, ok)
		require.Equal(t, c.Count != "", board.Balance() != nil)
		require.Empty(t, c.Stones)
	})
}

// Brute force lists the numbers of bare cells that there can be.
func TestGapsAreTheNearestThatArePossible(t *testing.T) {
	met := map[int]int{}
	check := func(t require.TestingT, p *puzzle.Draughtboard) {
		c, err := diagnose.Why(context.Background(), crosscut.DLX, p, nil)
		require.NoError(t, err)
		if c.Gaps == nil {
			return
		}
		met[len(c.Gaps)]++
		require.Empty(t, puzzletest.Brute(p))
		var below, above []int
		for bare := range p.Board().Len() + 1 {
			setup := p.Setup()
			setup.Gaps = puzzle.Range{Least: bare, Most: bare}
			q, err := setup.New()
			if err != nil || len(puzzletest.Brute(q)) == 0 {
				continue
			}
			if bare < p.Gaps().Least {
				below = []int{bare}
			} else if above == nil {
				above = []int{bare}
			}
		}
		require.Equal(t, slices.Concat(below, above), c.Gaps, "%v", p)
	}
	for _, content := range []string{
		"board: 3x3\ngaps: 1\n* *\nX,X,X\n_,X,_\n",
		"board: 3x3\ngaps: 2\n* *\nX,X\n",
		"board: 3x2\ncorner: any\ngaps: 1\n* *\nB,W\n",
	} {
		check(t, puzzletest.Read(t, "puzzle: draughtboard\n"+content).(*puzzle.Draughtboard))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, puzzletest.DrawDraughtboardVariant(t)) })
	require.Positive(t, met[1])
	require.Positive(t, met[2])
}

// Brute force finds what a stone can cover.
func TestBareCellsAreThoseThatNoStoneCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawDraughtboard(t)
		c, err := diagnose.Why(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		if c.Count != "" {
			return
		}
		covered := make([]bool, p.Board().Len())
		for s, stone := range p.Stones() {
			for _, way := range puzzletest.Brute(thinner(t, p, []int{s})) {
				for cell, value := range way {
					corner := map[bool]puzzle.Colour{true: puzzle.White, false: puzzle.Black}[value < 0]
					coloured := slices.ContainsFunc(stone.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
					if value != puzzle.Bare && (!coloured || !p.Signed() || slices.Contains(p.Colourings(), corner)) {
						covered[cell] = true
					}
				}
			}
		}
		var bare []int
		for cell, isCovered := range covered {
			if !isCovered {
				bare = append(bare, cell)
			}
		}
		require.Equal(t, bare, c.Bare)
	})
}

func TestWhyEndsEarly(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: king\n_,3,_,_\n6,9,_,_\n_,_,_,_\n_,_,_,16\n")
	c, err := diagnose.Why(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	require.NotNil(t, c.Reduced)
	assert.Greater(t, c.Searches, 2)

	ended, cancel := context.WithCancel(context.Background())
	cancel()
	c, err = diagnose.Why(ended, crosscut.Native, p, nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, c)

	// An engine that ends early after its first answer leaves all clues loose.
	broken := errors.New("broken")
	for end, want := range map[error]error{&meter.LimitError{What: "patience"}: meter.ErrLimit, broken: broken} {
		asked := 0
		stubborn := crosscut.NewEngine("stubborn", func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
			if asked++; asked > 1 {
				return end
			}
			return crosscut.Native.Search(ctx, p, m, yield)
		})
		c, err = diagnose.Why(context.Background(), stubborn, p, &meter.Meter{MaxNodes: 100})
		require.ErrorIs(t, err, want)
		assert.Len(t, c.Loose, 4)
		assert.Equal(t, c.Cells, c.Loose)
	}
}

// The solutions of each board are images of one. Alike stones are compared without their names,
// and the nearest image counts.
func TestPartialFindsTheWrongCellsOfDraughtboards(t *testing.T) {
	const open = puzzle.Empty
	for _, test := range []struct {
		text   string
		filled puzzle.Solution
		wrong  int // the number of cells
	}{
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{open, open, open, open}, 0},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{2, 2, open, open}, 0},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{1, open, 1, open}, 0},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{1, 2, 2, 1}, 2},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{1, open, 1, 9}, 1},
		{"board: 3x1\ncorner: B\ngaps: 1\nB,W\n", puzzle.Solution{open, open, puzzle.Bare}, 0},
		{"board: 3x1\ncorner: B\ngaps: 1\nB,W\n", puzzle.Solution{puzzle.Bare, 1, open}, 0},
		{"board: 3x1\ncorner: B\ngaps: 1\nB,W\n", puzzle.Solution{puzzle.Bare, puzzle.Bare, 1}, 1},
	} {
		p := puzzletest.Read(t, "puzzle: draughtboard\n"+test.text)
		progress, err := diagnose.Partial(t.Context(), crosscut.Native, p, test.filled, nil)
		require.NoError(t, err)
		require.Equal(t, 1, progress.Solutions)
		require.Len(t, progress.Wrong, test.wrong, "%v", test.filled)
		require.Equal(t, test.wrong == 0, progress.Possible)
	}
}

// TestClash: what one sees at once is said first, whatever the moves. The puzzles come with the
// cells and the words; those without words have no clash.
func TestClash(t *testing.T) {
	for _, test := range []struct{ puzzle, cells, words string }{
		{"hidoku/moves: rook/1,_,_,_/_,2,_,_/_,_,_,_/_,_,_,_", "r1c1 r2c2", "1 and 2 do not touch"},
		{"hidoku/moves: rook/1,2,_,_/_,_,_,_/_,5,_,_/_,_,_,8", "", ""},
		{"hidoku/moves: rook/5,_,_,_/_,_,_,_/_,_,_,8/_,_,_,9", "r1c1 r3c4", "5 and 8 are more than 3 steps apart"},
		{"hidoku/moves: rook/1,_,_,4/_,_,_,_/_,7,_,_/_,_,_,8", "r3c2 r4c4", "7 and 8 do not touch"},
		{"hidoku/moves: king/1,_,2/_,_,_/_,_,_", "r1c1 r1c3", "1 and 2 do not touch"},
		{"hidoku/moves: king/1,_,3/_,2,_/_,_,_", "", ""},
		{"hidoku/moves: hex/1,_,_/_,2,_/_,_,3", "r1c1 r2c2", "1 and 2 do not touch"},
		{"hidoku/moves: knight/1,2,_,_/_,_,_,_/_,_,_,_", "r1c1 r1c2", "1 and 2 do not touch"},
		{"hidoku/moves: (1,3)/1,_,_,_/_,2,_,_/_,_,_,_/_,_,_,_", "r1c1 r2c2", "1 and 2 do not touch"},
		{"hidoku/moves: rook/torus: yes/1,_,_,2/_,_,_,_/_,_,_,_/4,_,_,_", "", ""},
		{"hidoku/moves: rook/torus: yes/1,_,_,_/_,_,_,_/_,_,3,_/_,_,_,_", "r1c1 r3c3", "1 and 3 are more than 2 steps apart"},
		{"hidoku/moves: rook/walls: r1c1-r1c2/1,2,_/_,_,_/_,_,_", "r1c1 r1c2", "1 and 2 do not touch"},
		{"hidoku/moves: rook/bridges: r1c1-r3c3/1,_,_/_,_,_/_,_,2", "", ""},
		{"hidoku/moves: rook/bridges: r1c1-r3c3/1,_,2/_,_,_/_,_,_", "r1c1 r1c3", "1 and 2 do not touch"},
		{"hidoku/moves: rook/closed: yes/1,_,_,_/_,_,_,_/_,_,_,_/_,_,_,16", "r1c1 r4c4", "16 and 1 do not touch"},
		{"hidoku/moves: rook/closed: yes/2,_,_,_/_,_,_,_/_,_,_,_/_,_,_,15", "r1c1 r4c4", "15 and 2 are more than 3 steps apart"},
		{"magic/2,7,5/_,_,_/_,_,_", "r1c1 r1c2 r1c3", "row 1 comes to 14, and not to 15"},
		{"magic/lines: r1c1 r2c2 r3c3; r1c2 r2c2 r3c2; r1c3 r2c2 r3c1/sum: any/1,2,_/##,4,##/_,5,7", "r1c1 r1c2 r2c2 r3c2 r3c3", "line 2 comes to 11, and not to 12"},
		{"magic/sum: any/numbers: 1..9/2,7,_/_,5,_/_,_,_", "", ""},
	} {
		p := puzzletest.Read(t, "puzzle: "+strings.ReplaceAll(test.puzzle, "/", "\n")+"\n")
		c, err := diagnose.Why(t.Context(), crosscut.Native, p, nil)
		require.NoError(t, err, test.puzzle)
		require.Equal(t, test.words != "", c.Clash, test.puzzle)
		if !c.Clash {
			continue
		}
		var names []string
		for _, cell := range c.Cells {
			names = append(names, p.Board().Name(cell))
		}
		assert.ElementsMatch(t, strings.Fields(test.cells), names)
		solver, err := human.New(context.Background(), c.Reduced, nil)
		require.NoError(t, err)
		_, err = solver.Next(t.Context())
		assert.EqualError(t, err, "the puzzle has no solution: "+test.words)
		found, err := crosscut.First(t.Context(), crosscut.SAT, c.Reduced, 1, nil)
		require.NoError(t, err)
		assert.Empty(t, found)
	}
}
