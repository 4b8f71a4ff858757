package nativetest

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Counter counts the solutions of a puzzle of one family.
type Counter[P any] func(ctx context.Context, p P, m *search.Meter) (*big.Int, error)

// RequireSteps searches and counts each puzzle of a folder of testdata, with one worker and
// up to most nodes. It compares the counters of the search, and the order of the solutions,
// with the file testdata/steps.txt of the package. So a change of a heuristic shows, though
// every answer stays right. With STEPS_UPDATE=1 it writes the file.
func RequireSteps[P puzzle.Puzzle](t *testing.T, folder string, most int64, solve Solver[P], count Counter[P]) {
	var got strings.Builder
	for _, file := range puzzletest.Files(t, "testdata/"+folder) {
		name := strings.TrimSuffix(file.Name, ".txt")
		p, order := file.Puzzle.(P), fnv.New32a()
		m := &search.Meter{MaxNodes: most}
		searched := steps(t, m, Search(t.Context(), p, m, solve, func(s puzzle.Solution) bool {
			fmt.Fprintln(order, s)
			return true
		}))
		fmt.Fprintf(&got, "%s: %s; order %08x\n", name, searched, order.Sum32())
		m = &search.Meter{MaxNodes: most}
		n, err := count(t.Context(), p, m)
		if counted := steps(t, m, err); counted != searched {
			fmt.Fprintf(&got, "%s counted %v: %s\n", name, n, counted)
		}
	}
	puzzletest.RequireSteps(t, got.String())
}

// steps returns the counters of a search that ended with err.
func steps(t *testing.T, m *search.Meter, err error) string {
	end := ""
	if err != nil {
		require.ErrorIs(t, err, search.ErrLimit)
		end = " and more"
	}
	s := m.Stats()
	return fmt.Sprintf("%d solutions%s, %d nodes, %d branches, %d failures, %d propagations",
		s.Solutions, end, s.Nodes, s.Branches, s.Failures, s.Propagations)
}
