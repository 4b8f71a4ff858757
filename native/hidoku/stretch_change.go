package hidoku

// The random changes (stretch.go). Each keeps the ways disjoint.

// change tries a random change at a cell.
func (s *stretcher) change(x int32) {
	switch {
	case s.way[x] == free:
		s.take(x)
	case !s.isClue[x]:
		s.move(x)
	}
}

// neighbour returns a random neighbour of c, or beyond.
func (s *stretcher) neighbour(c int32) int32 {
	list := s.p.Neighbours(int(c))
	if len(list) == 0 {
		return beyond
	}
	return int32(list[s.random.IntN(len(list))])
}

func (s *stretcher) touch(c, d int32) bool {
	for _, e := range s.p.Neighbours(int(c)) {
		if int32(e) == d {
			return true
		}
	}
	return false
}

// take tries to put the free cell x on the way of a cell beside it.
func (s *stretcher) take(x int32) {
	u := s.neighbour(x)
	if u == beyond || s.way[u] == free {
		return
	}
	if s.random.IntN(2) == 0 {
		s.takeAfter(x, u)
	} else {
		s.takeBefore(x, u)
	}
}

// takeAfter tries to put x after u. If there is no room, x may replace the cell after u.
func (s *stretcher) takeAfter(x, u int32) {
	v, way := s.after[u], s.way[u]
	if s.hasRoom(way, 1) && (v == beyond || s.touch(x, v)) {
		s.insert(u, x, v, way)
		return
	}
	if v == beyond {
		return
	}
	if w := s.after[v]; !s.isClue[v] && (w == beyond || s.touch(x, w)) {
		s.remove(u, v, w)
		s.insert(u, x, w, way)
		return
	}
	if y := s.neighbour(x); s.way[y] == free && s.hasRoom(way, 2) && s.touch(y, v) {
		s.insert(u, x, v, way)
		s.insert(x, y, v, way)
	}
}

// takeBefore is takeAfter in the other direction.
func (s *stretcher) takeBefore(x, u int32) {
	v := s.before[u]
	if v == beyond {
		if s.hasRoom(0, 1) {
			s.insert(beyond, x, u, 0)
		}
		return
	}
	way := s.way[v]
	if w := s.before[v]; !s.isClue[v] && (w == beyond || s.touch(x, w)) {
		s.remove(w, v, u)
		s.insert(w, x, u, way)
		return
	}
	if y := s.neighbour(x); s.way[y] == free && s.hasRoom(way, 2) && s.touch(y, v) {
		s.insert(v, y, u, way)
		s.insert(y, x, u, way)
	}
}

// move tries to take x away from its place, alone or with the cell after it, to another
// place or to make it free.
func (s *stretcher) move(x int32) {
	u, v, way, lacking := s.before[x], s.after[x], s.way[x], s.lacking
	if u == beyond || v == beyond || s.touch(u, v) {
		s.remove(u, x, v)
		if !s.moveOne(x, s.lacking-lacking) && !s.accept(s.lacking-lacking) {
			s.insert(u, x, v, way)
		}
		return
	}
	if s.isClue[v] {
		return
	}
	w := s.after[v]
	if w != beyond && !s.touch(u, w) {
		return
	}
	s.remove(u, x, v)
	s.remove(u, v, w)
	if !s.moveTwo(x, v, s.lacking-lacking) && !s.accept(s.lacking-lacking) {
		s.insert(u, x, w, way)
		s.insert(x, v, w, way)
	}
}

// accept reports whether a change is kept after which the ways lack more cells.
func (s *stretcher) accept(more int) bool {
	return more <= 0 || s.random.Float64() < s.chance[more]
}

// hasRoom reports whether so many cells may be put on a way.
func (s *stretcher) hasRoom(way int32, cells int) bool {
	return s.mayGrow[way] && s.lacks[way]-cells >= -mostSpare
}

// moveOne tries to put x, which was on a way, after a cell beside it. The ways lack more
// cells since it was taken away.
func (s *stretcher) moveOne(x int32, more int) bool {
	a := s.neighbour(x)
	if s.way[a] == free || !s.hasRoom(s.way[a], 1) {
		return false
	}
	b := s.after[a]
	if b != beyond && !s.touch(x, b) || !s.accept(more-min(1, max(0, s.lacks[s.way[a]]))) {
		return false
	}
	s.insert(a, x, b, s.way[a])
	return true
}

// moveTwo tries to put x and y, in one order or the other, beside a cell beside x. The ways
// lack more cells since they were taken away.
func (s *stretcher) moveTwo(x, y int32, more int) bool {
	a := s.neighbour(x)
	if s.way[a] == free {
		return false
	}
	before := s.random.IntN(2) == 0
	b, way := s.after[a], s.way[a]
	if before {
		if b, way = s.before[a], 0; b != beyond {
			way = s.way[b]
		}
	}
	if !s.hasRoom(way, 2) || b != beyond && !s.touch(y, b) || !s.accept(more-min(2, max(0, s.lacks[way]))) {
		return false
	}
	if before {
		s.insert(b, x, a, way)
		s.insert(b, y, x, way)
	} else {
		s.insert(a, x, b, way)
		s.insert(x, y, b, way)
	}
	return true
}

// insert puts the free cell x between u and v, either of which may be beyond.
func (s *stretcher) insert(u, x, v, way int32) {
	s.join(u, x)
	s.join(x, v)
	s.way[x] = way
	if s.lacks[way] > 0 {
		s.lacking--
	}
	s.lacks[way]--
}

// remove makes x free, which is between u and v.
func (s *stretcher) remove(u, x, v int32) {
	way := s.way[x]
	s.join(u, v)
	s.after[x], s.before[x] = beyond, beyond
	s.way[x] = free
	s.lacks[way]++
	if s.lacks[way] > 0 {
		s.lacking++
	}
}

func (s *stretcher) join(c, d int32) {
	if c != beyond {
		s.after[c] = d
	}
	if d != beyond {
		s.before[d] = c
	}
}
