package counting

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
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
	batches := newBatches(t.keyWords, false)
	countWords := t.words
	var entries []uint64
	for _, count := range counts {
		entries = append(append(entries, count...), make([]uint64, countWords-len(count))...)
	}
	for i, key := range keys {
		if shard, full := put(batches, key, i*countWords, 0); full {
			made += t.add(shard, &batches[shard], entries, &t.counts)
		}
	}
	for shard := range batches {
		made += t.add(shard, &batches[shard], entries, &t.counts)
	}
	return made
}

func TestCountTableAddsUpByKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keyWords, countWords := rapid.IntRange(1, 3).Draw(t, "key words"), rapid.IntRange(1, 3).Draw(t, "count words")
		table, pool := new(table), new(blockPool)
		for range rapid.IntRange(1, 2).Draw(t, "uses of the table") {
			table.reset(keyWords, counts{size: 1, words: countWords}, pool)
			want, sum := map[string]*big.Int{}, new(big.Int)
			different := rapid.Uint64Range(0, 40).Draw(t, "different words")
			var keys, numbers [][]uint64
			for range rapid.IntRange(0, 3000).Draw(t, "additions") {
				key := make([]uint64, keyWords)
				for w := range key {
					key[w] = rapid.Uint64Range(0, different).Draw(t, "word")
				}
				count := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 8*countWords).Draw(t, "count"))
				count.Rsh(count, 16) // 3000 of them fit
				keys, numbers = append(keys, key), append(numbers, words(count, (count.BitLen()+63)/64))
				name := fmt.Sprint(key)
				if want[name] == nil {
					want[name] = new(big.Int)
				}
				want[name].Add(want[name], count)
				sum.Add(sum, count)
			}
			require.Equal(t, len(want), addAll(table, keys, numbers))
			require.Equal(t, len(want), table.len())
			total := make([]uint64, countWords+1)
			for i := range table.shards {
				table.addTo(total, i)
			}
			require.Equal(t, words(sum, countWords+1), total)
			require.Equal(t, sum.BitLen(), bitLen(total))
			for i := range table.shards {
				for b := range table.shards[i].blocks {
					for rest := table.entries(i, b); len(rest) > 0; rest = rest[table.entry:] {
						name := fmt.Sprint(rest[:keyWords])
						require.Equal(t, words(want[name], countWords), rest[keyWords:table.entry])
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
	left := func(w uint64) uint64 { return mix(2, w) }
	first := []uint64{1, 7}
	second := []uint64{2, 7 ^ left(1) ^ left(2)}
	require.Equal(t, hashWords(first), hashWords(second))
	table := new(table)
	table.reset(2, counts{size: 1, words: 1}, new(blockPool))
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

// other is a way of counting that ends after so much work. Its work shows in all counters.
type other struct {
	run          *meter.Run
	spent, whole int64
	guess        float64
}

func (o *other) Advance(budget int64) (bool, error) {
	budget = max(0, min(budget, o.whole-o.spent))
	o.run.Nodes += budget
	o.run.Failures += 2 * budget
	o.run.Propagations += 3 * budget
	o.spent += budget
	return o.spent == o.whole, nil
}
func (o *other) Spent() int64    { return o.spent }
func (o *other) Guess() float64  { return o.guess }
func (o *other) Count() *big.Int { return new(big.Int) }
func (o *other) Close()          {}

// inTurns counts by an enumeration of so many solutions, and by the other way. done is called after each solution. It
// returns the work of enumeration.
func inTurns(t require.TestingT, m *meter.Meter, r *meter.Run, o *other, solutions, workForEach int64, done func(solutions int64)) (work int64) {
	twoWays := TwoWays{
		Run: r, Meter: m, Part: 1,
		Enumerate: func(found func(int64) bool) error {
			for i := range solutions {
				r.Nodes += workForEach / 2
				r.Failures += workForEach / 4
				r.Propagations += workForEach / 4
				work += workForEach
				if done(i + 1); !found(1) {
					return meter.ErrStopped
				}
			}
			return nil
		},
		Work: func(now, start meter.Stats) int64 {
			counted := now.Nodes + now.Failures + now.Propagations - start.Nodes - start.Failures - start.Propagations
			require.Equal(t, work, counted, "the other way is no work of enumeration")
			return counted
		},
		Other: func() (Counter, error) { return o, nil },
	}
	n, err := twoWays.Count()
	require.NoError(t, err)
	if o.spent < o.whole {
		require.Equal(t, solutions, n.Int64())
	}
	return work
}

// The other way has between an eighth of the work of enumeration and 16 times as much, however it guesses.
func TestTheOtherWayHasItsShare(t *testing.T) {
	for guess, share := range map[float64]float64{math.Inf(1): 0.125, 1e9: 0.125, 1_600_000: 1, 400_000: 2, 1: 16} {
		m := new(meter.Meter)
		r := meter.Start(t.Context(), m)
		o := &other{run: r, whole: math.MaxInt64, guess: guess}
		work := inTurns(t, m, r, o, 100, 4000, func(solutions int64) { r.Share(float64(solutions) / 400) })
		r.Close()
		assert.LessOrEqual(t, float64(o.spent), share*float64(work), "%v", guess)
		assert.Greater(t, float64(o.spent), 0.8*share*float64(work), "%v", guess)
	}
}

// If both ways guess right, they take at most twice the work of the better one. The turns are an eighth longer. Whatever
// they guess, they take at most 17 times the work of the better one.
func TestNoWayStarvesTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		solutions := rapid.Int64Range(1, 10_000).Draw(t, "solutions")
		workForEach := 4 * rapid.Int64Range(1, 10_000).Draw(t, "a quarter of the work for each")
		o := &other{whole: int64(math.Exp2(rapid.Float64Range(0, 40).Draw(t, "work of the other way")))}
		right := rapid.Bool().Draw(t, "right")
		wrong, least := 1.0, 2.0
		o.guess = float64(o.whole)
		if !right {
			wrong, least = rapid.SampledFrom([]float64{0.1, 10}).Draw(t, "error of enumeration"), 17
			o.guess *= math.Exp2(rapid.Float64Range(-20, 20).Draw(t, "error of the other way"))
		}
		m := new(meter.Meter)
		o.run = meter.Start(context.Background(), m)
		defer o.run.Close()
		work := inTurns(t, m, o.run, o, solutions, workForEach, func(found int64) {
			o.run.Share(math.Pow(float64(found)/float64(solutions), wrong))
		})
		better := float64(min(o.whole, solutions*workForEach))
		once := float64(firstCatchUp + workForEach) // before the first turn, or until the next one
		require.LessOrEqual(t, float64(work+o.spent), 1.125*least*(better+once))
	})
}

