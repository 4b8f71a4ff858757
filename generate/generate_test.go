package generate_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// wishes returns what the tests make puzzles of, and how many by default. With
// CROSSCUT_GENERATE=N they make at least N of each family.
func wishes(t testing.TB) []struct {
	name  string
	wish  generate.Wish
	count int
} {
	corner := func(row, col int) bool { return row+col == 0 }
	type entry = struct {
		name  string
		wish  generate.Wish
		count int
	}
	list := []entry{
		{"king 5x5 minimal", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 5, 5, puzzle.King, nil), Minimal: true}, 10},
		{"king 8x8 minimal", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 8, 8, puzzle.King, nil), Minimal: true}, 3},
		{"rook 6x5 minimal", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 5, puzzle.Rook, nil), Minimal: true}, 10},
		{"hex 6x6 without a corner, minimal", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.Hex, corner), Minimal: true}, 5},
		{"king 6x6 turned", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.King, nil), Pattern: "rotational", Minimal: true}, 5},
		{"rook 6x6 mirrored, ends given", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.Rook, nil), Pattern: "mirror", Ends: "given"}, 5},
		{"king 6x6 with 15 clues, ends hidden", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.King, nil), Clues: 15, Ends: "hidden"}, 5},
		{"king 1x1", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 1, 1, puzzle.King, nil), Minimal: true}, 1},
	}
	list = append(list,
		entry{"magic 3 minimal", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 3, 1, true), Minimal: true}, 5},
		entry{"magic 4 minimal", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 4, 0, true), Minimal: true}, 5},
		entry{"magic 4 without diagonals, turned", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 4, -3, false), Pattern: "rotational"}, 3},
		entry{"magic 5 minimal", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 5, 1, true), Minimal: true}, 1},
		entry{"magic 4 mirrored", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 4, 1, true), Pattern: "mirror"}, 3},
		entry{"magic 5 with 14 clues", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 5, 1, true), Clues: 14}, 2},
	)
	list = append(list,
		entry{"draughtboard 8x8", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 8, 8, true)}, 1},
		entry{"draughtboard 6x6", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 6, 6, true)}, 4},
		entry{"draughtboard 5x6 without flips", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 6, false), Smallest: 3, Largest: 6}, 4},
		entry{"draughtboard 5x5, two solutions, alike", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 5, true), Smallest: 3, Largest: 5, Alike: true, Solutions: 2}, 4},
	)
	list = append(list,
		entry{"draughtboard 5x5, one gap", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 5, true), Gaps: 1}, 3},
		entry{"draughtboard 5x3, one gap", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 3, true), Gaps: 1}, 2},
		entry{"draughtboard 5x3, two pentominoes", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 3, true), Gaps: 5, Smallest: 5, Largest: 5}, 2},
		entry{"draughtboard 5x5, two gaps, medium", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 5, true), Gaps: 2, Level: human.Medium}, 1},
		entry{"tetrominoes, two gaps", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 6, 6, true), Sets: []string{"tetrominoes"}, Gaps: 2}, 1},
		entry{"pentominoes that fill a rectangle", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 20, 3, true), Sets: []string{"pentominoes"}, Solutions: 2}, 1},
		entry{"pentominoes", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 10, 10, true), Sets: []string{"pentominoes"}}, 1},
	)
	for _, level := range human.Levels() {
		list = append(list,
			entry{fmt.Sprintf("draughtboard 5x5 %v", level), generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 5, true), Level: level}, 2},
			entry{fmt.Sprintf("draughtboard 6x7 %v", level), generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 6, 7, true), Level: level}, 1},
			entry{fmt.Sprintf("pentominoes %v", level), generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 12, 12, true), Sets: []string{"pentominoes"}, Level: level}, 2},
			entry{fmt.Sprintf("magic 4 %v", level), generate.Wish{Puzzle: puzzletest.BlankMagic(t, 4, 1, true), Level: level}, 3},
			entry{fmt.Sprintf("king 6x6 %v", level), generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.King, nil), Level: level}, 4},
			entry{fmt.Sprintf("hex 5x7 %v", level), generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 5, 7, puzzle.Hex, nil), Level: level}, 2},
			entry{fmt.Sprintf("rook 6x6 %v", level), generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.Rook, nil), Level: level}, 4},
		)
	}
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_GENERATE")); err == nil {
		kinds := map[puzzle.Family]int{}
		for _, entry := range list {
			kinds[entry.wish.Puzzle.Family()]++
		}
		for i := range list {
			wishes := kinds[list[i].wish.Puzzle.Family()]
			list[i].count = (n + wishes - 1) / wishes
		}
	}
	return list
}

