//go:build !page

package states

import (
	"io"
	"math/rand/v2"

	"crosscut/meter"
)

// Dives say how large a search is, and states how large a diagram.
const (
	dives       = 64
	mostNodes   = 4_000_000 // of a search
	mostVisited = 300_000   // of a diagram that is tried
)

// way reports whether a search makes a smaller proof than a diagram.
func (f *Formula) way(run *meter.Run) (bySearch bool, err error) {
	d, err := f.begin(run, io.Discard, false)
	if err != nil {
		return false, err
	}
	nodes, _ := newTree(d).estimate()
	if nodes > mostNodes {
		return false, nil
	}
	small, err := d.isSmall(int(min(3*nodes, mostVisited)))
	return !small, err
}

// estimate returns about how many nodes and models a search has, by dives at random. Source: D. E. Knuth, "Estimating
// the efficiency of backtrack programs", Mathematics of Computation 29, 1975.
func (t *tree) estimate() (nodes, models float64) {
	random := rand.New(rand.NewPCG(1, 1))
	if t.none || t.consequences() != nil {
		return 0, 0
	}
	for range dives {
		weight := 1 / float64(dives)
		for {
			nodes += weight
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
	return nodes, models
}

// isSmall reports whether a diagram visits at most so many states.
func (d *diagram) isSmall(most int) (bool, error) {
	visited, now := 0, map[string][]int32{"": make([]int32, len(d.rules))}
	for g := range d.groups {
		if visited += len(now); visited > most {
			return false, nil
		}
		next := make(map[string][]int32)
		for _, states := range now {
			for i := range d.groups[g].values {
				if after, killer := d.next(g, i, states); killer < 0 && g+1 < len(d.groups) {
					next[keyOf(0, d.pack(g+1, after))] = after
				}
			}
			if err := d.run.Err(); err != nil {
				return false, err
			}
			if visited+len(next) > most {
				return false, nil
			}
		}
		now = next
	}
	return true, nil
}
