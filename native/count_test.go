package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// forever is a budget that no count of the tests uses up.
const forever = int64(1) << 60

// layersOf returns the number of ways through the graph of l, with the budget
// spent in coins, and the most parts that the layers were in at once.
func layersOf(t require.TestingT, l *layerCount, coin int64) (count string, parts int) {
	for done := false; !done; {
		var err error
		done, err = l.advance(coin)
		require.NoError(t, err)
		parts = max(parts, len(l.parts))
	}
	return l.count().String(), parts
}

// words returns the words of x, the lowest first.
func words(x *big.Int, n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = new(big.Int).Rsh(x, uint(64*i)).Uint64() // the low word
	}
	return all
}

func TestCountTableAddsUpByKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keyWords, countWords := rapid.IntRange(1, 3).Draw(t, "key words"), rapid.IntRange(1, 3).Draw(t, "count words")
		table, want, sum := new(countTable), map[string]*big.Int{}, new(big.Int)
		for range rapid.IntRange(1, 2).Draw(t, "uses of the table") {
			table.reset(keyWords, countWords)
			clear(want)
			sum.SetInt64(0)
			for range rapid.IntRange(0, 300).Draw(t, "additions") {
				key := rapid.SliceOfN(rapid.Uint64Range(0, 4), keyWords, keyWords).Draw(t, "key")
				count := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 8*countWords).Draw(t, "count"))
				count.Rsh(count, 16) // 300 of them fit
				name := fmt.Sprint(key)
				require.Equal(t, want[name] == nil, table.add(key, words(count, (count.BitLen()+63)/64)))
				if want[name] == nil {
					want[name] = new(big.Int)
				}
				want[name].Add(want[name], count)
				sum.Add(sum, count)
			}
		}
		require.Equal(t, len(want), table.len())
		total := make([]uint64, countWords+1)
		for i := range table.shards {
			table.shards[i].addTo(total, table)
		}
		require.Equal(t, words(sum, countWords+1), total)
		require.Equal(t, sum.BitLen(), bitLen(total))
		for i := range table.shards {
			for rest := table.shards[i].entries; len(rest) > 0; rest = rest[table.words:] {
				name := fmt.Sprint(rest[:keyWords])
				require.Equal(t, words(want[name], countWords), rest[keyWords:table.words])
				delete(want, name)
			}
		}
		require.Empty(t, want)
	})
}

func TestCountTableTellsKeysWithOneHashApart(t *testing.T) {
	// Each word is mixed with what the words before it left.
	left := func(w uint64) uint64 { return mix(2, w) }
	table := new(countTable)
	table.reset(2, 1)
	first := []uint64{1, 7}
	second := []uint64{2, 7 ^ left(1) ^ left(2)}
	require.Equal(t, hashWords(first), hashWords(second))
	assert.True(t, table.add(first, []uint64{1}))
	assert.True(t, table.add(second, []uint64{1}))
	assert.False(t, table.add(second, []uint64{1}))
	assert.Equal(t, 2, table.len())
}

// binomial is a graph of paths on a grid: layer i has the numbers 0..i, and the
// ways to a number are a binomial coefficient.
func binomial(last int) layered {
	return layered{
		last: last, keyWords: 1, first: []uint64{0}, fanOut: 2, each: 1,
		stepper: func() func(int, []uint64, func([]uint64)) {
			return func(layer int, key []uint64, emit func([]uint64)) {
				if layer == last-1 {
					emit([]uint64{0})
					emit([]uint64{0})
					return
				}
				emit([]uint64{key[0]})
				emit([]uint64{key[0] + 1})
			}
		},
	}
}

func TestLayersCountBeyondAllWords(t *testing.T) {
	r := search.Start(t.Context(), nil)
	defer r.Close()
	for _, last := range []int{1, 2, 63, 64, 65, 127, 128, 129, 500} {
		count, _ := layersOf(t, newLayerCount(binomial(last), r, 1), forever)
		assert.Equal(t, new(big.Int).Lsh(big.NewInt(1), uint(last)).String(), count)
	}
}

func TestLayersCountTheSameInPiecesAndOnSeveralCores(t *testing.T) {
	small := dominoes(t, 8, 8)
	king := emptyHidoku(t, puzzle.King, 4, 4)
	for name, test := range map[string]struct {
		g    layered
		want string
	}{
		"dominoes":   {draughtGraph(t, small, puzzle.Black), "12988816"},
		"king paths": {newPathFrontier(king).layered(), "343184"},
		"binomial":   {binomial(70), new(big.Int).Lsh(big.NewInt(1), 70).String()},
	} {
		for _, workers := range []int{1, 3} {
			for _, coin := range []int64{forever, 1000} {
				for _, most := range []int{0, maxCountWords} {
					if testing.Short() && most > 0 && coin < forever {
						continue
					}
					r := search.Start(t.Context(), nil)
					l := newLayerCount(test.g, r, workers)
					l.most, l.spread = most, 0
					count, parts := layersOf(t, l, coin)
					assert.Equal(t, test.want, count, "%s, %d workers, %d words", name, workers, most)
					if most == 0 && coin == 1000 && workers == 1 { // with more it depends on who comes first
						assert.Greater(t, parts, 2, "%s was to be cut into pieces", name)
					}
					assert.Equal(t, l.work-r.Nodes, r.Branches)
					r.Close()
				}
			}
		}
	}
}

func TestCountObeysItsLimits(t *testing.T) {
	for name, p := range map[string]puzzle.Puzzle{
		"layers":   dominoes(t, 16, 16),
		"frontier": emptyHidoku(t, puzzle.King, 9, 9),
		"parts":    parseHidoku(t, "moves: king\n1,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,9,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, workers := range []int{0, 2} {
				m := &search.Meter{MaxNodes: 5_000, Workers: workers}
				count, err := Count(t.Context(), p, m)
				require.ErrorIs(t, err, search.ErrLimit)
				assert.Nil(t, count)
				assert.EqualValues(t, 5_000, m.Stats().Nodes)

				cause := errors.New("enough")
				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
				_, err = Count(ctx, p, &search.Meter{Workers: workers})
				require.ErrorIs(t, err, cause)
			}
		})
	}
}

func TestCountTracesAnEnumeration(t *testing.T) {
	for _, p := range []puzzle.Puzzle{dominoes(t, 4, 4), emptyHidoku(t, puzzle.Rook, 3, 3)} {
		found := int64(0)
		count, err := Count(t.Context(), p, &search.Meter{Trace: func(s search.Step) {
			if s.Kind == search.Found {
				require.NoError(t, p.Check(slices.Clone(s.Board)))
				found++
			}
		}})
		require.NoError(t, err)
		assert.Equal(t, count.Int64(), found)
	}
}
