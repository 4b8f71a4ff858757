package diagnose_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/puzzle/text"
)

func TestRepairedPuzzlesHaveOneSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawAny(t)
		before := puzzletest.Brute(p)
		r, err := diagnose.Repair(context.Background(), crosscut.Native, p, nil)
		if _, ok := p.(*puzzle.Draughtboard); ok {
			require.ErrorContains(t, err, "a draughtboard has none")
			return
		}
		if err != nil {
			require.ErrorIs(t, err, diagnose.ErrNoRepair)
			require.Empty(t, before)
			return
		}
		require.Len(t, puzzletest.Brute(r.Puzzle), 1, "%v\n%v", p, r.Puzzle)
		if len(before) == 1 {
			require.Empty(t, r.Mends)
		} else {
			require.NotEmpty(t, r.Mends)
		}
		changed := 0
		clues, ranked := typed(p)
		repaired, still := typed(r.Puzzle)
		require.Equal(t, ranked, still)
		for c, clue := range clues {
			if clue != repaired[c] {
				changed++
			}
			if len(before) > 1 && clue != puzzle.Empty && !ranked {
				require.Equal(t, clue, repaired[c], "with several solutions clues are only added")
			}
		}
		require.Equal(t, len(r.Mends), changed)
		if len(before) == 0 && !ranked && oneClueIsEnough(p.(puzzle.Numbered)) {
			require.Len(t, r.Mends, 1, "%v\n%v", p, r.Puzzle)
		}
	})
}

// typed returns the clues of a puzzle as a person types them, and whether they are ranks.
func typed(p puzzle.Puzzle) (clues []int, ranked bool) {
	clues = p.(puzzle.Numbered).Clues()
	if h, ok := p.(*puzzle.Hidoku); ok && h.Ranked() {
		for i, c := range h.Ascending() {
			clues[c] = i + 1
		}
		return clues, true
	}
	return clues, false
}

