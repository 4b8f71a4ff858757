package backtrack

// The cut of rooms. It refutes boards that have a part which no way can fill, such as a room
// behind a door of one cell. Otherwise it removes numbers from doors.
//
// A gap is a run of consecutive numbers that are not settled, as long as possible. A free cell
// is one that is not settled. A room is a set of free cells. It touches no other free cell,
// except its door if it has one. A gap that is not on the door is in the room as a whole or
// not at all: between two cells inside and outside, the way would need a settled cell or the
// door. The gap on the door may have in the room the numbers before the door, those after it,
// both or none. So the number of cells in the room is a sum of the lengths of such parts.
//
// The connected parts of the graph of free cells are rooms without a door. If a cell cuts its
// part, it is the door of each of the pieces (Hopcroft, Tarjan: Efficient algorithms for graph
// manipulation, Communications of the ACM 16, 1973).
//
// It applies to open paths, at a state at its fixpoint. It takes O(d·n + r·n²/64) for n cells
// with d neighbours each and r rooms. This is as much as several failures of the search, so
// only roots are cut. In a long corridor each cell is a door. So roomsWords bounds the words
// that are read at a root. What was found until then holds. One room may read as many words as
// the sets of all numbers have. So boards on which these are more than half of roomsWords,
// those with over 23,000 cells, are not cut: the search must stop within 50 ms.

import (
	"math/big"
	"math/bits"
)

// openGap is the numbers from first to last, which are not settled.
type openGap struct{ first, last int32 }

// rooms is the memory of the cut.
type rooms struct {
	*State
	walk walk

	gaps  []openGap
	cells []uint64 // by gap: the set of cells that its numbers fit

	room     []uint64 // the room: a set of cells
	size     int32    // how many cells it has
	door     int32    // the slot of its door, or -1
	withDoor []uint64 // the room and its door

	inside  []gapInRoom
	blocked bool    // a room without a door cannot be filled
	left    int     // how many words may still be read; below 0 if the last room took more
	sums    big.Int // a set of sums, as bits
	moved   big.Int // scratch
	gone    []int32 // the numbers to remove from the door
}

// newRooms returns the cut for s, or nil where it does not apply.
func newRooms(s *State) *rooms {
	if !roomCut.On() || s.Closed || s.N*s.Words > roomsWords/2 {
		return nil
	}
	r := &rooms{State: s, room: make([]uint64, s.Words), withDoor: make([]uint64, s.Words)}
	r.walk.place = make([]int32, s.Slots)
	return r
}

// cutRooms applies the cut to the root. It reports whether there may be solutions.
func (h *Search) cutRooms() (bool, error) {
	if h.rooms == nil {
		h.rooms = newRooms(h.State)
	}
	if h.rooms == nil {
		return true, nil
	}
	h.rooms.left = roomsWords + int(h.Run.Propagations)
	alive, err := true, error(nil)
	for alive && err == nil && h.rooms.left > 0 && h.cutDoors() {
		if h.rooms.blocked {
			h.Run.Failures++
			h.Trace.GaveUp("a part of the board cannot be filled")
			return false, nil
		}
		alive, err = h.Settle()
	}
	return alive, err
}

// cutDoors looks at each room once. It reports whether it has found anything, or has to stop.
func (h *Search) cutDoors() bool {
	r := h.rooms
	before := h.Run.Propagations
	r.each(func() bool {
		r.look()
		r.gone = r.gone[:0]
		if r.door >= 0 {
			r.eachDoorNumber(func(k int32, possible bool) {
				if !possible {
					r.gone = append(r.gone, k)
				}
			})
		} else {
			r.blocked = !r.fills()
		}
		for _, k := range r.gone {
			h.RemoveCells(int(k), int(r.door/64), 1<<(r.door%64))
		}
		return !h.failed && !r.blocked && r.left > 0 && h.Run.Err() == nil
	})
	return r.blocked || h.Run.Propagations > before || h.Run.Err() != nil
}

