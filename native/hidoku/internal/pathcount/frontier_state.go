package pathcount

// frontierKey is the key of a state of [frontier]. Each slot has a field of bits in one of
// the words, from the lowest bit on, which holds a mate. The highest bits of the first
// word say how many free ends are left: two bits for each colour.
type frontierKey interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64
}

// Values of a mate. A cell that no step has reached is its own mate. The mate of a free slot is
// noMate.
const (
	noMate    = iota // the cell has both its steps
	endMate          // the other end of the piece is an end of the path; or the cell is one and has no step yet
	firstMate        // plus a slot: the other end of the piece is there
)

// field is where the mate of a slot is in a key.
type field struct {
	word, shift int
	self        uint64 // the mate of the cell if no step has reached it
}

// frontierSteps takes steps from states with keys of one type. It belongs to a goroutine.
type frontierSteps[K frontierKey] struct {
	*frontier
	fields []field // by slot
	mask   uint64  // of a field
	step   *frontierStep
	emit   func([]uint64)
	out    []uint64
}

// stepper returns the Stepper of the graph.
func stepper[K frontierKey](f *frontier) func() func(int, []uint64, func([]uint64)) {
	return func() func(int, []uint64, func([]uint64)) {
		s := &frontierSteps[K]{frontier: f, mask: 1<<f.fieldBits - 1, out: make([]uint64, f.KeyWords)}
		perWord := fieldsBits / f.fieldBits
		for slot := range f.Slots {
			s.fields = append(s.fields, field{slot / perWord, slot % perWord * f.fieldBits, uint64(firstMate + slot)})
		}
		return s.add
	}
}

// mate returns the mate of a slot.
func (s *frontierSteps[K]) mate(k *K, f *field) uint64 {
	return (*k)[f.word] >> (f.shift & 63) & s.mask
}

// set sets the mate of a slot.
func (s *frontierSteps[K]) set(k *K, f *field, mate uint64) {
	(*k)[f.word] = (*k)[f.word]&^(s.mask<<(f.shift&63)) | mate<<(f.shift&63)
}

// useEnd takes a free end of a colour. It reports whether one was left.
func (s *frontierSteps[K]) useEnd(k *K, colour int) bool {
	shift := (fieldsBits + 2*colour) & 63
	if (*k)[0]>>shift&3 == 0 {
		return false
	}
	(*k)[0] -= 1 << shift
	return true
}

// add emits every state after the step that adds a cell to the state of key.
func (s *frontierSteps[K]) add(layer int, key []uint64, emit func([]uint64)) {
	s.step, s.emit = &s.steps[layer], emit
	var k K
	for w := range len(k) {
		k[w] = key[w]
	}
	at := &s.fields[s.step.at]
	start := at.self // the mate of the new cell while it has no step
	if s.step.end {
		start = endMate
	}
	if !s.step.heir {
		s.set(&k, at, start)
		s.extend(k, false)
		return
	}
	joined := k
	if s.leave(&k, at, s.step.old) == stillOpen {
		s.set(&k, at, start)
		s.extend(k, false)
	}
	s.inherit(joined, at)
}

// inherit goes on with the step from the neighbour whose slot the new cell takes.
func (s *frontierSteps[K]) inherit(k K, at *field) {
	mate := s.mate(&k, at)
	switch {
	case mate == noMate:
		return
	case mate == at.self:
		if s.step.end || !s.useEnd(&k, s.step.old) {
			return // an end beside an end would be the whole path
		}
		s.set(&k, at, endMate)
	case s.step.end:
		s.set(&k, at, noMate)
		if mate == endMate {
			s.extend(k, true)
			return
		}
		s.set(&k, &s.fields[mate-firstMate], endMate)
	}
	s.extend(k, false)
}

// extend emits the state and those with one or two more steps to the new cell. closed
// says that some piece has both ends of the path.
func (s *frontierSteps[K]) extend(k K, closed bool) {
	s.finish(k, closed)
	for i, u := range s.step.back {
		one, oneClosed := k, closed
		if !s.join(&one, u, &oneClosed) {
			continue
		}
		s.finish(one, oneClosed)
		for _, u := range s.step.back[i+1:] {
			two, twoClosed := one, oneClosed
			if s.join(&two, u, &twoClosed) {
				s.finish(two, twoClosed)
			}
		}
	}
}

// join adds the step between slot u and the new cell to the path. It reports whether that
// is possible: both must have less than two steps, and be on different pieces. Only in
// the last step may the piece have both ends of the path.
func (s *frontierSteps[K]) join(k *K, u int, closed *bool) bool {
	from, at := &s.fields[u], &s.fields[s.step.at]
	a, b := s.mate(k, from), s.mate(k, at)
	if a == noMate || b == noMate || a == at.self {
		return false
	}
	if a == endMate && b == endMate {
		if !s.step.last {
			return false
		}
		*closed = true
	}
	if a != from.self {
		s.set(k, from, noMate)
	}
	if b != at.self {
		s.set(k, at, noMate)
	}
	if a >= firstMate {
		s.set(k, &s.fields[a-firstMate], b)
	}
	if b >= firstMate {
		s.set(k, &s.fields[b-firstMate], a)
	}
	return true
}

// What becomes of a state when a cell leaves.
type leaving int

const (
	dead      leaving = iota // the state cannot be completed
	stillOpen                // pieces are still to be joined
	whole                    // the cell was the second end of its piece, which has all cells
)

// leave frees the slot of a cell that leaves the frontier. If the cell has less than two
// steps, it is an end of the path.
func (s *frontierSteps[K]) leave(k *K, f *field, colour int) leaving {
	mate := s.mate(k, f)
	switch {
	case mate == noMate:
		return stillOpen
	case mate == f.self || !s.useEnd(k, colour):
		return dead
	case mate == endMate:
		s.set(k, f, noMate)
		return whole
	}
	s.set(k, f, noMate)
	s.set(k, &s.fields[mate-firstMate], endMate)
	return stillOpen
}

// finish emits the state after cells have left, if it can be completed.
func (s *frontierSteps[K]) finish(k K, closed bool) {
	for _, cell := range s.step.leaves {
		switch s.leave(&k, &s.fields[cell.slot], cell.colour) {
		case dead:
			return
		case whole:
			if closed || !s.step.last {
				return
			}
			closed = true
		}
	}
	for _, cell := range s.step.limited {
		f := &s.fields[cell.slot]
		if s.mate(&k, f) == f.self {
			if !s.useEnd(&k, cell.colour) {
				return
			}
			s.set(&k, f, endMate)
		}
	}
	if closed != s.step.last {
		return
	}
	for w := range len(k) {
		s.out[w] = k[w]
	}
	s.emit(s.out)
}
