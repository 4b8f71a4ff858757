package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
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
	tree, err := parseTree(strings.NewReader(heavyTailed(rand.New(rand.NewPCG(1, 2)), 0.1)), 0, 1)
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
		assert.InEpsilon(t, float64(workers)*r.elapsed.Seconds(), r.busy+r.messages+r.idle, 1e-6, "the parts are the whole time")
	}
}

func TestTreesGoOnAsTheyEnd(t *testing.T) {
	tree, err := parseTree(strings.NewReader("0 -1 10 1\n1 0 6 0\n2 0 3 0\n3 1 8 0\n"), 7*time.Millisecond, 1)
	require.NoError(t, err)
	require.True(t, tree.grow(1), "in place of its part")
	require.True(t, tree.grow(2))
	for path, want := range map[string]float64{"0": 10, "0.0": 6, "0.0.0": 3.6, "0.0.1": 1.8, "0.1.0": 1.8, "0.1.1": 0.9} {
		assert.InDelta(t, want, 1000*tree.cubes[tree.at(path)].count, 1e-9, path)
	}
	tree, err = parseTree(strings.NewReader("0 -1 10 1\n"), 0, 1)
	require.NoError(t, err)
	assert.False(t, tree.grow(0), "like no other")
}

// TestAMeasuredTreeCanBeRead measures a puzzle and an exact cover.
func TestAMeasuredTreeCanBeRead(t *testing.T) {
	for _, name := range []string{"magic/associative-4.txt", "cover/queens-8.dlx"} {
		var text strings.Builder
		require.NoError(t, measure(t.Context(), filepath.Join("../../testdata", name), 20*time.Microsecond, &text))
		tree, err := parseTree(strings.NewReader(text.String()), 0, 1)
		require.NoError(t, err, name)
		assert.Greater(t, len(tree.first), 1, name)
		assert.Positive(t, tree.serial(), name)
	}
	assert.Error(t, measure(t.Context(), "no such file", 0, io.Discard))
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
		_, err := parseTree(strings.NewReader(text), 0, 1)
		assert.EqualError(t, err, want)
	}
}
