package counting

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
)

// words returns the words of x, the lowest first.
func words(x *big.Int, n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = new(big.Int).Rsh(x, uint(64*i)).Uint64() // the low word
	}
	return all
}

// addAll adds a count to each key, in batches. It returns the number of new keys.
func addAll(t *table, keys [][]uint64, counts [][]uint64) int {
	made := 0
	batches := newBatches(t.keyWords)
	countWords := t.words - t.keyWords
	var entries []uint64
	for _, count := range counts {
		entries = append(append(entries, count...), make([]uint64, countWords-len(count))...)
	}
	for i, key := range keys {
		if shard, full := put(batches, key, i*countWords); full {
			made += t.add(shard, &batches[shard], entries, countWords)
		}
	}
	for shard := range batches {
		made += t.add(shard, &batches[shard], entries, countWords)
	}
	return made
}

func TestCountTableAddsUpByKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keyWords, countWords := rapid.IntRange(1, 3).Draw(t, "key words"), rapid.IntRange(1, 3).Draw(t, "count words")
		table, pool := new(table), new(blockPool)
		for range rapid.IntRange(1, 2).Draw(t, "uses of the table") {
			table.reset(keyWords, countWords, pool)
			want, sum := map[string]*big.Int{}, new(big.Int)
			different := rapid.Uint64Range(0, 40).Draw(t, "different words")
			var keys, counts [][]uint64
			for range rapid.IntRange(0, 3000).Draw(t, "additions") {
				key := make([]uint64, keyWords)
				for w := range key {
					key[w] = rapid.Uint64Range(0, different).Draw(t, "word")
				}
				count := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 8*countWords).Draw(t, "count"))
				count.Rsh(count, 16) // 3000 of them fit
				keys, counts = append(keys, key), append(counts, words(count, (count.BitLen()+63)/64))
				name := fmt.Sprint(key)
				if want[name] == nil {
					want[name] = new(big.Int)
				}
				want[name].Add(want[name], count)
				sum.Add(sum, count)
			}
			require.Equal(t, len(want), addAll(table, keys, counts))
			require.Equal(t, len(want), table.len())
			total := make([]uint64, countWords+1)
			for i := range table.shards {
				table.addTo(total, i)
			}
			require.Equal(t, words(sum, countWords+1), total)
			require.Equal(t, sum.BitLen(), bitLen(total))
			for i := range table.shards {
				for b := range table.shards[i].blocks {
					for rest := table.entries(i, b); len(rest) > 0; rest = rest[table.words:] {
						name := fmt.Sprint(rest[:keyWords])
						require.Equal(t, words(want[name], countWords), rest[keyWords:table.words])
						delete(want, name)
					}
				}
			}
			require.Empty(t, want)
			table.release()
		}
	})
}

func TestCountTableTellsKeysWithOneHashApart(t *testing.T) {
	// Each word is mixed with what the words before it left.
	left := func(w uint64) uint64 { return Mix(2, w) }
	first := []uint64{1, 7}
	second := []uint64{2, 7 ^ left(1) ^ left(2)}
	require.Equal(t, hashWords(first), hashWords(second))
	table := new(table)
	table.reset(2, 1, new(blockPool))
	assert.Equal(t, 2, addAll(table, [][]uint64{first, second, second}, [][]uint64{{1}, {1}, {1}}))
}

func TestSumsOfWordsCarry(t *testing.T) {
	const all = ^uint64(0)
	for _, row := range []struct{ a, b, want []uint64 }{
		{[]uint64{1, 2, 3}, []uint64{4}, []uint64{5, 2, 3}},
		{[]uint64{all, all, 3}, []uint64{1}, []uint64{0, 0, 4}},
		{[]uint64{all, all, all}, []uint64{2, 0}, []uint64{1, 0, 0}},
		{[]uint64{1, all, 0}, []uint64{all, all}, []uint64{0, all, 1}},
	} {
		addWords(row.a, row.b)
		assert.Equal(t, row.want, row.a)
	}
}

// endless is a way of counting that never ends. Its work shows in all counters.
type endless struct {
	run       *search.Run
	spent     int64
	promising bool
}

func (e *endless) Advance(budget int64) (bool, error) {
	e.run.Nodes += budget
	e.run.Failures += 2 * budget
	e.run.Propagations += 3 * budget
	e.spent += budget
	return false, nil
}
func (e *endless) Spent() int64           { return e.spent }
func (e *endless) Promising(float64) bool { return e.promising }
func (e *endless) Count() *big.Int        { return nil }
func (e *endless) Close()                 {}

func TestTheOtherWayIsNoWorkOfEnumeration(t *testing.T) {
	for _, promising := range []bool{false, true} {
		allowed := map[bool]int64{false: 7, true: 1}[promising] // part of the work of enumeration
		requireShare(t, promising, allowed)
	}
}

// requireShare requires that the other way does a part of the work of enumeration.
func requireShare(t *testing.T, promising bool, part int64) {
	m := new(search.Meter)
	r := search.Start(t.Context(), m)
	defer r.Close()
	other := &endless{run: r, promising: promising}
	const solutions, workForEach = 100, 6 * 1000
	done := int64(0)
	twoWays := TwoWays{
		Run: r, Meter: m, Part: 1,
		Enumerate: func(found func(int64) bool) error {
			for range solutions {
				r.Nodes += 1000
				r.Failures += 2000
				r.Propagations += 3000
				done += workForEach
				require.True(t, found(1))
			}
			return nil
		},
		Work: func(now, start search.Stats) int64 {
			work := now.Nodes + now.Failures + now.Propagations - start.Nodes - start.Failures - start.Propagations
			assert.Equal(t, done, work)
			return work
		},
		Other: func() (Counter, error) { return other, nil },
	}
	n, err := twoWays.Count()
	require.NoError(t, err)
	assert.EqualValues(t, solutions, n.Int64())
	assert.LessOrEqual(t, other.spent, done/part)
	assert.Greater(t, other.spent, done/part/10*7, "the other way was to have its share")
}

// TestAPauseIsATurnWhereThatIsWanted lets enumeration pause before it finds its first solution.
func TestAPauseIsATurnWhereThatIsWanted(t *testing.T) {
	for _, pauses := range []bool{false, true} {
		m := new(search.Meter)
		r := search.Start(t.Context(), m)
		other := &endless{run: r}
		asked := 0
		twoWays := TwoWays{
			Run: r, Meter: m, Part: 1,
			Enumerate: func(found func(int64) bool) error {
				require.True(t, found(0))
				require.Zero(t, asked, "no turn is due before any work")
				r.Nodes += 100 * firstCatchUp
				require.True(t, found(0))
				require.Equal(t, 1, asked)
				require.Equal(t, pauses, other.spent > 0)
				require.True(t, found(1))
				require.Positive(t, other.spent)
				return nil
			},
			Work:   func(now, start search.Stats) int64 { return now.Nodes - start.Nodes },
			Other:  func() (Counter, error) { return other, nil },
			Pauses: func() bool { asked++; return pauses },
		}
		n, err := twoWays.Count()
		require.NoError(t, err)
		require.EqualValues(t, 1, n.Int64())
		r.Close()
	}
}