func TestARepairedZipIsAZip(t *testing.T) {
	for content, want := range map[string]string{
		"1,_,_,2\n_,_,_,_\n_,3,_,_\n_,_,_,4\n": "add 5 at r4c3",
		"1,2\n_,_\n3,_\n":                      "write 2 for 1 at r1c1",
	} {
		p := puzzletest.Read(t, "puzzle: zip\n"+content)
		r, err := diagnose.Repair(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		require.Equal(t, want, r.Mends[0].Text(p))
		require.True(t, r.Puzzle.(*puzzle.Hidoku).Ranked())
		require.Len(t, puzzletest.Brute(r.Puzzle), 1)
	}
}

// Stations that skip a number, stand twice or begin above 1 are repaired as they are typed.
func TestAZipWithAGapIsRepaired(t *testing.T) {
	for content, want := range map[string]string{
		"1,2,_\n_,_,_\n_,4,5\n":                "write 3 for 4 at r3c2",
		"1,_,_\n_,_,_\n_,3,9\n":                "add 2 at r1c2",
		"1,_,_,_\n_,_,_,2\n_,4,_,_\n_,_,_,5\n": "write 4 for 1 at r1c1",
		"2,_,_\n_,_,_\n_,_,3\n":                "write 1 for 2 at r1c1",
		"1,_,_,_\n_,2,_,_\n_,_,2,_\n_,_,_,3\n": "write 3 for 2 at r2c2", // no path has its ends
		"1,_,_,_\n_,2,_,_\n_,_,4,_\n_,_,_,5\n": "add 4 at r1c4",
	} {
		_, err := text.Read(strings.NewReader("puzzle: zip\n"+content), "f", "")
		part := (*text.PartError)(nil)
		require.ErrorAs(t, err, &part)
		clues, _ := typed(part.Part.Puzzle)
		for _, f := range part.Part.Faults {
			clues[f.Cell] = f.Value
		}
		r, err := diagnose.RepairClues(context.Background(), crosscut.Native, part.Part.Puzzle.(puzzle.Numbered), clues, nil)
		require.NoError(t, err)
		require.Equal(t, want, r.Mends[0].Text(part.Part.Puzzle), content)
		mended, _ := typed(r.Puzzle)
		for _, m := range r.Mends {
			require.Equal(t, clues[m.Cell], m.Old)
			clues[m.Cell] = m.New
		}
		require.Equal(t, mended, clues, content)
		require.Len(t, puzzletest.Brute(r.Puzzle), 1)
	}
}

// oneClueIsEnough reports whether one clue can be removed or get another number so that
// there is one solution, by brute force.
func oneClueIsEnough(p puzzle.Numbered) bool {
	for c, clue := range p.Clues() {
		if clue == puzzle.Empty {
			continue
		}
		for k := p.Low() - 1; k <= p.High(); k++ {
			clues := p.Clues()
			if clues[c] = k; k < p.Low() {
				clues[c] = puzzle.Empty
			}
			if q, err := p.WithClues(clues); err == nil && len(puzzletest.Brute(q)) == 1 {
				return true
			}
		}
	}
	return false
}

// Stones are not changed. The message names the command that helps instead.
func TestRepairRefusesDraughtboards(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: draughtboard\ncorner: B\nboard: 4x2\nB,W\nW,B\n=\nB,W,B\n=\nW\n")
	_, err := diagnose.Repair(t.Context(), crosscut.Native, p, nil)
	require.ErrorContains(t, err, "a draughtboard has none")
	require.ErrorContains(t, err, "use why")
}

// Without the wrong clue there are more solutions than Repair looks at. So a number that comes once
// among them may come again.
func TestRepairOfAClueThatLeavesManySolutions(t *testing.T) {
	for _, rows := range []string{
		"_,_,_,_\n_,_,14,_\n_,_,_,_\n15,_,_,_\n", "_,_,5,_\n_,_,11,_\n_,_,_,_\n6,_,_,_\n",
		"_,_,_,_\n14,_,1,12\n_,_,_,_\n_,_,_,_\n", "11,_,_,9\n_,_,_,_\n_,_,2,_\n_,_,_,_\n",
	} {
		p := puzzletest.Read(t, "puzzle: hidoku\n"+rows)
		r, err := diagnose.Repair(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		for _, way := range append([][]diagnose.Mend{r.Mends}, r.Others...) {
			mended := p.(puzzle.Numbered).Clues()
			for _, m := range way {
				mended[m.Cell] = m.New
			}
			q, err := p.(puzzle.Numbered).WithClues(mended)
			require.NoError(t, err)
			found, err := crosscut.First(context.Background(), crosscut.SAT, q, 2, nil)
			require.NoError(t, err)
			require.Len(t, found, 1, "%v", way)
		}
	}
}

// In a puzzle with one solution a clue is changed. Repair restores it.
func TestRepairFindsTheWrongClue(t *testing.T) {
	p, err := text.Parse("puzzle: magic\n2,_,6\n_,5,_\n3,_,_\n") // 3 is the wrong clue; it was 4
	require.NoError(t, err)
	r, err := diagnose.Repair(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	require.Equal(t, []diagnose.Mend{{Cell: 6, Old: 3, New: 4}}, r.Mends)
	require.Equal(t, "write 4 for 3 at r3c1", r.Mends[0].Text(p))
}

// drawAny returns a small puzzle of any family, with or without the rules of a variant.
func drawAny(t *rapid.T) puzzle.Puzzle {
	switch rapid.IntRange(0, 3).Draw(t, "kind of puzzle") {
	case 0:
		return puzzletest.DrawVariant(t)
	case 1:
		return puzzletest.DrawLines(t)
	case 2:
		return puzzletest.DrawDraughtboardVariant(t)
	}
	return puzzletest.Draw(t)
}

// TestCertainEndsWithBareCells has a board whose solutions agree on bare cells in both
// colourings. Another colouring makes no difference there.
func TestCertainEndsWithBareCells(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	p := puzzletest.Read(t, "puzzle: draughtboard\nboard: 2x2\ncorner: any\ngaps: any\n1..* *\nB\n")
	got, err := diagnose.Certain(ctx, p, nil)
	require.NoError(t, err)
	require.Empty(t, got.Cells)
	require.LessOrEqual(t, got.Calls, 5)
}

// TestImagesOfSolutionsSpareCalls has the empty square of order 3. Its eight solutions are the
// images of one, and agree on the middle cell.
func TestImagesOfSolutionsSpareCalls(t *testing.T) {
	got, err := diagnose.Certain(t.Context(), puzzletest.BlankMagic(t, 3, 1, true), nil)
	require.NoError(t, err)
	require.Equal(t, []int{4}, got.Cells)
	require.Equal(t, 2, got.Calls, "a solution, and none that differs from it in the middle")
}

// A limit leaves what is known: cells outside differ for sure, and those inside may.
func TestAStoppedSearchKnowsCellsThatDiffer(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\n1,_,_,_,_\n_,_,_,_,_\n_,_,_,_,_\n_,_,_,_,_\n_,_,_,_,25\n")
	left := []int{p.Board().Len()} // cells, after more and more calls
	stopped := true
	for calls := int64(1); stopped; calls++ {
		got, err := diagnose.Certain(t.Context(), p, &meter.Meter{MaxNodes: calls})
		stopped = errors.Is(err, meter.ErrLimit)
		known := got.Cells
		if stopped {
			require.Empty(t, got.Cells, "nothing is certain yet")
			known = got.Agree
		} else {
			require.Empty(t, got.Agree)
		}
		require.LessOrEqual(t, len(known), left[len(left)-1])
		left = append(left, len(known))
	}
	require.Greater(t, len(left), 3)
	require.Equal(t, 2, left[len(left)-1])
}

func TestCertainIsWhatBruteForceFindsInAllSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawAny(t)
		all := puzzletest.Brute(p)
		got, err := diagnose.Certain(context.Background(), p, nil)
		require.NoError(t, err)
		require.LessOrEqual(t, got.Calls, p.Board().Len()+1)
		if len(all) == 0 {
			require.Nil(t, got.Solution)
			return
		}
		var want []int
		for c := range all[0] {
			certain := true
			for _, s := range all {
				certain = certain && space.SameValue(p, s[c], all[0][c])
			}
			if certain {
				want = append(want, c)
			}
		}
		require.Equal(t, len(want), len(got.Cells), "%v", got.Cells)
		for i := range want {
			require.Equal(t, want[i], got.Cells[i])
			require.True(t, space.SameValue(p, all[0][want[i]], got.Solution[want[i]]))
		}
	})
}

// impatient is a context that ends when it has been asked so often.
type impatient struct {
	context.Context
	left int
}

func (i *impatient) Err() error {
	if i.left--; i.left < 0 {
		return context.Canceled
	}
	return nil
}

// What is certain so far is not certain when the context ends just after a call of the solver.
func TestCertainIsCompleteOrAnErrorWheneverTheContextEnds(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 3, 3, puzzle.Rook, nil)
	whole, err := diagnose.Certain(t.Context(), p, nil)
	require.NoError(t, err)
	ended := 0
	for patience := range 200 {
		c, err := diagnose.Certain(&impatient{context.Background(), patience}, p, nil)
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			ended++
			continue
		}
		require.Equal(t, whole.Cells, c.Cells, "asked %d times", patience)
		require.Equal(t, whole.Calls, c.Calls, "asked %d times", patience)
	}
	require.Positive(t, ended)
}
