package sat

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
)

// assignments yields every assignment of n variables; the slice is reused.
func assignments(n int) iter.Seq[[]bool] {
	return func(yield func([]bool) bool) {
		values := make([]bool, n+1)
		for bits := range 1 << n {
			for v := 1; v <= n; v++ {
				values[v] = bits>>(v-1)&1 == 1
			}
			if !yield(values) {
				return
			}
		}
	}
}

// literals draws literals over n variables.
func literals(n int) *rapid.Generator[Lit] {
	return rapid.Custom(func(t *rapid.T) Lit {
		l := Lit(rapid.IntRange(1, n).Draw(t, "variable"))
		if rapid.Bool().Draw(t, "negated") {
			return l.Not()
		}
		return l
	})
}

// key is the assignment of keep under values.
func key(keep []Lit, values []bool) string {
	b := make([]byte, len(keep))
	for i, l := range keep {
		b[i] = '0'
		if l.holds(values) {
			b[i] = '1'
		}
	}
	return string(b)
}

// brute returns the sorted assignments of keep in models of f, by trying all.
func brute(f *CNF, keep []Lit) []string {
	found := []string{}
	for values := range assignments(f.Vars()) {
		if f.Satisfied(values) {
			found = append(found, key(keep, values))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// antichain leaves it to the search where to cut.
func antichain(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func([]bool) bool) error {
	return ModelsInCubes(ctx, f, keep, Cutting{}, m, yield)
}

type modelsFunc func(context.Context, *CNF, []Lit, *meter.Meter, func([]bool) bool) error

// eager is Models, or ModelsInCubes when antichain. A cube is cut when it has two models,
// or when it has more than open open demands. It uses so many workers.
func eager(antichain bool, open, workers int) modelsFunc {
	return func(ctx context.Context, f *CNF, keep []Lit, m *meter.Meter, yield func([]bool) bool) error {
		m.Workers = workers
		e := enumeration{f: f, keep: keep, antichain: antichain, cutting: Cutting{Open: open, Models: 1}}
		return e.start(ctx, m, yield)
	}
}

// collect returns the assignments that models hands out, sorted. It keeps repeated ones.
// It checks the counters.
func collect(t require.TestingT, models modelsFunc, f *CNF, keep []Lit) []string {
	found := []string{}
	m := new(meter.Meter)
	err := models(context.Background(), f, keep, m, func(values []bool) bool {
		assert.True(t, f.Satisfied(values))
		found = append(found, key(keep, values))
		assert.EqualValues(t, len(found), m.Stats().Solutions, "progress is shown while models come")
		return len(found) < 1<<14 // far more than any test has
	})
	require.NoError(t, err)
	assert.EqualValues(t, len(found), m.Stats().Solutions)
	assert.EqualValues(t, 1, m.Done())
	slices.Sort(found)
	return found
}

// randomCNF returns a formula over up to 7 variables with up to 20 clauses. Most clauses
// have two or three literals. A few are empty.
func randomCNF(r *rand.Rand) *CNF {
	f := new(CNF)
	vars := f.NewVars(r.IntN(8))
	for range r.IntN(21) {
		clause := []Lit{}
		for range 1 + min(r.IntN(4), r.IntN(4)+1) {
			if len(vars) > 0 {
				clause = append(clause, randomLit(r, len(vars)))
			}
		}
		if len(clause) > 0 || r.IntN(50) == 0 {
			f.Add(clause...)
		}
	}
	return f
}

func randomLit(r *rand.Rand, vars int) Lit {
	l := Lit(1 + r.IntN(vars))
	if r.IntN(2) == 0 {
		return l.Not()
	}
	return l
}

func allVars(f *CNF) []Lit {
	keep := []Lit{}
	for v := 1; v <= f.Vars(); v++ {
		keep = append(keep, Lit(v))
	}
	return keep
}

func TestModelsAreThoseOfBruteForceOn1500Formulas(t *testing.T) {
	satisfiable := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := randomCNF(r)
		want := brute(f, allVars(f))
		require.Equal(t, want, collect(t, Models, f, allVars(f)), "seed %d, all variables", seed)
		keep := []Lit{}
		if f.Vars() > 0 {
			for range r.IntN(5) {
				keep = append(keep, randomLit(r, f.Vars()))
			}
		}
		require.Equal(t, brute(f, keep), collect(t, Models, f, keep), "seed %d, on %v", seed, keep)
		require.Equal(t, want, collect(t, eager(false, 0, 1), f, allVars(f)), "seed %d, cut", seed)
		require.Equal(t, brute(f, keep), collect(t, eager(false, 0, 1), f, keep), "seed %d, cut, on %v", seed, keep)
		if len(want) > 0 {
			satisfiable++
		}
	}
	assert.Greater(t, satisfiable, 500, "the formulas should be of both kinds")
	assert.Less(t, satisfiable, 1400, "the formulas should be of both kinds")
}

func TestAntichainsAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, keep, _ := drawGrouped(t)
		want := brute(f, keep)
		for _, models := range []modelsFunc{antichain, eager(true, 0, 1), eager(true, 1, 1), eager(true, 2, 3)} {
			assert.Equal(t, want, collect(t, models, f, keep))
		}
	})
}

