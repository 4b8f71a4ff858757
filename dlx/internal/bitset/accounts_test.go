package bitset

import (
	"testing"

	"github.com/stretchr/testify/require"
)

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
	require.Greater(t, times, 1000, "and is asked again from time to time")
}
