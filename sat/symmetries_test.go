package sat

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// symmetricFormula is a random formula in which some groups of literals have as many true literals each, and
// permutations of its kept variables.
type symmetricFormula struct {
	f    *CNF
	keep []Lit
	maps [][]Lit
	sums []Sum
}

// exactlyTwo says that two of the literals are true.
func exactlyTwo(f *CNF, lits []Lit) {
	f.Add(lits...)
	for i, l := range lits {
		f.Add(slices.Concat(lits[:i], lits[i+1:])...)
		for j, k := range lits[:i] {
			for _, h := range lits[:j] {
				f.Add(l.Not(), k.Not(), h.Not())
			}
		}
	}
}

// newSymmetric draws a formula. Its permutations are symmetries, unless spoilt is drawn. Some constraints have
// variables of their own, and are given as sums.
func newSymmetric(r *rand.Rand, spoilt bool) symmetricFormula {
	f := new(CNF)
	groups, size := 1+r.IntN(4), 2+r.IntN(3)
	cells := f.NewVars(groups * size)
	s := symmetricFormula{f: f, maps: make([][]Lit, 1+r.IntN(2))}
	for m := range s.maps {
		by := make([]Lit, len(cells)+1)
		group, within := r.Perm(groups), make([][]int, groups)
		for g := range within {
			within[g] = r.Perm(size)
		}
		for i := range cells {
			by[i+1] = cells[group[i/size]*size+within[i/size][i%size]]
		}
		s.maps[m] = by
	}
	images := func(clause []Lit) [][]Lit {
		all := [][]Lit{slices.Sorted(slices.Values(clause))}
		for i := 0; i < len(all); i++ {
			for _, by := range s.maps {
				next := make([]Lit, len(clause))
				for j, l := range all[i] {
					if next[j] = by[l.Var()]; l < 0 {
						next[j] = next[j].Not()
					}
				}
				slices.Sort(next)
				if !slices.ContainsFunc(all, func(known []Lit) bool { return slices.Equal(known, next) }) {
					all = append(all, next)
				}
			}
		}
		return all
	}
	one := slices.Repeat([]int{1}, len(cells))
	two := size > 2 && r.IntN(3) == 0
	for g := range groups {
		if some := cells[g*size : (g+1)*size]; two {
			exactlyTwo(f, some)
		} else {
			f.ExactlyOne(some)
		}
	}
	for range r.IntN(3) {
		var clause []Lit
		for range 1 + r.IntN(3) {
			clause = append(clause, randomLit(r, len(cells)))
		}
		for _, image := range images(clause) {
			f.Add(image...)
		}
	}
	some := func() []Lit {
		lits := slices.Clone(cells)
		r.Shuffle(len(lits), func(i, j int) { lits[i], lits[j] = lits[j], lits[i] })
		return lits[:r.IntN(len(lits)+1)]
	}
	atMostOne := func(lits []Lit) { // by a counter with variables of its own, if there are many
		if f.AtMostOne(lits); !fewPairs(len(lits)) {
			s.sums = append(s.sums, Sum{Lits: lits, Weights: one[:len(lits)], Most: 1})
		}
	}
	if r.IntN(3) == 0 {
		for _, image := range images(some()) {
			atMostOne(image)
		}
	}
	switch {
	case spoilt && r.IntN(2) == 0:
		f.Add(randomLit(r, len(cells)), randomLit(r, len(cells)))
	case spoilt:
		atMostOne(some())
	}
	s.keep = slices.Clone(cells)
	r.Shuffle(len(s.keep), func(i, j int) { s.keep[i], s.keep[j] = s.keep[j], s.keep[i] })
	return s
}

// with is ModelsInCubes with symmetries, for so many workers.
func (s *symmetricFormula) with(open, models, workers int, maps [][]Lit) modelsFunc {
	return func(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func([]bool) bool) error {
		m.Workers = workers
		return ModelsInCubes(ctx, f, keep, Cutting{Open: open, Models: models, Symmetries: &Symmetries{Maps: maps, Sums: s.sums}}, m, yield)
	}
}

// inSequence returns the models in the order of the search.
func inSequence(t *testing.T, models modelsFunc, s symmetricFormula) (found []string, stats meter.Stats) {
	m := new(meter.Meter)
	require.NoError(t, models(t.Context(), s.f, s.keep, m, func(values []bool) bool {
		found = append(found, key(s.keep, values))
		return true
	}))
	return found, m.Stats()
}

// bruteKept is brute over the kept variables: the others are functions of these.
func bruteKept(t *testing.T, s symmetricFormula) []string {
	return collect(t, eager(false, 0, 1), s.f, s.keep)
}

// cases is how many random formulas each test draws.
func cases(t *testing.T) uint64 {
	return uint64(puzzletest.Often(400, 1000))
}

func TestSymmetriesLoseNoModel(t *testing.T) {
	used, saved := 0, 0
	for seed := range cases(t) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := newSymmetric(r, false)
		want := bruteKept(t, s)
		for _, models := range []modelsFunc{s.with(0, 16, 1, s.maps), s.with(r.IntN(4), 1, 1+r.IntN(3), s.maps)} {
			require.Equal(t, want, collect(t, models, s.f, s.keep), "seed %d", seed)
		}
		e := enumeration{f: s.f, keep: s.keep, antichain: true, cutting: Cutting{Symmetries: &Symmetries{Maps: s.maps, Sums: s.sums}}}
		run := meter.Start(t.Context(), nil)
		require.NoError(t, e.check())
		require.NoError(t, e.findSymmetries(t.Context(), run))
		run.Close()
		if e.symmetries != nil {
			used++
			if len(collect(t, eager(true, 0, 1), e.f, s.keep)) < len(want) {
				saved++
			}
		}
	}
	assert.Greater(t, used, 200)
	assert.Greater(t, saved, 100)
}

