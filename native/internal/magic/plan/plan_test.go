package plan

import (
	"context"
	"math/bits"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// newMagic returns the n×n puzzle of the numbers from 1 on. It has no clues if clues is nil.
func newMagic(t require.TestingT, n int, diagonals bool, clues []int) *puzzle.Magic {
	if clues == nil {
		clues = slices.Repeat([]int{puzzle.Empty}, n*n)
	}
	p, err := puzzle.MagicRules{Order: n, Low: 1, NoDiagonals: !diagonals}.New(clues)
	require.NoError(t, err)
	return p
}

// rootOf returns the root of p, nil if it has no fillings. Nothing is known but the clues, and what
// follows from them by several lines together.
func rootOf(p *puzzle.Magic, r *meter.Run) *Root {
	cells := p.Board().Len()
	value, domains, free := make([]int32, cells), make([]uint64, cells), ^uint64(0)>>(64-cells)
	for c := range value {
		value[c], domains[c] = -1, ^uint64(0)>>(64-cells)
		if k := p.Clue(c); k != puzzle.Empty {
			value[c] = int32(k - p.Low())
			free &^= 1 << value[c]
		}
	}
	var lines []Line
	for _, l := range p.Lines() {
		line := Line{Sum: l.Sum - p.Low()*len(l.Terms)}
		for _, c := range l.Cells() {
			line.Cells = append(line.Cells, int32(c))
		}
		lines = append(lines, line)
	}
	for {
		root := NewRoot(p, r, lines, value, domains, free)
		following, ok := root.Follows()
		if !ok {
			return nil
		}
		if len(following) == 0 {
			return root
		}
		for _, f := range following {
			if free>>f.Value&1 == 0 {
				return nil
			}
			value[f.Cell] = f.Value
			free &^= 1 << f.Value
		}
	}
}

// emptyRoot returns the root of an empty board.
func emptyRoot(t require.TestingT, n int, diagonals bool) *Root {
	return rootOf(newMagic(t, n, diagonals, nil), meter.Start(context.Background(), nil))
}

// nothingKnown is for searches that yield all fillings.
func nothingKnown([]int32) bool { return false }

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
func planAll(t require.TestingT, p *puzzle.Magic, root *Root, order []int32) []puzzle.Solution {
	c, err := newCount(root)
	require.NoError(t, err)
	if root != nil {
		c.scheme = new(scheme)
		if order != nil {
			c.scheme.order = order
			require.NoError(t, c.compare(c.scheme))
		} else {
			c.scheme, err = c.whole(beamWidth)
			require.NoError(t, err)
		}
	}
	m := &Search{found: c, Known: nothingKnown}
	var all []puzzle.Solution
	require.NoError(t, m.Run(0, func(s puzzle.Solution) bool {
		require.NoError(t, p.Check(s))
		all = append(all, slices.Clone(s))
		return true
	}))
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	require.Len(t, slices.CompactFunc(slices.Clone(all), slices.Equal[puzzle.Solution]), len(all), "a solution comes twice")
	return all
}

func TestMagicPlansFindWhatBruteForceFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawMagic(t)
		if 2*p.Sum() != p.Board().Width()*(p.Low()+p.High()) {
			return // is answered before there is a plan
		}
		want := puzzletest.Brute(p)
		root := rootOf(p, meter.Start(context.Background(), nil))
		require.Equal(t, want, planAll(t, p, root, nil), "%s", p)
		if root != nil {
			random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
			order := anyOrder(root.e, random)
			require.Equal(t, want, planAll(t, p, root, order), "%s by %d", p, order)
		}
	})
}

// The cells that follow cut the numbers of a free cell. The test applies that cut alone
// to a random state, and compares it with looking at each number.
func TestMagicCandidatesKeepEveryNumberThatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		n := rapid.IntRange(3, 8).Draw(t, "n")
		root := emptyRoot(t, n, random.Intn(2) == 0)
		domains := slices.Clone(root.domains)
		for c := range domains {
			domains[c] &= random.Uint64() | random.Uint64()
		}
		comparisons := make([]comparison, 4)
		for i := range comparisons {
			cells := random.Perm(n * n)
			comparisons[i] = comparison{int32(cells[0]), int32(cells[random.Intn(2)]), int32(n*n - 1)}
			if i%2 == 0 {
				comparisons[i] = comparison{int32(cells[0]), int32(cells[1]), 0}
			}
		}
		plan := root.e.compile(anyOrder(root.e, random), domains, comparisons)
		value := new([64]int32)
		walk := planWalk{plan: plan, value: value}
		for i := range plan {
			for c := range value {
				value[c] = int32(random.Intn(n * n))
			}
			for before := range i + 1 {
				walk.prepare(before)
			}
			free := root.free & (random.Uint64() | random.Uint64())
			set := plan[i].candidates(value, free)
			require.Zero(t, set&^free)
			last := func(x comparison) bool { return max(plan.stepOf(x.less), plan.stepOf(x.more)) != i }
			requireCandidates(t, &plan[i], set, free, value, slices.DeleteFunc(slices.Clone(comparisons), last))
		}
	})
}

