package magic

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand"
	"slices"
	"sort"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// rootOf returns the root of p, nil when it has no fillings.
func rootOf(t require.TestingT, p *puzzle.Magic) *planRoot {
	root, err := newPlanRoot(p, search.Start(context.Background(), nil))
	require.NoError(t, err)
	return root
}

// anyOrder returns the free cells of a plan that learns unknown cells at random.
func anyOrder(e *equations, random *rand.Rand) []int32 {
	e = e.clone()
	var order []int32
	for e.unknown != 0 {
		set := e.unknown
		for range random.Intn(bits.OnesCount64(set)) {
			set &= set - 1
		}
		c := int32(bits.TrailingZeros64(set))
		order = append(order, c)
		e.learn(c)
	}
	return order
}

// planAll returns all solutions that a plan with this order of free cells finds, as
// allSolutions does. For nil it takes the order that the planner finds.
func planAll(t require.TestingT, p *puzzle.Magic, root *planRoot, order []int32) []string {
	m := &planSearch{root: root}
	if root != nil {
		if order == nil {
			order = root.draft(root.e.unknown, beamWidths[0]).order
		}
		m.plan = root.e.compile(order, root.domains, nil)
	}
	var all []string
	require.NoError(t, m.run(new(progress), func(s puzzle.Solution) bool {
		require.NoError(t, p.Check(s))
		all = append(all, fmt.Sprint(s))
		return true
	}))
	slices.Sort(all)
	require.Len(t, slices.Compact(slices.Clone(all)), len(all), "a solution comes twice")
	return all
}

func TestMagicPlansFindWhatBruteForceFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawMagic(t)
		if p.Sum() != puzzle.MagicSum(p.Order(), p.Low()) {
			return // is answered before there is a plan
		}
		want := bruteForce(p)
		root := rootOf(t, p)
		require.Equal(t, want, planAll(t, p, root, nil), "%s", p)
		if root != nil {
			random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
			order := anyOrder(root.e, random)
			require.Equal(t, want, planAll(t, p, root, order), "%s by %d", p, order)
		}
	})
}

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
	r := search.Start(context.Background(), nil)
	defer r.Close()
	s, err := newStateWithClues(p, r)
	require.NoError(t, err)
	var all []string
	_, err = s.search(func(s puzzle.Solution) bool { all = append(all, fmt.Sprint(s)); return true }, nil, 1)
	require.NoError(t, err)
	slices.Sort(all)
	return all
}

func TestMagicPlansFindWhatTheSearchFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		root := rootOf(t, p)
		want := searched(t, p)
		require.Equal(t, want, planAll(t, p, root, nil), "%s", p)
	})
}

// Two workers find the same, also where the walk ends before the second one is called.
func TestMagicPlansFindWhatTheSearchFindsWithTwoWorkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		root, err := newPlanRoot(p, search.Start(context.Background(), &search.Meter{Workers: 2}))
		require.NoError(t, err)
		require.Equal(t, searched(t, p), planAll(t, p, root, nil), "%s", p)
	})
}

// The shares of the subtrees of a state are the share of the state.
func TestMagicSharesAddUp(t *testing.T) {
	root := rootOf(t, newMagic(t, 4, 1, true, nil))
	walk := root.walk(root.e.compile(root.draft(root.e.unknown, 4).order, root.domains, nil), root.s.r)
	require.Positive(t, walk.findShares(root.s.free[0], 1e9, nodesOfDive))
	all := 0.0
	for first := range int32(16) {
		below := 0.0
		for second := range int32(16) {
			below += walk.shares.share(1, first, second, 0.5, 1)
		}
		if share := walk.shares.share(0, first, first, 0.5, 1); share > 0 {
			require.InDelta(t, 0.5, below, 1e-9)
			all += share
		}
	}
	require.InDelta(t, 0.5, all, 1e-9)
	require.InDelta(t, 0.125, walk.shares.share(2, 0, 0, 0.5, 4), 1e-9)
}

