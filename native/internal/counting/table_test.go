package counting

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

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
		table, want, sum := new(table), map[string]*big.Int{}, new(big.Int)
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
	table := new(table)
	table.reset(2, 1)
	first := []uint64{1, 7}
	second := []uint64{2, 7 ^ left(1) ^ left(2)}
	require.Equal(t, hashWords(first), hashWords(second))
	assert.True(t, table.add(first, []uint64{1}))
	assert.True(t, table.add(second, []uint64{1}))
	assert.False(t, table.add(second, []uint64{1}))
	assert.Equal(t, 2, table.len())
}
