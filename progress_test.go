package crosscut_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// TestProgressIsHonest compares the progress shown of short searches with their nodes: after
// a tenth of the nodes it is right within a factor of two.
func TestProgressIsHonest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two seconds")
	}
	type point struct{ nodes, done float64 }
	for _, s := range []struct {
		engine crosscut.Engine
		file   string
	}{
		{crosscut.Native, "draughtboard/pentominoes-5x12"},
		{crosscut.DLX, "draughtboard/pentominoes-5x12"},
		{crosscut.Native, "hidoku/king-4x4-empty"},
	} {
		content, err := os.ReadFile("testdata/" + s.file + ".txt")
		require.NoError(t, err)
		p := puzzletest.Read(t, string(content))
		m := new(crosscut.Meter)
		var curve []point
		require.NoError(t, s.engine.Search(context.Background(), p, m, func(puzzle.Solution) bool {
			curve = append(curve, point{float64(m.Stats().Nodes), m.Done()})
			return true
		}))
		require.NotEmpty(t, curve)
		assert.EqualValues(t, 1, m.Done())
		assert.True(t, m.Sure())
		worst := 1.0
		for i, at := range curve {
			x := at.nodes / float64(m.Stats().Nodes)
			if i > 0 {
				require.GreaterOrEqual(t, at.done, curve[i-1].done)
			}
			if x >= 0.1 {
				worst = max(worst, x/at.done, at.done/x)
			}
		}
		t.Logf("%s %s: %d nodes, %.2f", s.engine.Name, s.file, m.Stats().Nodes, worst)
		assert.Less(t, worst, 2.0, fmt.Sprint(s.engine.Name, s.file))
	}
}

// TestProgressOfSeveralWorkersIsNotAllAtOnce stops a search on two cores at a ninth of its
// solutions.
func TestProgressOfSeveralWorkersIsNotAllAtOnce(t *testing.T) {
	content, err := os.ReadFile("testdata/draughtboard/pentominoes-6x10.txt")
	require.NoError(t, err)
	p := puzzletest.Read(t, string(content))
	for _, e := range []crosscut.Engine{crosscut.Native, crosscut.DLX} {
		m, found := &crosscut.Meter{Workers: 2}, 0
		require.ErrorIs(t, e.Search(context.Background(), p, m, func(puzzle.Solution) bool {
			found++
			return found < 1000
		}), crosscut.ErrStopped)
		t.Logf("%s: %.3f", e.Name, m.Done())
		assert.Less(t, m.Done(), 0.5, e.Name)
	}
}