// Wherever the search changes over to a plan, every solution comes once.
func TestMagicChangeLosesNothingAndRepeatsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		want := searched(t, p)
		r := search.Start(context.Background(), nil)
		defer r.Close()
		s, err := newStateWithClues(p, r)
		require.NoError(t, err)
		plan := new(planSearch)
		s.changes.at, s.changes.estimateAt = rapid.Int64Range(1, 30).Draw(t, "after"), rapid.Int64Range(1, 60).Draw(t, "ask")
		s.changes.estimate = func(int64) (float64, error) {
			if plan.prepared {
				return 0, nil
			}
			return 0, plan.prepare(p, r)
		}
		var all []string
		yield := func(s puzzle.Solution) bool { all = append(all, fmt.Sprint(s)); return true }
		if err = s.run(yield); err != nil {
			require.ErrorIs(t, err, toPlan)
			require.NoError(t, plan.run(&s.progress, yield))
		}
		require.Len(t, all, int(r.Solutions))
		slices.Sort(all)
		require.Equal(t, want, all, "%s", p)
	})
}

// The cells that follow cut the numbers of a free cell. The test applies that cut alone
// to a random state, and compares it with looking at each number.
func TestMagicCandidatesKeepEveryNumberThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		n := rapid.IntRange(3, 8).Draw(t, "n")
		root := rootOf(t, newMagic(t, n, 1, random.Intn(2) == 0, nil))
		domains := slices.Clone(root.domains)
		for c := range domains {
			domains[c] &= random.Uint64() | random.Uint64()
		}
		plan := root.e.compile(anyOrder(root.e, random), domains, [][2]int32{
			{int32(random.Intn(n * n)), int32(random.Intn(n * n))}, {int32(random.Intn(n * n)), int32(random.Intn(n * n))},
		})
		value := new([64]int32)
		for i := range plan {
			for c := range value {
				value[c] = int32(random.Intn(n * n))
			}
			free := root.s.free[0] & (random.Uint64() | random.Uint64())
			set := plan[i].candidates(value, free)
			require.Zero(t, set&^free)
			requireCandidates(t, &plan[i], set, free, value)
		}
	})
}

// requireCandidates fails the test unless set has every number that fits, by its equations.
func requireCandidates(t *rapid.T, step *planStep, set, free uint64, value *[64]int32) {
	for j := range step.forms { // what candidates leaves undone when it gives up
		f := &step.forms[j]
		f.base = f.constant
		for _, term := range f.terms {
			f.base += term.times * value[term.cell]
		}
	}
	for v := range int32(64) {
		if free&step.domain>>v&1 == 0 {
			continue
		}
		if _, ok := step.put(value, v, free); !ok {
			continue
		}
		for _, f := range step.forms {
			require.Equal(t, f.base+f.along*v, f.over*value[f.cell])
		}
		fits := true
		for _, c := range step.above {
			fits = fits && value[c] < v
		}
		for _, c := range step.below {
			fits = fits && value[c] > v
		}
		require.Equal(t, fits, set>>v&1 == 1, "number %d", v)
	}
}

func TestMagicEquationsForetellWhatFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "n")
		e := rootOf(t, newMagic(t, n, 1, rapid.Bool().Draw(t, "diagonals"), nil))
		if e == nil {
			return // order 2 has none
		}
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		for at := e.e.clone(); at.unknown != 0; {
			for set := at.unknown; set != 0; set &= set - 1 {
				c := int32(bits.TrailingZeros64(set))
				require.Equal(t, at.clone().learn(c), at.follows()[c], "cell %d", c)
			}
			at.learn(anyOrder(at, random)[0])
		}
	})
}

// The drafts of a beam hand their equations over to one another. In the end they are those that
// learn the cells in the order of the draft.
func TestMagicDraftsLearnTheirOrder(t *testing.T) {
	for _, n := range []int{4, 5, 6} {
		for _, width := range []int{1, 2, 7, 32} {
			root := rootOf(t, newMagic(t, n, 1, true, nil))
			before := root.e.clone()
			d := root.draft(root.e.unknown, width)
			again := before.clone()
			for _, c := range d.order {
				again.learn(c)
			}
			require.Equal(t, again, d.e, "order %d, width %d", n, width)
			require.Zero(t, d.unknown)
			require.Equal(t, before, root.e, "the root stays as it was")
		}
	}
}

// A plan has as many free cells as there are cells, less the rank of the lines.
func TestMagicPlansHaveNoFreeCellTooMany(t *testing.T) {
	for n, want := range map[int]int{3: 2, 4: 7, 5: 14, 6: 23, 7: 34, 8: 47} {
		root := rootOf(t, newMagic(t, n, 1, true, nil))
		require.Len(t, root.draft(root.e.unknown, 4).order, want, "order %d", n)
	}
}