// made makes puzzles.
func made(t testing.TB, w generate.Wish, count, workers int) []generate.Made {
	t.Helper()
	var list []generate.Made
	require.NoError(t, generate.Puzzles(context.Background(), w, generate.Series{Seed: 7, Count: count, Workers: workers}, func(m generate.Made) bool {
		list = append(list, m)
		return true
	}))
	return list
}

func TestPuzzlesMadeAreAsWished(t *testing.T) {
	for _, test := range wishes(t) {
		t.Run(test.name, func(t *testing.T) {
			puzzles := made(t, test.wish, test.count, 1)
			if puzzletest.Long() {
				requireSame(t, puzzles, made(t, test.wish, test.count, 2))
			}
			for i, m := range puzzles {
				require.Equal(t, i+1, m.Number)
				requireProved(t, test.wish, &m)
				requireGraded(t, test.wish, &m)
				if m.Puzzle.Family() != puzzle.FamilyDraughtboard {
					requireClues(t, test.wish, &m)
				}
			}
		})
	}
}

// requireProved fails the test unless all engines find as many solutions as wished for.
func requireProved(t *testing.T, w generate.Wish, m *generate.Made) {
	t.Helper()
	wanted := max(w.Solutions, 1)
	for _, e := range crosscut.Engines() {
		found, err := crosscut.Distinct(context.Background(), e, m.Puzzle, wanted+1, nil)
		require.NoError(t, err)
		require.Len(t, found, wanted, "%s: %v", e.Name, m.Puzzle)
	}
	require.NoError(t, m.Puzzle.Check(m.Solution))
}

func requireGraded(t *testing.T, w generate.Wish, m *generate.Made) {
	t.Helper()
	if w.Level > 0 {
		require.Equal(t, w.Level, m.Grade.Level)
	}
	if m.Grade != nil { // whoever grades the puzzle again gets the same
		again, err := human.GradeOf(t.Context(), m.Puzzle, human.Extreme)
		require.NoError(t, err)
		require.Equal(t, again, m.Grade, "%.2f and %.2f", again.Score(), m.Grade.Score())
	}
	if m.Grade == nil || m.Grade.Level == human.Extreme {
		return
	}
	s, err := human.New(context.Background(), m.Puzzle, nil)
	require.NoError(t, err)
	for err == nil {
		_, err = s.Next(context.Background())
	}
	require.ErrorIs(t, err, human.ErrSolved, "below a guess, the steps lead to the solution")
}

// requireClues fails the test unless the number and the symmetry of the clues are as
// wished for. In a minimal puzzle every clue must be needed.
func requireClues(t *testing.T, w generate.Wish, m *generate.Made) {
	t.Helper()
	b, p := m.Puzzle.Board(), m.Puzzle.(puzzle.Numbered)
	clues := p.Clues()
	count := 0
	for _, k := range clues {
		if k != puzzle.Empty {
			count++
		}
	}
	require.Equal(t, m.Clues, count)
	if w.Clues > 0 {
		require.Equal(t, w.Clues, count)
	}
	for c, k := range clues {
		ends := k == 1 || k == len(clues)
		require.False(t, w.Ends == "hidden" && ends)
		hasClue := k != puzzle.Empty
		require.False(t, w.Ends == "given" && !hasClue && (m.Solution[c] == 1 || m.Solution[c] == len(clues)))
		d := c
		switch row, col := b.Pos(c); w.Pattern {
		case "rotational":
			d = b.Cell(b.Height()-1-row, b.Width()-1-col)
		case "mirror":
			d = b.Cell(row, b.Width()-1-col)
		}
		require.Equal(t, hasClue, clues[d] != puzzle.Empty, "the clues have the pattern")
		if !hasClue || !w.Minimal {
			continue
		}
		fewer := slices.Clone(clues)
		fewer[c], fewer[d] = puzzle.Empty, puzzle.Empty
		thinner, err := p.WithClues(fewer)
		require.NoError(t, err)
		found, err := crosscut.First(context.Background(), crosscut.Native, thinner, 2, nil)
		require.NoError(t, err)
		require.Len(t, found, 2, "the clue on %s can go", b.Name(c))
	}
}

// A random king's or hex path needs more clues than these. Stiffer paths do not.
func TestFewCluesOnLargeBoards(t *testing.T) {
	for _, test := range []struct {
		name  string
		wish  generate.Wish
		count int
	}{
		{"king 20x20 with 70 clues", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 20, 20, puzzle.King, nil), Clues: 70}, 1},
		{"hex 20x20 with 60 clues, turned", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 20, 20, puzzle.Hex, nil), Clues: 60, Pattern: "rotational"}, 1},
		{"king 8x8 with 10 clues, ends given", generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 8, 8, puzzle.King, nil), Clues: 10, Ends: "given"}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			others := test.wish.Pattern != "" || test.wish.Ends != ""
			if others {
				puzzletest.NeedsLong(t, "takes half a minute")
			}
			puzzles := made(t, test.wish, test.count, 2)
			require.Len(t, puzzles, test.count)
			if !others {
				requireSame(t, made(t, test.wish, test.count, 1), puzzles)
			}
			for _, m := range puzzles {
				requireClues(t, test.wish, &m)
				found, err := crosscut.First(t.Context(), crosscut.SAT, m.Puzzle, 2, nil)
				require.NoError(t, err)
				require.Len(t, found, 1)
				assert.Equal(t, m.Solution, found[0])
			}
		})
	}
}