func (r *rooms) setGaps() {
	r.gaps = r.gaps[:0]
	before := int32(-2)
	for w, set := range r.OpenNumbers {
		for ; set != 0; set &= set - 1 {
			k := int32(w*64 + bits.TrailingZeros64(set))
			if k != before+1 {
				r.gaps = append(r.gaps, openGap{first: k})
			}
			r.gaps[len(r.gaps)-1].last = k
			before = k
		}
	}
	r.cells = Cleared(r.cells, len(r.gaps)*r.Words)
	for i, g := range r.gaps {
		r.left -= int(g.length()) * r.Words
		cells := r.cells[i*r.Words : (i+1)*r.Words]
		for k := g.first; k <= g.last; k++ {
			for w, set := range r.CellsOf(int(k)) {
				cells[w] |= set
			}
		}
	}
}

// walk is a search in depth of the free cells. A place is the index of a cell in order. The
// cells met below a place follow it in order.
type walk struct {
	place []int32 // by slot: its place plus one, or 0
	order []int32 // the slots in the order in which they were met
	low   []int32 // by place: the least place that a cell at or below it touches
	end   []int32 // by place: the first place that is not below it
}

// each calls check for each room, until check returns false. The room is then in r.
func (r *rooms) each(check func() bool) {
	r.setGaps()
	w := &r.walk
	clear(w.place)
	w.order, w.low, w.end = w.order[:0], w.low[:0], w.end[:0]
	for word, set := range r.OpenSlots {
		for ; set != 0; set &= set - 1 {
			slot := int32(word*64 + bits.TrailingZeros64(set))
			if start := int32(len(w.order)); w.place[slot] == 0 {
				r.walkFrom(slot)
				if !r.eachRoom(start, check) {
					return
				}
			}
		}
	}
}

// walkFrom walks over the free cells that are met from slot on. It returns the least place that
// one of them touches.
func (r *rooms) walkFrom(slot int32) int32 {
	w := &r.walk
	at := int32(len(w.order))
	low := at
	w.place[slot] = at + 1
	w.order, w.low, w.end = append(w.order, slot), append(w.low, 0), append(w.end, 0)
	for _, c := range r.P.Neighbours(int(r.CellAt[slot])) {
		switch d := r.SlotOf[c]; {
		case r.OpenSlots[d/64]>>(d%64)&1 == 0:
		case w.place[d] == 0:
			low = min(low, r.walkFrom(d))
		default:
			low = min(low, w.place[d]-1)
		}
	}
	w.low[at], w.end[at] = low, int32(len(w.order))
	return low
}

// eachRoom calls check for the rooms in the connected part from the place start on: for the
// part itself, and for each piece that a door leaves of it.
func (r *rooms) eachRoom(start int32, check func() bool) bool {
	end := int32(len(r.walk.order))
	r.begin(-1)
	r.add(start, end)
	if !check() {
		return false
	}
	for door := end - 1; door >= start; door-- {
		if !r.eachPiece(start, door, check) {
			return false
		}
	}
	return true
}

// eachPiece calls check for the pieces that the cell at the place door leaves of its part. A
// branch below the door is a piece if it touches nothing above the door. The rest is one
// more piece.
func (r *rooms) eachPiece(start, door int32, check func() bool) bool {
	w := &r.walk
	end := int32(len(w.order))
	pieces := 0
	for at := door + 1; at < w.end[door]; at = w.end[at] {
		if w.low[at] < door || at == start+1 && w.end[at] == end {
			continue
		}
		pieces++
		r.begin(w.order[door])
		r.add(at, w.end[at])
		if !check() {
			return false
		}
	}
	if pieces == 0 || door == start {
		return true
	}
	r.begin(w.order[door])
	r.add(start, door)
	for at := door + 1; at < w.end[door]; at = w.end[at] {
		if w.low[at] < door {
			r.add(at, w.end[at])
		}
	}
	r.add(w.end[door], end)
	return check()
}

func (r *rooms) begin(door int32) {
	clear(r.room)
	r.size, r.door = 0, door
}

// add adds the cells of some places to the room.
func (r *rooms) add(from, to int32) {
	for _, slot := range r.walk.order[from:to] {
		r.room[slot/64] |= 1 << (slot % 64)
	}
	r.size += to - from
}
