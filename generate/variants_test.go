package generate_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Each puzzle has what the wish asks for, and one solution that its own rules accept.
func TestVariantsAreAsWished(t *testing.T) {
	for name, test := range map[string]struct {
		rules puzzle.HidokuRules
		wish  generate.Wish
	}{
		"walls":            {puzzle.HidokuRules{Moves: puzzle.Rook}, generate.Wish{Walls: 5}},
		"links":            {puzzle.HidokuRules{Moves: puzzle.King}, generate.Wish{Links: 5}},
		"an order":         {puzzle.HidokuRules{Moves: puzzle.Rook}, generate.Wish{Order: true}},
		"a hard order":     {puzzle.HidokuRules{Moves: puzzle.Rook}, generate.Wish{Order: true, Level: human.Hard}},
		"all of them":      {puzzle.HidokuRules{Moves: puzzle.King, Closed: true}, generate.Wish{Walls: 3, Links: 3, Order: true}},
		"a closed path":    {puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}, generate.Wish{}},
		"a torus":          {puzzle.HidokuRules{Moves: puzzle.Rook, Torus: true}, generate.Wish{Minimal: true}},
		"a knight's moves": {puzzle.HidokuRules{Moves: puzzle.Knight}, generate.Wish{}},
	} {
		t.Run(name, func(t *testing.T) {
			board, err := puzzle.NewBoard(6, 5, nil)
			require.NoError(t, err)
			empty, err := test.rules.New(board, slices.Repeat([]int{puzzle.Empty}, board.Len()))
			require.NoError(t, err)
			test.wish.Puzzle = empty
			var made []string
			for _, workers := range []int{1, 2} {
				var texts string
				err := generate.Puzzles(context.Background(), test.wish, generate.Series{Seed: 3, Count: 2, Workers: workers}, func(m generate.Made) bool {
					p := m.Puzzle.(*puzzle.Hidoku)
					assert.NoError(t, p.Check(m.Solution))
					assert.Len(t, p.Rules().Walls, test.wish.Walls)
					assert.Len(t, p.Rules().Links, test.wish.Links)
					assert.Equal(t, test.wish.Order, p.Ranked())
					assert.True(t, test.wish.Level == 0 || test.wish.Level == m.Grade.Level)
					assert.Equal(t, test.rules.Closed, p.Rules().Closed)
					assert.Equal(t, test.rules.Torus, p.Rules().Torus)
					texts += p.String()
					return true
				})
				require.NoError(t, err)
				made = append(made, texts)
			}
			assert.Equal(t, made[0], made[1], "the number of workers changes nothing")
		})
	}
}

func TestVariantsThatNobodyCanMake(t *testing.T) {
	board, err := puzzle.NewBoard(3, 3, nil)
	require.NoError(t, err)
	open := slices.Repeat([]int{puzzle.Empty}, 9)
	hidoku, err := puzzle.HidokuRules{Moves: puzzle.Rook}.New(board, open)
	require.NoError(t, err)
	magic, err := puzzle.MagicRules{Order: 3, Low: 1, Sum: new(15)}.New(open)
	require.NoError(t, err)
	closed, err := puzzle.HidokuRules{Moves: puzzle.Rook, Closed: true}.New(board, open)
	require.NoError(t, err)
	for want, wish := range map[string]generate.Wish{
		"only a Hidoku has walls":               {Puzzle: magic, Walls: 1},
		"20 walls and 0 links; there is room":   {Puzzle: hidoku, Walls: 20},
		"0 walls and 20 links; there is room":   {Puzzle: hidoku, Links: 20},
		"-1 walls and 0 links":                  {Puzzle: hidoku, Walls: -1},
		"an order shows both ends":              {Puzzle: hidoku, Order: true, Ends: "hidden"},
		"no path with these moves goes through": {Puzzle: closed},
	} {
		err := generate.Puzzles(context.Background(), wish, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
		assert.ErrorContains(t, err, want)
	}
}

// blankLines returns an empty board of each form that is made.
func blankLines(t *testing.T) map[string]*puzzle.Magic {
	open := func(n int) []int { return slices.Repeat([]int{puzzle.Empty}, n) }
	numbers := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = i - 2
		}
		return all
	}
	jodici, err := puzzle.MagicRules{Form: puzzle.Jodici}.New(open(18))
	require.NoError(t, err)
	pandiagonal, err := puzzle.MagicRules{Form: puzzle.Pandiagonal, Numbers: numbers(16)}.New(open(16))
	require.NoError(t, err)
	associative, err := puzzle.MagicRules{Form: puzzle.Associative, Numbers: numbers(9)}.New(open(9))
	require.NoError(t, err)
	plus := [][]byte{{'+', '+'}, {'+', '+'}}
	equation, err := puzzle.MagicRules{Form: puzzle.Equation, Equations: puzzle.Equations{Across: plus, Down: [][]byte{{'+'}, {'+'}, {'+'}}, Rows: []int{0, 0}, Columns: []int{0, 0, 0}}, Numbers: numbers(9)}.New(open(6))
	require.NoError(t, err)
	return map[string]*puzzle.Magic{"jodici": jodici, "pandiagonal": pandiagonal, "associative": associative, "equation": equation}
}