func TestTheSamePuzzlesWhateverTheWorkers(t *testing.T) {
	for _, test := range wishes(t)[:2] { // TestPuzzlesMadeAreAsWished compares the others
		t.Run(test.name, func(t *testing.T) {
			requireSame(t, made(t, test.wish, test.count, 1), made(t, test.wish, test.count, 2))
		})
	}
}

// requireSame fails the test unless both lists have the same puzzles.
func requireSame(t *testing.T, one, two []generate.Made) {
	t.Helper()
	require.Len(t, two, len(one))
	for i := range one {
		require.Equal(t, one[i].Puzzle.String(), two[i].Puzzle.String())
	}
}

func TestWishesThatMakeNoSense(t *testing.T) {
	king := puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil)
	for _, w := range []generate.Wish{
		{},
		{Puzzle: king, Clues: 10},
		{Puzzle: puzzletest.BlankMagic(t, 4, 1, true), Ends: "given"},
		{Puzzle: puzzletest.BlankDraughtboard(t, 4, 4, true), Minimal: true},
		{Puzzle: puzzletest.BlankDraughtboard(t, 4, 4, true), Smallest: 3, Largest: 2},
		{Puzzle: puzzletest.BlankDraughtboard(t, 4, 4, true), Solutions: 2, Level: human.Easy},
		{Puzzle: king, Clues: -1},
		{Puzzle: king, Ends: "some"},
		{Puzzle: king, Pattern: "star"},
		{Puzzle: king, Level: -1},
		{Puzzle: king, Level: human.Extreme + 1},
		{Puzzle: king, Clues: 1, Ends: "given"},
		{Puzzle: puzzletest.BlankHidoku(t, 3, 3, puzzle.King, func(r, c int) bool { return r+c == 0 }), Pattern: "rotational"},
	} {
		err := generate.Puzzles(context.Background(), w, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
		assert.ErrorIs(t, err, generate.ErrWish)
	}
}

func TestWishesThatCannotBeMetEnd(t *testing.T) {
	w := generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 30, 30, puzzle.King, nil), Clues: 2, Minimal: true, Level: human.Easy}
	err := generate.Puzzles(context.Background(), w, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
	require.ErrorIs(t, err, meter.ErrLimit)
	assert.ErrorContains(t, err, "the fewest clues were")
}

