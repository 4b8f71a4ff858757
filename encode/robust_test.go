package encode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// targets are both reductions, without their results.
var targets = []struct {
	name   string
	encode func(context.Context, puzzle.Puzzle) error
	first  func(context.Context, puzzle.Puzzle) error // by the first encoding of the family
}{
	{
		"CNF", func(ctx context.Context, p puzzle.Puzzle) error { _, err := CNF(ctx, p, ""); return err },
		func(ctx context.Context, p puzzle.Puzzle) error {
			_, err := CNF(ctx, p, Encodings(p.Family())[0])
			return err
		},
	},
	{
		"exact cover", func(ctx context.Context, p puzzle.Puzzle) error { _, err := ExactCover(ctx, p); return err },
		func(ctx context.Context, p puzzle.Puzzle) error {
			_, err := ExactCover(ctx, p)
			return err
		},
	},
}

// large returns puzzles too large for the first encodings of either target.
func large(t *testing.T) map[string]puzzle.Puzzle {
	text := func(size int) string { return strings.Repeat(strings.Repeat("_,", size-1)+"_\n", size) }
	stones := "puzzle: draughtboard\nboard: 128x128\n" + // two kinds, so that one must be counted
		strings.Repeat("X,X\n=\n", 4096) + strings.Repeat("X,X,X,X\n=\n", 2048)
	return map[string]puzzle.Puzzle{
		"hidoku":       read(t, "puzzle: hidoku\n"+text(100)),
		"magic":        read(t, "puzzle: magic\n"+text(40)),
		"draughtboard": read(t, stones),
	}
}

func TestWhatIsTooLargeIsALimit(t *testing.T) {
	for name, p := range large(t) {
		for _, target := range targets {
			t.Run(name+" "+target.name, func(t *testing.T) {
				if name == "magic" {
					puzzletest.NeedsLong(t, "writes millions of clauses before the limit")
				}
				start := time.Now()
				err := target.first(ctx, p)
				t.Logf("%v: %v", time.Since(start), err)
				require.ErrorIs(t, err, meter.ErrLimit)
			})
		}
	}
}

func TestEncodingEndsWithItsContext(t *testing.T) {
	reason := errors.New("the user has left")
	for name, p := range large(t) {
		for _, target := range targets {
			t.Run(name+" "+target.name, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(ctx)
				cancel(reason)
				require.ErrorIs(t, target.encode(ctx, p), reason)
				for _, after := range []time.Duration{time.Millisecond, 20 * time.Millisecond} {
					ctx, cancel := context.WithTimeoutCause(t.Context(), after, reason)
					start := time.Now()
					err := target.encode(ctx, p)
					late := time.Since(start) - after
					cancel()
					t.Logf("%v late: %v", late, err)
					require.Less(t, late, time.Minute)
					if !errors.Is(err, meter.ErrLimit) { // which may come first
						require.ErrorIs(t, err, reason)
					}
				}
			})
		}
	}
}

// Other programs answer anything. Decode must return nil or something that the rules
// reject, unless the answer happens to be a solution.
func TestDecodeOfRubbishIsNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		f, err := CNF(ctx, p, "")
		require.NoError(t, err)
		sizes := rapid.OneOf(rapid.Just(f.CNF.Vars()+1), rapid.IntRange(0, f.CNF.Vars()+9))
		n := sizes.Draw(t, "values")
		values := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "model")
		requireRubbish(t, p, f.Decode(values))
		requireRubbish(t, p, f.Decode(nil))
		requireRubbish(t, p, f.Decode(slices.Repeat([]bool{true}, f.CNF.Vars()+1)))
		requireRubbish(t, p, f.Decode(make([]bool, f.CNF.Vars()+1)))

		x, err := ExactCover(ctx, p)
		require.NoError(t, err)
		o := rapid.IntRange(-2, x.Problem.Options()+2)
		requireRubbish(t, p, x.Decode(rapid.SliceOf(o).Draw(t, "options")))
		requireRubbish(t, p, x.Decode(nil))
	})
}

func requireRubbish(t *rapid.T, p puzzle.Puzzle, s puzzle.Solution) {
	if p.Check(s) == nil {
		require.Contains(t, puzzletest.Brute(p), s)
	}
}

func TestAPuzzleOfAnotherTypeIsAnError(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, target := range targets {
		require.ErrorContains(t, target.encode(ctx, nil), "the puzzle is nil")
		require.ErrorContains(t, target.encode(ctx, puzzletest.OddStart{}), "the method Board")
		for name, p := range foreign {
			require.ErrorContains(t, target.encode(ctx, p), "for a puzzle of type")
			require.ErrorContains(t, target.encode(ctx, p), "puzzletest."+name)
		}
	}
	_, err = CNF(ctx, foreign["Stripes"], "tree")
	require.EqualError(t, err, "encode: no formula for a puzzle of type *puzzletest.Stripes")
	require.Empty(t, Encodings(foreign["Stripes"].Family()))
}

func TestEverythingHasAName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		f, err := CNF(ctx, p, "")
		require.NoError(t, err)
		for _, l := range f.Keep {
			require.NotEmpty(t, f.CNF.NameOf(l), "variable %d", l)
		}
		x, err := ExactCover(ctx, p)
		require.NoError(t, err)
		require.NoError(t, x.Problem.Validate())
		require.NotEmpty(t, x.Problem.Comments)
		if board, ok := p.(*puzzle.Draughtboard); ok {
			explained := strings.Contains(strings.Join(x.Problem.Comments, "\n"), "corner: the colour")
			require.Equal(t, len(board.Colourings()) > 1, explained)
		}
	})
}

func TestACoverWithTooManyElementsIsALimit(t *testing.T) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	x, _ := write.NewCover(run, []write.ItemFamily{{Name: "items", Count: 2, Label: func(i int) string { return fmt.Sprint(i) }}}, nil)
	x.Elements = write.MaxElements - 2
	require.NoError(t, x.AddOption(dlx.Element{Item: 0}, dlx.Element{Item: 1}))
	require.ErrorIs(t, x.AddOption(dlx.Element{Item: 0}), meter.ErrLimit)
	require.Equal(t, 1, x.Options())
}
