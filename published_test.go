package crosscut_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// fewSolutions is how many solutions each engine lists, gini too. Native and dlx list more.
const fewSolutions = 200

// TestEnginesAgreeOnPublishedPuzzles compares the whole sets of solutions of the collections that others
// published, and how many there are with what the files say.
func TestEnginesAgreeOnPublishedPuzzles(t *testing.T) {
	files := puzzletest.Files(t, "testdata/published/*")
	require.Len(t, files, 43+9+17, "see testdata/published/README.md")
	for _, file := range files {
		engines := crosscut.Engines()
		if count := file.Solutions.Count; count.Int64() > fewSolutions || !puzzletest.Long() && count.Int64() > 1 {
			engines = slices.DeleteFunc(engines, func(e crosscut.Engine) bool { return e.Name == crosscut.SAT.Name })
		}
		outcomes, err := crosscut.CrossCheck(context.Background(), file.Puzzle, engines, crosscut.Limits{}, nil)
		require.NoError(t, err, file.Name)
		for _, o := range outcomes {
			require.NoError(t, o.Err, "%s, engine %s", file.Name, o.Engine)
			assert.True(t, file.Solutions.Allows(o.Tally.Count(), true), "%s: engine %s found %v, published are %v", file.Name, o.Engine, o.Tally.Count(), file.Solutions)
		}
		if classes, isCount := strings.CutSuffix(strings.Split(file.Source, " to symmetry")[0], " up"); isCount {
			n, err := crosscut.CountUpToSymmetry(context.Background(), crosscut.Native, file.Puzzle, nil)
			require.NoError(t, err)
			assert.Equal(t, classes, fmt.Sprint(n), "%s up to symmetry", file.Name)
		}
	}
}

// TestPublishedSolutionsAreFound compares the only solution of each Rikudo with the published one.
func TestPublishedSolutionsAreFound(t *testing.T) {
	published := strings.Split(puzzletest.Testdata(t, "published/hidoku/rikudos.solution.txt"), "---\n")
	files := puzzletest.Files(t, "testdata/published/hidoku/rikudos.txt")
	require.Len(t, published, len(files))
	for i, file := range files {
		assert.Equal(t, []puzzle.Solution{puzzletest.ReadSolution(t, file.Puzzle, published[i])}, solve(t, crosscut.Native, file.Puzzle), file.Name)
	}
}
