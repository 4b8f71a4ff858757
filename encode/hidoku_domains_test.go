package encode

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// newRun returns a run without limits.
func newRun(t interface{ Cleanup(func()) }) *meter.Run {
	run := meter.Start(ctx, nil)
	t.Cleanup(run.Close)
	return run
}

func TestCutDomainsAreWithinUncutOnesAndHoldAllSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t).(*puzzle.Hidoku)
		uncut, err := newHidokuCutter(newRun(t), p).list()
		require.NoError(t, err)
		cut, err := cutHidokuDomains(newRun(t), p)
		require.NoError(t, err)
		for k := 1; k <= uncut.n; k++ {
			require.Subset(t, uncut.cellsOf(k), cut.cellsOf(k), "number %d", k)
		}
		for _, s := range puzzletest.Brute(p) {
			for c, k := range s {
				require.Contains(t, cut.cellsOf(k), int32(c), "number %d", k)
			}
		}
	})
}

// In a gap between two clues with nothing in the way, the domains are the cells that walks
// of the right length can reach.
func TestDomainsBetweenCluesAreWhatWalksOfTheRightLengthReach(t *testing.T) {
	p := read(t, "puzzle: hidoku\nmoves: rook\n1,_,_,_\n_,_,_,_\n_,_,5,_\n").(*puzzle.Hidoku)
	run := meter.Start(ctx, nil)
	defer run.Close()
	d, err := cutHidokuDomains(run, p)
	require.NoError(t, err)
	for i, want := range []string{"r1c1", "r1c2 r2c1", "r1c3 r2c2 r3c1", "r2c3 r3c2", "r3c3", "r2c3 r3c2 r3c4"} {
		var names []string
		for _, c := range d.cellsOf(i + 1) {
			names = append(names, p.Board().Name(int(c)))
		}
		require.Equal(t, want, strings.Join(names, " "), "number %d", i+1)
	}
}

func TestEncodingsOverUncutDomainsHaveTheSameSolutions(t *testing.T) {
	same := func(t *rapid.T, p puzzle.Puzzle, formula func(*meter.Run) (*Formula, error), cover func(*meter.Run) (*Cover, error)) {
		want := puzzletest.Brute(p)
		f, err := formula(newRun(t))
		require.NoError(t, err)
		requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, len(want)), p, "models")
		x, err := cover(newRun(t))
		require.NoError(t, err)
		requireSame(t, want, ofCover(t, x.Problem, x.Decode, len(want)), p, "covers")
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t).(*puzzle.Hidoku)
		uncut, err := newHidokuCutter(newRun(t), p).list()
		require.NoError(t, err)
		same(t, p, func(run *meter.Run) (*Formula, error) { return uncut.formula(run, p) },
			func(run *meter.Run) (*Cover, error) { return coverHidokuWithin(run, p, uncut) })
	})
	rapid.Check(t, func(t *rapid.T) {
		p := drawMagic(t).(*puzzle.Magic)
		uncut, err := magicDomainsOfClues(p)
		require.NoError(t, err)
		same(t, p, func(run *meter.Run) (*Formula, error) { return uncut.formula(run, (*magicFormula).wholeLines) }, func(run *meter.Run) (*Cover, error) { return uncut.cover(run, nil) })
	})
}

// What a set touches must agree with the lists of neighbours, across words and holes.
func TestKeepTouchingAgreesWithNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 70).Draw(t, "width"), rapid.IntRange(1, 9).Draw(t, "height")
		holes := rapid.SliceOfN(rapid.IntRange(0, 5), width*height, width*height).Draw(t, "hole at 0")
		holes[0] = 1
		b, err := puzzle.NewBoard(width, height, func(row, col int) bool { return holes[row*width+col] == 0 })
		require.NoError(t, err)
		rules := puzzle.HidokuRules{Moves: rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex, puzzle.Knight}).Draw(t, "moves")}
		rules.Torus = height%2 == 0 && rapid.Bool().Draw(t, "torus")
		p, err := rules.New(b, nil)
		require.NoError(t, err)

		g := newHidokuCutter(newRun(t), p)
		draw := func(label string) ([]uint64, []int) {
			set := make([]uint64, g.words)
			members := slices.Compact(slices.Sorted(slices.Values(
				rapid.SliceOf(rapid.IntRange(0, b.Len()-1)).Draw(t, label))))
			for _, c := range members {
				set[c/64] |= 1 << (c % 64)
			}
			return set, members
		}
		set, members := draw("set")
		other, others := draw("other")
		var want, got []int
		for _, c := range members {
			if slices.ContainsFunc(others, func(d int) bool { return slices.Contains(p.Neighbours(c), d) }) {
				want = append(want, c)
			}
		}
		require.Equal(t, len(want) < len(members), g.keepTouching(set, other))
		each(set, func(c int) { got = append(got, c) })
		require.Equal(t, want, got)
	})
}

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
