package backtrack

import "math/bits"

// Probing. The quick search supposes candidates at the root and removes those that fail at once.

// probe supposes every candidate of every small variable of the root, and removes those
// that fail at once. It repeats that until none fails. No solution is lost: a candidate
// of a solution survives the propagation. It reports whether there may be solutions.
func (h *Search) probe() (bool, error) {
	if !probing.On() {
		return true, nil
	}
	for again := true; again; {
		again = false
		for i := range h.N + h.Slots {
			v := Variable(i)
			if i >= h.N {
				v = ^Variable(i - h.N)
			}
			if size := h.Size(v); size < 2 || size > maxProbed {
				continue
			}
			removed, alive, err := h.probeVariable(v)
			if err != nil || !alive {
				return false, err
			}
			again = again || removed
		}
	}
	return true, nil
}

// probeVariable probes the candidates of v that are left when their turn comes.
func (h *Search) probeVariable(v Variable) (removed, alive bool, err error) {
	var members [maxProbed]int
	for _, i := range h.Members(v, members[:0]) {
		k, slot := v.With(i)
		if h.CellsOf(k)[slot/64]>>(slot%64)&1 == 0 {
			continue
		}
		possible, err := h.suppose(k, slot)
		if err == nil && !possible {
			removed = true
			possible, err = h.refute(k, slot)
		}
		if err != nil || !possible {
			return removed, false, err
		}
	}
	return removed, true, nil
}

// Members appends the candidates of v to list.
func (s *State) Members(v Variable, list []int) []int {
	set := s.NumbersOf
	i := int(^v)
	if v >= 0 {
		set, i = s.CellsOf, int(v)
	}
	for w, word := range set(i) {
		for ; word != 0; word &= word - 1 {
			list = append(list, w*64+bits.TrailingZeros64(word))
		}
	}
	return list
}

// suppose reports whether the root with k at slot survives the propagation. Then the
// state is the root again.
func (h *Search) suppose(k, slot int) (bool, error) {
	h.Recording = true
	h.Trace.mute(true)
	h.Put(k, slot)
	alive, err := h.propagate()
	if err == nil && !alive {
		h.Run.Failures++
		h.blame()
	}
	if alive && err == nil {
		for i := range h.survivors {
			h.survivors[i] |= h.Cells[i]
		}
	}
	h.Trace.mute(false)
	h.Recording = false
	if err == nil {
		err = h.Undo(0)
	}
	return alive, err
}

// ProbeAll supposes the candidates of all numbers at the root as probe does. It also removes
// what none of a number's candidates leaves. No solution is lost: each has one of them.
// Probing ends after a round that removed nothing, or when a share of work did not pay. Boards with one
// solution and few clues lose so many candidates that the learning search fails far less
// often. Boards with several solutions lose few, and so probing ends soon.
func (h *Search) ProbeAll() (bool, error) {
	if !probingAll.On() {
		return true, nil
	}
	share := h.Run.Propagations / probeShare
	last, open := h.Run.Propagations+share, h.OpenCandidates()
	h.survivors = make([]uint64, len(h.Cells))
	defer func() { h.survivors = nil }()
	if h.probed == nil {
		h.probed = make([]bool, h.N)
	}
	for again := true; h.Run.Propagations < last; {
		k := h.mostBlamed()
		if k < 0 { // the end of a round
			if !again {
				break
			}
			again = false
			clear(h.probed)
			continue
		}
		h.probed[k] = true
		removed, alive, err := h.probeNumber(k)
		if err != nil || !alive {
			return false, err
		}
		again = again || removed
		if now := h.OpenCandidates(); now <= open-open/probeGain {
			last, open = h.Run.Propagations+share, now
		}
	}
	return true, nil
}

// probeNumber probes number k, and removes what none of its candidates leaves.
func (h *Search) probeNumber(k int) (removed, alive bool, err error) {
	clear(h.survivors)
	removed, alive, err = h.probeVariable(Variable(k))
	if err != nil || !alive {
		return removed, false, err
	}
	for k := range h.N {
		base := h.First + k*h.Row
		for w := range h.Words {
			if gone := h.Cells[base+w] &^ h.survivors[base+w]; gone != 0 {
				removed = true
				h.RemoveCells(k, w, gone)
			}
		}
	}
	if removed {
		alive, err = h.Settle()
	}
	return removed, alive, err
}

// mostBlamed returns the open number to probe next, as [State.choose] would, or -1 if the round has
// probed all of them.
func (h *Search) mostBlamed() int {
	var best Preference
	for k, count := range h.CellCount {
		if count > 1 && !h.probed[k] {
			best.Offer(Variable(k), count, h.NumberWeight[k])
		}
	}
	if best.Size == 0 {
		return -1
	}
	return int(best.V)
}
