package paths

// The random changes (stretch.go). Each keeps the ways disjoint.

func (s *cover) change(x int32) {
	switch {
	case s.way[x] == none:
		s.take(x)
	case !s.isClue[x]:
		s.move(x)
	}
}

func (s *cover) neighbour(c int32) int32 {
	list := s.p.Neighbours(int(c))
	if len(list) == 0 {
		return none
	}
	return int32(list[s.random.IntN(len(list))])
}

func (s *cover) touch(c, d int32) bool {
	for _, e := range s.p.Neighbours(int(c)) {
		if int32(e) == d {
			return true
		}
	}
	return false
}

// take tries to put the free cell x on the way of a cell beside it.
func (s *cover) take(x int32) {
	u := s.neighbour(x)
	if u == none || s.way[u] == none {
		return
	}
	if s.random.IntN(2) == 0 {
		s.takeAfter(x, u)
	} else {
		s.takeBefore(x, u)
	}
}

// takeAfter tries to put x after u. If there is no room, x may replace the cell after u.
func (s *cover) takeAfter(x, u int32) {
	v, way := s.after[u], s.way[u]
	if s.hasRoom(way, 1) && (v == none || s.touch(x, v)) {
		s.insert(u, x, v, way)
		return
	}
	if v == none {
		return
	}
	if w := s.after[v]; !s.isClue[v] && (w == none || s.touch(x, w)) {
		s.remove(u, v, w)
		s.insert(u, x, w, way)
		return
	}
	if y := s.neighbour(x); s.way[y] == none && s.hasRoom(way, 2) && s.touch(y, v) {
		s.insert(u, x, v, way)
		s.insert(x, y, v, way)
	}
}

// takeBefore is takeAfter in the other direction.
func (s *cover) takeBefore(x, u int32) {
	v := s.before[u]
	if v == none {
		if s.hasRoom(0, 1) {
			s.insert(none, x, u, 0)
		}
		return
	}
	way := s.way[v]
	if w := s.before[v]; !s.isClue[v] && (w == none || s.touch(x, w)) {
		s.remove(w, v, u)
		s.insert(w, x, u, way)
		return
	}
	if y := s.neighbour(x); s.way[y] == none && s.hasRoom(way, 2) && s.touch(y, v) {
		s.insert(v, y, u, way)
		s.insert(y, x, u, way)
	}
}

// move tries to take x away from its place, alone or with the cell after it, to another
// place or to make it free.
func (s *cover) move(x int32) {
	u, v, way, lacking := s.before[x], s.after[x], s.way[x], s.lacking
	if u == none || v == none || s.touch(u, v) {
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
	if w != none && !s.touch(u, w) {
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
func (s *cover) accept(more int) bool {
	return more <= 0 || s.random.Float64() < s.chance[more]
}

// hasRoom reports whether so many cells may be put on a way.
func (s *cover) hasRoom(way int32, cells int) bool {
	return s.mayGrow[way] && s.lacks[way]-cells >= -mostSpare
}

// moveOne tries to put x, which was on a way, after a cell beside it. The ways lack more
// cells since it was taken away.
func (s *cover) moveOne(x int32, more int) bool {
	a := s.neighbour(x)
	if s.way[a] == none || !s.hasRoom(s.way[a], 1) {
		return false
	}
	b := s.after[a]
	if b != none && !s.touch(x, b) || !s.accept(more-min(1, max(0, s.lacks[s.way[a]]))) {
		return false
	}
	s.insert(a, x, b, s.way[a])
	return true
}

// moveTwo tries to put x and y, in one order or the other, beside a cell beside x. The ways
// lack more cells since they were taken away.
func (s *cover) moveTwo(x, y int32, more int) bool {
	a := s.neighbour(x)
	if s.way[a] == none {
		return false
	}
	before := s.random.IntN(2) == 0
	b, way := s.after[a], s.way[a]
	if before {
		if b, way = s.before[a], 0; b != none {
			way = s.way[b]
		}
	}
	if !s.hasRoom(way, 2) || b != none && !s.touch(y, b) || !s.accept(more-min(2, max(0, s.lacks[way]))) {
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

// insert puts the free cell x between u and v, either of which may be none.
func (s *cover) insert(u, x, v, way int32) {
	s.join(u, x)
	s.join(x, v)
	s.way[x] = way
	if s.lacks[way] > 0 {
		s.lacking--
	}
	s.lacks[way]--
}

// remove makes x free, which is between u and v.
func (s *cover) remove(u, x, v int32) {
	way := s.way[x]
	s.join(u, v)
	s.after[x], s.before[x] = none, none
	s.way[x] = none
	s.lacks[way]++
	if s.lacks[way] > 0 {
		s.lacking++
	}
}

func (s *cover) join(c, d int32) {
	if c != none {
		s.after[c] = d
	}
	if d != none {
		s.before[d] = c
	}
}
