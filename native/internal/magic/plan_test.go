package magic

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/magic/plan"
	"crosscut/puzzle"
)

// drawLarger draws a board of order 4 to 6 from a magic one. It has so many clues that
// the solutions are not too many.
func drawLarger(t *rapid.T) *puzzle.Magic {
	full := rapid.SampledFrom([][]int{
		{16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1}, // Dürer's
		{1, 15, 14, 4, 12, 6, 7, 9, 8, 10, 11, 5, 13, 3, 2, 16},
		{17, 24, 1, 8, 15, 23, 5, 7, 14, 16, 4, 6, 13, 20, 22, 10, 12, 19, 21, 3, 11, 18, 25, 2, 9},
		{35, 1, 6, 26, 19, 24, 3, 32, 7, 21, 23, 25, 31, 9, 2, 22, 27, 20, 8, 28, 33, 17, 10, 15, 30, 5, 34, 12, 14, 16, 4, 36, 29, 13, 18, 11},
	}).Draw(t, "board")
	n := map[int]int{16: 4, 25: 5, 36: 6}[len(full)]
	least := map[int]int{4: 3, 5: 9, 6: 21}[n]
	clues := slices.Repeat([]int{puzzle.Empty}, n*n)
	cells := make([]int, n*n)
	for c := range cells {
		cells[c] = c
	}
	low := rapid.SampledFrom([]int{1, 0, -7, 100}).Draw(t, "low")
	for _, c := range rapid.Permutation(cells).Draw(t, "order")[:rapid.IntRange(least, least+n).Draw(t, "clues")] {
		clues[c] = full[c] - 1 + low
	}
	if rapid.IntRange(0, 9).Draw(t, "contradictory") == 0 {
		a, b := rapid.IntRange(0, n*n-1).Draw(t, "a"), rapid.IntRange(0, n*n-1).Draw(t, "b")
		clues[a], clues[b] = clues[b], clues[a]
	}
	return newMagic(t, n, low, rapid.IntRange(0, 3).Draw(t, "diagonals") > 0, clues)
}

// searched returns what the search finds without a plan.
func searched(t require.TestingT, p *puzzle.Magic) []string {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	s, err := newStateWithClues(p, r)
	require.NoError(t, err)
	var all []string
	_, err = s.search(func(s puzzle.Solution) bool { all = append(all, fmt.Sprint(s)); return true }, nil, 1)
	require.NoError(t, err)
	slices.Sort(all)
	return all
}

// byPlan returns all fillings that a plan finds.
func byPlan(t require.TestingT, p *puzzle.Magic, workers int) (all []string) {
	r := meter.Start(context.Background(), &meter.Meter{Workers: workers})
	defer r.Close()
	s, err := newStateWithClues(p, r)
	require.NoError(t, err)
	m := s.planSearch()
	_, err = m.Estimate()
	require.NoError(t, err)
	require.NoError(t, m.Run(0, func(s puzzle.Solution) bool { all = append(all, fmt.Sprint(s)); return true }))
	slices.Sort(all)
	return all
}

// Two workers find the same, also where the walk ends before the second one is called.
func TestMagicPlansFindWhatTheSearchFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		want := searched(t, p)
		require.Equal(t, want, byPlan(t, p, 1), "%s", p)
		require.Equal(t, want, byPlan(t, p, 2), "%s", p)
	})
}

// Lists of lines have symmetries of their own. Neither the search by a plan, which makes images, nor the
// count, which multiplies, looks at the lattice.
func TestMagicPlansFindWhatBruteForceFindsOnLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawSymmetric(t, 8)
		var want []string
		for _, s := range puzzletest.Brute(p) {
			want = append(want, fmt.Sprint(s))
		}
		slices.Sort(want)
		require.Equal(t, want, byPlan(t, p, 1), "%s", p)
		require.Equal(t, want, byPlan(t, p, 2), "%s", p)
		r := meter.Start(t.Context(), nil)
		root, err := newRoot(p, r)
		require.NoError(t, err)
		c, _, err := plan.NewCount(root)
		require.NoError(t, err)
		for workers := range 3 {
			n, err := c.All(t.Context(), &meter.Meter{Workers: workers})
			require.NoError(t, err)
			require.EqualValues(t, len(want), n.Int64(), "%s", p)
		}
	})
}

// The centre of order 3 follows from all lines through it, and is the middle number. No root has
// another corner than these.
func TestMagicPlacesWhatFollows(t *testing.T) {
	for corner, want := range map[int]bool{puzzle.Empty: true, 4: true, 5: false} {
		clues := slices.Repeat([]int{puzzle.Empty}, 9)
		clues[0] = corner
		s, err := newStateWithClues(newMagic(t, 3, 1, true, clues), meter.Start(context.Background(), nil))
		require.NoError(t, err)
		require.Equal(t, want, s.placeFollowing(s.root()))
		if want {
			require.Equal(t, 5, s.board[4])
		}
	}
}

func TestMagicDispatcherConsiders(t *testing.T) {
	for _, row := range []struct {
		plan      float64
		solutions int64
		nodes     int64
		done      float64
		want      error
	}{
		{1e4, 0, 500, 0.5, toPlan},
		{1e4, 5, 500, 1e-11, toPlan},
		{1e4, 0, 499, 0.5, toRestart},   // too early for a plan
		{5e7, 1, 500, 1e-11, toRestart}, // the plan waits
		{5e7, 1, 1000, 1e-11, toPlan},
		{5e7, 2, 500, 1e-11, toPlan},
		{1e30, 0, 500, 0.5, toRestart},
		{1e30, 0, 500, 1e-11, toRestart},
		{1e30, 1, 500, 0.5, toRestart},
		{1e30, 5, 500, 1e-11, nil},
		{1e30, 5, 500, 0.5, nil},
		{1e30, 2, counting.NodesBefore, 0.2, toSubtrees},
		{1e30, 1, counting.NodesBefore, 0.2, toRestart},
		{1e30, 2, counting.NodesBefore, 0.9, nil}, // the rest is not worth it
		{1e30, 2, counting.NodesBefore - 1, 0.2, nil},
	} {
		d := dispatcher{at: 1, estimateAt: 500, subtreesAt: counting.NodesBefore, estimate: func() (float64, error) { return row.plan, nil }}
		require.Equal(t, row.want, d.consider(&meter.Stats{Nodes: row.nodes, Solutions: row.solutions}, row.done), "%v", row)
		if row.nodes >= 500 {
			require.EqualValues(t, 2*row.nodes, d.estimateAt)
		}
		if row.want == nil {
			require.EqualValues(t, 2*row.nodes, d.at, "when a plan is thought of again")
		}
	}
}

// Clues that contradict one another may ask for a number below the least one, above the
// greatest one, or a fraction.
func TestMagicPlacesNothingThatDoesNotFollow(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	placed := 0
	for range 2000 {
		clues := slices.Repeat([]int{puzzle.Empty}, 16)
		numbers := random.Perm(16)
		for _, c := range random.Perm(16)[:6+random.Intn(3)] {
			clues[c] = numbers[c]
		}
		p := newMagic(t, 4, 0, true, clues)
		s, err := newStateWithClues(p, meter.Start(t.Context(), nil))
		require.NoError(t, err)
		root := s.root()
		if following, ok := root.Follows(); !ok || len(following) == 0 || !s.placeFollowing(root) {
			continue
		}
		placed++
		seen := make(map[int32]bool)
		for _, v := range s.value {
			require.False(t, v >= 0 && seen[v], "%s", p)
			seen[v] = true
		}
	}
	require.Positive(t, placed)
}
