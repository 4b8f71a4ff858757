package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
)

// with returns f with unit clauses for the literals.
func with(f *CNF, lits []Lit) *CNF {
	f = f.Clone()
	for _, l := range lits {
		f.Add(l)
	}
	return f
}

func TestSolveAgreesWithBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	models, cores, smaller := 0, 0, 0
	for range 3000 {
		f := randomCNF(r)
		assume := []Lit{}
		for range r.IntN(6) {
			if f.Vars() > 0 {
				assume = append(assume, randomLit(r, f.Vars()))
			}
		}
		values, core, err := Solve(context.Background(), f, nil, assume...)
		require.NoError(t, err)
		all := brute(with(f, assume), nil)
		require.Equal(t, len(all) > 0, values != nil, "%v under %v", slices.Collect(f.All()), assume)
		if values != nil {
			models++
			require.True(t, with(f, assume).Satisfied(values))
			require.Empty(t, core)
			continue
		}
		cores++
		for _, l := range core {
			require.Contains(t, assume, l)
		}
		require.Empty(t, brute(with(f, core), nil), "%v has a model with the core %v", slices.Collect(f.All()), core)
		if len(core) < len(assume) {
			smaller++
		}
	}
	assert.Greater(t, models, 500)
	assert.Greater(t, cores, 500)
	assert.Greater(t, smaller, cores/2, "a core says more than all assumptions")
}

func TestTheCoreNamesOpposites(t *testing.T) {
	var f CNF
	a, b := f.NewVar(), f.NewVar()
	f.Add(a, b)
	values, core, err := Solve(context.Background(), &f, nil, b, a, a.Not())
	require.NoError(t, err)
	assert.Nil(t, values)
	assert.ElementsMatch(t, []Lit{a, a.Not()}, core)
}

func TestSolveRefusesWhatIsWrong(t *testing.T) {
	ctx := context.Background()
	var f CNF
	f.NewVars(2)
	for _, l := range []Lit{0, 3, -3} {
		_, _, err := Solve(ctx, &f, nil, l)
		assert.EqualError(t, err, fmt.Sprintf("sat: %d among the assumptions is none of the 2 variables", l))
	}
	_, _, err := Solve(ctx, nil, nil)
	assert.Error(t, err)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, _, err = Solve(ended, &f, nil)
	assert.ErrorIs(t, err, context.Canceled)
	f.Add(0)
	_, _, err = Solve(ctx, &f, nil)
	assert.Error(t, err)
}

func TestSolveCountsItsQuestions(t *testing.T) {
	var f CNF
	a, b, c := f.NewVar(), f.NewVar(), f.NewVar()
	f.Add(a.Not(), b.Not())
	f.Add(c)
	m := new(meter.Meter)
	_, core, err := Solve(context.Background(), &f, m, c, a, b)
	require.NoError(t, err)
	assert.Equal(t, []Lit{a, b}, core)
	assert.EqualValues(t, 2, m.Stats().Nodes, "the core is asked about once more")
	assert.EqualValues(t, 2, m.Stats().Failures)
	assert.EqualValues(t, 1, m.Done())
	_, _, err = Solve(context.Background(), &f, &meter.Meter{MaxNodes: 1}, c, a, b)
	assert.ErrorIs(t, err, meter.ErrLimit)
}

// A solver that names too few assumptions is not believed.
func TestACoreThatHasAModelIsNotACore(t *testing.T) {
	was := newAsker
	t.Cleanup(func() { newAsker = was })
	newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) {
		a, err := was(ctx, f, run)
		return forgetful{a}, err
	}
	var f CNF
	a, b := f.NewVar(), f.NewVar()
	f.Add(a.Not(), b.Not())
	_, core, err := Solve(context.Background(), &f, nil, a, b)
	require.NoError(t, err)
	assert.Equal(t, []Lit{a, b}, core)
}

// forgetful is a solver that names one assumption only.
type forgetful struct{ asker }

func (f forgetful) failed() []Lit { return f.asker.failed()[:1] }

func TestACloneIsAFormulaOfItsOwn(t *testing.T) {
	var f CNF
	a := f.NewVars(2)
	f.Add(a...)
	f.Name(a[0], "first")
	f.NameVars(a[0], 2, func(i int) string { return fmt.Sprint("v", i) })
	c := f.Clone()
	c.Add(a[0].Not())
	c.Name(a[0], "other")
	f.Add(a[1].Not(), c.NewVar())
	assert.Equal(t, "first", f.NameOf(a[0]))
	assert.Equal(t, "other", c.NameOf(a[0]))
	assert.Equal(t, "v1", c.NameOf(a[1]))
	assert.Equal(t, [][]Lit{{1, 2}, {-1}}, slices.Collect(c.All()))
	assert.Equal(t, [][]Lit{{1, 2}, {-2, 3}}, slices.Collect(f.All()))
	var invalid CNF
	invalid.Add(0)
	assert.Error(t, invalid.Clone().Err())
	assert.Nil(t, (*CNF)(nil).Clone())
}

func TestSolveJudgesTheModel(t *testing.T) {
	was := newAsker
	t.Cleanup(func() { newAsker = was })
	newAsker = func(context.Context, *CNF, *meter.Run) (asker, error) { return liar{[]bool{false, true, false}}, nil }
	_, _, err := Solve(context.Background(), formula(2, []Lit{1, 2}), nil, 2)
	require.EqualError(t, err, "sat: gini answered with a model outside the cube asked for")
	_, _, err = Solve(context.Background(), formula(2, []Lit{2}), nil)
	require.EqualError(t, err, "sat: gini answered with an assignment that is no model")
}
