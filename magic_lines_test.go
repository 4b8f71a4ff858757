package crosscut_test

import (
	"context"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// variants sets how many random puzzles a test draws: CROSSCUT_VARIANTS, or a few hundred.
func variants(t *testing.T) {
	t.Helper()
	n := os.Getenv("CROSSCUT_VARIANTS")
	if n == "" {
		n = "400"
	}
	before := flag.Lookup("rapid.checks").Value.String()
	require.NoError(t, flag.Set("rapid.checks", n))
	t.Cleanup(func() { require.NoError(t, flag.Set("rapid.checks", before)) })
}

// tallyOfList returns the number and the digest of some solutions.
func tallyOfList(solutions []puzzle.Solution) (tally crosscut.Tally) {
	for _, s := range solutions {
		tally.Add(s)
	}
	return tally
}

// All engines, all encodings, cubes and counts of random magic boards with any lines agree
// with brute force.
func TestMagicLinesAgreeWithBruteForce(t *testing.T) {
	variants(t)
	ctx := context.Background()
	kinds := map[puzzle.MagicForm]int{}
	symmetric, several := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawLines(t)
		all := puzzletest.Brute(p)
		want := tallyOfList(all)
		kinds[p.Form()]++
		if len(all) > 1 {
			several++
		}
		for _, e := range crosscut.Engines() {
			got, err := crosscut.Enumerate(ctx, e, p, nil)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s\n%s", e.Name, p)
			count, err := crosscut.Count(ctx, e, p, nil)
			require.NoError(t, err)
			require.EqualValues(t, len(all), count.Uint64(), "%s\n%s", e.Name, p)
		}
		if requireLinesInCubes(t, p, all) {
			symmetric++
		}
	})
	t.Log(kinds, "with several solutions:", several, "with a symmetric solution:", symmetric)
	assert.Positive(t, kinds[puzzle.Listed])
	assert.Positive(t, kinds[puzzle.Equation])
	if !testing.Short() { // a fifth of the boards may have none
		assert.Positive(t, symmetric)
	}
}

// requireLinesInCubes compares cubes and the count up to symmetry with all solutions. It
// reports whether a solution is its own image under a symmetry.
func requireLinesInCubes(t *rapid.T, p *puzzle.Magic, all []puzzle.Solution) (symmetric bool) {
	ctx := context.Background()
	parts := split(t, p, rapid.IntRange(2, 9).Draw(t, "cubes"))
	var got crosscut.Tally
	for i := range parts {
		tally, err := crosscut.EnumerateCube(ctx, crosscut.Native, parts[i], nil)
		require.NoError(t, err)
		got = got.Plus(tally)
	}
	require.Equal(t, tallyOfList(all), got, "in cubes\n%s", p)
	group := puzzle.Symmetries(p)
	classes := uint64(0)
	for _, s := range all {
		for i, g := range group {
			image := g.Apply(s)
			require.NoError(t, p.Check(image), "symmetry %d of\n%s", i, p)
			symmetric = symmetric || i > 0 && slices.Equal(image, s)
		}
		if puzzle.Representative(s, group) {
			classes++
		}
	}
	count, err := crosscut.CountUpToSymmetry(ctx, crosscut.Native, p, nil)
	require.NoError(t, err)
	require.Equal(t, classes, count.Uint64(), "up to symmetry\n%s", p)
	return symmetric
}

// A line may have a number several times, if the numbers have it as often.
func TestLinesWithANumberSeveralTimes(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\nnumbers: 1 1 2 2 3 3\nlines: r1c1 r1c2 r1c3 = 5; r2c1 r2c2 r2c3 = 7\n_,_,_\n_,_,_\n",
		"puzzle: magic\nnumbers: 1 2 2 2 3 3\nlines: r1c1 r1c2 r1c3 = 6; r2c1 r2c2 r2c3 = 7\n_,_,_\n_,_,_\n",
		"puzzle: magic\nnumbers: 1 1 2 3\nlines: r1c1 r1c2 = 2; r2c1 r2c2 = 5\n_,_\n_,_\n",
	} {
		p, err := text.Parse(content)
		require.NoError(t, err)
		want := puzzletest.Brute(p)
		require.NotEmpty(t, want)
		for _, e := range crosscut.Engines() {
			got, err := crosscut.Enumerate(context.Background(), e, p, nil)
			require.NoError(t, err)
			assert.Equal(t, tallyOfList(want), got, "%s\n%s", e.Name, content)
		}
	}
}

// The sources of the values are in the files.
func TestMagicLinesHaveThePublishedCounts(t *testing.T) {
	for _, c := range []struct {
		file string
		want uint64
	}{
		{"pandiagonal-4.txt", 384},
		{"pandiagonal-5.txt", 28_800},
		{"associative-4.txt", 384},
		{"hexagon-3.txt", 12},
		{"hexagram.txt", 960},
		{"jodici.txt", 1},
		{"equation.txt", 1},
	} {
		for _, f := range puzzletest.Files(t, "testdata/magic") {
			if f.Name == c.file && !(testing.Short() && c.want > 10_000) {
				count, err := crosscut.Count(context.Background(), crosscut.Native, f.Puzzle, nil)
				require.NoError(t, err)
				assert.Equal(t, c.want, count.Uint64(), c.file)
			}
		}
	}
}

// A wheel has the movements of a hexagon, and not those of its rows.
func TestJodiciTurnsLikeAWheel(t *testing.T) {
	p, err := puzzle.NewJodici(slices.Repeat([]int{puzzle.Empty}, 18))
	require.NoError(t, err)
	group := puzzle.Symmetries(p)
	require.Len(t, group, 12)
	for _, g := range group {
		for c, image := range g.Image() {
			assert.Equal(t, c/6, image/6, "a cell stays in its ring")
			assert.Equal(t, g.Image()[(c+6)%18]%6, image%6, "a sector stays together")
		}
	}
}
