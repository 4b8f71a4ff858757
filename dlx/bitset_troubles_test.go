package dlx

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
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

func TestTroublesWeighTheNumberOfOptions(t *testing.T) {
	const items = 70
	state := &bitLevel{left: make([]uint32, items), open: make([]uint64, 2)}
	for i := range items {
		state.left[i] = 4*oneLeft | uint32(i)
		insert(state.open, i)
	}
	state.left[66] = 3 * oneLeft
	state.left[3] |= shutItem
	state.open[0] &^= 1 << 3

	trouble := newTroubles(items)
	trouble.anySize = true
	pick := func() (size, item int) {
		trouble.byCost.good = 0
		return trouble.pick(state)
	}
	picks := func(wantSize, wantItem int, why string) {
		t.Helper()
		size, item := pick()
		require.Equal(t, [2]int{wantSize, wantItem}, [2]int{size, item}, why)
	}
	picks(3, 66, "all make the same trouble")
	trouble.weights[3] = mostWeight
	picks(3, 66, "an item that is not open does not count")
	trouble.weights[7] = 2
	picks(4, 7, "the root of 2 is more than 4/3")
	trouble.rates[66] = allFail
	picks(3, 66, "twice the rate is as good as twice the weight")
	trouble.rates[66], trouble.weights[7] = allFail/2, 1
	trouble.weights[69] = 16
	state.left[69] = 13 * oneLeft
	picks(3, 66, "16 times the trouble is worth 4 times the options")
	state.left[69] = 11 * oneLeft
	picks(11, 69, "and these are fewer")

	trouble.rates[69], trouble.weights[69] = allFail, mostWeight
	state.left[69] = (mostThin - 1) * oneLeft
	clear(state.open)
	insert(state.open, 69)
	picks(mostThin-1, 69, "the largest numbers fit")
	trouble.rates[69], trouble.weights[69] = 0, 1
	picks(mostThin-1, 69, "the largest cost fits")
	clear(state.open)
	size, _ := pick()
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
	steps := [rules]int64{perTrouble: 1500, troublesome: 1000, firstItem: 500}
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
	require.Equal(t, [rules]int{firstTrials, firstTrials, firstTrials}, count(firstTrials*int(rules)), "all take turns")
	require.Equal(t, firstItem, trials.rule)
	require.Equal(t, 3, count(7 * firstWait)[troublesome], "another one waits twice as long each time")
	steps[firstItem] = 3000
	count(longestWait)
	require.Equal(t, troublesome, trials.rule, "another one became better")

	trials.begin(7, 100, trialsFrom-1)
	require.Zero(t, trials.under, "too early")
	trials.begin(7, smallTrial-1, 1<<40)
	trials.begin(7, largeTrial, 1<<40)
	require.Zero(t, trials.under, "too few or too many nodes are expected")
	trials.spent = trialsFrom
	trials.begin(7, 100, trials.spent*trialShare-1)
	require.Zero(t, trials.under, "trials took an eighth of all steps")
}

func TestLargeSubtreesCountMoreThanSmallOnes(t *testing.T) {
	var trials contest
	for n := range firstTrials * int(rules) {
		trials.begin(7, 100, 1<<40)
		expect, steps := 20.0, int64(20*50) // the others: 50 steps for each node
		if trials.rule == troublesome {
			if expect, steps = 20, 20*500; n > 2*int(rules) {
				expect, steps = 500, 500*10
			}
		}
		trials.expect = expect
		trials.end(7, steps)
	}
	require.Equal(t, troublesome, trials.best, "its large subtrees took few steps, and its small ones many")
}

func TestTheFirstRuleGoesByTheColours(t *testing.T) {
	// coloured has two items with colours. Most options have the second one, with n colours.
	coloured := func(n int) *Problem {
		p := NewProblem(1, 3)
		p.Add(Element{Item: 0}, Element{Item: 1, Colour: 1})
		for k := range 2 * n {
			p.Add(Element{Item: 0}, Element{Item: 2, Colour: int32(3 + k%n)}, Element{Item: 3})
		}
		return p
	}
	require.Equal(t, perTrouble, firstRule(NewProblem(3, 0)), "no options")
	require.Equal(t, perTrouble, firstRule(queensOn(4)), "no colours")
	require.Equal(t, 5, coloured(5).coloursOfOne())
	require.Equal(t, troublesome, firstRule(coloured(fewColours)))
	require.Equal(t, perTrouble, firstRule(coloured(fewColours+1)))

	run := search.Start(t.Context(), nil)
	defer run.Close()
	p := coloured(5)
	s, err := newBitset(p, run)
	require.NoError(t, err)
	s.beThin(p)
	c := newCounting(p, s, 0)
	require.Equal(t, troublesome, c.contest.rule)
	require.Equal(t, troublesome, c.contest.best)
}