// Twelve numbers of a board of order 4 decide whether the others can be right. Two of
// its rows and two of its columns have the same open cells.
func TestMagicEquationsContradict(t *testing.T) {
	clues := []int{16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1}
	for _, c := range []int{0, 2, 4, 6} {
		clues[c] = puzzle.Empty
	}
	for _, swap := range []bool{false, true} {
		if swap {
			clues[1], clues[15] = clues[15], clues[1]
		}
		s, err := newStateWithClues(newMagic(t, 4, 1, false, clues), search.Start(context.Background(), nil))
		require.NoError(t, err)
		require.Equal(t, swap, newEquations(s).contradict(s.value))
	}
}

// The centre of order 3 follows from all lines through it, and is the middle number.
func TestMagicPlacesWhatFollows(t *testing.T) {
	for corner, want := range map[int]bool{puzzle.Empty: true, 4: true, 5: false} {
		clues := slices.Repeat([]int{puzzle.Empty}, 9)
		clues[0] = corner
		s, err := newStateWithClues(newMagic(t, 3, 1, true, clues), search.Start(context.Background(), nil))
		require.NoError(t, err)
		require.Equal(t, want, s.placeFollowing(newEquations(s)))
		if want {
			require.Equal(t, 5, s.board[4])
		}
	}
}

func TestMagicStepRefusesFractions(t *testing.T) {
	step := &planStep{cell: 0, domain: 1<<9 - 1, forms: []form{{cell: 1, along: 1, over: 2, base: 3, domain: 1<<9 - 1}}}
	for v := range int32(9) {
		_, ok := step.put(new([64]int32), v, 1<<9-1)
		require.Equal(t, v%2 == 1 && v != 3, ok, "(3+%d)/2, which may not be %d", v, v)
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
		{1e30, 2, subtreesFrom, 0.2, toSubtrees},
		{1e30, 1, subtreesFrom, 0.2, toRestart},
		{1e30, 2, subtreesFrom, 0.9, nil}, // the rest is not worth it
		{1e30, 2, subtreesFrom - 1, 0.2, nil},
	} {
		d := dispatcher{at: 1, estimateAt: 500, subtreesAt: subtreesFrom, estimate: func(int64) (float64, error) { return row.plan, nil }}
		require.Equal(t, row.want, d.consider(&search.Stats{Nodes: row.nodes, Solutions: row.solutions}, row.done), "%v", row)
		if row.nodes >= 500 {
			require.EqualValues(t, 2*row.nodes, d.estimateAt)
		}
		if row.want == nil {
			require.EqualValues(t, 2*row.nodes, d.at, "when a plan is thought of again")
		}
	}
}

// Here the plan has two fillings soon, though its estimate is long. It is tried if the caller
// wants two fillings, and not if the caller wants all. A node of a plan is short, so it has more.
func TestMagicTriesThePlanForFewFillings(t *testing.T) {
	clues := []int{
		25, 34, 32, 38, 0, 28, 0, 29,
		0, 0, 9, 0, 54, 0, 0, 0,
		0, 0, 64, 6, 3, 0, 7, 61,
		45, 0, 0, 19, 0, 0, 0, 44,
		21, 0, 17, 43, 0, 0, 0, 0,
		0, 58, 0, 62, 0, 1, 63, 5,
		53, 0, 0, 11, 0, 56, 0, 0,
		0, 26, 0, 30, 27, 33, 0, 37,
	}
	for c, k := range clues {
		if k == 0 {
			clues[c] = puzzle.Empty
		}
	}
	nodes := func(wanted int) int64 {
		r := search.Start(t.Context(), &search.Meter{Wanted: wanted})
		defer r.Close()
		err := Search(newMagic(t, 8, 1, true, clues), r, func(puzzle.Solution) bool { return r.Solutions < 2 })
		require.ErrorIs(t, err, search.ErrStopped)
		return r.Nodes
	}
	require.Less(t, nodes(0), int64(20_000))
	require.Less(t, nodes(3), int64(20_000))
	require.Greater(t, nodes(2), int64(100_000))
}

