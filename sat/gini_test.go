package sat

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-air/gini/z"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/base"
	"crosscut/meter"
)

// reproduce asks gini twice about clauses that are contradictory.
func reproduce(assume bool) {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	f := formula(3, []Lit{2, 3}, []Lit{2, -3}, []Lit{3, -2}, []Lit{-2, -3})
	s := newGini(context.Background(), f, run, nil)
	for clause := range f.All() {
		for _, l := range clause {
			s.gini.Add(z.Dimacs2Lit(int(l)))
		}
		s.gini.Add(z.LitNull)
	}
	if assume {
		s.gini.Assume(s.gini.MaxVar().Pos())
	}
	for range 2 {
		if s.gini.Solve() > 0 {
			os.Exit(4)
		}
	}
}

// TestGiniStillEndsTheProcessWhenAskedOnceTooOften fails when a version of gini no longer
// has the fault that gini.go avoids. Then change the comment there.
func TestGiniStillEndsTheProcessWhenAskedOnceTooOften(t *testing.T) {
	const ask = "CROSSCUT_ASK_GINI_TWICE"
	if how := os.Getenv(ask); how != "" {
		reproduce(how == "assuming")
		os.Exit(0)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	for _, how := range []string{"assuming", "plain"} {
		t.Run(how, func(t *testing.T) {
			child := exec.Command(self, "-test.run=^TestGiniStillEndsTheProcessWhenAskedOnceTooOften$")
			child.Env = append(os.Environ(), ask+"="+how)
			out, err := child.CombinedOutput()
			exit := new(exec.ExitError)
			require.ErrorAs(t, err, &exit, "gini answers a second time now: revise gini.go")
			assert.Equal(t, 1, exit.ExitCode())
			assert.Contains(t, string(out), "internal error in solve: sat model")
		})
	}
}

func TestLoadingStopsWhenTheRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	run := meter.Start(ctx, nil)
	defer run.Close()
	f := pigeonhole(30)
	assert.ErrorIs(t, newGini(ctx, f, run, nil).load(&f.clauses), context.Canceled)
}

// A solver survives any number of questions, whatever the formula is.
func TestASolverMayBeAskedAgain(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		f := randomCNF(r)
		run := meter.Start(context.Background(), nil)
		s := newGini(context.Background(), f, run, nil)
		require.NoError(t, s.load(&f.clauses))
		for range 20 {
			cube := []Lit{}
			for range min(r.IntN(4), f.Vars()) {
				cube = append(cube, randomLit(r, f.Vars()))
			}
			want := false
			for values := range assignments(f.Vars()) {
				want = want || f.Satisfied(values) && !slices.ContainsFunc(cube, func(l Lit) bool { return !l.holds(values) })
			}
			found, err := s.next(cube)
			require.NoError(t, err)
			require.Equal(t, want, found, "seed %d, cube %v", seed, cube)
		}
		run.Close()
	}
}

func TestAFormulaStopsGrowingAtTheLimitOfMemory(t *testing.T) {
	const most = 8 << 20
	defer base.LimitMemory(func(bytes int64) error {
		if bytes > most {
			return &meter.LimitError{What: "8M of memory"}
		}
		return nil
	})()
	for _, clause := range [][]Lit{{1, 2}, {1}} { // the literals, or the ends of clauses
		var f CNF
		for range 2 << 20 {
			f.Add(clause...)
		}
		assert.ErrorIs(t, f.Err(), meter.ErrLimit)
		lits, ends := cap(f.clauses.lits)*int(unsafe.Sizeof(Lit(0))), cap(f.clauses.ends)*int(unsafe.Sizeof(f.clauses.ends[0]))
		assert.LessOrEqual(t, max(lits, ends), most)
		assert.Greater(t, max(lits, ends), most/2)
	}
}

// TestGiniIsLoadedWithinTheLimitOfMemory refuses first the lists of gini, and then its tables.
func TestGiniIsLoadedWithinTheLimitOfMemory(t *testing.T) {
	var f CNF
	for v := range 100_000 {
		f.Add(Lit(v+1), -Lit(v+2))
	}
	tables, lists := giniMemory(&f)
	for _, room := range []int64{lists - 1, lists + tables - 1, lists + tables} {
		most := int64(0)
		restore := base.LimitMemory(func(bytes int64) error {
			most = max(most, bytes)
			if bytes > room {
				return &meter.LimitError{What: "little memory"}
			}
			return nil
		})
		run := meter.Start(t.Context(), nil)
		_, err := newAsker(t.Context(), &f, run)
		run.Close()
		restore()
		if room == lists+tables {
			require.NoError(t, err)
			require.Equal(t, room, most, "both are reserved at once")
		} else {
			require.ErrorIs(t, err, meter.ErrLimit)
		}
	}
}

// TestMemoryOfGini compares the forecast with what gini allocates for tables of known sizes.
func TestMemoryOfGini(t *testing.T) {
	for _, length := range []int{2, 3, 8, 30} {
		var f CNF
		clause := make([]Lit, length)
		for k := range 20_000 { // so large that what other tests still allocate does not matter
			for j := range clause {
				clause[j] = Lit(1 + (k+j*7)%6000)
			}
			f.Add(clause...)
		}
		tables, lists := giniMemory(&f)
		run := meter.Start(t.Context(), nil)
		var before, made, loaded runtime.MemStats
		runtime.ReadMemStats(&before)
		s := newGini(t.Context(), &f, run, nil)
		runtime.ReadMemStats(&made)
		require.NoError(t, s.load(&f.clauses))
		runtime.ReadMemStats(&loaded)
		assert.InEpsilon(t, tables, made.TotalAlloc-before.TotalAlloc, 0.5, "tables, %d literals a clause", length)
		// Lists are copied as they grow, so more is allocated than is there at any time.
		assert.Greater(t, int64(loaded.TotalAlloc-made.TotalAlloc), lists/2, "%d literals a clause", length)
		assert.Less(t, int64(loaded.TotalAlloc-made.TotalAlloc), 5*lists, "%d literals a clause", length)
		run.Close()
	}
}
