package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/meter"
)

func TestFirstStopsAtTheNumberAskedFor(t *testing.T) {
	p := read(t, queens(6))
	all, err := p.First(context.Background(), 100, nil)
	require.NoError(t, err)
	assert.Len(t, all, 4)
	for n := -1; n <= 5; n++ {
		var m meter.Meter
		covers, err := p.First(context.Background(), n, &m)
		require.NoError(t, err)
		want := min(n, 4)
		if n <= 0 {
			want = 4
		}
		assert.Equal(t, all[:want], covers)
		assert.EqualValues(t, want, m.Stats().Solutions)
	}
}

func TestFirstReturnsWhatWasFoundBeforeALimit(t *testing.T) {
	covers, err := read(t, queens(8)).First(context.Background(), 100, &meter.Meter{MaxNodes: 50})
	assert.ErrorIs(t, err, meter.ErrLimit)
	assert.NotEmpty(t, covers)

	covers, err = read(t, "a\n").First(context.Background(), 1, nil)
	assert.NoError(t, err)
	assert.Empty(t, covers)

	broken := dlx.NewProblem(1, 0)
	broken.Add()
	covers, err = broken.First(context.Background(), 1, nil)
	assert.Equal(t, broken.Validate(), err)
	assert.Nil(t, covers)
}

func TestRandomDrawsACoverIfThereIsOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		covers := multicovers(p)
		seed := rapid.Uint64().Draw(rt, "seed")
		cover, err := p.Random(context.Background(), seed, nil)
		if len(covers) == 0 {
			require.ErrorIs(rt, err, dlx.ErrNoCover)
			require.Nil(rt, cover)
			return
		}
		require.NoError(rt, err)
		require.Contains(rt, covers, fmt.Sprint(cover))
		again, err := p.Random(context.Background(), seed, nil)
		require.NoError(rt, err)
		require.Equal(rt, cover, again)
	})
}

// The seeds are fixed, so the result is fixed too.
func TestRandomGetsToAllCovers(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		covers int
	}{"queens 6": {queens(6), 4}, "Latin 3": {latin(3), 12}, "matrices": {matrices(3, 1, 2), 102}} {
		t.Run(name, func(t *testing.T) {
			p := read(t, c.text)
			seen := map[string]int{}
			for seed := range uint64(20 * c.covers) {
				cover, err := p.Random(context.Background(), seed, nil)
				require.NoError(t, err)
				seen[fmt.Sprint(cover)]++
			}
			assert.Len(t, seen, c.covers)
		})
	}
}

func TestRandomEndsAsSolveDoes(t *testing.T) {
	p := read(t, queens(8))
	_, err := p.Random(context.Background(), 1, &meter.Meter{MaxNodes: 1})
	assert.ErrorIs(t, err, meter.ErrLimit)
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	_, err = p.Random(ctx, 1, nil)
	assert.ErrorIs(t, err, cause)

	broken := dlx.NewProblem(1, 0)
	broken.Add(el(7, 0))
	_, err = broken.Random(context.Background(), 1, nil)
	assert.Equal(t, broken.Validate(), err)
}

// restarting returns the covers in order, and the counters, of a search with restarts from
// that node on. It stops after stop covers; 0 means never.
func restarting(t require.TestingT, p *dlx.Problem, core dlx.Core, thin bool, node int64, m *meter.Meter, stop int) ([]string, error) {
	all := []string{}
	err := p.SolveRestarting(context.Background(), core, thin, node, m, func(options []int) bool {
		all = append(all, fmt.Sprint(options))
		return len(all) != stop
	})
	require.EqualValues(t, len(all), m.Stats().Solutions)
	if err == nil {
		require.Equal(t, 1.0, m.Done())
	}
	return all, err
}

// The caller may take more covers than wanted, and all of them.
func TestRestartedSearchesHandOutEachCoverOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		want := brute(p, 0, []int{}, 0)
		slices.Sort(want)
		for name, core := range splittable {
			for _, wanted := range []int{1, 2, 1000} {
				got, err := restarting(rt, p, core, false, 1, &meter.Meter{Wanted: wanted}, 0)
				require.NoError(rt, err)
				slices.Sort(got)
				if !slices.Equal(want, got) {
					rt.Fatalf("brute force has the covers %v, %s with restarts %v", want, name, got)
				}
			}
		}
	})
	for problem, text := range map[string]string{"queens 8": queens(8), "Langford 7": langford(7), "Langford 6": langford(6), "Latin 4": latin(4), "path 4x4": gridPath(4)} {
		p := read(t, text)
		want, stats := solve(t, p, dlx.Sparse)
		for name, core := range splittable {
			for node := int64(1); node < stats.Nodes; node += 1 + stats.Nodes/5 {
				for _, wanted := range []int{1, 2, 7, 1000} {
					got, err := restarting(t, p, core, false, node, &meter.Meter{Wanted: wanted}, 0)
					require.NoError(t, err)
					slices.Sort(got)
					require.Equal(t, want, got, "%s, %s, %d wanted, node %d", problem, name, wanted, node)
				}
			}
		}
	}
}

