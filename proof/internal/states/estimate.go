//go:build !page

package states

import (
	"errors"
	"io"
	"math/rand/v2"

	"crosscut/meter"
)

// The smaller of both orders is taken. In order, a diagram may have as many bytes as by fewest choices, but not more than
// bytesTried if that is in reach. Dives say so.
const (
	dives        = 64
	nodesInReach = 4_000_000
	bytesTried   = 64 << 20
)

// bound returns how many bytes a diagram may have before a search is taken instead, or 0 for any number.
func (f *Formula) bound(run *meter.Run) (int64, error) {
	nodes, _, err := f.Estimate(run)
	if errors.Is(err, errLarge) || nodes > nodesInReach {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	written := &counter{Writer: io.Discard}
	_, err = f.count(run, written, false, true, bytesTried)
	if errors.Is(err, errLarge) {
		err = nil
	}
	return written.bytes, err
}

// Estimate returns about how many decisions and models a search has. It fails with [ErrNone] if there is clearly no model.
func (f *Formula) Estimate(run *meter.Run) (nodes, models float64, err error) {
	d, err := f.begin(run, nil, false)
	if err != nil {
		return 0, 0, err
	}
	t, err := newTree(d, false)
	if err != nil {
		return 0, 0, err
	}
	return t.estimate()
}

// estimate returns about how many nodes and models a search has, by dives at random. Source: D. E. Knuth, "Estimating
// the efficiency of backtrack programs", Mathematics of Computation 29, 1975.
func (t *tree) estimate() (nodes, models float64, err error) {
	random := rand.New(rand.NewPCG(1, 1))
	if t.absurd || t.consequences() != nil {
		return 0, 0, nil
	}
	for range dives {
		weight := 1 / float64(dives)
		for {
			nodes += weight
			if err := t.run.Err(); err != nil {
				return 0, 0, err
			}
			if t.consequences() != nil {
				break
			}
			set, choices := t.narrowest()
			if set < 0 {
				models += weight
				break
			}
			weight *= float64(len(choices))
			t.decide(choices[random.IntN(len(choices))], set)
		}
		t.back(0)
	}
	return nodes, models, nil
}
