package native_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// TestEachFamilyTakesTheSameSteps searches and counts each puzzle of testdata, with one worker and
// up to 5,000 nodes. It compares the counters of the search, and the order of the solutions, with
// the file testdata/steps.txt. So a change of a heuristic shows, though every answer stays right.
// With STEPS_UPDATE=1 it writes the file.
func TestEachFamilyTakesTheSameSteps(t *testing.T) {
	const most = 5000
	var got strings.Builder
	for _, family := range []string{"draughtboard", "hidoku", "magic"} {
		for _, file := range puzzletest.Files(t, "testdata/"+family) {
			name, order := family+"/"+strings.TrimSuffix(file.Name, ".txt"), fnv.New32a()
			m := &meter.Meter{MaxNodes: most}
			searched := steps(t, m, native.Search(t.Context(), file.Puzzle, m, func(s puzzle.Solution) bool {
				fmt.Fprintln(order, s)
				return true
			}))
			fmt.Fprintf(&got, "%s: %s; order %08x\n", name, searched, order.Sum32())
			m = &meter.Meter{MaxNodes: most}
			n, err := native.Count(t.Context(), file.Puzzle, m)
			if counted := steps(t, m, err); counted != searched {
				fmt.Fprintf(&got, "%s counted %v: %s\n", name, n, counted)
			}
		}
	}
	puzzletest.RequireSteps(t, got.String())
}

// steps returns the counters of a search that ended with err.
func steps(t *testing.T, m *meter.Meter, err error) string {
	end := ""
	if err != nil {
		require.ErrorIs(t, err, meter.ErrLimit)
		end = " and more"
	}
	s := m.Stats()
	return fmt.Sprintf("%d solutions%s, %d nodes, %d branches, %d failures, %d propagations",
		s.Solutions, end, s.Nodes, s.Branches, s.Failures, s.Propagations)
}

// TestEachFamilyAgreesWithTheCountsOfOthers compares the number of solutions that a search finds
// within a limit on nodes with what others counted, for the shared cases that have such a count.
func TestEachFamilyAgreesWithTheCountsOfOthers(t *testing.T) {
	magic := int64(puzzletest.Often(499, 10_000))
	for _, family := range []struct {
		patterns []string
		nodes    int64
		settled  int // at least so many cases are searched to the end
	}{
		{[]string{"seeds/hidoku*.txt", "hidoku/*.txt", "published/hidoku/*.txt"}, 2000, 450},
		{[]string{"seeds/magic*.txt", "magic/*.txt"}, magic, 0},
		{[]string{"draughtboard/*.txt"}, 60_000, 0},
	} {
		settled := 0
		for _, pattern := range family.patterns {
			for _, file := range nativetest.ReadCases(t, pattern) {
				if file.Solutions.Count == nil || file.Solutions.AtLeast {
					continue
				}
				found := new(big.Int)
				err := native.Search(t.Context(), file.Puzzle, &meter.Meter{MaxNodes: family.nodes}, func(s puzzle.Solution) bool {
					if found.Uint64()%256 == 0 {
						require.NoError(t, file.Puzzle.Check(s), file.Name)
					}
					found.Add(found, big.NewInt(1))
					return found.Cmp(file.Solutions.Count) <= 0
				})
				if err == nil {
					settled++
				} else {
					require.True(t, errors.Is(err, meter.ErrLimit) || errors.Is(err, meter.ErrStopped), "%s: %v", file.Name, err)
				}
				assert.True(t, file.Solutions.Allows(found, err == nil), "%s: %d solutions, the file has %s", file.Name, found, file.Solutions)
			}
		}
		assert.GreaterOrEqual(t, settled, family.settled, "%v", family.patterns)
	}
}

// TestProgressNeverFalls searches all of a puzzle of each family. Progress ends at 1.
func TestProgressNeverFalls(t *testing.T) {
	plain := dominoes(t, 3, 2)
	both, err := puzzle.Setup{Board: plain.Board(), Corner: puzzle.AnyColour, Flips: true, Stones: plain.Stones()}.New()
	require.NoError(t, err)
	for _, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil), puzzletest.BlankMagic(t, 3, 1, false), plain, both,
	} {
		m, last := new(meter.Meter), -1.0
		require.NoError(t, native.Search(t.Context(), p, m, func(puzzle.Solution) bool {
			assert.GreaterOrEqual(t, m.Done(), last)
			last = m.Done()
			return true
		}))
		assert.Positive(t, last)
		assert.InDelta(t, 1, m.Done(), 1e-9)
	}
}
