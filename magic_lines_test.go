package crosscut_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

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