func TestMagicBoardsOfOtherFormsHaveOneSolution(t *testing.T) {
	for name, blank := range blankLines(t) {
		made := map[string]bool{}
		require.NoError(t, generate.Puzzles(context.Background(), generate.Wish{Puzzle: blank}, generate.Series{Seed: 7, Count: 3}, func(m generate.Made) bool {
			p := m.Puzzle.(*puzzle.Magic)
			assert.Equal(t, blank.Rules().Form, p.Rules().Form)
			require.NoError(t, p.Check(m.Solution))
			for _, e := range crosscut.Engines() {
				found, err := crosscut.First(context.Background(), e, p, 2, nil)
				require.NoError(t, err)
				assert.Equal(t, []puzzle.Solution{m.Solution}, found, "%s\n%s", e.Name, p)
			}
			made[p.String()] = true
			return true
		}), name)
		assert.Len(t, made, 3, name)
	}
}

func TestFormsThatAreNotMadeAreRefused(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\nlines: pandiagonal\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: magic\nlines: r1c1 r1c2 = 3\n_,_\n",
		"puzzle: magic\nnumbers: 2 2 2 2\n_,_\n_,_\n",
	} {
		p := puzzletest.Read(t, content)
		err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: p}, generate.Series{Seed: 1, Count: 1}, func(generate.Made) bool { return true })
		assert.ErrorIs(t, err, generate.ErrWish, content)
	}
}

// The engines and the source of filled boards know only the families of package puzzle.
func TestForeignPuzzlesAreNotGenerated(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: p}, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
		require.ErrorIs(t, err, generate.ErrWish)
		require.ErrorContains(t, err, "no puzzles of type")
	}
}

