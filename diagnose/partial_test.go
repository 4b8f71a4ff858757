package diagnose_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// The solutions of each board are images of one. Alike stones are compared without their names,
// and the nearest image counts.
func TestPartialFindsTheWrongCellsOfDraughtboards(t *testing.T) {
	const open = puzzle.Empty
	for _, test := range []struct {
		text   string
		filled puzzle.Solution
		wrong  int // the number of cells
	}{
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{open, open, open, open}, 0},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{2, 2, open, open}, 0},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{1, open, 1, open}, 0},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{1, 2, 2, 1}, 2},
		{"board: 2x2\ncorner: B\nB,W\n=\nB,W\n", puzzle.Solution{1, open, 1, 9}, 1},
		{"board: 3x1\ncorner: B\ngaps: 1\nB,W\n", puzzle.Solution{open, open, puzzle.Bare}, 0},
		{"board: 3x1\ncorner: B\ngaps: 1\nB,W\n", puzzle.Solution{puzzle.Bare, 1, open}, 0},
		{"board: 3x1\ncorner: B\ngaps: 1\nB,W\n", puzzle.Solution{puzzle.Bare, puzzle.Bare, 1}, 1},
	} {
		p := puzzletest.Read(t, "puzzle: draughtboard\n"+test.text)
		progress, err := diagnose.Partial(t.Context(), crosscut.Native, p, test.filled, nil)
		require.NoError(t, err)
		require.Equal(t, 1, progress.Solutions)
		require.Len(t, progress.Wrong, test.wrong, "%v", test.filled)
		require.Equal(t, test.wrong == 0, progress.Possible)
	}
}
