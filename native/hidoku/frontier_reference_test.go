package hidoku

import (
	"math"
	"math/bits"
	"slices"

	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// frontier counts the Hamiltonian paths of a board. It applies where no number except the
// first and the last is given. It adds one cell after the other in a sweep over the
// board. For each cell it chooses which steps to earlier cells belong to the path (Knuth,
// TAOCP 4A, section 7.1.4, Simpath and its mate tables; the frontier as the state of a
// count: Sekine, Imai, Tani, Computing the Tutte polynomial of a graph of moderate size,
// ISAAC 1995). What bounds it is the number of states, which grows exponentially with the
// cells on the frontier.
//
// What has been chosen is a set of pieces of path that cover the cells added so far. A
// cell can still get steps only while some neighbour of it has not been added. These
// cells are the frontier. A state has, for each cell of the frontier, whether it has both
// its steps. If not, the state also says where the other end of the cell's piece is. It
// is on the frontier, or it is an end of the whole path. Two states that agree in this
// are completed by the same choices, so one count serves both.
//
// The path has two ends. A given 1 or N must be one of them; the others may be anywhere.
// At the very end it is decided which of the two ends has 1. If neither number is given,
// each path counts as two fillings.
type plainFrontier struct {
	each      int64 // fillings for each path
	givenEnds int   // how many ends are given
	steps     []plainStep
	maxCells  int // cells on the largest frontier
	mateBits  int // number of bits that store a mate
	keyWords  int // words of the key of a state
}

// plainStep adds one cell. Frontiers are lists of cells. A mate is a place in such a
// list, counted from firstMate, or one of the other values below.
type plainStep struct {
	size      int      // cells on the frontier before the step
	back      []uint16 // places of the cell's neighbours on that frontier
	end       bool     // the cell is a given end
	endsLater int      // number of given ends among the cells added later
	leaves    []uint16 // places that leave the frontier; the new cell has the last place
	place     []uint16 // per place, the place on the next frontier, or noPlace
}

// noPlace is the place of a cell that leaves.
const noPlace = math.MaxUint16

// newPlainFrontier returns the sweep along rows or along columns, whichever has the smaller
// frontier.
func newPlainFrontier(p *puzzle.Hidoku) *plainFrontier {
	n := p.Board().Len()
	rows := make([]int, n)
	for c := range rows {
		rows[c] = c
	}
	columns := slices.Clone(rows)
	slices.SortStableFunc(columns, func(c, d int) int {
		_, left := p.Board().Pos(c)
		_, right := p.Board().Pos(d)
		return left - right
	})
	f, g := new(plainFrontier), new(plainFrontier)
	f.sweep(p, rows)
	g.sweep(p, columns)
	if g.maxCells < f.maxCells {
		f = g
	}
	f.mateBits = bits.Len(uint(firstMate + f.maxCells))
	perWord := 64 / f.mateBits
	f.keyWords = (f.maxCells + perWord - 1) / perWord
	return f
}

// sweep fills in the steps for an order of the cells.
func (f *plainFrontier) sweep(p *puzzle.Hidoku, order []int) {
	turn := make([]int, len(order)) // per cell, the step that adds it
	for i, c := range order {
		turn[c] = i
	}
	last := make([]int, len(order)) // per cell, the step that adds its last neighbour
	for c := range last {
		last[c] = turn[c]
		for _, d := range p.Neighbours(c) {
			last[c] = max(last[c], turn[d])
		}
	}
	f.each = 2
	for c := range order {
		if p.Clue(c) != puzzle.Empty {
			f.givenEnds++
			f.each = 1
		}
	}
	still := f.givenEnds
	var frontier []int
	for i, c := range order {
		step := plainStep{size: len(frontier), end: p.Clue(c) != puzzle.Empty}
		if step.end {
			still--
		}
		step.endsLater = still
		for _, d := range p.Neighbours(c) {
			if turn[d] < i {
				step.back = append(step.back, uint16(slices.Index(frontier, d)))
			}
		}
		frontier = append(frontier, c)
		var next []int
		for place, d := range frontier {
			if last[d] <= i {
				step.leaves = append(step.leaves, uint16(place))
				step.place = append(step.place, noPlace)
			} else {
				step.place = append(step.place, uint16(len(next)))
				next = append(next, d)
			}
		}
		frontier = next
		f.maxCells = max(f.maxCells, len(frontier))
		f.steps = append(f.steps, step)
	}
}

// graph returns the graph: layer i has the states after i cells.
func (f *plainFrontier) graph() counting.Graph {
	fanOut := 1
	for _, step := range f.steps {
		fanOut = max(fanOut, 1+len(step.back)*(len(step.back)+1)/2)
	}
	return counting.Graph{
		Last: len(f.steps), KeyWords: f.keyWords, First: make([]uint64, f.keyWords), FanOut: fanOut, Each: f.each,
		Stepper: func() func(int, []uint64, func([]uint64)) {
			places := f.maxCells + 1
			return (&plainState{
				plainFrontier: f, next: make([]uint64, f.keyWords), mate: make([]uint16, 0, places),
				left: make([]uint16, places), before: make([]uint16, places), after: make([]uint16, places),
			}).add
		},
	}
}

// plainState is the frontier that a goroutine works on, as mates by place.
type plainState struct {
	*plainFrontier
	step          *plainStep
	last          bool     // the step is the last one
	mate          []uint16 // the mates of the places before the step, and the mate of the new cell
	before, after []uint16 // the mates before the first and the second step to the new cell
	left          []uint16 // the mates once cells have left
	ends          int      // ends of the path among the cells added, with the new cell
	closed        bool     // some piece contains both ends of the path
	next          []uint64
	emit          func([]uint64)
}

// add emits every state after the step that adds a cell to the state of key.
func (s *plainState) add(layer int, key []uint64, emit func([]uint64)) {
	s.step, s.last, s.emit = &s.steps[layer], layer == len(s.steps)-1, emit
	s.decode(key)
	before := s.before[:copy(s.before, s.mate)]
	s.leave()
	for i, u := range s.step.back {
		if !s.join(int(u)) {
			continue
		}
		s.leave()
		after := s.after[:copy(s.after, s.mate)]
		closed := s.closed
		for _, u := range s.step.back[i+1:] {
			if !s.join(int(u)) {
				continue
			}
			s.leave()
			copy(s.mate, after)
			s.closed = closed
		}
		copy(s.mate, before)
		s.closed = false
	}
}

// decode sets the mates and ends before the step. The new cell has no step yet.
func (s *plainState) decode(key []uint64) {
	s.mate, s.ends, s.closed = s.mate[:0], 0, false
	perWord, mask := 64/s.mateBits, uint64(1)<<s.mateBits-1
	for place := range s.step.size {
		mate := uint16(key[place/perWord] >> (place % perWord * s.mateBits) & mask)
		s.mate = append(s.mate, mate)
		if mate == endMate {
			s.ends++
		}
	}
	if s.step.end {
		s.mate = append(s.mate, endMate)
		s.ends++
	} else {
		s.mate = append(s.mate, firstMate+uint16(s.step.size))
	}
}

// join adds the step between place u and the new cell to the path. It reports whether
// that is possible: both must have less than two steps, and be on different pieces.
func (s *plainState) join(u int) bool {
	v := s.step.size
	a, b := s.mate[u], s.mate[v]
	if a == noMate || b == noMate || a == firstMate+uint16(v) {
		return false
	}
	if a != firstMate+uint16(u) {
		s.mate[u] = noMate
	}
	if b != firstMate+uint16(v) {
		s.mate[v] = noMate
	}
	if a >= firstMate {
		s.mate[a-firstMate] = b
	}
	if b >= firstMate {
		s.mate[b-firstMate] = a
	}
	s.closed = s.closed || a == endMate && b == endMate
	return true
}

// leave emits the state without the cells that leave the frontier, if it can be
// completed. A cell that leaves with less than two steps is an end of the path, and the
// path has two. A piece with two ends is the whole path.
func (s *plainState) leave() {
	left, ends, closed := s.left[:copy(s.left, s.mate)], s.ends, s.closed
	for _, u := range s.step.leaves {
		mate := left[u]
		switch mate {
		case noMate:
			continue
		case endMate:
			if closed {
				return
			}
			ends, closed = ends+1, true
		case firstMate + u:
			if closed {
				return
			}
			ends, closed = ends+2, true
		default:
			left[mate-firstMate] = endMate
			ends++
		}
		left[u] = noMate
	}
	if ends+s.step.endsLater > 2 || closed != s.last {
		return
	}
	s.encode(left)
	s.emit(s.next)
}

// encode writes the key of a state into next: the mates of the places that stay.
func (s *plainState) encode(left []uint16) {
	clear(s.next)
	perWord := 64 / s.mateBits
	for place, mate := range left {
		to := s.step.place[place]
		if to == noPlace {
			continue
		}
		if mate >= firstMate {
			mate = firstMate + s.step.place[mate-firstMate]
		}
		s.next[int(to)/perWord] |= uint64(mate) << (int(to) % perWord * s.mateBits)
	}
}
