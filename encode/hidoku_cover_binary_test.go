package encode

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// TestTheSizeOfACoverIsKnownBeforeItIsWritten asks the check for a board that is too large, and for
// one that fits.
func TestTheSizeOfACoverIsKnownBeforeItIsWritten(t *testing.T) {
	for size, large := range map[int]bool{40: true, 10: false} {
		p := puzzletest.BlankHidoku(t, size, size, puzzle.King, nil)
		d, err := cutHidokuDomains(newRun(t), p)
		require.NoError(t, err)
		x := newHidokuCover(newRun(t), p, d)
		tooLarge := new(write.TooLargeError)
		require.Equal(t, large, errors.As(x.fits(p), &tooLarge), "%d×%d", size, size)
		require.Zero(t, x.Options())
	}
}

// Without clues or with some, the default would be too large. Every cover of these
// boards is written, and a full board has its one cover.
func TestLargeHidokusAreWrittenInBinary(t *testing.T) {
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex, puzzle.Knight} {
		board, err := puzzle.NewBoard(50, 50, nil)
		require.NoError(t, err)
		clues := slices.Repeat([]int{puzzle.Empty}, 2500)
		clues[0] = 1
		p, err := puzzle.HidokuRules{Moves: moves}.New(board, clues)
		require.NoError(t, err)
		x, err := ExactCover(ctx, p)
		require.NoError(t, err)
		assert.Equal(t, "binary", x.Encoding)
		assert.Less(t, x.elements(), 3_000_000)
		require.NoError(t, x.Problem.Validate())
		_, err = ExactCoverBy(ctx, p, "steps")
		require.ErrorContains(t, err, "stopped by a limit: memory for the ")
		require.ErrorContains(t, err, "; the encoding binary needs less")
	}
}

func (x *Cover) elements() (n int) {
	for o := range x.Problem.Options() {
		n += len(x.Problem.Option(o))
	}
	return n
}

func TestTheBinaryCoverOfALargeBoardHasItsSolution(t *testing.T) {
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex} {
		p := puzzletest.LargeHidoku(t, moves, 50, 50, 0.9, false, 1)
		x, err := ExactCoverBy(ctx, p, "binary")
		require.NoError(t, err)
		covers, err := x.Problem.First(ctx, 1, nil)
		require.NoError(t, err)
		require.Len(t, covers, 1)
		require.NoError(t, p.Check(x.Decode(covers[0])))
	}
}

// A board of the default's size keeps the default. A larger one gets the first encoding for which it is not too
// large, and that has its name.
func TestAnEncodingIsTheOneOfItsName(t *testing.T) {
	p := puzzletest.LargeHidoku(t, puzzle.Rook, 40, 40, 0.05, true, 1)
	x, err := ExactCover(ctx, p)
	require.NoError(t, err)
	assert.Equal(t, "steps", x.Encoding)
	sets := puzzletest.Files(t, "testdata/draughtboard/pentominoes-6x10.txt")
	f, err := CNF(ctx, sets[0].Puzzle)
	require.NoError(t, err)
	assert.Equal(t, "kinds", f.Encoding)
	_, err = CNFBy(ctx, sets[0].Puzzle, "conflicts")
	require.ErrorContains(t, err, "needs less")
}

// Other programs read the text and name options by their items.
func TestABinaryCoverIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, err := ExactCoverBy(ctx, drawHidoku(t), "binary")
		require.NoError(t, err)
		require.NotEmpty(t, x.Problem.Comments())
		var text bytes.Buffer
		require.NoError(t, x.Problem.Write(&text))
		again, err := dlx.Read(&text, "text")
		require.NoError(t, err)
		require.Equal(t, x.Problem.Options(), again.Options())
		for o := range again.Options() {
			require.Equal(t, x.Problem.OptionText(o), again.OptionText(o))
		}
	})
}
