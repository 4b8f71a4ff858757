package dlx

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestStatesOfTheSameHashAreToldApart(t *testing.T) {
	m := newMemo(2, 1<<20)
	m.put([]uint64{1, 2}, 7, tally{low: 11}, 1)
	_, work := m.find([]uint64{1, 3}, 7)
	assert.Zero(t, work)
	_, work = m.find([]uint64{0, 2}, 7)
	assert.Zero(t, work)
	n, work := m.find([]uint64{1, 2}, 7)
	assert.EqualValues(t, 1, work)
	assert.Equal(t, tally{low: 11}, n)

	var l layer
	l.hi = 2
	first, fresh := l.find([]uint64{1, 2}, 7, 1)
	assert.True(t, fresh)
	second, fresh := l.find([]uint64{1, 3}, 7, 1)
	assert.True(t, fresh)
	again, fresh := l.find([]uint64{1, 2}, 7, 1)
	assert.False(t, fresh)
	assert.Equal(t, first, again)
	assert.NotEqual(t, first, second)
}

// A small table forgets, but what it says is what it was told last, and it never takes
// more than its room.
func TestAFullMemoForgetsAndNeverErrs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.SampledFrom([]int{0, 1 << 14, 1 << 16}).Draw(t, "room")
		m := newMemo(1, room)
		told := map[uint64]tally{}
		keys := rapid.Uint64Range(0, 5000)
		for _, x := range rapid.SliceOfN(keys, 0, 3000).Draw(t, "keys") {
			key := []uint64{x}
			n, work := m.find(key, hash(key))
			if want, found := told[x]; work > 0 {
				if !found || n.big().Cmp(want.big()) != 0 {
					t.Fatalf("%d is %v, not %v", x, n.big(), want.big())
				}
				continue
			}
			n = tallyOf(new(big.Int).Lsh(big.NewInt(int64(x)), uint(x%100)))
			told[x] = n
			m.put(key, hash(key), n, x%7)
		}
		if m.buckets > firstBuckets && m.bytes(m.buckets)+m.highs > room+room/2 {
			t.Fatalf("%d bytes, %d of room", m.bytes(m.buckets)+m.highs, room)
		}
		used := 0
		for k, tag := range m.tags {
			if tag != 0 {
				used++
			} else if m.high[k] != nil {
				t.Fatal("an empty slot has a number")
			}
		}
		if used != m.used {
			t.Fatalf("%d slots are used, not %d", used, m.used)
		}
	})
}

func TestAMemoGrowsIntoItsRoom(t *testing.T) {
	m := newMemo(1, 1<<20)
	for x := range uint64(10_000) {
		m.put([]uint64{x}, hash([]uint64{x}), tally{low: x}, 1)
	}
	assert.Greater(t, m.used, 8000)
	m = newMemo(1, 0)
	for x := range uint64(10_000) {
		m.put([]uint64{x}, hash([]uint64{x}), tally{low: x}, 1)
	}
	assert.LessOrEqual(t, m.used, firstBuckets*bucketSize)
}

func TestTalliesAreNumbersOfAnySize(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) *big.Int {
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "bytes"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, y := tallyOf(a), tallyOf(b)
		for name, pair := range map[string][2]*big.Int{
			"itself":  {a, x.big()},
			"sum":     {new(big.Int).Add(a, b), x.plus(y).big()},
			"product": {new(big.Int).Mul(a, b), x.times(y).big()},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s: %v, not %v", name, pair[1], pair[0])
			}
		}
		if (a.Sign() == 0) != x.zero() || a.IsInt64() && a.Int64() != x.capped() {
			t.Fatalf("%v is taken for another number", a)
		}
	})
}