// TestRestartsAreTheSameForAnyNumberOfWorkers also looks at searches with counters, which choose items by
// the weights of random searches. Each worker must have these weights.
func TestRestartsAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	usual := []int64{0, 9, 100, 150, 400}
	for _, row := range []struct {
		name, text string
		core       dlx.Core
		thin       bool
		node       int64
		limits     []int64
	}{
		{"queens 9, bitset", queens(9), dlx.Bitset, false, 2, usual},
		{"queens 9, sparse", queens(9), dlx.Sparse, false, 2, usual},
		{"Langford 8, bitset", langford(8), dlx.Bitset, false, 2, usual},
		{"Langford 8, sparse", langford(8), dlx.Sparse, false, 2, usual},
		{"Langford 9, bitset", langford(9), dlx.Bitset, false, 2, usual},
		{"Langford 9, sparse", langford(9), dlx.Sparse, false, 2, usual},
		{"Latin 4, bitset", latin(4), dlx.Bitset, false, 2, usual},
		{"Latin 4, sparse", latin(4), dlx.Sparse, false, 2, usual},
		{"Langford 9, thin", langford(9), dlx.Bitset, true, 200, []int64{0, 1000}},
		{"Langford 10, thin", langford(10), dlx.Bitset, true, 200, []int64{0, 1000}},
	} {
		p := read(t, row.text)
		for _, wanted := range []int{1, 2, 50, 1000} {
			for _, limit := range row.limits {
				one := meter.Meter{Wanted: wanted, Workers: 1, MaxNodes: limit}
				want, wantErr := restarting(t, p, row.core, row.thin, row.node, &one, 0)
				for _, workers := range []int{2, 5} {
					m := meter.Meter{Wanted: wanted, Workers: workers, MaxNodes: limit}
					got, err := restarting(t, p, row.core, row.thin, row.node, &m, 0)
					require.Equal(t, wantErr, err, "%s, %d wanted, limit %d", row.name, wanted, limit)
					require.Equal(t, want, got, "%s, %d wanted, limit %d", row.name, wanted, limit)
					require.Equal(t, one.Stats().Nodes, m.Stats().Nodes, "%s, %d wanted, limit %d", row.name, wanted, limit)
				}
			}
		}
	}
}

func TestRestartedSearchesStopAtAnyCover(t *testing.T) {
	p := read(t, queens(7))
	for name, core := range splittable {
		for _, wanted := range []int{1, 5, 100} {
			want, err := restarting(t, p, core, false, 3, &meter.Meter{Wanted: wanted}, 0)
			require.NoError(t, err)
			for stop := 1; stop <= len(want); stop++ {
				got, err := restarting(t, p, core, false, 3, &meter.Meter{Wanted: wanted}, stop)
				require.ErrorIs(t, err, meter.ErrStopped)
				require.Equal(t, want[:stop], got, name)
			}
		}
	}
}

// Without restarts, 100 queens take more than a minute.
func TestFirstFindsManyQueensSoon(t *testing.T) {
	for n := 40; n <= 200; n += 20 {
		p := read(t, queens(n))
		m := new(meter.Meter)
		covers, err := p.First(context.Background(), 2, m)
		require.NoError(t, err)
		require.Len(t, covers, 2)
		require.NotEqual(t, covers[0], covers[1])
		for _, cover := range covers {
			require.Len(t, cover, n)
		}
		assert.Less(t, m.Stats().Nodes, int64(10_000), "%d queens", n)
		assert.Zero(t, m.Wanted, "First sets it for its search only")
	}
}

// A search for all covers has no restarts: their order is that of the problem.
func TestOnlySearchesForFewCoversRestart(t *testing.T) {
	p := read(t, queens(100))
	for _, wanted := range []int{0, 1, 1 << 20} {
		m := &meter.Meter{Wanted: wanted, MaxNodes: 3000}
		_ = p.Solve(context.Background(), m, func([]int) bool { return false })
		assert.Equal(t, wanted == 1, m.Stats().Nodes < 3000, "%d wanted", wanted)
	}
}
