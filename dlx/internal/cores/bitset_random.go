package cores

import (
	"math"
	"math/bits"

	"crosscut/meter"
)

// Random searches by Bitset: see package tree.

// Random returns a random search by run that shares the tables of s. Each of the two may search while
// the other waits.
func (s *Bitset) Random(run *meter.Run) (randomSearch, error) {
	r := s.Clone().(*Bitset)
	r.run = run
	r.ChooseAtRandom(r.Primary)
	r.learns = true
	return r, nil
}

func (s *Bitset) Again(giveUp int64) {
	s.depth = 0
	s.queue, s.chosen = s.queue[:0], s.chosen[:0]
	s.Order.Drop(0)
	s.known = false
	s.start()
	s.Draws.Again(giveUp)
}

// pickByWeights is pick for a search with weights. The size is 0 if no item is open.
func (s *Bitset) pickByWeights(state *bitLevel) {
	w, item, best := s.Weighing, -1, math.Inf(1)
	for k, items := range state.open {
		for ; items != 0; items &= items - 1 {
			i := k<<6 + bits.TrailingZeros64(items)
			score := w.Score(int32(i), int32(state.left[i]/oneLeft))
			if score < best || score == best && w.Ranks[i] < w.Ranks[item] {
				item, best = i, score
			}
		}
	}
	s.size = 0
	if item >= 0 {
		s.size, s.item = int(state.left[item]/oneLeft), item
	}
}

// hides returns the number of live options that option o would hide.
func (s *Bitset) hides(live []uint64, o int32) (n int) {
	for w, x := range s.Row(int(o))[:len(live)] {
		n += bits.OnesCount64(x & live[w])
	}
	return n
}
