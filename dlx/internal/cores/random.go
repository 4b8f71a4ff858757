package cores

import (
	"crosscut/internal/base"
	"crosscut/meter"
)

// Random searches by Sparse: see package tree.

// Random returns a random search by run with a copy of the tables.
func (s *Sparse) Random(run *meter.Run) (randomSearch, error) {
	allocated, err := base.Reserve(int64(len(s.nodes)) * sparseBytesANode)
	if err != nil {
		return nil, err
	}
	r := s.copyFor(run)
	allocated()
	r.ChooseAtRandom(r.primary)
	return r, run.Err()
}

func (s *Sparse) Again(giveUp int64) {
	s.reset()
	s.Draws.Again(giveUp)
}

// pickByWeights is pick for a search with weights.
func (s *Sparse) pickByWeights() (i, size int32) {
	i, size = -1, secondary
	best := 0.0
	for _, j := range s.items[:s.open] {
		n := s.live[j]
		if n <= 1 {
			return j, n
		}
		score := s.Weighing.Score(j, n)
		if i < 0 || score < best || score == best && s.Weighing.Ranks[j] < s.Weighing.Ranks[i] {
			i, size, best = j, n, score
		}
	}
	return i, size
}

// draw returns the place of the next option to try, among the cells from at to end. The number
// of options that it would hide is estimated: the product over its items is fast.
func (s *Sparse) draw(at, end int32) int32 {
	best, first := at, 0.0
	for k := at; k < end && end > at+1; k++ {
		clock := s.Draws.ExpFloat64()
		from := s.cells[k]
		for n := from + 1; n != from; n++ {
			i := s.nodes[n].item
			if i < 0 {
				n += i - 1
				continue
			}
			if size := s.live[i]; size < done {
				factor := float64(1 + size&sizeMask)
				clock *= factor * factor
			}
		}
		if k == at || clock < first {
			best, first = k, clock
		}
	}
	return best
}
