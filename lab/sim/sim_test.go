package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// heavyTailed returns the text of a tree whose cubes differ much. Each cube takes as long as
// its children. Cubes that take less than the shortest time are not cut.
func heavyTailed(r *rand.Rand, shortest float64) string {
	var text strings.Builder
	next := 0
	var grow func(parent int, time float64)
	grow = func(parent int, time float64) {
		id := next
		next++
		fmt.Fprintf(&text, "%d %d %g 0.01\n", id, parent, time)
		if time < shortest {
			return
		}
		var weights [16]float64
		sum := 0.0
		for i := range weights {
			weights[i] = math.Pow(r.Float64(), 4)
			sum += weights[i]
		}
		for _, w := range weights {
			grow(id, time*w/sum)
		}
	}
	grow(-1, 1000)
	return text.String()
}

// TestThePolicyUsesManyWorkers checks the efficiency on a tree where cutting costs little.
func TestThePolicyUsesManyWorkers(t *testing.T) {
	tree, err := parseTree(strings.NewReader(heavyTailed(rand.New(rand.NewPCG(1, 2)), 0.1)))
	require.NoError(t, err)
	for _, workers := range []int{1, 30, 300} {
		o := &options{workers: workers, scale: 100_000, spread: 1, latency: time.Millisecond, perTask: 200 * time.Microsecond}
		r, err := simulate(tree, o)
		require.NoError(t, err)
		efficiency := tree.serial() * o.scale / r.elapsed.Seconds() / float64(workers)
		assert.Greater(t, efficiency, 0.85, "%d workers", workers)
		assert.LessOrEqual(t, efficiency, 1.0)
		assert.InDelta(t, tree.serial()*o.scale, r.searching, 1, "every cube is searched once")
		assert.InDelta(t, r.busy, r.searching+r.probing+r.cutting, 1)
		assert.InEpsilon(t, float64(workers)*r.elapsed.Seconds(), r.busy+r.messages+r.idle.sum(), 1e-6, "the parts are the whole time")
		shortest, _ := tree.bound(workers, o.scale)
		assert.LessOrEqual(t, shortest, r.elapsed.Seconds(), "no run is faster than the bound")
		assert.LessOrEqual(t, r.idle.from, r.idle.until)
	}
}

// TestTheBoundChoosesTheBestCubes compares with bounds that were found by hand. The first
// cube takes 8 s, or 9 s in parts and half a second for the cut. The second one takes 2 s.
func TestTheBoundChoosesTheBestCubes(t *testing.T) {
	tree, err := parseTree(strings.NewReader("0 -1 8000 500\n1 0 3000 0\n2 0 3000 0\n3 0 3000 0\n4 -1 2000 0\n"))
	require.NoError(t, err)
	for _, want := range []struct {
		workers       int
		elapsed, work float64
	}{
		{1, 10, 10},     // no cut
		{2, 5.75, 11.5}, // a cut, since 8 s would be longer
		{4, 3, 11.5},    // a part cannot be cut
	} {
		elapsed, work := tree.bound(want.workers, 1)
		assert.InDelta(t, want.elapsed, elapsed, 1e-6, "%d workers", want.workers)
		assert.InDelta(t, want.work, work, 1e-6, "%d workers", want.workers)
	}
}

// TestIdleTimeHasThreeParts replays events by hand.
func TestIdleTimeHasThreeParts(t *testing.T) {
	var idle idleTime
	idle.wait(3, 0, 2)
	idle.allBusy(2)
	idle.wait(0, 2, 5)
	idle.wait(1, 5, 9)
	idle.allBusy(9)
	idle.wait(5, 9, 10)
	assert.Equal(t, idleTime{start: 6, middle: 4, end: 5, begun: true, from: 2, until: 9}, idle)
	assert.Equal(t, 15.0, idle.sum())
}

// TestADeeperTreeHasTheSameTimes continues a tree. Its cubes stay, and new parts add up.
func TestADeeperTreeHasTheSameTimes(t *testing.T) {
	tree, err := parseTree(strings.NewReader(heavyTailed(rand.New(rand.NewPCG(3, 4)), 50)))
	require.NoError(t, err)
	const shortest = 0.01 // seconds
	deeper := tree.continued(shortest)
	assert.Equal(t, deeper, tree.continued(shortest), "the same tree every time")
	assert.Equal(t, tree.serial(), deeper.serial())
	require.Greater(t, len(deeper.cubes), 2*len(tree.cubes))
	for i := range deeper.cubes {
		c := &deeper.cubes[i]
		if i < len(tree.cubes) {
			assert.Equal(t, tree.cubes[i].count, c.count)
		}
		if len(c.children) == 0 {
			assert.Less(t, c.count, shortest)
			continue
		}
		sum := 0.0
		for _, j := range c.children {
			sum += deeper.cubes[j].count
		}
		assert.InEpsilon(t, c.count, sum, 1e-4)
	}
}

func TestTreesThatAreNoneAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":             "no cubes",
		"0 -1 1\n":     "line 1: not four numbers",
		"0 -1 x 1\n":   `line 1: invalid number "x"`,
		"0 -1 -2 1\n":  `line 1: invalid number "-2"`,
		"0 7 1 1\n":    "line 1: no cube 7",
		"0 -1 1 1\n\n": "line 2: not four numbers",
	} {
		_, err := parseTree(strings.NewReader(text))
		assert.EqualError(t, err, want)
	}
}
