package paths

import (
	"slices"

	"crosscut/native/internal/counting"
)

// frontierKey is the key of a state of [frontier]. Each slot has a field of bits in one of
// the words, from the lowest bit on, which holds a mate and a stretch. Behind them are the cells that each
// stretch lacks. The highest bits of the first
// word say how many free ends are left: two bits for each kind.
type frontierKey interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64
}

// Values of a mate. A cell that no step has reached is its own mate. The whole field of a free slot
// is noMate.
const (
	noMate   = iota // the cell has both its steps
	freeEnd         // the other end of the piece is an end of the path; or the cell is one and has no step yet
	firstEnd        // plus a gap: the other end of the piece is an end of that gap; and then come the slots
)

// field is some bits of a key.
type field struct {
	word, shift int
	mask        uint64
	self        uint64 // the mate of the cell if no step has reached it
}

// frontierSteps takes steps from states with keys of one type. It belongs to a goroutine.
type frontierSteps[K frontierKey] struct {
	*frontier
	step *frontierStep
	emit func([]uint64)
	out  []uint64      // a key, and what the weight gains if there are several stretches
	gain counting.Gain // of the step, from the stretch of the new cell
}

// stepper returns the Stepper of the graph.
func stepper[K frontierKey](f *frontier) func() func(int, []uint64, func([]uint64)) {
	return func() func(int, []uint64, func([]uint64)) {
		s := &frontierSteps[K]{frontier: f, out: make([]uint64, f.KeyWords, f.KeyWords+1)}
		if f.weighed >= 0 {
			s.out = s.out[:f.KeyWords+1]
		}
		return s.add
	}
}

func (s *frontierSteps[K]) get(k *K, f *field) uint64 {
	return (*k)[f.word] >> (f.shift & 63) & f.mask
}

func (s *frontierSteps[K]) set(k *K, f *field, value uint64) {
	(*k)[f.word] = (*k)[f.word]&^(f.mask<<(f.shift&63)) | value<<(f.shift&63)
}

// pair tells an end that has one step, or none, what the other end of its piece is. mate is the
// mate of the other one.
func (s *frontierSteps[K]) pair(k *K, mate, value uint64) {
	if mate &= s.mateMask; mate >= s.firstMate {
		s.set(k, &s.fields[mate-s.firstMate], value)
	}
}

// useEnd takes a free end for the piece of a cell of a colour that has the given value. It reports
// whether one was left.
func (s *frontierSteps[K]) useEnd(k *K, colour int, value uint64) bool {
	if s.weighed >= 0 {
		kind := slices.Index(s.freeAt[:], int(value>>s.mateBits))
		if kind < 0 || s.endColours[kind] != colour {
			return false
		}
		colour = kind
	}
	shift := (fieldsBits + 2*colour) & 63
	if (*k)[0]>>shift&3 == 0 {
		return false
	}
	(*k)[0] -= 1 << shift
	return true
}

// add emits every state after the step that adds a cell to the state of key.
func (s *frontierSteps[K]) add(layer int, key []uint64, emit func([]uint64)) {
	s.step, s.emit, s.gain = &s.steps[layer], emit, 0
	var k K
	for w := range len(k) {
		k[w] = key[w]
	}
	switch {
	case s.step.ends != nil:
		for i, value := range s.step.ends {
			s.set(&k, &s.fields[s.step.at[i]], value)
		}
		s.addEnds(k, 0, 0)
	case s.left == nil:
		s.addInside(k, 0)
	default:
		for stretch := range s.left {
			one := k
			s.gain = 0
			switch at := &s.left[stretch]; {
			case stretch == s.weighed:
				s.gain = 1
			case stretch != s.rest:
				cells := s.get(&k, at)
				if cells == 0 {
					continue
				}
				s.set(&one, at, cells-1)
			}
			s.addInside(one, uint64(stretch)<<s.mateBits)
		}
	}
}

// addEnds emits the states in which the new ends from i on have no step or one.
func (s *frontierSteps[K]) addEnds(k K, i int, links uint8) {
	if i == len(s.step.at) {
		s.finish(k, links)
		return
	}
	s.addEnds(k, i+1, links)
	for _, u := range s.step.back {
		one := k
		if s.join(&one, &s.fields[u.slot], &s.fields[s.step.at[i]]) {
			s.addEnds(one, i+1, links|u.link)
		}
	}
}

// addInside adds a cell that ends no gap. stretch is the bits of its stretch.
func (s *frontierSteps[K]) addInside(k K, stretch uint64) {
	at := &s.fields[s.step.at[0]]
	if !s.step.heir {
		s.set(&k, at, at.self|stretch)
		s.extend(k, at)
		return
	}
	joined := k
	if !s.step.must && s.leave(&k, at, s.step.old.colour) {
		s.set(&k, at, at.self|stretch)
		s.extend(k, at)
	}
	// The step from the neighbour whose slot the new cell takes.
	value := s.get(&joined, at)
	if value == noMate || value&^s.mateMask != stretch {
		return
	}
	if value&s.mateMask == at.self {
		if !s.useEnd(&joined, s.step.old.colour, value) {
			return
		}
		s.set(&joined, at, freeEnd|stretch)
	}
	s.extend(joined, at)
}

