package backtrack

// The sums of the cut of rooms (rooms.go): which parts of gaps fill a room.

// gapInRoom is a gap that fits cells of the room or the door.
type gapInRoom struct {
	openGap
	atDoor bool // it fits the door

	// The first and the last number that fits no cell of the room. If there is none, first is
	// behind the gap, and last before it.
	firstOut, lastOut int32

	// The same for numbers that fit only cells of the room and the door.
	firstIn, lastIn int32
}

func (g *openGap) length() int32 { return g.last - g.first + 1 }

// whole reports whether each number fits a cell of the room.
func (g *gapInRoom) whole() bool { return g.firstOut > g.last }

// needed reports whether a number must be in the room or on the door.
func (g *gapInRoom) needed() bool { return g.firstIn <= g.last }

// look lists the gaps that fit the room or its door.
func (r *rooms) look() {
	copy(r.withDoor, r.room)
	if r.door >= 0 {
		r.withDoor[r.door/64] |= 1 << (r.door % 64)
	}
	r.inside = r.inside[:0]
	r.left -= len(r.gaps) * r.Words
	for i, g := range r.gaps {
		some := uint64(0)
		for w, set := range r.cells[i*r.Words : (i+1)*r.Words] {
			some |= set & r.withDoor[w]
		}
		if some != 0 {
			r.inside = append(r.inside, r.lookAt(g))
		}
	}
}

func (r *rooms) lookAt(g openGap) gapInRoom {
	in := gapInRoom{openGap: g, firstOut: g.last + 1, lastOut: g.first - 1, firstIn: g.last + 1, lastIn: g.first - 1}
	r.left -= int(g.length()) * r.Words
	for k := g.first; k <= g.last; k++ {
		inside, outside := uint64(0), uint64(0)
		for w, set := range r.CellsOf(int(k)) {
			inside |= set & r.room[w]
			outside |= set &^ r.withDoor[w]
		}
		if inside == 0 {
			in.firstOut, in.lastOut = min(in.firstOut, k), k
		}
		if outside == 0 {
			in.firstIn, in.lastIn = min(in.firstIn, k), k
		}
		in.atDoor = in.atDoor || r.door >= 0 && r.Fits(int(k), r.door)
	}
	return in
}

// fills reports whether the room can be filled if it has no door.
func (r *rooms) fills() bool {
	rest, ok := r.setSums(-1)
	return ok && r.isSum(rest)
}

// setSums sets the sums of the gaps that may be in the room as a whole, without the gap of index
// except. It returns how many cells are left by the gaps that must be in the room, and false if one of
// these cannot be in it as a whole.
func (r *rooms) setSums(except int) (rest int32, ok bool) {
	r.sums.SetInt64(1)
	r.left -= len(r.inside) * int(r.size/64+1)
	rest = r.size
	for i := range r.inside {
		g := &r.inside[i]
		switch {
		case i == except:
		case g.needed() && !g.whole():
			return 0, false
		case g.needed():
			rest -= g.length()
		case g.whole():
			r.sums.Or(&r.sums, r.moved.Lsh(&r.sums, uint(g.length())))
		}
	}
	return rest, true
}

// eachDoorNumber calls act for each number that fits the door, and says whether it is possible
// there.
func (r *rooms) eachDoorNumber(act func(k int32, possible bool)) {
	for i := range r.inside {
		g := &r.inside[i]
		if !g.atDoor {
			continue
		}
		rest, ok := r.setSums(i)
		for k := g.first; k <= g.last; k++ {
			if r.Fits(int(k), r.door) {
				act(k, ok && r.doorFits(g, k, rest))
			}
		}
	}
}

// doorFits reports whether number k of gap g is possible on the door. So many cells of the room
// are left for it and for the gaps that may be there as a whole.
func (r *rooms) doorFits(g *gapInRoom, k, rest int32) bool {
	var before, after [2]bool // whether these numbers may be outside, and inside
	before[0], before[1] = g.firstIn >= k, g.firstOut >= k
	after[0], after[1] = g.lastIn <= k, g.lastOut <= k
	for i := range int32(2) {
		for j := range int32(2) {
			if before[i] && after[j] && r.isSum(rest-i*(k-g.first)-j*(g.last-k)) {
				return true
			}
		}
	}
	return false
}

// isSum reports whether some of the gaps that may be in the room fill so many cells.
func (r *rooms) isSum(cells int32) bool { return cells >= 0 && r.sums.Bit(int(cells)) != 0 }
