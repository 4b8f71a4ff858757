package sat

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestAFormulaStopsGrowingAtTheLimitOfMemory(t *testing.T) {
	const most = 8 << 20
	defer search.LimitMemory(func(bytes int64) error {
		if bytes > most {
			return &search.LimitError{What: "8M of memory"}
		}
		return nil
	})()
	for _, clause := range [][]Lit{{1, 2}, {1}} { // the literals, or the ends of clauses
		var f CNF
		for range 2 << 20 {
			f.Add(clause...)
		}
		assert.ErrorIs(t, f.Err(), search.ErrLimit)
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
		restore := search.LimitMemory(func(bytes int64) error {
			most = max(most, bytes)
			if bytes > room {
				return &search.LimitError{What: "little memory"}
			}
			return nil
		})
		run := search.Start(t.Context(), nil)
		_, err := newAsker(t.Context(), &f, run)
		run.Close()
		restore()
		if room == lists+tables {
			require.NoError(t, err)
			require.Equal(t, room, most, "both are reserved at once")
		} else {
			require.ErrorIs(t, err, search.ErrLimit)
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
		run := search.Start(t.Context(), nil)
		var before, made, loaded runtime.MemStats
		runtime.ReadMemStats(&before)
		s := newSolver(t.Context(), &f, run)
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