// requireCandidates fails the test unless exactly those numbers fit that the equations and comparisons allow.
func requireCandidates(t *rapid.T, step *planStep, set, free uint64, value *[64]int32, comparisons []comparison) {
	for j := range step.forms { // what candidates leaves undone when it gives up
		f := &step.forms[j]
		f.base = f.constant
		for _, term := range f.terms {
			f.base += term.times * value[term.cell]
		}
	}
	for v := range int32(64) {
		_, ok := step.put(value, v, free)
		value[step.cell] = v
		left, fits := free&^(1<<v), free&step.domain>>v&1 == 1
		for _, f := range step.forms {
			u := (f.base + f.along*v) / f.over
			if fits = fits && u >= 0 && u*f.over == f.base+f.along*v && left&f.domain>>u&1 == 1; fits {
				value[f.cell], left = u, left&^(1<<u)
			}
		}
		for _, x := range comparisons {
			a, b := value[x.less], value[x.more]
			fits = fits && (x.most > 0 && a+b <= x.most || x.most == 0 && a < b)
		}
		require.Equal(t, fits, set>>v&1 == 1 && ok, "number %d", v)
	}
}

func TestMagicEquationsForetellWhatFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "n")
		e := rootOf(newMagic(t, n, rapid.Bool().Draw(t, "diagonals"), nil), meter.Start(context.Background(), nil))
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
// A cell follows from the known ones if the row of it alone adds nothing to the rank of the lines over the
// unknown cells.
func TestMagicEquationsLearnWhatFollows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 6).Draw(t, "order")
		e := emptyRoot(t, n, rapid.Bool().Draw(t, "diagonals")).e
		for e.unknown != 0 {
			var open []int32
			for set := e.unknown; set != 0; set &= set - 1 {
				open = append(open, int32(bits.TrailingZeros64(set)))
			}
			c := rapid.SampledFrom(open).Draw(t, "cell")
			before := e.unknown &^ (1 << c)
			var rows []uint64
			for _, line := range e.lines {
				rows = append(rows, line.cells&before)
			}
			want, rank := uint64(0), rankOf(rows)
			for set := before; set != 0; set &= set - 1 {
				if rankOf(append(slices.Clone(rows), set&-set)) == rank {
					want |= set & -set
				}
			}
			require.Equal(t, want, e.learn(c), "cell %d of %b", c, before)
		}
	})
}

// rankOf returns the rank of rows of zeros and ones, modulo a large prime.
func rankOf(rows []uint64) (rank int) {
	const prime = 1<<31 - 1
	power := func(x, e uint64) uint64 {
		result := uint64(1)
		for ; e > 0; e, x = e/2, x*x%prime {
			if e%2 == 1 {
				result = result * x % prime
			}
		}
		return result
	}
	matrix := make([][64]uint64, len(rows))
	for i, row := range rows {
		for c := range 64 {
			matrix[i][c] = row >> c & 1
		}
	}
	for c := range 64 {
		at := slices.IndexFunc(matrix[rank:], func(row [64]uint64) bool { return row[c] != 0 })
		if at < 0 {
			continue
		}
		matrix[rank], matrix[rank+at] = matrix[rank+at], matrix[rank]
		pivot := matrix[rank]
		for i := rank + 1; i < len(matrix); i++ {
			times := matrix[i][c] * power(pivot[c], prime-2) % prime
			for d := range matrix[i] {
				matrix[i][d] = (matrix[i][d] + (prime-times)*pivot[d]) % prime
			}
		}
		if rank++; rank == len(matrix) {
			break
		}
	}
	return rank
}

func TestMagicDraftsLearnTheirOrder(t *testing.T) {
	for _, n := range []int{4, 5, 6} {
		for _, width := range []int{1, 2, 7, 32} {
			root := emptyRoot(t, n, true)
			before := root.e.clone()
			d, err := root.draft(root.e.unknown, root.e.unknown, width)
			require.NoError(t, err)
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
		root := emptyRoot(t, n, true)
		draft, err := root.draft(root.e.unknown, root.e.unknown, 4)
		require.NoError(t, err)
		require.Len(t, draft.order, want, "order %d", n)
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
		root := rootOf(newMagic(t, 4, false, clues), meter.Start(t.Context(), nil))
		require.Equal(t, swap, root == nil)
	}
}

func TestMagicStepRefusesFractions(t *testing.T) {
	step := &planStep{learnt: learnt{cell: 0, set: 1<<9 - 1}, forms: []form{{learnt: learnt{cell: 1, set: 1<<9 - 1}, along: 1, over: 2, base: 3}}}
	for v := range int32(9) {
		_, ok := step.put(new([64]int32), v, 1<<9-1)
		require.Equal(t, v%2 == 1 && v != 3, ok, "(3+%d)/2, which may not be %d", v, v)
	}
}

// With a crew, all of the plan is cut at once and given to the workers.
func TestMagicWorkersKeepTheOrder(t *testing.T) {
	for _, clues := range [][]int{{0, 5}, {5, 10}, {1, 2, 3}, {0}} {
		board := []int{16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1}
		for c := range board {
			if !slices.Contains(clues, c) {
				board[c] = puzzle.Empty
			}
		}
		p := newMagic(t, 4, true, board)
		solve := func(crewed bool) nativetest.Solver[*puzzle.Magic] {
			return func(p *puzzle.Magic, r *meter.Run, yield func(puzzle.Solution) bool) error {
				m := &Search{Root: func() (*Root, error) { return rootOf(p, r), nil }, Known: nothingKnown}
				_, err := m.Estimate()
				require.NoError(t, err)
				if !crewed {
					return m.Run(0, yield)
				}
				walk := m.walker(r, yield)
				subtrees, err := walk.cutSubtrees(m.found.free, 0, 1)
				require.NoError(t, err)
				return m.walkTogether(subtrees, yield)
			}
		}
		want, stats := nativetest.InOrder(t, p, 1, solve(false))
		got, others := nativetest.InOrder(t, p, 3, solve(true))
		require.Equal(t, want, got)
		require.Equal(t, stats, others)
		require.NotEmpty(t, want)
	}
}