func TestMapsThatAreNoSymmetriesLoseNoModel(t *testing.T) {
	for seed := range cases(t) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := newSymmetric(r, r.IntN(2) == 0)
		want := bruteKept(t, s)
		maps := slices.Clone(s.maps)
		for range r.IntN(3) {
			by := make([]Lit, len(s.keep)+1)
			for i, to := range r.Perm(len(s.keep)) {
				if by[i+1] = Lit(to + 1); r.IntN(20) == 0 {
					by[i+1] = randomLit(r, s.f.Vars()+2)
				}
			}
			maps = append(maps, by[:len(by)-r.IntN(2)*r.IntN(2)], nil)
		}
		if r.IntN(2) == 0 {
			// Two literals exchanged in what would be a symmetry.
			by := slices.Clone(s.maps[0])
			i, j := 1+r.IntN(len(by)-1), 1+r.IntN(len(by)-1)
			by[i], by[j] = by[j], by[i]
			maps = append(maps, by)
		}
		r.Shuffle(len(maps), func(i, j int) { maps[i], maps[j] = maps[j], maps[i] })
		require.Equal(t, want, collect(t, s.with(r.IntN(3), 1+r.IntN(3), 1+r.IntN(2), maps), s.f, s.keep), "seed %d", seed)
	}
}

func TestMapsThatTakeTwoLiteralsToOneAreIgnored(t *testing.T) {
	f := new(CNF)
	x := f.NewVars(3)
	e := enumeration{f: f, keep: x}
	for want, by := range [][]Lit{{0, x[1], x[1], x[2]}, {0, x[1], x[0], x[2]}} {
		assert.Len(t, e.candidates(&Symmetries{Maps: [][]Lit{by}}, e.keptCodes()), want)
	}
}

// A board of order 10 has hundreds of sums of a thousand literals each.
func TestSumsAreComparedUntilTheContextEnds(t *testing.T) {
	f := new(CNF)
	x := f.NewVars(2)
	e := enumeration{f: f, keep: x}
	sums := []Sum{{Lits: x, Weights: []int{1, 1}, Most: 1}}
	ctx, cancel := context.WithCancel(t.Context())
	run := meter.Start(ctx, nil)
	known, err := e.newKnown(sums, e.keptCodes(), run)
	require.NoError(t, err)
	is, err := known.keptBy(mapping{1, 0}, nil, run)
	require.NoError(t, err)
	assert.True(t, is)
	cancel()
	require.Eventually(t, func() bool { return run.Err() != nil }, time.Minute, time.Millisecond)
	_, err = known.keptBy(mapping{1, 0}, nil, run)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = e.newKnown(sums, e.keptCodes(), run)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestSymmetriesAndWorkersMakeTheSameSequence(t *testing.T) {
	for seed := range uint64(100) {
		s := newSymmetric(rand.New(rand.NewPCG(seed, 5)), false)
		want, stats := inSequence(t, s.with(0, 1, 1, s.maps), s)
		assert.InDelta(t, 1, stats.Nodes-stats.Solutions-stats.Failures, 1, "each question has one answer; those before symmetries are found may come again")
		for _, workers := range []int{2, 5} {
			found, same := inSequence(t, s.with(0, 1, workers, s.maps), s)
			require.Equal(t, want, found)
			require.Equal(t, stats, same)
		}
	}
}

// All permutations of rows and columns, and the exchange of both, leave the permutation matrices as they are.
func TestManyModelsComeFromFew(t *testing.T) {
	const n = 5
	f, cells := permutations(n)
	by := make([][]Lit, 3)
	for i := range by {
		by[i] = make([]Lit, n*n+1)
	}
	for i := range cells {
		r, c := i/n, i%n
		by[0][i+1], by[1][i+1], by[2][i+1] = cells[(r+1)%n*n+c], cells[r*n+(c+1)%n], cells[c*n+r]
	}
	plain, few := new(meter.Meter), new(meter.Meter)
	require.NoError(t, antichain(t.Context(), f, cells, plain, nil))
	assert.EqualValues(t, 120, plain.Stats().Solutions)
	require.NoError(t, ModelsInCubes(t.Context(), f, cells, Cutting{Symmetries: &Symmetries{Maps: by}}, few, nil))
	assert.EqualValues(t, 120, few.Stats().Solutions)
	assert.Less(t, few.Stats().Failures, plain.Stats().Failures)

	// The receiver can stop between the images of a model, and a limit holds for them.
	for want := 1; want <= 120; want += 7 {
		found := 0
		err := ModelsInCubes(t.Context(), f, cells, Cutting{Symmetries: &Symmetries{Maps: by}}, nil, func([]bool) bool { found++; return found < want })
		require.ErrorIs(t, err, meter.ErrStopped)
		assert.Equal(t, want, found)
		m := &meter.Meter{MaxNodes: int64(want)}
		require.ErrorIs(t, ModelsInCubes(t.Context(), f, cells, Cutting{Symmetries: &Symmetries{Maps: by}}, m, nil), meter.ErrLimit)
		assert.EqualValues(t, want, m.Stats().Nodes)
	}
}
