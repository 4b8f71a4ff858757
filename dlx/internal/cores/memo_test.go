package cores

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx/internal/model"
)

func TestStatesOfTheSameHashAreToldApart(t *testing.T) {
	m := newMemo(2, 1<<20)
	m.put([]uint64{1, 2}, 7, bigCount{low: 11}, 1)
	_, work := m.find([]uint64{1, 3}, 7)
	assert.Zero(t, work)
	_, work = m.find([]uint64{0, 2}, 7)
	assert.Zero(t, work)
	n, work := m.find([]uint64{1, 2}, 7)
	assert.EqualValues(t, 1, work)
	assert.Equal(t, bigCount{low: 11}, n)
}

// A small table forgets. The counts that it returns are the last ones put there. It never
// takes more than its room.
func TestAFullMemoForgetsAndNeverErrs(t *testing.T) {
	for _, room := range []int{0, 1 << 14, 1 << 16} {
		m, told := newMemo(1, room), map[uint64]bigCount{}
		source := rand.New(rand.NewPCG(1, uint64(room)))
		forgotten := 0
		for range 20_000 {
			x := source.Uint64N(3000)
			key := []uint64{x}
			n, work := m.find(key, model.Hash(key))
			want, known := told[x]
			if work > 0 {
				require.True(t, known)
				require.Equal(t, want.big(), n.big(), "%d", x)
				continue
			}
			if known {
				forgotten++
			}
			told[x] = bigCountOf(new(big.Int).Lsh(big.NewInt(int64(x)), uint(source.IntN(100))))
			m.put(key, model.Hash(key), told[x], x%7)
		}
		assert.Positive(t, forgotten)
		used, highs := 0, 0
		for k, t := range m.tags {
			if t.work != 0 {
				used++
			}
			if high := m.high[k]; high != nil {
				highs += highBytes(high)
			}
		}
		assert.Equal(t, m.used, used)
		assert.Equal(t, m.highs, highs)
		if m.buckets > 64 {
			assert.LessOrEqual(t, m.bytes(m.buckets), room)
		}
	}
}

func TestAMemoGrowsIntoItsRoom(t *testing.T) {
	m := newMemo(1, 1<<20)
	for x := range uint64(10_000) {
		m.put([]uint64{x}, model.Hash([]uint64{x}), bigCount{low: x}, 1)
	}
	assert.Greater(t, m.used, 8000)
	m = newMemo(1, 0)
	for x := range uint64(10_000) {
		m.put([]uint64{x}, model.Hash([]uint64{x}), bigCount{low: x}, 1)
	}
	assert.LessOrEqual(t, m.used, 64*bucketSize)
}

func TestTalliesAreNumbersOfAnySize(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) *big.Int {
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "bytes"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, y := bigCountOf(a), bigCountOf(b)
		for name, pair := range map[string][2]*big.Int{
			"itself": {a, x.big()},
			"sum":    {new(big.Int).Add(a, b), x.plus(y).big()},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s: %v, not %v", name, pair[1], pair[0])
			}
		}
		if a.IsInt64() && a.Int64() != x.capped() {
			t.Fatalf("%v is taken for another number", a)
		}
	})
}

// bigCountOf returns n as a bigCount.
func bigCountOf(n *big.Int) bigCount {
	if n.IsUint64() {
		return bigCount{low: n.Uint64()}
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	return bigCount{low.Uint64(), new(big.Int).Rsh(n, 64)}
}

func TestAnAccountPaysOrNot(t *testing.T) {
	const cost = 2 * memoLoad
	asked := func(a *account, states int, gain int64) (times int) {
		for range states {
			if a.ask(cost) {
				times++
				a.credit += gain
			}
		}
		return times
	}
	require.Equal(t, 1000, asked(&account{credit: cost}, 1000, cost), "it gains what it costs")
	times := asked(new(account), 100_000, 0)
	require.Less(t, times, 100_000/memoLoad+64, "it gains nothing")
	require.Greater(t, times, 100_000/memoLoad/2, "and is asked again from time to time")
}