// extend emits the state and those with one or two more steps to the new cell.
func (s *frontierSteps[K]) extend(k K, at *field) {
	s.finish(k, 0)
	for i, u := range s.step.back {
		one := k
		if !s.join(&one, &s.fields[u.slot], at) {
			continue
		}
		s.finish(one, u.link)
		for _, v := range s.step.back[i+1:] {
			two := one
			if s.join(&two, &s.fields[v.slot], at) {
				s.finish(two, u.link|v.link)
			}
		}
	}
}

// join adds the step between an earlier cell and the new one to the path. It reports whether that
// is possible: both must have less than two steps, and be on different pieces of one stretch. Only the last
// step may close a cycle.
func (s *frontierSteps[K]) join(k *K, from, at *field) bool {
	a, b := s.get(k, from), s.get(k, at)
	if a == noMate || b == noMate || (a^b)&^s.mateMask != 0 {
		return false
	}
	mate, other := a&s.mateMask, b&s.mateMask
	if mate == at.self && !(s.cycle && s.step.last) {
		return false
	}
	if mate != from.self {
		s.set(k, from, noMate)
	}
	if other != at.self {
		s.set(k, at, noMate)
	}
	if mate == at.self {
		return true
	}
	s.pair(k, mate, b)
	s.pair(k, other, a)
	return max(mate, other) >= s.firstMate || s.mayMeet(k, mate, other, int(a>>s.mateBits))
}

// mayMeet reports whether two ends may be those of one gap. k has them joined already.
func (s *frontierSteps[K]) mayMeet(k *K, mate, other uint64, stretch int) bool {
	if len(s.free) == 1 {
		return s.step.last
	}
	if low, high := min(mate, other), max(mate, other); low != high && (low != freeEnd || s.free[high-firstEnd] == 0) || high == freeEnd {
		return false
	}
	return s.step.more[stretch] || s.isOpen(k, stretch) || s.isFull(k, stretch)
}

// isOpen reports whether a gap of a stretch has an end on the frontier that is not joined with the
// other end, or may get a free end.
func (s *frontierSteps[K]) isOpen(k *K, stretch int) bool {
	if (*k)[0]>>fieldsBits != 0 {
		return true
	}
	for i := range s.fields {
		value := s.get(k, &s.fields[i])
		if mate := value & s.mateMask; mate != noMate && mate < s.firstMate && int(value>>s.mateBits) == stretch {
			return true
		}
	}
	return false
}

// isFull reports whether a stretch has all its cells, and no open piece.
func (s *frontierSteps[K]) isFull(k *K, stretch int) bool {
	if s.left == nil {
		return s.step.last
	}
	for i := range s.fields {
		if value := s.get(k, &s.fields[i]); value != noMate && int(value>>s.mateBits) == stretch {
			return false
		}
	}
	return s.get(k, &s.left[stretch]) == 0 // of the two stretches without such a field, finish asks for the weight
}

// leave frees the slot of a cell that leaves the frontier. If the cell has less than two
// steps, it is an end of the path. leave reports whether the state can still be completed.
func (s *frontierSteps[K]) leave(k *K, f *field, colour int) bool {
	value := s.get(k, f)
	if value == noMate {
		return true
	}
	mate := value & s.mateMask
	if mate == f.self || !s.useEnd(k, colour, value) {
		return false
	}
	s.set(k, f, noMate)
	s.pair(k, mate, freeEnd|value&^s.mateMask)
	return mate >= s.firstMate || s.mayMeet(k, mate, freeEnd, int(value>>s.mateBits))
}

// finish emits the state after cells have left, if it can be completed. links are those that were chosen.
func (s *frontierSteps[K]) finish(k K, links uint8) {
	if links != s.step.links {
		return
	}
	for _, cell := range s.step.leaves {
		if !s.leave(&k, &s.fields[cell.slot], cell.colour) {
			return
		}
	}
	for _, cell := range s.step.limited {
		f := &s.fields[cell.slot]
		if value := s.get(&k, f); value&s.mateMask == f.self {
			if !s.useEnd(&k, cell.colour, value) {
				return
			}
			s.set(&k, f, freeEnd|value&^s.mateMask)
		}
	}
	for w := range len(k) {
		s.out[w] = k[w]
	}
	if s.weighed >= 0 {
		gain, ok := s.weigh(&k)
		if !ok {
			return
		}
		s.out[len(k)] = uint64(gain)
	}
	s.emit(s.out)
}

// weigh returns what the step adds to the weight of a way. If one of the two longest stretches has no piece that
// is open and no end to come, it must have all its cells. weigh reports whether both can.
func (s *frontierSteps[K]) weigh(k *K) (counting.Gain, bool) {
	open := uint64(0)
	for stretch, more := range s.step.more {
		if more {
			open |= 1 << stretch
		}
	}
	for i := range s.fields {
		if value := s.get(k, &s.fields[i]); value != noMate {
			open |= 1 << (value >> s.mateBits)
		}
	}
	weight := -1
	if open>>s.weighed&1 == 0 {
		weight = s.inside[s.weighed]
	}
	if open>>s.rest&1 == 0 {
		rest := s.step.inside - s.inside[s.rest]
		for stretch := range s.left {
			if stretch != s.weighed && stretch != s.rest {
				rest -= s.inside[stretch] - int(s.get(k, &s.left[stretch]))
			}
		}
		if rest < 0 || weight >= 0 && weight != rest {
			return 0, false
		}
		weight = rest
	}
	if weight < 0 {
		return s.gain, true
	}
	return counting.GainTo(s.gain, weight), true
}