func TestGenerateStops(t *testing.T) {
	w := generate.Wish{Puzzle: puzzletest.BlankHidoku(t, 6, 6, puzzle.King, nil), Minimal: true}
	got := 0
	err := generate.Puzzles(context.Background(), w, generate.Series{Seed: 1, Count: 1000, Workers: 2}, func(generate.Made) bool {
		got++
		return got < 3
	})
	require.ErrorIs(t, err, meter.ErrStopped)
	assert.Equal(t, 3, got)

	ctx, cancel := context.WithCancel(context.Background())
	got = 0
	err = generate.Puzzles(ctx, w, generate.Series{Seed: 1, Count: 1000, Workers: 2}, func(generate.Made) bool {
		if got++; got == 3 {
			cancel()
		}
		return true
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.GreaterOrEqual(t, got, 3)
	assert.Less(t, got, 1000)
}

// solutionsOf returns the solutions of puzzles of each level.
func solutionsOf(t *testing.T, wish generate.Wish, seed uint64) map[human.Level]string {
	found := make(map[human.Level]string)
	for _, level := range []human.Level{0, human.Easy, human.Medium, human.Hard} {
		wish.Level = level
		err := generate.Puzzles(context.Background(), wish, generate.Series{Seed: seed, Count: 1, Workers: 1}, func(m generate.Made) bool {
			found[level] = fmt.Sprint(m.Solution)
			return true
		})
		require.NoError(t, err, level)
	}
	return found
}

func TestTheLevelIsAPartOfTheSeed(t *testing.T) {
	for name, p := range map[string]puzzle.Puzzle{
		"hidoku": puzzletest.BlankHidoku(t, 5, 5, puzzle.King, nil),
		"magic":  puzzletest.BlankMagic(t, 4, 1, true),
	} {
		t.Run(name, func(t *testing.T) {
			seen := make(map[string]human.Level)
			for level, s := range solutionsOf(t, generate.Wish{Puzzle: p}, 3) {
				other, again := seen[s]
				require.False(t, again, "%v and %v have the same solution", level, other)
				seen[s] = level
			}
			same := solutionsOf(t, generate.Wish{Puzzle: p, SameSolution: true}, 3)
			for level, s := range same {
				assert.Equal(t, same[0], s, level)
			}
		})
	}
}

// One seed shows no solution twice, whatever else the wish says.
func TestOtherWishesArePartOfTheSeed(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 5, 5, puzzle.King, nil)
	seen := make(map[string]bool)
	plain := ""
	for i, wish := range []generate.Wish{
		{},
		{Walls: 4},
		{Walls: 5},
		{Links: 3},
		{Pattern: "rotational"},
		{Pattern: "mirror"},
		{Minimal: true},
		{Clues: 9},
		{Ends: "given"},
		{Ends: "hidden"},
		{Order: true},
	} {
		wish.Puzzle = p
		for _, wish.SameSolution = range []bool{false, true} {
			err := generate.Puzzles(t.Context(), wish, generate.Series{Seed: 9, Count: 1, Workers: 1}, func(m generate.Made) bool {
				solution := fmt.Sprint(wish.SameSolution, m.Solution)
				seen[solution] = true
				if plain == "" {
					plain = solution
				}
				return true
			})
			require.NoError(t, err, i)
		}
	}
	assert.Len(t, seen, 11+1)
	none := generate.Wish{Puzzle: p, Pattern: "none", Ends: "any"}
	require.NoError(t, generate.Puzzles(t.Context(), none, generate.Series{Seed: 9, Count: 1, Workers: 1}, func(m generate.Made) bool {
		assert.Equal(t, plain, fmt.Sprint(false, m.Solution))
		return true
	}))
}

func TestTheSameSolutionIsNotForDraughtboards(t *testing.T) {
	err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 4, 4, true), SameSolution: true}, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
	assert.ErrorIs(t, err, generate.ErrWish)
}

// A wish for another family is refused, and not ignored. What every puzzle has is no such wish.
func TestWishesForAnotherFamilyAreRefused(t *testing.T) {
	make1 := func(w generate.Wish) error {
		return generate.Puzzles(t.Context(), w, generate.Series{Seed: 1, Count: 1}, func(generate.Made) bool { return true })
	}
	for _, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), puzzletest.BlankMagic(t, 3, 1, true),
		puzzletest.Read(t, "puzzle: equation\nnumbers: 1..4\n_ + _ = 3\n+   +\n_ + _ = 7\n=   =\n4   6\n"),
	} {
		for _, w := range []generate.Wish{{Smallest: 1}, {Largest: 5}, {Alike: true}, {Gaps: 3}, {Sets: []string{"pentominoes"}}, {Solutions: 3}, {Solutions: -1}} {
			w.Puzzle = p
			err := make1(w)
			require.ErrorIs(t, err, generate.ErrWish, "%s %+v", p.Family(), w)
			require.ErrorContains(t, err, "only a draughtboard has")
		}
		require.NoError(t, make1(generate.Wish{Puzzle: p, Solutions: 1}), p.Family())
	}
	for _, w := range []generate.Wish{{Clues: 7}, {Minimal: true}, {Pattern: "mirror"}, {Ends: "given"}, {Walls: 3}, {Links: 1}, {Order: true}} {
		w.Puzzle = puzzletest.BlankDraughtboard(t, 3, 3, true)
		require.ErrorIs(t, make1(w), generate.ErrWish, "%+v", w)
	}
}

// A wish for a level that no attempt has says which levels they had, and nothing that contradicts it.
func TestAWishForALevelSaysWhichLevelsThereWere(t *testing.T) {
	for want, w := range map[string]generate.Wish{
		"200 attempts, and none gave the wished puzzle; all were easy": {
			Puzzle: puzzletest.BlankHidoku(t, 2, 2, puzzle.King, nil), Level: human.Extreme,
		},
		"200 attempts, and none gave the wished puzzle; they were easy to hard": {
			Puzzle: puzzletest.BlankHidoku(t, 3, 3, puzzle.Rook, nil), Level: human.Extreme,
		},
	} {
		err := generate.Puzzles(t.Context(), w, generate.Series{Seed: 1, Count: 1}, func(generate.Made) bool { return true })
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, meter.ErrLimit)
	}
}

// A limit that comes before any puzzle says what takes less.
func TestALimitBeforeAnyPuzzleSaysWhatTakesLess(t *testing.T) {
	err := generate.StoppedEarly(&meter.LimitError{What: "2s"}, human.Hard)
	assert.EqualError(t, err, "stopped by a limit: 2s; no puzzle of any level was found yet; take a smaller board, or any level")
	require.ErrorIs(t, err, meter.ErrLimit)
}
