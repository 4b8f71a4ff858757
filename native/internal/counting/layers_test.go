package counting_test

import (
	"math/big"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
)

// binomial is a graph of paths on a grid: layer i has the numbers 0..i, and the
// ways to a number are a binomial coefficient.
func binomial(last int) counting.Graph {
	return counting.Graph{
		Last: last, KeyWords: 1, First: []uint64{0}, FanOut: 2, Each: 1,
		Stepper: func() func(int, []uint64, func([]uint64)) {
			return func(layer int, key []uint64, emit func([]uint64)) {
				if layer == last-1 {
					emit([]uint64{0})
					emit([]uint64{0})
					return
				}
				emit([]uint64{key[0]})
				emit([]uint64{key[0] + 1})
			}
		},
	}
}

func TestLayersCountBeyondAllWords(t *testing.T) {
	r := meter.Start(t.Context(), nil)
	defer r.Close()
	for _, last := range []int{1, 2, 63, 64, 65, 127, 128, 129, 500} {
		count, _ := nativetest.Count(t, counting.NewLayers(binomial(last), r, 1), nativetest.Forever)
		assert.Equal(t, new(big.Int).Lsh(big.NewInt(1), uint(last)).String(), count)
	}
}

func TestLayersCountTheSameInPiecesAndOnSeveralCores(t *testing.T) {
	nativetest.RequireSameInPieces(t, binomial(70), new(big.Int).Lsh(big.NewInt(1), 70).String())
}

// heavy is a graph in which every step goes to one of two states. One step in three adds 1 to the weight of the way,
// and ways of weight ups count: 2^(last−ups) for each choice of their heavy steps. The steps into the middle layer
// are for ways of one weight only.
func heavy(last, ups, middle int) counting.Graph {
	return counting.Graph{
		Last: last, KeyWords: 1, First: []uint64{0}, FanOut: 3, Each: 1,
		Weights: func(layer int) (least, most int) { return max(0, ups-last+layer), min(layer, ups) },
		Stepper: func() func(int, []uint64, func([]uint64)) {
			return func(layer int, key []uint64, emit func([]uint64)) {
				for step := range uint64(3) {
					gain := counting.Gain(step / 2)
					if layer+1 == last/2 {
						gain = counting.GainTo(gain, middle)
					}
					next := (key[0]*2 + step) % 64
					if layer+1 == last {
						next = 0
					}
					emit([]uint64{next, uint64(gain)})
				}
			}
		},
	}
}

func TestLayersCountTheWaysOfOneWeight(t *testing.T) {
	for _, row := range []struct{ last, ups, middle int64 }{{2, 1, 0}, {10, 4, 2}, {70, 30, 20}, {70, 1, 1}, {120, 118, 60}, {6, 1, 2}} {
		want := new(big.Int).Binomial(row.last/2, row.middle)
		want.Mul(want, new(big.Int).Binomial(row.last-row.last/2, row.ups-row.middle))
		want.Lsh(want, uint(row.last-row.ups))
		if row.ups < row.middle {
			want.SetInt64(0)
		}
		g := heavy(int(row.last), int(row.ups), int(row.middle))
		for _, workers := range []int{1, 3} {
			r := meter.Start(t.Context(), nil)
			l := counting.NewLayers(g, r, workers)
			l.Spread = 0
			count, _ := nativetest.Count(t, l, 1000)
			assert.Equal(t, want.String(), count, "%v", row)
			r.Close()
		}
	}
}

func TestLayersKeepTheLimitOfMemory(t *testing.T) {
	r := meter.Start(t.Context(), nil)
	defer r.Close()
	assert.Equal(t, counting.MaxWords, counting.NewLayers(binomial(3), r, 1).MaxWords)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 28))
	assert.Equal(t, 3<<23, counting.NewLayers(binomial(3), r, 1).MaxWords, "three quarters of the limit, in words")
}

// Layers that have several workers need no parts, while they work.
func TestLayersOnSeveralCoresAreBetterWhole(t *testing.T) {
	for _, workers := range []int{1, 2} {
		ctx, better := search.WithWhole(t.Context())
		r := meter.Start(ctx, &meter.Meter{Workers: workers})
		g := binomial(8)
		stepper, steps := g.Stepper, 0
		g.Stepper = func() func(int, []uint64, func([]uint64)) {
			step := stepper()
			return func(layer int, key []uint64, emit func([]uint64)) {
				steps++ // so few states have one goroutine
				assert.Equal(t, workers > 1, better.Load())
				step(layer, key, emit)
			}
		}
		nativetest.Count(t, counting.NewLayers(g, r, workers), nativetest.Forever)
		assert.Positive(t, steps)
		assert.False(t, better.Load())
		r.Close()
	}
}
