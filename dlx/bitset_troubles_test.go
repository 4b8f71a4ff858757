package dlx

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTroublesChooseAmongItemsWithFewestOptions(t *testing.T) {
	const items = 70
	state := &bitLevel{left: make([]uint32, items), open: make([]uint64, 2)}
	for i := range items {
		state.left[i] = 3 * oneLeft
		insert(state.open, i)
	}
	state.left[5], state.left[66], state.left[68] = 2*oneLeft, 2*oneLeft, 2*oneLeft

	// pick is the first pick by new scores.
	pick := func(trouble *troubles) int {
		trouble.byRate.good, trouble.byBoth.good = 0, 0
		size, item := trouble.pick(state)
		require.Equal(t, 2, size)
		return item
	}
	trouble := newTroubles(items)
	require.Equal(t, 5, pick(trouble), "the first of equal ones")
	trouble.tried(7, true)
	trouble.tried(68, true)
	require.Equal(t, 68, pick(trouble), "the highest rate")
	trouble.tried(68, false)
	trouble.tried(68, false)
	require.Equal(t, 5, pick(trouble), "a rate falls")

	lost := append([]uint32(nil), state.left...)
	lost[66] = oneLeft - 1
	trouble.blame([]uint16{5, 66}, lost)
	require.Equal(t, 5, pick(trouble), "weights do not count yet")
	trouble.weighted = true
	require.Equal(t, 66, pick(trouble), "the greatest weight")

	clear(state.open)
	size, _ := trouble.pick(state)
	require.Zero(t, size, "no item is open")
}

func TestCreditPaysOrNot(t *testing.T) {
	account := newCredits(&terms{audit: 4, pause: 3, load: 16})[0]
	ask := func(tries int, gain int64) (asked int) {
		for range tries {
			if account.ask(&budget{}, 0) {
				asked++
				account.spent += 2
				account.gain += gain
			}
		}
		return asked
	}
	require.Equal(t, 4, ask(4, 5))
	require.True(t, account.pays)
	require.Equal(t, 4, ask(4+3, 0), "three states are left out after four tries in vain")
	require.False(t, account.pays)
	require.Equal(t, 4, ask(4, 5))
	require.True(t, account.pays)
	account.below = 4 * 2 * 16 // an audit of the fourth try has the costs of the one before the first
	require.Equal(t, 4, ask(4, 0))
	require.True(t, account.pays, "four tries cost 1/16 of the steps below")
	account.below = 4*2*16 - 1
	require.Equal(t, 4, ask(4, 0))
	require.False(t, account.pays, "four tries cost more")
}

func TestABudgetBoundsTriesThatGainNothing(t *testing.T) {
	account := newCredits(&terms{audit: 4, pause: 3, load: 1, budget: 8})[0]
	sum := budget{spent: freeSteps/8 + 10}
	require.True(t, account.ask(&sum, 80))
	require.False(t, account.ask(&sum, 79), "an eighth of the steps are used up")
	sum.gain = 1
	require.True(t, account.ask(&sum, 79), "what was gained is not used up")
	sum.gain, account.pays = 0, true
	require.True(t, account.ask(&sum, 79), "an account that pays has no budget")
}

func TestTheRuleOfTheSmallestSubtreesWins(t *testing.T) {
	var trials contest
	steps := [rules]int64{troublesome: 1000, firstItem: 500}
	count := func(n int) (by [rules]int) {
		for range n {
			trials.begin(7, 100, 1<<40)
			trials.begin(9, 100, 1<<40)
			by[trials.rule]++
			trials.end(9, 1)
			trials.end(7, steps[trials.rule])
		}
		return by
	}
	require.Equal(t, [rules]int{firstTrials, firstTrials}, count(firstTrials*int(rules)), "both take turns")
	require.Equal(t, firstItem, trials.rule)
	require.Equal(t, 3, count(7 * firstWait)[troublesome], "the other one waits twice as long each time")
	steps[firstItem] = 3000
	count(longestWait)
	require.Equal(t, troublesome, trials.rule, "the other one became better")

	trials.begin(7, smallTrial-1, 1<<40)
	trials.begin(7, largeTrial, 1<<40)
	require.Zero(t, trials.under, "too few or too many nodes are expected")
	trials.begin(7, 100, trials.spent*trialShare-1)
	require.Zero(t, trials.under, "trials took an eighth of all steps")
}