// TestAPauseIsATurnWhereThatIsWanted lets enumeration pause before it finds its first solution.
func TestAPauseIsATurnWhereThatIsWanted(t *testing.T) {
	for _, pauses := range []bool{false, true} {
		m := new(meter.Meter)
		r := meter.Start(t.Context(), m)
		other := &other{run: r, whole: math.MaxInt64, guess: 1}
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
			Work:   func(now, start meter.Stats) int64 { return now.Nodes - start.Nodes },
			Other:  func() (Counter, error) { return other, nil },
			Pauses: func() bool { asked++; return pauses },
		}
		n, err := twoWays.Count()
		require.NoError(t, err)
		require.EqualValues(t, 1, n.Int64())
		r.Close()
	}
}

// States whose keys all fall into one shard, so that their batches are full again and again. They count against the
// room of the next layer, with weights and without.
func TestLayersAreCutWhereFullBatchesFillTheRoom(t *testing.T) {
	var keys []uint64
	for key := uint64(0); len(keys) < 2*blockEntries; key++ {
		if hashWords([]uint64{key})%tableShards == 0 {
			keys = append(keys, key)
		}
	}
	for _, weighs := range []bool{false, true} {
		g := Graph{Last: 3, KeyWords: 1, First: keys[:1], FanOut: len(keys), Each: 1}
		var gain []uint64
		if weighs {
			gain = []uint64{0}
			g.Weights = func(int) (least, most int) { return 0, 0 }
		}
		g.Stepper = func() func(int, []uint64, func([]uint64)) {
			return func(layer int, key []uint64, emit func([]uint64)) {
				switch layer {
				case 0:
					for _, next := range keys {
						emit(append([]uint64{next}, gain...))
					}
				case 1:
					emit(append(slices.Clone(key), gain...))
				default:
					emit(append(slices.Clone(keys[:1]), gain...))
				}
			}
		}
		r := meter.Start(t.Context(), nil)
		l := NewLayers(g, r, 1)
		l.MaxWords = 0
		pieces := 0
		for done := false; !done; {
			var err error
			done, err = l.Advance(1)
			require.NoError(t, err)
			pieces = max(pieces, l.Pieces())
		}
		r.Close()
		assert.EqualValues(t, len(keys), l.Count().Int64())
		assert.Equal(t, 2, pieces, "weighs: %v", weighs)
	}
}

// A layer of more states than half of the memory that is left takes is cut. An entry has a key and a count, and is found by two words more.
func TestLayersAreCutWhereTheMemoryEnds(t *testing.T) {
	const states = 4 * tableShards * blockEntries
	g := Graph{Last: 3, KeyWords: 1, First: []uint64{0}, FanOut: states, Each: 1}
	g.Stepper = func() func(int, []uint64, func([]uint64)) {
		return func(layer int, key []uint64, emit func([]uint64)) {
			switch layer {
			case 0:
				for next := range uint64(states) {
					emit([]uint64{next})
				}
			case 1:
				emit(key)
			default:
				emit([]uint64{0})
			}
		}
	}
	for words, want := range map[int]int{40 * states: 1, 7 * states: 2} {
		r := meter.Start(t.Context(), nil)
		l := NewLayers(g, r, 1)
		l.MaxWords = words
		pieces := 0
		for done := false; !done; pieces = max(pieces, l.Pieces()) {
			var err error
			done, err = l.Advance(1)
			require.NoError(t, err)
		}
		r.Close()
		assert.EqualValues(t, states, l.Count().Int64())
		assert.Equal(t, want, pieces, "%d words", words)
	}
}
