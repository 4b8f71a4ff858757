package native_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// dominoes returns the puzzle of as many dominoes as fill a board.
func dominoes(t *testing.T, width, height int) *puzzle.Draughtboard {
	board, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	domino, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.Black}, {Col: 1, Colour: puzzle.White}})
	require.NoError(t, err)
	p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: false, Stones: slices.Repeat([]puzzle.Stone{domino}, width*height/2)}.New()
	require.NoError(t, err)
	return p
}

// parseHidoku returns the Hidoku of a file without its first line.
func parseHidoku(t *testing.T, content string) *puzzle.Hidoku {
	p, err := text.Parse("puzzle: hidoku\n" + content)
	require.NoError(t, err)
	return p.(*puzzle.Hidoku)
}

func TestCountObeysItsLimits(t *testing.T) {
	for name, p := range map[string]puzzle.Puzzle{
		"layers":   dominoes(t, 20, 20),
		"frontier": parseHidoku(t, "moves: king\n"+strings.Repeat("_,_,_,_,_,_,_,_,_\n", 9)),
		"fillings": puzzletest.BlankMagic(t, 5, 1, true),
		"parts":    parseHidoku(t, "moves: king\n1,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,9,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, workers := range []int{0, 2} {
				m := &meter.Meter{MaxNodes: 5_000, Workers: workers}
				count, err := native.Count(t.Context(), p, m)
				require.ErrorIs(t, err, meter.ErrLimit)
				assert.Equal(t, fmt.Sprint(m.Stats().Solutions), count.String())
				assert.EqualValues(t, 5_000, m.Stats().Nodes)

				cause := errors.New("enough")
				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
				_, err = native.Count(ctx, p, &meter.Meter{Workers: workers})
				require.ErrorIs(t, err, cause)
			}
		})
	}
}

func TestCountTracesAnEnumeration(t *testing.T) {
	for _, p := range []puzzle.Puzzle{dominoes(t, 4, 4), parseHidoku(t, "moves: rook\n"+strings.Repeat("_,_,_\n", 3))} {
		found := int64(0)
		count, err := native.Count(t.Context(), p, &meter.Meter{Trace: func(s meter.Step) {
			if s.Kind == meter.Found {
				require.NoError(t, p.Check(slices.Clone(s.Board)))
				found++
			}
		}})
		require.NoError(t, err)
		assert.Equal(t, count.Int64(), found)
	}
}

func TestSearchRefusesUnknownPuzzles(t *testing.T) {
	type other struct{ puzzle.Puzzle }
	err := native.Search(context.Background(), other{}, nil, func(puzzle.Solution) bool { return true })
	assert.ErrorContains(t, err, "other")
}

func TestFamiliesAndCores(t *testing.T) {
	hidoku := parseHidoku(t, "1,_\n_,_\n")
	magic, err := text.Parse("puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n")
	assert.NoError(t, err)
	type other struct{ puzzle.Puzzle }
	for _, row := range []struct {
		p                 puzzle.Puzzle
		oneCore, cubesPay bool
	}{
		{hidoku, true, true},
		{magic, false, false},
		{dominoes(t, 2, 2), false, true},
		{other{hidoku}, false, true},
	} {
		oneCore, pay := native.Cubes(row.p)
		assert.Equal(t, []bool{row.oneCore, row.cubesPay}, []bool{oneCore, pay}, "%T", row.p)
	}
}