func TestAntichainsMayHaveSetsOfUnequalSize(t *testing.T) {
	// Either 1 alone, or 2 with one of 3 and 4.
	f := formula(4, []Lit{1, 2}, []Lit{-1, -2}, []Lit{-1, -3}, []Lit{-1, -4}, []Lit{1, 3, 4}, []Lit{-3, -4})
	want := []string{"0101", "0110", "1000"}
	assert.Equal(t, want, collect(t, antichain, f, allVars(f)))
	assert.Equal(t, want, collect(t, eager(true, 0, 1), f, allVars(f)))
}

// The blocking clauses are short only because of the promise: a set of true literals blocks all sets that include it.
func TestWithoutThePromiseModelsAreLost(t *testing.T) {
	f := formula(3)
	assert.Less(t, len(collect(t, antichain, f, allVars(f))), 8)
}

func TestFormulasAtTheEdge(t *testing.T) {
	for name, c := range map[string]struct {
		f    *CNF
		keep []Lit
		want []string
	}{
		"nothing at all":                     {formula(0), nil, []string{""}},
		"no clause, keep nothing":            {formula(3), nil, []string{""}},
		"no clause, keep a free variable":    {formula(3), []Lit{3}, []string{"0", "1"}},
		"no clause, keep all":                {formula(2), []Lit{1, 2}, []string{"00", "01", "10", "11"}},
		"only the empty clause":              {formula(0, nil), nil, []string{}},
		"empty clause among others":          {formula(2, []Lit{1}, nil, []Lit{2}), []Lit{1}, []string{}},
		"opposite units":                     {formula(0, []Lit{1}, []Lit{-1}, []Lit{1, 2}), []Lit{2}, []string{}},
		"contradiction by unit clauses":      {formula(0, []Lit{1}, []Lit{-1, 2}, []Lit{-2}), []Lit{2}, []string{}},
		"contradiction by search":            {formula(0, []Lit{1, 2}, []Lit{-1, 2}, []Lit{-2, 1}, []Lit{-2, -1}), nil, []string{}},
		"one model":                          {formula(0, []Lit{1}, []Lit{-2}), []Lit{1, 2}, []string{"10"}},
		"keep a literal twice":               {formula(1), []Lit{1, 1}, []string{"00", "11"}},
		"keep a literal and its negation":    {formula(1), []Lit{1, -1}, []string{"01", "10"}},
		"a free variable beyond the clauses": {formula(300, []Lit{1}), []Lit{1, 300}, []string{"10", "11"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, collect(t, Models, c.f, c.keep))
			assert.Equal(t, c.want, collect(t, eager(false, 0, 1), c.f, c.keep))
		})
	}
}

// permutations is the formula of the n! permutation matrices.
func permutations(n int) (*CNF, []Lit) {
	f := new(CNF)
	cells := f.NewVars(n * n)
	for r := range n {
		column := []Lit{}
		for c := range n {
			column = append(column, cells[c*n+r])
		}
		f.ExactlyOne(cells[r*n : (r+1)*n])
		f.ExactlyOne(column)
	}
	return f, cells
}

func TestManyModelsAreHandedOutOnceEach(t *testing.T) {
	f, cells := permutations(7)
	for name, models := range map[string]modelsFunc{"antichain": antichain, "general": Models} {
		t.Run(name, func(t *testing.T) {
			found := collect(t, models, f, cells)
			assert.Len(t, found, 5040)
			assert.Len(t, slices.Compact(found), 5040)
		})
	}
	free := formula(12)
	assert.Len(t, slices.Compact(collect(t, Models, free, allVars(free))), 4096)
}

func TestHowOftenALiteralIsKeptMakesNoDifference(t *testing.T) {
	f := formula(8, []Lit{1}, []Lit{2, 3}, []Lit{-4, 5})
	run := func(keep []Lit) meter.Stats {
		m := new(meter.Meter)
		require.NoError(t, Models(context.Background(), f, keep, m, func([]bool) bool { return true }))
		return m.Stats()
	}
	plain := run([]Lit{1, 2, 3, 4, 5, 6, 7, 8})
	assert.EqualValues(t, 3*3*8, plain.Solutions)
	assert.Greater(t, plain.Failures, int64(3), "there are cuts")
	assert.Equal(t, plain, run([]Lit{8, 2, -3, -2, 3, 7, 3, 4, 1, 2, -2, 6, 6, -6, 5, 4, -4, -7}))
}

func TestAReceiverCanStop(t *testing.T) {
	f, cells := permutations(4)
	for want := 1; want <= 24; want++ {
		calls := 0
		m := new(meter.Meter)
		err := Models(context.Background(), f, cells, m, func([]bool) bool {
			calls++
			return calls < want
		})
		require.ErrorIs(t, err, meter.ErrStopped)
		assert.Equal(t, want, calls)
		assert.EqualValues(t, want, m.Stats().Solutions)
	}
}