// A try takes an eighth of the time of the search. The next one waits until the search has
// twice as many nodes.
func TestMagicDispatcherTriesThePlan(t *testing.T) {
	var tried []int64
	enough, err := false, error(nil)
	d := dispatcher{tryAt: 500, try: func(nodes int64) (bool, error) { tried = append(tried, nodes); return enough, err }}
	for _, nodes := range []int64{499, 520, 1039, 1040} {
		require.NoError(t, d.tryPlan(nodes))
	}
	require.Equal(t, []int64{520 * planNodesPerNode / 8, 1040 * planNodesPerNode / 8}, tried)
	enough = true
	require.NoError(t, d.tryPlan(2079))
	require.ErrorIs(t, d.tryPlan(2080), toPlan)
	err = errors.New("stopped")
	require.ErrorIs(t, d.tryPlan(5000), err)
	require.NoError(t, new(dispatcher).tryPlan(1e6))
}

// A try is enough once the walk finds what is wanted, or ends. What the search has found or
// finished does not count. Nothing is yielded or counted.
func TestMagicPlanIsTried(t *testing.T) {
	p := newMagic(t, 4, 1, true, nil)
	try := func(ctx context.Context, x *progress, wanted int, found, nodes int64) (bool, error) {
		r := search.Start(ctx, &search.Meter{Wanted: wanted})
		defer r.Close()
		m := new(planSearch)
		enough, err := m.try(x, r, nodes)
		require.NoError(t, err)
		require.False(t, enough, "there is no plan yet")
		if err := m.prepare(p, r); err != nil {
			return false, err
		}
		r.Solutions = found
		enough, err = m.try(x, r, nodes)
		require.Zero(t, r.Nodes)
		require.Equal(t, found, r.Solutions)
		require.Equal(t, enough, m.wide, "the plan stays as it was tried")
		return enough, err
	}
	// least returns how many nodes of the plan are enough.
	least := func(x *progress, wanted int, found int64) int64 {
		return int64(sort.Search(1e6, func(nodes int) bool {
			enough, err := try(t.Context(), x, wanted, found, int64(nodes)+1)
			require.NoError(t, err)
			return enough
		})) + 1
	}
	one, many := least(new(progress), 1, 0), least(new(progress), 50, 0)
	require.Greater(t, one, int64(4))
	require.Greater(t, many, one)
	require.Equal(t, one, least(new(progress), 50, 49))
	finished := &progress{rest: &unsearched{choice: choice{cell: 0, numbers: 16, left: []uint64{0}}}}
	all := least(finished, 1, 0)
	require.Greater(t, all, 10*many, "the walk has to end")
	require.Less(t, all, int64(1e6))

	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	_, err := try(ctx, new(progress), 1, 0, 1e6)
	require.ErrorIs(t, err, cause)
}

// The longer look for a plan is cut short when the context ends. Its plan is no plan.
func TestMagicUsesNoPlanThatWasCutShort(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	r := search.Start(ctx, nil)
	defer r.Close()
	root, err := newPlanRoot(newMagic(t, 4, 1, true, nil), r)
	require.NoError(t, err)
	m := &planSearch{root: root, plan: root.e.compile(root.draft(root.e.unknown, 1).order, root.domains, nil), nodes: 2 * fewNodes}
	cancel(cause)
	require.Eventually(t, func() bool { return r.Err() != nil }, time.Minute, time.Millisecond)
	require.ErrorIs(t, m.run(new(progress), func(s puzzle.Solution) bool {
		t.Errorf("a board of no plan: %v", s)
		return true
	}), cause)
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
		s, err := newStateWithClues(p, search.Start(t.Context(), nil))
		require.NoError(t, err)
		e := newEquations(s)
		if follow := e.following(); follow == 0 || !s.placeFollowing(e) {
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

// A half gives its sets of numbers in batches. It ends when one is refused.
func TestMagicHalvesEndWithAnError(t *testing.T) {
	enough := errors.New("enough")
	r := search.Start(t.Context(), nil)
	defer r.Close()
	const numbers = 1<<20 - 1
	half := &halfBoard{value: new([64]int32), r: r, masks: make([]uint64, 0, batchSize)}
	for c := range int32(3) {
		half.plan = append(half.plan, planStep{cell: c, domain: numbers})
	}
	found, batches := 0, 0
	half.take = func(masks []uint64) error { found, batches = found+len(masks), batches+1; return nil }
	require.NoError(t, half.fill(numbers))
	require.Equal(t, 20*19*18, found)
	require.Equal(t, 2, batches)
	batches = 0
	half.take = func([]uint64) error { batches++; return enough }
	require.ErrorIs(t, half.fill(numbers), enough)
	require.Equal(t, 1, batches)
}
