package bitset

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/conflicts"
)

func TestFailuresWeighTheNumberOfOptions(t *testing.T) {
	const items = 70
	state := &bitLevel{left: make([]uint32, items), open: make([]uint64, 2)}
	for i := range items {
		state.left[i] = 4*oneLeft | uint32(i)
		conflicts.Insert(state.open, i)
	}
	state.left[66] = 3 * oneLeft
	state.left[3] |= shutItem
	state.open[0] &^= 1 << 3

	failures := newFailures(items)
	pick := func() (size, item int) {
		failures.good = 0
		return failures.pick(state)
	}
	picks := func(wantSize, wantItem int, why string) {
		t.Helper()
		size, item := pick()
		require.Equal(t, [2]int{wantSize, wantItem}, [2]int{size, item}, why)
	}
	picks(3, 66, "all fail alike")
	failures.weights[3] = mostWeight
	picks(3, 66, "an item that is not open does not count")
	failures.weights[7] = 2
	picks(4, 7, "the root of 2 is more than 4/3")
	failures.rates[66] = allFail
	picks(3, 66, "twice the rate is as good as twice the weight")
	failures.rates[66], failures.weights[7] = allFail/2, 1
	failures.weights[69] = 16
	state.left[69] = 13 * oneLeft
	picks(3, 66, "16 times the failures is worth 4 times the options")
	state.left[69] = 11 * oneLeft
	picks(11, 69, "and these are fewer")

	failures.rates[69], failures.weights[69] = allFail, mostWeight
	state.left[69] = (mostThin - 1) * oneLeft
	clear(state.open)
	conflicts.Insert(state.open, 69)
	picks(mostThin-1, 69, "the largest numbers fit")
	failures.rates[69], failures.weights[69] = 0, 1
	picks(mostThin-1, 69, "the largest cost fits")
	clear(state.open)
	size, _ := pick()
	require.Zero(t, size, "no item is open")
}

func TestAnAccountPaysOrNot(t *testing.T) {
	a := &newAccounts()[0]
	audit := func(spent, gain, below int64) (asked int) {
		for k := range int64(auditEvery) {
			if a.ask() {
				asked++
			}
			if k == 0 {
				a.spent, a.gain, a.below = spent, gain, below
			}
		}
		return asked
	}
	require.Equal(t, auditEvery, audit(2, 2, 0))
	require.Zero(t, a.left, "it gains what it costs")
	require.Equal(t, auditEvery, audit(2, 0, 2*memoLoad))
	require.Zero(t, a.left, "it costs little of what is below")
	require.Equal(t, auditEvery, audit(2, 0, 2*memoLoad-1))
	require.EqualValues(t, firstPause, a.left, "it costs more")
	require.Zero(t, audit(0, 0, 0), "a pause")
}