// What is drawn stays: the rules, each clue, and the order of cells. Only clues are added.
func TestWhatIsDrawnStays(t *testing.T) {
	board, err := puzzle.NewBoard(5, 4, func(row, col int) bool { return row == 1 && col == 2 })
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	clues[0], clues[12] = 1, 7
	drawn := puzzle.HidokuRules{
		Moves: puzzle.King, Closed: true, Walls: [][2]int{{1, 2}}, Bridges: [][2]int{{0, 18}}, Links: [][2]int{{9, 14}}, Unlinked: [][2]int{{3, 4}},
	}
	ranked := puzzle.HidokuRules{Moves: puzzle.King, Order: []int{3, 9, 0}}
	ends := slices.Repeat([]int{puzzle.Empty}, board.Len())
	ends[3], ends[0] = 1, board.Len()
	magic := []int{puzzle.Empty, puzzle.Empty, 3, 14: puzzle.Empty, 15: 1}
	for c := 3; c < 15; c++ {
		magic[c] = puzzle.Empty
	}
	for name, p := range map[string]func() (puzzle.Numbered, error){
		"signs":    func() (puzzle.Numbered, error) { return drawn.New(board, clues) },
		"an order": func() (puzzle.Numbered, error) { return ranked.New(board, ends) },
		"magic":    func() (puzzle.Numbered, error) { return puzzle.MagicRules{Order: 4, Low: 1}.New(magic) },
	} {
		t.Run(name, func(t *testing.T) {
			from, err := p()
			require.NoError(t, err)
			var all []string
			for _, w := range []generate.Wish{{}, {Minimal: true}, {Level: human.Easy}} {
				w.Puzzle, w.Keep = from, true
				require.NoError(t, generate.Puzzles(t.Context(), w, generate.Series{Seed: 5, Count: 3}, func(m generate.Made) bool {
					made := m.Puzzle.(puzzle.Numbered)
					for c, k := range from.Clues() {
						assert.True(t, k == puzzle.Empty || made.Clue(c) == k, "the clue %d is gone", k)
					}
					if h, isHidoku := made.(*puzzle.Hidoku); isHidoku {
						rules, want := h.Rules(), from.(*puzzle.Hidoku).Rules()
						assert.True(t, want.Order == nil || h.Ranked())
						order := slices.DeleteFunc(slices.Clone(rules.Order), func(c int) bool { return !slices.Contains(want.Order, c) })
						assert.Equal(t, want.Order, order)
						rules.Order, want.Order = nil, nil
						assert.Equal(t, want, rules)
					}
					assert.NoError(t, from.Check(m.Solution))
					all = append(all, made.String())
					return true
				}))
			}
			assert.Greater(t, len(slices.Compact(all)), 3, "the puzzles differ")
		})
	}
	t.Run("stones", func(t *testing.T) {
		read := func(stones string) *text.PartError {
			var open *text.PartError
			_, err := text.Read(strings.NewReader("puzzle: draughtboard\nboard:\nB,W,B,#,B\nW,B,W,B,W\nB,W,B,W,B\nW,B,W,B,W\nB,W,B,W,B\n=\n"+stones), "drawn", "")
			require.ErrorAs(t, err, &open)
			return open
		}
		for _, stones := range []string{"", "B,W,B\n_,B,_\n=\n2 *, no flips\nB\nW\n"} {
			open := read(stones)
			from := open.Part.Puzzle.(*puzzle.Draughtboard)
			w := generate.Wish{Puzzle: from, Keep: true, Gaps: from.Gaps().Most - open.Left}
			require.NoError(t, generate.Puzzles(t.Context(), w, generate.Series{Seed: 5, Count: 3}, func(m generate.Made) bool {
				made := m.Puzzle.(*puzzle.Draughtboard)
				assert.Equal(t, from.Board(), made.Board())
				assert.Equal(t, from.Setup().Stocks, made.Setup().Stocks[:len(from.Setup().Stocks)])
				assert.Zero(t, made.Gaps().Most)
				assert.NoError(t, made.Check(m.Solution))
				w := generate.Wish{Puzzle: made, Keep: true}
				return assert.NoError(t, generate.Puzzles(t.Context(), w, generate.Series{Count: 1}, func(m generate.Made) bool {
					return assert.Equal(t, made.String(), m.Puzzle.String(), "nothing is to add")
				}))
			}))
		}
		apart := read("B,W,B,W,B\n=\nB\nW\nB\nW\nB\n=\nB,W,B,W,B,W,B\n")
		from := apart.Part.Puzzle.(*puzzle.Draughtboard)
		w := generate.Wish{Puzzle: from, Keep: true}
		w.Gaps = from.Gaps().Most - apart.Left
		assert.ErrorIs(t, generate.Puzzles(t.Context(), w, generate.Series{Count: 1}, func(generate.Made) bool { return true }), generate.ErrWish)
	})
	from, err := drawn.New(board, clues)
	require.NoError(t, err)
	for name, w := range map[string]generate.Wish{
		"fewer clues than there are": {Puzzle: from, Keep: true, Clues: 1},
		"an end that is given":       {Puzzle: from, Keep: true, Ends: "hidden"},
	} {
		assert.ErrorIs(t, generate.Puzzles(t.Context(), w, generate.Series{Count: 1}, func(generate.Made) bool { return true }), generate.ErrWish, name)
	}
}