func TestSolverCallsAreLimited(t *testing.T) {
	f, cells := permutations(4)
	for _, limit := range []int64{1, 7, 16} {
		m := &meter.Meter{MaxNodes: limit}
		calls := int64(0)
		err := Models(context.Background(), f, cells, m, func([]bool) bool { calls++; return true })
		require.ErrorIs(t, err, meter.ErrLimit)
		assert.Equal(t, limit, calls)
		assert.Equal(t, limit, m.Stats().Nodes)
		assert.Less(t, m.Done(), 1.0)
	}
	free := new(meter.Meter)
	require.NoError(t, Models(context.Background(), f, cells, free, func([]bool) bool { return true }))
	m := &meter.Meter{MaxNodes: free.Stats().Nodes}
	require.NoError(t, Models(context.Background(), f, cells, m, func([]bool) bool { return true }))
	assert.Equal(t, free.Stats(), m.Stats())
}

// pigeonhole says that n pigeons sit alone in n−1 holes. To refute this, a solver like gini
// takes time exponential in n.
func pigeonhole(n int) *CNF {
	f := new(CNF)
	sits := make([][]Lit, n)
	for p := range sits {
		sits[p] = f.NewVars(n - 1)
		f.Add(sits[p]...)
		for q := range p {
			for hole := range n - 1 {
				f.Add(sits[p][hole].Not(), sits[q][hole].Not())
			}
		}
	}
	return f
}

func TestCancellationEndsAHardCall(t *testing.T) {
	before := runtime.NumGoroutine()
	cause := errors.New("the reader left")
	f := pigeonhole(11)
	for range 5 {
		ctx, cancel := context.WithCancelCause(context.Background())
		var cancelled time.Time
		timer := time.AfterFunc(20*time.Millisecond, func() {
			cancelled = time.Now()
			cancel(cause)
		})
		err := Models(ctx, f, allVars(f), nil, func([]bool) bool { return true })
		late := time.Since(cancelled)
		timer.Stop()
		require.ErrorIs(t, err, cause)
		assert.Less(t, late, time.Minute)
		t.Logf("returned %v after the cancellation", late)
	}
	noGoroutineLeft(t, before)
}

// noGoroutineLeft waits for the timers' and contexts' goroutines to end.
func noGoroutineLeft(t *testing.T, before int) {
	t.Helper()
	for range 2000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	assert.Fail(t, "goroutines left", "%d before, %d after", before, runtime.NumGoroutine())
}

func TestNoEndingLeavesAGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	f, cells := permutations(4)
	for range 50 {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		_ = Models(ctx, f, cells, nil, func([]bool) bool { n++; return n < 5 })
		_ = Models(ctx, f, cells, &meter.Meter{MaxNodes: 3}, func([]bool) bool { return true })
		_ = Models(ctx, f, cells, nil, func([]bool) bool { return true })
		_ = Models(ctx, f, cells, nil, func([]bool) bool { cancel(); return true })
		cancel()
	}
	noGoroutineLeft(t, before)
}

func TestCancellationBetweenModels(t *testing.T) {
	f, cells := permutations(5)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := 0
	err := Models(ctx, f, cells, nil, func([]bool) bool {
		if calls++; calls == 3 {
			cancel()
			<-ctx.Done()
			time.Sleep(200 * time.Millisecond) // for the flag that engines poll
		}
		return true
	})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 3, calls)
}

func TestAContextThatHasEndedGetsNoAnswer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, f := range map[string]*CNF{"satisfiable": formula(2), "empty clause": formula(0, nil), "large": pigeonhole(40)} {
		err := Models(ctx, f, nil, nil, func([]bool) bool { return true })
		assert.ErrorIs(t, err, context.Canceled, name)
	}
}

func TestWrongArgumentsAreErrors(t *testing.T) {
	never := func([]bool) bool { assert.Fail(t, "a model of nothing"); return true }
	for _, l := range []Lit{0, 3, -3, -1 << 31, 1<<31 - 1} {
		err := Models(context.Background(), formula(2), []Lit{1, l}, nil, never)
		assert.ErrorContains(t, err, "among the literals to keep is none of the 2 variables")
		err = antichain(context.Background(), formula(2), []Lit{l}, nil, never)
		assert.ErrorContains(t, err, "among the literals to keep is none of the 2 variables")
	}
	err := Models(context.Background(), formula(2, []Lit{0}), nil, nil, never)
	assert.EqualError(t, err, "sat: clause 1 of the formula has 0 for a literal")
}

func TestAFormulaBeyondTheSolverIsALimit(t *testing.T) {
	f := formula(0, []Lit{1 << 30})
	err := Models(context.Background(), f, nil, nil, func([]bool) bool { return true })
	require.ErrorIs(t, err, meter.ErrLimit)
	assert.EqualError(t, err, "stopped by a limit: memory for a formula of 1073741824 variables and 1 literals")
}

func TestModelsWithoutAReceiverAreCounted(t *testing.T) {
	f := formula(12)
	keep := f.NewVars(3) // 12 variables without clauses, and three more
	for _, workers := range []int{1, 2} {
		m := &meter.Meter{Workers: workers}
		require.NoError(t, Models(context.Background(), f, keep, m, nil))
		assert.EqualValues(t, 8, m.Stats().Solutions)
	}
}
